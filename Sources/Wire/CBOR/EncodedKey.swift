/// The first eight bytes of a key's encoding, with zeros behind a shorter one; nearly always they tell keys apart.
///
/// No encoding is the beginning of another, so prefixes order keys as RFC 8949 section 4.2.1 does, and equal ones of
/// fewer than eight bytes are the same key.
enum EncodedKey {
    /// The prefix of the key between two places of encoded bytes.
    @inline(__always)
    static func prefix(from start: Int, to end: Int, of input: Span<UInt8>) -> UInt64 {
        guard start <= input.count &- 8 else { return padded(input.extracting(start..<end)) }
        let missing = UInt64(max(0, start &+ 8 &- end)) &* 8
        return (input.word(at: start) >> missing) << missing
    }

    /// The prefix of a text as a key.
    static func prefix(ofText text: Span<UInt8>) -> UInt64 {
        let head = UInt64(truncatingIfNeeded: text.count)
        switch text.count {
        case ..<8: return (0x60 | head) << 56 | number(text) << (56 &- 8 &* head)
        case ..<24: return (0x60 | head) << 56 | text.word(at: 0) >> 8
        case ..<256: return (0x7800 | head) << 48 | text.word(at: 0) >> 16
        default:
            var writer = CBOR.Writer(capacity: 16)
            writer.append(.text, head)
            var bytes = writer.finished()
            for place in 0..<8 { bytes.append(text[place]) }
            return padded(bytes.span)
        }
    }

    /// Whether a text is the key that ends at a place of encoded bytes and has the same prefix.
    static func isWhole(_ text: Span<UInt8>, endingAt end: Int, of input: Span<UInt8>) -> Bool {
        guard text.count >= 8 else { return true }
        let start = end &- text.count
        // The prefix holds at least three bytes of the text, and this the last eight.
        var place = 3
        while place < text.count &- 8 {
            guard text.word(at: place) == input.word(at: start &+ place) else { return false }
            place &+= 8
        }
        return text.word(at: text.count &- 8) == input.word(at: end &- 8)
    }

    private static func padded(_ bytes: Span<UInt8>) -> UInt64 {
        let count = min(bytes.count, 8)
        return number(bytes.extracting(first: count)) << UInt64(64 &- 8 &* count)
    }

    /// Up to eight bytes as a number, the first of them uppermost.
    private static func number(_ bytes: Span<UInt8>) -> UInt64 {
        if bytes.count >= 4 {
            // Four and four bytes, of which those in the middle may be the same.
            let above = UInt64(truncatingIfNeeded: 8 &* (bytes.count &- 4))
            return bytes.halfWord(at: 0) << above | bytes.halfWord(at: bytes.count &- 4)
        }
        var number: UInt64 = 0
        for place in bytes.indices { number = number << 8 | UInt64(bytes[place]) }
        return number
    }
}
