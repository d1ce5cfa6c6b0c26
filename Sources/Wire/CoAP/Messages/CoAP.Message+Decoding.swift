extension CoAP.Message {
    /// Decodes a datagram; throws an error with the place when it is not a message of RFC 7252.
    public init(decoding bytes: [UInt8]) throws(CoAPError) {
        let input = bytes.span
        let header = try CoAP.Header(decoding: input)
        let start = 4 + header.token.count
        guard !header.code.isEmpty || input.count == 4 else {
            throw .contentInEmptyMessage(offset: 4, count: input.count - 4)
        }
        let walk = try Self.walkOptions(from: start, in: input)
        let end = walk.position
        self.init(
            type: header.type, code: header.code, messageID: header.messageID, token: header.token,
            options: start < end ? CoAP.Options(start..<end, of: bytes, numbers: walk.numbers) : CoAP.Options(),
            body: end < bytes.count ? CoAP.Payload(bytes, from: end + 1) : CoAP.Payload())
    }

    /// Returns a walk at the end of the options: at the payload marker or the end of the datagram.
    private static func walkOptions(from start: Int, in input: Span<UInt8>) throws(CoAPError) -> OptionWalk {
        var walk = OptionWalk(start..<input.count)
        while walk.position < input.count {
            guard input[walk.position] != 0xFF else {
                guard walk.position + 1 < input.count else { throw .missingPayload(offset: walk.position + 1) }
                break
            }
            _ = try walk.read(input)
        }
        return walk
    }
}

extension CoAP {
    /// The part of a message that is readable even if its options are malformed (RFC 7252 section 3).
    struct Header {
        let type: MessageType
        let code: Code
        let messageID: UInt16
        let token: Token

        init(decoding input: Span<UInt8>) throws(CoAPError) {
            try self.init(fixedPartOf: input, token: Self.token(input))
        }

        /// Decodes the header without the token, to reject a message whose token is malformed.
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
            return Token(value: input.number(at: 4, width: Int(length)), length: length)
        }
    }
}
