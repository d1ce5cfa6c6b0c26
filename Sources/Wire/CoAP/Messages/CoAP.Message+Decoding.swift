extension CoAP.Message {
    /// Reads a datagram; what cannot be a message of RFC 7252 is an error that tells the place.
    public init(decoding bytes: [UInt8]) throws(CoAPError) {
        let header = try CoAP.Header(decoding: bytes)
        var reader = OptionReader(position: 4 + header.token.count)
        guard !header.code.isEmpty || bytes.count == 4 else {
            throw .contentInEmptyMessage(offset: 4, count: bytes.count - 4)
        }
        try reader.readAll(bytes.span)
        self.init(
            type: header.type, code: header.code, messageID: header.messageID, token: header.token,
            options: reader.entries.isEmpty ? [] : CoAP.Options(entries: reader.entries, bytes: bytes),
            payload: reader.position < bytes.count ? Array(bytes[reader.position...]) : [])
    }
}

extension CoAP {
    /// The part of a message that can be read even if its options are broken (RFC 7252 section 3).
    struct Header {
        let type: MessageType
        let code: Code
        let messageID: UInt16
        let token: Token

        init(decoding bytes: [UInt8]) throws(CoAPError) {
            let input = bytes.span
            try self.init(fixedPartOf: input, token: Self.token(input))
        }

        /// The header without the token, for rejecting a message whose token is broken.
        init(ignoringTokenOf bytes: [UInt8]) throws(CoAPError) {
            try self.init(fixedPartOf: bytes.span, token: .empty)
        }

        private init(
            fixedPartOf input: Span<UInt8>, token: @autoclosure () throws(CoAPError) -> Token
        ) throws(CoAPError) {
            guard input.count >= 4 else { throw .truncatedHeader(count: input.count) }
            guard input[0] >> 6 == 1 else { throw .unknownVersion(input[0] >> 6) }
            // Two bits have four values, and there are four types.
            type = MessageType(rawValue: input[0] >> 4 & 3) ?? .reset
            code = Code(rawValue: input[1])
            messageID = UInt16(input[2]) << 8 | UInt16(input[3])
            self.token = try token()
        }

        private static func token(_ input: Span<UInt8>) throws(CoAPError) -> Token {
            let length = input[0] & 15
            guard length <= 8 else { throw .reservedTokenLength(length) }
            let end = 4 + Int(length)
            guard end <= input.count else { throw .truncatedToken(offset: 4, missing: end - input.count) }
            var value: UInt64 = 0
            for index in 4..<end { value = value << 8 | UInt64(input[index]) }
            return Token(value: value, length: length)
        }
    }
}

/// Walks over the options up to the payload (RFC 7252 section 3.1).
private struct OptionReader {
    var position: Int
    var entries: [CoAP.Options.Entry] = []
    private var number = 0

    init(position: Int) {
        self.position = position
    }

    mutating func readAll(_ input: Span<UInt8>) throws(CoAPError) {
        guard position < input.count else { return }
        entries.reserveCapacity(8)
        while position < input.count {
            guard input[position] != 0xFF else { return try readMarker(input) }
            try readOption(input)
        }
    }

    private mutating func readMarker(_ input: Span<UInt8>) throws(CoAPError) {
        position += 1
        guard position < input.count else { throw .missingPayload(offset: position) }
    }

    private mutating func readOption(_ input: Span<UInt8>) throws(CoAPError) {
        let start = position
        let first = input[position]
        position += 1
        number += try extended(first >> 4, of: first, at: start, input)
        let count = try extended(first & 15, of: first, at: start, input)
        guard number <= Int(UInt16.max) else { throw .optionNumberTooLarge(offset: start, number: number) }
        guard position + count <= input.count else {
            throw .truncatedOption(offset: start, missing: position + count - input.count)
        }
        entries.append(
            CoAP.Options.Entry(
                number: CoAP.OptionNumber(rawValue: UInt16(truncatingIfNeeded: number)),
                start: UInt32(truncatingIfNeeded: position), count: UInt32(truncatingIfNeeded: count)))
        position += count
    }

    /// The delta or length that a nibble stands for, with the bytes that extend it.
    private mutating func extended(
        _ nibble: UInt8, of byte: UInt8, at start: Int, _ input: Span<UInt8>
    ) throws(CoAPError) -> Int {
        switch nibble {
        case ..<13:
            return Int(nibble)
        case 13:
            return 13 + (try next(at: start, input))
        case 14:
            let high = try next(at: start, input)
            return 269 + (high << 8 | (try next(at: start, input)))
        default:
            throw .reservedOptionHeader(offset: start, byte: byte)
        }
    }

    private mutating func next(at start: Int, _ input: Span<UInt8>) throws(CoAPError) -> Int {
        guard position < input.count else { throw .truncatedOption(offset: start, missing: 1) }
        defer { position += 1 }
        return Int(input[position])
    }
}
