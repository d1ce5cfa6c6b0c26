extension CoAP {
    /// The number of an option (RFC 7252 section 12.2). Its bits define the handling of an unknown option.
    public struct OptionNumber: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number in the registry.
        public let rawValue: UInt16

        /// Creates the option number; any number is accepted, with or without a meaning.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// True when a receiver must refuse a message with this option if unknown; otherwise the option is ignored.
        public var isCritical: Bool { rawValue & 1 == 1 }
        /// True when a proxy must not forward a message with this option if unknown.
        public var isUnsafe: Bool { rawValue & 2 == 2 }
        /// True when the option is not part of the cache key of requests.
        public var isNoCacheKey: Bool { rawValue & 0x1E == 0x1C }

        /// Compares by the order on the wire.
        public static func < (lhs: OptionNumber, rhs: OptionNumber) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}

extension CoAP.OptionNumber {
    /// Makes the request conditional on the resource's entity tag.
    public static let ifMatch = CoAP.OptionNumber(rawValue: 1)
    /// The host of the resource.
    public static let uriHost = CoAP.OptionNumber(rawValue: 3)
    /// The entity tag of a representation.
    public static let eTag = CoAP.OptionNumber(rawValue: 4)
    /// Makes the request conditional on the absence of the resource.
    public static let ifNoneMatch = CoAP.OptionNumber(rawValue: 5)
    /// Registration (0) or deregistration (1) in a request, the order of notifications in a response (RFC 7641).
    public static let observe = CoAP.OptionNumber(rawValue: 6)
    /// The port of the resource.
    public static let uriPort = CoAP.OptionNumber(rawValue: 7)
    /// One segment of the path of the created resource.
    public static let locationPath = CoAP.OptionNumber(rawValue: 8)
    /// One segment of the path.
    public static let uriPath = CoAP.OptionNumber(rawValue: 11)
    /// The content format of the payload.
    public static let contentFormat = CoAP.OptionNumber(rawValue: 12)
    /// The number of seconds that the response is fresh.
    public static let maxAge = CoAP.OptionNumber(rawValue: 14)
    /// One argument of the query.
    public static let uriQuery = CoAP.OptionNumber(rawValue: 15)
    /// The content format that the client prefers.
    public static let accept = CoAP.OptionNumber(rawValue: 17)
    /// One argument of the query of the created resource.
    public static let locationQuery = CoAP.OptionNumber(rawValue: 20)
    /// The block of the response's body (RFC 7959).
    public static let block2 = CoAP.OptionNumber(rawValue: 23)
    /// The block of the request's body (RFC 7959).
    public static let block1 = CoAP.OptionNumber(rawValue: 27)
    /// The size of the response's body (RFC 7959).
    public static let size2 = CoAP.OptionNumber(rawValue: 28)
    /// The absolute URI that a proxy shall request.
    public static let proxyURI = CoAP.OptionNumber(rawValue: 35)
    /// The scheme that a proxy shall use.
    public static let proxyScheme = CoAP.OptionNumber(rawValue: 39)
    /// The size of the request's body, or the largest accepted size.
    public static let size1 = CoAP.OptionNumber(rawValue: 60)
    /// A value that a client returns to prove a fresh request and its own address (RFC 9175 section 2).
    public static let echo = CoAP.OptionNumber(rawValue: 252)
    /// Distinguishes concurrent block-wise requests (RFC 9175 section 3).
    public static let requestTag = CoAP.OptionNumber(rawValue: 292)
    /// Proves that the request comes from the holder of a key; see ``CoAP/RequestProof``. The number is one for
    /// experiments (RFC 7252 section 12.2).
    public static let requestProof = CoAP.OptionNumber(rawValue: 65001)
}

extension CoAP.OptionNumber: CustomStringConvertible {
    /// The registered name, or the number.
    public var description: String { name ?? "option \(rawValue)" }
    /// The word "option", and the registered name or the number.
    var title: String { "option \(name ?? "\(rawValue)")" }

    private var name: String? {
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
        case .requestProof: "Request-Proof"
        default: nil
        }
    }
}

extension CoAP {
    /// The format of a payload (RFC 7252 section 12.3).
    public struct ContentFormat: RawRepresentable, Hashable, Sendable {
        /// The number in the registry.
        public let rawValue: UInt16

        /// Creates the content format; any number is accepted, with or without a meaning.
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
