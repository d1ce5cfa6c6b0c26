extension CoAP {
    /// A whole response or notification; the endpoint divides it into messages.
    public struct Response: Hashable, Sendable {
        /// The response code.
        public var code: Code
        /// The body, of any length.
        public var body: Payload
        /// The content format of the body; sent only with a body.
        public var contentFormat: ContentFormat?
        /// True when the client is registered, or shall be registered, as an observer.
        public var observer: Bool
        /// True when a registration response must be confirmed. It is then a message of its own instead of part of the
        /// request's acknowledgement, and the client acknowledges it.
        public var isConfirmable = false
        /// Further options. A received response has all its options; a response to send has those that the endpoint
        /// does not set.
        public var options: Options

        /// The bytes of the body.
        public var payload: [UInt8] {
            get { body.array }
            set { body = Payload(newValue) }
        }

        /// Creates a response.
        public init(
            code: Code, payload: [UInt8] = [], contentFormat: ContentFormat? = .cbor, observer: Bool = false,
            options: Options = []
        ) {
            self.init(
                code: code, body: Payload(payload), contentFormat: contentFormat, observer: observer, options: options)
        }

        init(code: Code, body: Payload, contentFormat: ContentFormat?, observer: Bool, options: Options) {
            self.code = code
            self.body = body
            self.contentFormat = contentFormat
            self.observer = observer
            self.options = options
        }
    }
}
