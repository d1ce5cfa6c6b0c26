/// Splits the bytes from a descriptor into lines.
struct LineReader {
    /// The maximum length of a line, in bytes.
    static let longestLine = 1 << 24

    private var bytes: [UInt8] = []

    /// True when the unfinished line exceeds the limit.
    var isTooLong: Bool { bytes.count > Self.longestLine }

    mutating func add(_ more: [UInt8]) { bytes += more }

    /// Returns the next complete line without its end, or nil.
    mutating func next() -> [UInt8]? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { bytes.removeFirst(end + 1) }
        return Array(bytes[..<end])
    }
}
