extension CoAP {
    /// A method or a response code: a class and a detail, written `c.dd` (RFC 7252 section 3).
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The byte on the wire.
        public let rawValue: UInt8

        /// Creates the code from the byte on the wire; any byte is accepted, with or without a meaning.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        init(_ codeClass: UInt8, _ detail: UInt8) {
            rawValue = codeClass << 5 | detail
        }

        /// The class, before the point.
        public var codeClass: UInt8 { rawValue >> 5 }
        /// The detail, after the point.
        public var detail: UInt8 { rawValue & 31 }

        /// True for 0.00, the code of an empty message.
        public var isEmpty: Bool { rawValue == 0 }
        /// True for a method, known or not.
        public var isRequest: Bool { codeClass == 0 && detail != 0 }
        /// True for a response code, known or not.
        public var isResponse: Bool { isSuccess || isClientError || isServerError }
        /// True for a 2.xx code.
        public var isSuccess: Bool { codeClass == 2 }
        /// True for a 4.xx code.
        public var isClientError: Bool { codeClass == 4 }
        /// True for a 5.xx code.
        public var isServerError: Bool { codeClass == 5 }
    }
}

extension CoAP.Code {
    /// 0.00, the code of an empty message.
    public static let empty = CoAP.Code(0, 0)

    /// 0.01
    public static let get = CoAP.Code(0, 1)
    /// 0.02
    public static let post = CoAP.Code(0, 2)
    /// 0.03
    public static let put = CoAP.Code(0, 3)
    /// 0.04
    public static let delete = CoAP.Code(0, 4)
    /// 0.05 (RFC 8132)
    public static let fetch = CoAP.Code(0, 5)
    /// 0.06 (RFC 8132)
    public static let patch = CoAP.Code(0, 6)
    /// 0.07 (RFC 8132)
    public static let iPatch = CoAP.Code(0, 7)

    /// 2.01
    public static let created = CoAP.Code(2, 1)
    /// 2.02
    public static let deleted = CoAP.Code(2, 2)
    /// 2.03
    public static let valid = CoAP.Code(2, 3)
    /// 2.04
    public static let changed = CoAP.Code(2, 4)
    /// 2.05
    public static let content = CoAP.Code(2, 5)
    /// 2.31 (RFC 7959)
    public static let `continue` = CoAP.Code(2, 31)

    /// 4.00
    public static let badRequest = CoAP.Code(4, 0)
    /// 4.01
    public static let unauthorized = CoAP.Code(4, 1)
    /// 4.02
    public static let badOption = CoAP.Code(4, 2)
    /// 4.03
    public static let forbidden = CoAP.Code(4, 3)
    /// 4.04
    public static let notFound = CoAP.Code(4, 4)
    /// 4.05
    public static let methodNotAllowed = CoAP.Code(4, 5)
    /// 4.06
    public static let notAcceptable = CoAP.Code(4, 6)
    /// 4.08 (RFC 7959)
    public static let requestEntityIncomplete = CoAP.Code(4, 8)
    /// 4.09 (RFC 8132)
    public static let conflict = CoAP.Code(4, 9)
    /// 4.12
    public static let preconditionFailed = CoAP.Code(4, 12)
    /// 4.13
    public static let requestEntityTooLarge = CoAP.Code(4, 13)
    /// 4.15
    public static let unsupportedContentFormat = CoAP.Code(4, 15)
    /// 4.22 (RFC 8132)
    public static let unprocessableEntity = CoAP.Code(4, 22)
    /// 4.29 (RFC 8516)
    public static let tooManyRequests = CoAP.Code(4, 29)

    /// 5.00
    public static let internalServerError = CoAP.Code(5, 0)
    /// 5.01
    public static let notImplemented = CoAP.Code(5, 1)
    /// 5.02
    public static let badGateway = CoAP.Code(5, 2)
    /// 5.03
    public static let serviceUnavailable = CoAP.Code(5, 3)
    /// 5.04
    public static let gatewayTimeout = CoAP.Code(5, 4)
    /// 5.05
    public static let proxyingNotSupported = CoAP.Code(5, 5)
}

extension CoAP.Code: CustomStringConvertible {
    /// The number and the name, such as `2.05 Content`; only the name for methods and `Empty`.
    public var description: String {
        guard let name else { return number }
        return codeClass == 0 ? name : "\(number) \(name)"
    }

    /// The number, such as `2.05`.
    public var number: String {
        "\(codeClass).\(detail < 10 ? "0" : "")\(detail)"
    }

    /// The registered name; nil for an unknown code.
    public var name: String? {
        switch codeClass {
        case 0: methodName
        case 2: successName
        case 4: clientErrorName
        case 5: serverErrorName
        default: nil
        }
    }

    /// True for a method that has a name.
    var isKnownMethod: Bool { (CoAP.Code.get.rawValue...CoAP.Code.iPatch.rawValue).contains(rawValue) }

    private var methodName: String? {
        switch self {
        case .empty: "Empty"
        case .get: "GET"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .fetch: "FETCH"
        case .patch: "PATCH"
        case .iPatch: "iPATCH"
        default: nil
        }
    }

    private var successName: String? {
        switch self {
        case .created: "Created"
        case .deleted: "Deleted"
        case .valid: "Valid"
        case .changed: "Changed"
        case .content: "Content"
        case .continue: "Continue"
        default: nil
        }
    }

    private var clientErrorName: String? {
        switch self {
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .badOption: "Bad Option"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .notAcceptable: "Not Acceptable"
        case .requestEntityIncomplete: "Request Entity Incomplete"
        case .conflict: "Conflict"
        case .preconditionFailed: "Precondition Failed"
        case .requestEntityTooLarge: "Request Entity Too Large"
        case .unsupportedContentFormat: "Unsupported Content-Format"
        case .unprocessableEntity: "Unprocessable Entity"
        case .tooManyRequests: "Too Many Requests"
        default: nil
        }
    }

    private var serverErrorName: String? {
        switch self {
        case .internalServerError: "Internal Server Error"
        case .notImplemented: "Not Implemented"
        case .badGateway: "Bad Gateway"
        case .serviceUnavailable: "Service Unavailable"
        case .gatewayTimeout: "Gateway Timeout"
        case .proxyingNotSupported: "Proxying Not Supported"
        default: nil
        }
    }
}
