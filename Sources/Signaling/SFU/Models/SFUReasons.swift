/// The reason for which an SFU ended a participant's call (`semantics.md` 5.2).
public enum CallEndedReason: Int, FieldNumber {
    /// The reason is not specified.
    case unspecified = 0
    /// A user ended the call for everyone.
    case ended = 1
    /// The broadcast ended.
    case liveEnded = 2
    /// The participant was removed.
    case kicked = 3
    /// The session ended.
    case sessionEnded = 4

    package static let fallback = CallEndedReason.unspecified
}

/// The reason for which an SFU asks its participants to move.
public enum GoAwayReason: Int, FieldNumber {
    /// The reason is not specified.
    case unspecified = 0
    /// The SFU shuts down.
    case shuttingDown = 1
    /// The SFU is overloaded.
    case rebalance = 2

    package static let fallback = GoAwayReason.unspecified
}

/// An error of an SFU, with the strategy for reconnecting.
public struct SFUError: Body {
    /// The kind of an error.
    public enum Code: Int, CaseIterable, Hashable, Sendable {
        /// The kind is not specified.
        case unspecified = 0
        /// A muted or requested track was not announced.
        case publishTrackNotFound = 100
        /// The published tracks do not match the announced ones.
        case publishTracksMismatch = 101
        /// A track arrived out of order.
        case publishTrackOutOfOrder = 102
        /// A simulcast layer of a track is missing.
        case publishTrackVideoLayerNotFound = 103
        /// The broadcast ended.
        case liveEnded = 104
        /// The participant is not in the session.
        case participantNotFound = 200
        /// The participant is migrating to another SFU.
        case participantMigratingOut = 201
        /// The participant's migration to another SFU failed.
        case participantMigrationFailed = 202
        /// The participant is migrating from another SFU.
        case participantMigrating = 203
        /// The participant's reconnect failed.
        case participantReconnectFailed = 204
        /// No media arrives.
        case participantMediaTransportFailure = 205
        /// The participant's signal was lost.
        case participantSignalLost = 206
        /// The call does not exist on this SFU.
        case callNotFound = 300
        /// The call is full.
        case callParticipantLimitReached = 301
        /// The body of a request is invalid.
        case requestValidationFailed = 400
        /// The token is invalid.
        case unauthenticated = 401
        /// The user lacks the permission.
        case permissionDenied = 403
        /// The client sent too many requests in too short a time.
        case tooManyRequests = 429
        /// A failure that the client did not cause.
        case internalServerError = 500
        /// The SFU shuts down.
        case shuttingDown = 600
        /// The SFU is full.
        case sfuFull = 700
    }

    /// The kind as a number. Unknown numbers are kept.
    public var code = 0
    /// The cause as text.
    public var message = ""
    /// True when a retry may succeed.
    public var shouldRetry = false
    /// The strategy for reconnecting.
    public var reconnectStrategy = ReconnectStrategy.unspecified

    /// The kind; nil for an unknown number.
    public var kind: Code? { Code(rawValue: code) }

    /// Creates an error.
    public init(
        _ code: Code, _ message: String, shouldRetry: Bool = false, reconnectStrategy: ReconnectStrategy = .unspecified
    ) {
        self.code = code.rawValue
        self.message = message
        self.shouldRetry = shouldRetry
        self.reconnectStrategy = reconnectStrategy
    }

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var complaint = Complaint()
        (complaint.code, complaint.message, complaint.shouldRetry) = (code, message, shouldRetry)
        try coder.field("error", &complaint)
        (code, message, shouldRetry) = (complaint.code, complaint.message, complaint.shouldRetry)
        try coder.field("reconnect_strategy", &reconnectStrategy, omitting: .unspecified)
    }

    /// The map under `error`.
    private struct Complaint: Body {
        var code = 0
        var message = ""
        var shouldRetry = false

        mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
            try coder.field("code", &code)
            try coder.field("message", &message, omitting: "")
            try coder.field("should_retry", &shouldRetry, omitting: false)
        }
    }
}

extension SFUError: Error, CustomStringConvertible {
    /// The message, or the number if the message is empty.
    public var description: String {
        message.isEmpty ? "the SFU complains with code \(code)" : message
    }
}
