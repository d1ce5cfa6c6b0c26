extension CoAP {
    /// Which option of the registry a value belongs to (RFC 7252 section 12.2); the number says how to treat it when it
    /// is not known.
    public struct OptionNumber: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number in the registry.
        public let rawValue: UInt16

        /// Makes the option number; each number is one, though not each has a meaning.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// Whether a message must be refused by who does not know the option; otherwise the option is ignored.
        public var isCritical: Bool { rawValue & 1 == 1 }
        /// Whether a proxy that does not know the option must not forward the message.
        public var isUnsafe: Bool { rawValue & 2 == 2 }
        /// Whether the option is left out when requests are compared for caching.
        public var isNoCacheKey: Bool { rawValue & 0x1E == 0x1C }

        /// The order on the wire.
        public static func < (lhs: OptionNumber, rhs: OptionNumber) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}

extension CoAP.OptionNumber {
    /// Perform the request only if the resource's entity tag is this one.
    public static let ifMatch = CoAP.OptionNumber(rawValue: 1)
    /// The host of the resource.
    public static let uriHost = CoAP.OptionNumber(rawValue: 3)
    /// The entity tag of a representation.
    public static let eTag = CoAP.OptionNumber(rawValue: 4)
    /// Perform the request only if the resource does not exist.
    public static let ifNoneMatch = CoAP.OptionNumber(rawValue: 5)
    /// Register (0) or deregister (1) in a request, the order of notifications in a response (RFC 7641).
    public static let observe = CoAP.OptionNumber(rawValue: 6)
    /// The port of the resource.
    public static let uriPort = CoAP.OptionNumber(rawValue: 7)
    /// One segment of the path of what was created.
    public static let locationPath = CoAP.OptionNumber(rawValue: 8)
    /// One segment of the path.
    public static let uriPath = CoAP.OptionNumber(rawValue: 11)
    /// How to read the payload.
    public static let contentFormat = CoAP.OptionNumber(rawValue: 12)
    /// For how many seconds the response is fresh.
    public static let maxAge = CoAP.OptionNumber(rawValue: 14)
    /// One argument of the query.
    public static let uriQuery = CoAP.OptionNumber(rawValue: 15)
    /// The content format that the client prefers.
    public static let accept = CoAP.OptionNumber(rawValue: 17)
    /// One argument of the query of what was created.
    public static let locationQuery = CoAP.OptionNumber(rawValue: 20)
    /// Which block of the response's body (RFC 7959).
    public static let block2 = CoAP.OptionNumber(rawValue: 23)
    /// Which block of the request's body (RFC 7959).
    public static let block1 = CoAP.OptionNumber(rawValue: 27)
    /// The size of the response's body (RFC 7959).
    public static let size2 = CoAP.OptionNumber(rawValue: 28)
    /// The absolute URI that a proxy is asked for.
    public static let proxyURI = CoAP.OptionNumber(rawValue: 35)
    /// The scheme that a proxy is asked for.
    public static let proxyScheme = CoAP.OptionNumber(rawValue: 39)
    /// The size of the request's body, or the largest that is taken.
    public static let size1 = CoAP.OptionNumber(rawValue: 60)
    /// A value that a client sends back to prove that its request is fresh and its address is its own (RFC 9175 section 2).
    public static let echo = CoAP.OptionNumber(rawValue: 252)
    /// Tells apart block-wise requests that run at the same time (RFC 9175 section 3).
    public static let requestTag = CoAP.OptionNumber(rawValue: 292)
}

extension CoAP.OptionNumber: CustomStringConvertible {
    /// The registered name, or the number.
    public var description: String {
        switch self {
        case .ifMatch: "If-Match"
        case .uriHost: "Uri-Host"
        case .eTag: "ETag"
        case .ifNoneMatch: "If-None-Match"
        case .observe: "Observe"
        case .uriPort: "Uri-Port"
        case .locationPath: "Location-Path"
        case .uriPath: "Uri-Path"
        case .contentFormat: "Content-Format"
        case .maxAge: "Max-Age"
        case .uriQuery: "Uri-Query"
        case .accept: "Accept"
        case .locationQuery: "Location-Query"
        case .block2: "Block2"
        case .block1: "Block1"
        case .size2: "Size2"
        case .proxyURI: "Proxy-Uri"
        case .proxyScheme: "Proxy-Scheme"
        case .size1: "Size1"
        case .echo: "Echo"
        case .requestTag: "Request-Tag"
        default: "option \(rawValue)"
        }
    }
}

extension CoAP {
    /// How to read a payload (RFC 7252 section 12.3).
    public struct ContentFormat: RawRepresentable, Hashable, Sendable {
        /// The number in the registry.
        public let rawValue: UInt16

        /// Makes the content format; each number is one, though not each has a meaning.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// `text/plain; charset=utf-8`
        public static let text = ContentFormat(rawValue: 0)
        /// `application/link-format`
        public static let linkFormat = ContentFormat(rawValue: 40)
        /// `application/octet-stream`
        public static let octets = ContentFormat(rawValue: 42)
        /// `application/json`
        public static let json = ContentFormat(rawValue: 50)
        /// `application/cbor`
        public static let cbor = ContentFormat(rawValue: 60)
    }
}
