/// The memory that a worker process may take for its data.
struct MemoryLimit: Equatable {
    /// The number of mebibytes; 0 stands for no limit.
    let mebibytes: Int

    static let usual = MemoryLimit(mebibytes: 1024)
    static let largest = 1 << 20

    init(mebibytes: Int) {
        self.mebibytes = mebibytes
    }

    /// Makes a limit from a number of mebibytes; nil when the number is above ``largest``.
    init?(exactly mebibytes: UInt64) {
        guard mebibytes <= Self.largest else { return nil }
        self.init(mebibytes: Int(mebibytes))
    }

    var bytes: Int { mebibytes << 20 }

    /// Returns true when a process that died used nearly all of its memory, or said that it got no more.
    func explainsDeath(peak: Int, output: [String]) -> Bool {
        guard mebibytes > 0 else { return false }
        return peak >= bytes / 8 * 7 || output.contains { $0.contains("failed to allocate") }
    }
}
