extension CoAP {
    /// A request as a client means it; how many messages it takes is the endpoint's business.
    public struct Request: Hashable, Sendable {
        /// The method.
        public var code: Code
        /// The segments of the path, of at most 255 bytes each.
        public var path: [String]
        /// The arguments of the query, of at most 255 bytes each.
        public var query: [String]
        /// Whether to register for notifications (RFC 7641); for GET and FETCH.
        public var observe: Bool
        /// The body, of any length.
        public var payload: [UInt8]
        /// How to read the body; sent only with a body.
        public var contentFormat: ContentFormat?
        /// The content format that the response should have.
        public var accept: ContentFormat?
        /// Whether the request is retransmitted until it is acknowledged.
        public var isConfirmable: Bool
        /// Further options; those that the endpoint sets by itself are left out.
        public var options: Options

        /// Makes a request.
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

    /// Names a request that was made, or an observation that came of it, or a ping.
    public struct ExchangeID: Hashable, Comparable, Sendable {
        /// Counts up from 1 in each endpoint.
        public let rawValue: UInt64

        /// The order of asking.
        public static func < (lhs: ExchangeID, rhs: ExchangeID) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}
