public import Wire

/// The refusal of a request by the coordinator or an SFU.
public struct APIError: Error, Body {
    /// The kind of a refusal.
    public enum Code: Int, CaseIterable, Hashable, Sendable {
        /// A failure that the client did not cause.
        case internalError = -1
        /// The body or one of its fields is invalid.
        case inputError = 4
        /// The client sent too many requests in too short a time.
        case rateLimited = 9
        /// The call does not exist.
        case callNotFound = 16
        /// The user lacks the permission.
        case notAllowed = 17
        /// The token has expired.
        case tokenExpired = 40
        /// The token is not readable, or its signature is not this backend's.
        case tokenInvalid = 43
        /// The connection no longer exists.
        case connectionNotFound = 44
        /// The call has ended.
        case callEnded = 45
        /// The path is unknown.
        case notFound = 46
        /// The path does not allow the method.
        case methodNotAllowed = 47
        /// The request is larger than the server accepts.
        case tooLarge = 48
        /// The call is in the wrong state, such as for a recording that is already active.
        case wrongState = 49
        /// The source address of the request is not verified for the session.
        case addressUnproven = 50
        /// The format of the body is not CBOR.
        case formatUnsupported = 51
        /// The requested format of the response is not CBOR.
        case formatUnavailable = 52
        /// The proof of the request is missing, wrong, or used.
        case proofInvalid = 53
        /// The session of the session id has ended. A new id is needed.
        case sessionOver = 204
        /// The SFU has no capacity left. Another SFU may have.
        case sfuFull = 700
    }

    /// The kind as a number; see ``Code``.
    public var code = 0
    /// The cause as text, with the field's name if there is one.
    public var message = ""
    /// The remedy for the sender; nil without one.
    public var advice: String?

    /// Creates a refusal with its remedy.
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

    /// The CoAP response code of the refusal (`semantics.md` section 0, rule 14).
    public var responseCode: CoAP.Code {
        switch Code(rawValue: code) {
        case .inputError: .badRequest
        case .tokenExpired, .tokenInvalid, .connectionNotFound, .proofInvalid: .unauthorized
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
    /// The message with the advice, if there is one.
    public var description: String {
        advice.map { "\(message) (\($0))" } ?? message
    }
}
