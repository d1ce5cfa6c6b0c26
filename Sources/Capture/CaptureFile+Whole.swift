extension CaptureFile {
    private static let headerLength = 24
    private static let recordHeaderLength = 16
    /// The first four bytes of a pcap file with nanoseconds, in the byte order of the machine that wrote it.
    private static let magic: UInt32 = 0xA1B2_3C4D

    /// Returns the number of whole packets in a pcap file that a process of this machine wrote, and the length of the file
    /// up to the end of the last one. A process that dies leaves a part of a packet behind them.
    package static func wholePackets(in bytes: [UInt8]) -> (count: Int, length: Int) {
        guard let first = word(at: 0, of: bytes) else { return (0, 0) }
        guard first == magic else { return (0, bytes.count) }
        guard bytes.count >= headerLength else { return (0, 0) }
        var (count, length) = (0, headerLength)
        while let size = word(at: length + 8, of: bytes) {
            let end = length + recordHeaderLength + Int(size)
            guard end <= bytes.count else { break }
            (count, length) = (count + 1, end)
        }
        return (count, length)
    }

    /// Returns a whole number of 32 bits; nil behind the end.
    private static func word(at index: Int, of bytes: [UInt8]) -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        // Sound: all four bytes lie within the array, and the load needs no alignment.
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt32.self) }
    }
}
