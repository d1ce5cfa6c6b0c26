/// The memory limit of a worker process.
struct MemoryLimit: Equatable {
    /// The limit in mebibytes; 0 for no limit.
    let mebibytes: Int

    static let standard = MemoryLimit(mebibytes: 1024)
    static let largest = 1 << 20

    init(mebibytes: Int) {
        self.mebibytes = mebibytes
    }

    /// Creates a limit from a number of mebibytes; returns nil above ``largest``.
    init?(exactly mebibytes: UInt64) {
        guard mebibytes <= Self.largest else { return nil }
        self.init(mebibytes: Int(mebibytes))
    }

    var bytes: Int { mebibytes << 20 }

    /// Returns true when a dead process had used nearly all of its memory, or reported a failed allocation.
    func explainsExit(peak: Int, output: [String]) -> Bool {
        guard mebibytes > 0 else { return false }
        return peak >= bytes / 8 * 7 || output.contains { $0.contains("failed to allocate") }
    }
}
