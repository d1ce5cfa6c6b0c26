/// A 64-bit digest of byte strings in order, each closed by its length.
///
/// Eight bytes at a time, little-endian, the last ones padded with zeros: `state = (state ^ word) * prime`, then
/// `state ^= state >> 29`. It tells runs apart; it keeps no secret.
public struct PayloadDigest: Hashable, Sendable {
    /// The digest of what was added so far.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The digest of nothing.
    public init() {}

    /// Adds one byte string.
    public mutating func add(_ bytes: Span<UInt8>) {
        var offset = 0
        while bytes.count - offset >= 8 {
            // Sound: eight bytes are left from `offset`, and any bytes are a number.
            mix(UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        for index in offset..<bytes.count {
            rest |= UInt64(bytes[index]) << UInt64(8 * (index - offset))
        }
        mix(rest)
        mix(UInt64(bytes.count))
    }

    private mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
    }
}
