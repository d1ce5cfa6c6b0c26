/// Why an SFU ended a participant's call (`semantics.md` 5.2).
public enum CallEndedReason: Int, FieldNumber {
    /// Not told.
    case unspecified = 0
    /// Somebody ended the call for everyone.
    case ended = 1
    /// The broadcast ended.
    case liveEnded = 2
    /// The participant was kicked.
    case kicked = 3
    /// The session ended.
    case sessionEnded = 4

    package static let fallback = CallEndedReason.unspecified
}

/// Why an SFU wants its participants elsewhere.
public enum GoAwayReason: Int, FieldNumber {
    /// Not told.
    case unspecified = 0
    /// It shuts down.
    case shuttingDown = 1
    /// It has too much to do.
    case rebalance = 2

    package static let fallback = GoAwayReason.unspecified
}

/// What an SFU complains of, with how the client should come back.
public struct SFUError: Body {
    /// What kind of complaint it is.
    public enum Code: Int, CaseIterable, Hashable, Sendable {
        /// Not told.
        case unspecified = 0
        /// A track was muted or subscribed to that nobody announced.
        case publishTrackNotFound = 100
        /// The tracks that are published do not match what was announced.
        case publishTracksMismatch = 101
        /// A track came out of turn.
        case publishTrackOutOfOrder = 102
        /// A simulcast layer of a track is not there.
        case publishTrackVideoLayerNotFound = 103
        /// The broadcast ended.
        case liveEnded = 104
        /// The participant is not in the session.
        case participantNotFound = 200
        /// The participant is on the way to another SFU.
        case participantMigratingOut = 201
        /// The participant's move to another SFU failed.
        case participantMigrationFailed = 202
        /// The participant is on the way here from another SFU.
        case participantMigrating = 203
        /// The participant could not come back.
        case participantReconnectFailed = 204
        /// No media gets through.
        case participantMediaTransportFailure = 205
        /// The participant's signalling was lost.
        case participantSignalLost = 206
        /// There is no such call here.
        case callNotFound = 300
        /// The call is full.
        case callParticipantLimitReached = 301
        /// A request's body cannot be used.
        case requestValidationFailed = 400
        /// The token is not good.
        case unauthenticated = 401
        /// The user may not do that.
        case permissionDenied = 403
        /// Too many requests in too short a time.
        case tooManyRequests = 429
        /// Something that is not the client's fault.
        case internalServerError = 500
        /// The SFU shuts down.
        case shuttingDown = 600
        /// The SFU is full.
        case sfuFull = 700
    }

    /// What kind of complaint it is; a number that this code does not know is kept.
    public var code = 0
    /// What happened, in words.
    public var message = ""
    /// Whether trying again may help.
    public var shouldRetry = false
    /// How the client should come back.
    public var reconnectStrategy = ReconnectStrategy.unspecified

    /// The kind, when it is known.
    public var kind: Code? { Code(rawValue: code) }

    /// Describes a complaint.
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
    /// The message, or the number where there is none.
    public var description: String {
        message.isEmpty ? "the SFU complains with code \(code)" : message
    }
}
