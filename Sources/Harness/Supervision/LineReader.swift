/// The lines that come from a descriptor.
struct LineReader {
    /// The most bytes that a line may have.
    static let longestLine = 1 << 24

    private var bytes: [UInt8] = []

    /// True when the line that has begun exceeds the limit.
    var isTooLong: Bool { bytes.count > Self.longestLine }

    mutating func add(_ more: [UInt8]) { bytes += more }

    /// The next whole line, without its end; nil while there is none.
    mutating func next() -> [UInt8]? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { bytes.removeFirst(end + 1) }
        return Array(bytes[..<end])
    }
}
