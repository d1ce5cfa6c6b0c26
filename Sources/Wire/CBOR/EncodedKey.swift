/// The first eight bytes of a key's encoding, padded with zeros. They nearly always distinguish two keys.
///
/// No encoding is a prefix of another. So prefixes order keys as RFC 8949 section 4.2.1 does, and equal prefixes of
/// fewer than eight bytes are the same key.
enum EncodedKey {
    /// Returns the prefix of the key between two offsets of encoded bytes.
    @inline(__always)
    static func prefix(from start: Int, to end: Int, of input: Span<UInt8>) -> UInt64 {
        prefix(input.paddedWord(at: start), count: end &- start)
    }

    /// Returns the first `count` bytes of a word, followed by zeros; the whole word from eight bytes on.
    @inline(__always)
    static func prefix(_ word: UInt64, count: Int) -> UInt64 {
        let others = UInt64(truncatingIfNeeded: max(0, 64 &- count &* 8))
        return (word &>> others) &<< others
    }

    /// Returns the prefix of a text as a key.
    @inline(__always)
    static func prefix(ofText text: Span<UInt8>) -> UInt64 {
        let head = UInt64(truncatingIfNeeded: text.count)
        guard text.count >= 8 else { return (0x60 | head) << 56 | number(text) &<< (56 &- 8 &* head) }
        return text.count < 24 ? (0x60 | head) << 56 | text.word(at: 0) >> 8 : prefix(ofLongText: text)
    }

    @inline(never)
    private static func prefix(ofLongText text: Span<UInt8>) -> UInt64 {
        let head = UInt64(truncatingIfNeeded: text.count)
        return switch text.count {
        case ..<256: 0x78 << 56 | head << 48 | text.word(at: 0) >> 16
        case ..<65_536: 0x79 << 56 | head << 40 | text.word(at: 0) >> 24
        default: 0x7A << 56 | head << 24 | text.word(at: 0) >> 40
        }
    }

    /// Returns true when a text is the key that ends at an offset; their prefixes must be equal.
    @inline(__always)
    static func isWhole(_ text: Span<UInt8>, endingAt end: Int, of input: Span<UInt8>) -> Bool {
        text.count < 8 || isRestSame(text, endingAt: end, of: input)
    }

    @inline(never)
    private static func isRestSame(_ text: Span<UInt8>, endingAt end: Int, of input: Span<UInt8>) -> Bool {
        let start = end &- text.count
        // The prefix holds at least three bytes of the text; the last comparison covers its last eight bytes.
        var position = 3
        while position < text.count &- 8 {
            guard text.word(at: position) == input.word(at: start &+ position) else { return false }
            position &+= 8
        }
        return text.word(at: text.count &- 8) == input.word(at: end &- 8)
    }

    /// Returns fewer than eight bytes as a number, most significant byte first.
    @inline(__always)
    private static func number(_ bytes: Span<UInt8>) -> UInt64 {
        if bytes.count >= 4 {
            // Two groups of four bytes, which may overlap.
            let above = UInt64(truncatingIfNeeded: 8 &* (bytes.count &- 4))
            return bytes.halfWord(at: 0) << above | bytes.halfWord(at: bytes.count &- 4)
        }
        var number: UInt64 = 0
        for position in bytes.indices { number = number << 8 | UInt64(bytes[position]) }
        return number
    }
}
