extension CoAP {
    /// The content of one datagram (RFC 7252 section 3).
    public struct Message: Hashable, Sendable {
        /// The type in the message layer.
        public var type: MessageType
        /// The method or response code; 0.00 in an empty message.
        public var code: Code
        /// The ID that matches acknowledgements and resets to messages, and detects duplicates.
        public var messageID: UInt16
        /// The token that matches a response to its request.
        public var token: Token
        /// The options.
        public var options: Options
        /// The body, or one block of it.
        public var body: Payload

        /// The bytes of the body, or of one block of it.
        public var payload: [UInt8] {
            get { body.array }
            set { body = Payload(newValue) }
        }

        /// Creates a message from its parts.
        public init(
            type: MessageType, code: Code, messageID: UInt16, token: Token = .empty, options: Options = [],
            payload: [UInt8] = []
        ) {
            self.init(
                type: type, code: code, messageID: messageID, token: token, options: options, body: Payload(payload))
        }

        init(
            type: MessageType, code: Code, messageID: UInt16, token: Token, options: Options, body: Payload
        ) {
            self.type = type
            self.code = code
            self.messageID = messageID
            self.token = token
            self.options = options
            self.body = body
        }

        /// True when a server answers with a request to prove the client's address (RFC 9175 section 2.3).
        public var isAddressChallenge: Bool { code == .unauthorized && options.echo != nil }

        /// Returns the bytes on the wire.
        public func encoded() -> [UInt8] {
            let size = 13 + options.range.count + body.count
            var writer = MessageWriter(type: type, code: code, messageID: messageID, token: token, capacity: size)
            writer.write(options)
            return writer.finished(payload: body.slice)
        }
    }
}

extension CoAP.Message: CustomStringConvertible {
    /// One readable line, such as `CON [0x7d34] GET /temperature (token 20)`.
    public var description: String {
        var text = "\(type) [0x\(messageID.hexadecimal)] \(code)"
        if code.isRequest { text += " /" + options.uriPath.joined(separator: "/") }
        if token.count > 0 { text += " (token \(token))" }
        if !body.isEmpty { text += ", \(body.count) bytes" }
        return text
    }
}
