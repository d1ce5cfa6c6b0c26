extension CoAP {
    /// A response or a notification, whole; how many messages it takes is the endpoint's business.
    public struct Response: Hashable, Sendable {
        /// The response code.
        public var code: Code
        /// The body, of any length.
        public var body: Payload
        /// How to read the body; sent only with a body.
        public var contentFormat: ContentFormat?
        /// To a request that asks for it: whether the client is, or shall be, an observer.
        public var observer: Bool
        /// Of a response that registers an observer: whether the server has to know that it arrived. It then takes a message
        /// of its own instead of going in the acknowledgement of the request, and the client acknowledges it.
        public var isConfirmable = false
        /// Further options; of a received response all of them, of one to be sent those that the endpoint does not set by
        /// itself.
        public var options: Options

        /// The bytes of the body.
        public var payload: [UInt8] {
            get { body.array }
            set { body = Payload(newValue) }
        }

        /// Makes a response.
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
