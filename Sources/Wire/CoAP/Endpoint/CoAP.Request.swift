extension CoAP {
    /// A client's whole request; the endpoint divides it into messages.
    public struct Request: Hashable, Sendable {
        /// The method.
        public var code: Code
        /// The segments of the path, at most 255 bytes each.
        public var path: [String]
        /// The arguments of the query, at most 255 bytes each.
        public var query: [String]
        /// True when the request registers for notifications (RFC 7641); for GET and FETCH.
        public var observe: Bool
        /// The body, of any length.
        public var payload: [UInt8]
        /// The content format of the body; sent only with a body.
        public var contentFormat: ContentFormat?
        /// The content format that the response should have.
        public var accept: ContentFormat?
        /// True when the request is retransmitted until it is acknowledged.
        public var isConfirmable: Bool
        /// Further options; those that the endpoint sets are omitted.
        public var options: Options

        /// Creates a request.
        public init(
            code: Code, path: [String], query: [String] = [], observe: Bool = false, payload: [UInt8] = [],
            contentFormat: ContentFormat? = .cbor, accept: ContentFormat? = nil, isConfirmable: Bool = true,
            options: Options = []
        ) {
            self.code = code
            self.path = path
            self.query = query
            self.observe = observe
            self.payload = payload
            self.contentFormat = contentFormat
            self.accept = accept
            self.isConfirmable = isConfirmable
            self.options = options
        }
    }

    /// The ID of a request, its observation, or a ping.
    public struct ExchangeID: Hashable, Sendable {
        /// The number of the exchange in its endpoint, from 1.
        public let rawValue: UInt64
    }
}
