public import Wire

/// The refusal of a request by the coordinator or an SFU.
public struct APIError: Error, Body {
    /// What kind of refusal it is.
    public enum Code: Int, CaseIterable, Hashable, Sendable {
        /// Something that is not the client's fault.
        case internalError = -1
        /// The body or a field of it cannot be used.
        case inputError = 4
        /// Too many requests in too short a time.
        case rateLimited = 9
        /// There is no such call.
        case callNotFound = 16
        /// The user may not do that.
        case notAllowed = 17
        /// The token has expired.
        case tokenExpired = 40
        /// The token's signature is not this backend's, or the token is not readable.
        case tokenInvalid = 43
        /// There is no such connection any more.
        case connectionNotFound = 44
        /// The call has ended.
        case callEnded = 45
        /// There is nothing at this path.
        case notFound = 46
        /// The path does not take this method.
        case methodNotAllowed = 47
        /// The request is larger than the server takes.
        case tooLarge = 48
        /// The call is not in the state for that, such as recording what is recorded already.
        case wrongState = 49
        /// The stay's client has not proved to be where the request comes from.
        case addressUnproven = 50
        /// The body is in another format than CBOR.
        case formatUnsupported = 51
        /// The answer is wanted in another format than CBOR.
        case formatUnavailable = 52
        /// The session id belongs to a session that is over; a new one is needed.
        case sessionOver = 204
        /// The SFU has no place left; another one may have.
        case sfuFull = 700
    }

    /// The kind, as a number; see ``Code``.
    public var code = 0
    /// What was wrong, in words, naming the field where there is one.
    public var message = ""
    /// What the sender can do about it.
    public var advice: String?

    /// Describes a refusal; each says what to do about it.
    public init(_ code: Code, _ message: String, advice: String) {
        self.code = code.rawValue
        self.message = message
        self.advice = advice
    }

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var number = Int64(code)
        try coder.field("code", &number)
        code = Int(clamping: number)
        try coder.field("advice", &advice)
        try coder.field("message", &message, as: String.self)
    }

    /// The CoAP response code that goes with it (`semantics.md` section 0, rule 14).
    public var responseCode: CoAP.Code {
        switch Code(rawValue: code) {
        case .inputError: .badRequest
        case .tokenExpired, .tokenInvalid, .connectionNotFound: .unauthorized
        case .notAllowed, .callEnded, .addressUnproven, .sessionOver: .forbidden
        case .callNotFound, .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .tooLarge: .requestEntityTooLarge
        case .rateLimited: .tooManyRequests
        case .wrongState: .conflict
        case .formatUnsupported: .unsupportedContentFormat
        case .formatUnavailable: .notAcceptable
        case .sfuFull: .serviceUnavailable
        case .internalError, nil: .internalServerError
        }
    }
}

extension APIError: CustomStringConvertible {
    /// The message, and the advice where there is one.
    public var description: String {
        advice.map { "\(message) (\($0))" } ?? message
    }
}
