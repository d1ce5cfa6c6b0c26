public import Timing
import Wire

/// How a client comes back to a session (`semantics.md` 5.2).
public enum ReconnectStrategy: Int, CaseIterable, Hashable, Sendable {
    /// It does not come back: it joins for the first time.
    case unspecified = 0
    /// It must not come back.
    case disconnect = 1
    /// The same session on the same SFU, with everything kept.
    case fast = 2
    /// A new session in place of the old one.
    case rejoin = 3
    /// The same call on another SFU.
    case migrate = 4
}

/// Enters a session.
public struct SFUJoinRequest: Body {
    /// The token of the coordinator's credentials.
    public var token: [UInt8]
    /// Names this stay; made by the client, never empty.
    public var sessionId: String
    /// How the client comes back, or unspecified.
    public var strategy: ReconnectStrategy
    /// How often the client has come back.
    public var reconnectAttempt: Int
    /// The stay that this one replaces.
    public var previousSessionId: String?
    /// The SFU that the client comes from.
    public var fromSFU: String?

    /// Describes the request.
    public init(
        token: [UInt8], sessionId: String, strategy: ReconnectStrategy = .unspecified, reconnectAttempt: Int = 0,
        previousSessionId: String? = nil, fromSFU: String? = nil
    ) {
        self.token = token
        self.sessionId = sessionId
        self.strategy = strategy
        self.reconnectAttempt = reconnectAttempt
        self.previousSessionId = previousSessionId
        self.fromSFU = fromSFU
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        guard let token = fields.item("token")?.bytes else {
            throw .wrongType(field: fields.path(of: "token"), expected: "a byte string")
        }
        let number = Int(clamping: try fields.optionalInteger("strategy") ?? 0)
        guard let strategy = ReconnectStrategy(rawValue: number) else {
            throw .badValue(field: fields.path(of: "strategy"), problem: "must lie between 0 and 4")
        }
        self.init(
            token: token, sessionId: try fields.name("session_id"), strategy: strategy,
            reconnectAttempt: Int(clamping: try fields.optionalInteger("reconnect_attempt") ?? 0),
            previousSessionId: try fields.optionalText("previous_session_id"),
            fromSFU: try fields.optionalText("from_sfu_id"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("token", item: .bytes(token))
        fields.set("session_id", sessionId)
        if strategy != .unspecified { fields.set("strategy", strategy.rawValue) }
        if reconnectAttempt > 0 { fields.set("reconnect_attempt", reconnectAttempt) }
        fields.set("previous_session_id", previousSessionId)
        fields.set("from_sfu_id", fromSFU)
    }
}

/// Somebody in a session, as the SFU knows them.
public struct SFUParticipant: Body {
    /// The user.
    public var user: User
    /// Names this stay.
    public var sessionId: String
    /// When they joined.
    public var joinedAt: Timestamp
    /// What their tracks' names begin with.
    public var trackLookupPrefix: String
    /// Their roles in the call.
    public var roles: [String]

    /// Describes a participant.
    public init(user: User, sessionId: String, joinedAt: Timestamp, trackLookupPrefix: String, roles: [String]) {
        self.user = user
        self.sessionId = sessionId
        self.joinedAt = joinedAt
        self.trackLookupPrefix = trackLookupPrefix
        self.roles = roles
    }

    /// Reads the participant.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            user: try fields.value("user"), sessionId: try fields.name("session_id"),
            joinedAt: try fields.date("joined_at"),
            trackLookupPrefix: try fields.optionalText("track_lookup_prefix") ?? "",
            roles: try fields.texts("roles"))
    }

    /// Writes the participant.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("session_id", sessionId)
        fields.set("joined_at", joinedAt)
        if !trackLookupPrefix.isEmpty { fields.set("track_lookup_prefix", trackLookupPrefix) }
        fields.set("roles", roles)
    }
}

/// How many are in a session.
public struct ParticipantCount: Body {
    /// All of them.
    public var total: Int
    /// Those without a name.
    public var anonymous: Int

    /// Describes the counts.
    public init(total: Int, anonymous: Int = 0) {
        self.total = total
        self.anonymous = anonymous
    }

    /// Reads `total` and `anonymous`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            total: try fields.count("total"),
            anonymous: Int(clamping: try fields.optionalInteger("anonymous") ?? 0))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("total", total)
        if anonymous > 0 { fields.set("anonymous", anonymous) }
    }
}

/// What a client finds in the session that it entered; the first representation of its event stream.
public struct SFUJoinResponse: Body {
    /// Everybody in the session, the client included, in the order of joining.
    public var participants: [SFUParticipant]
    /// How many that is.
    public var participantCount: ParticipantCount
    /// When the session began.
    public var startedAt: Timestamp
    /// Whether the client came back to a stay that was still there.
    public var reconnected: Bool
    /// How long after a loss a fast reconnect may be tried.
    public var fastReconnectDeadline: Duration

    /// Describes the answer.
    public init(
        participants: [SFUParticipant], participantCount: ParticipantCount, startedAt: Timestamp, reconnected: Bool,
        fastReconnectDeadline: Duration
    ) {
        self.participants = participants
        self.participantCount = participantCount
        self.startedAt = startedAt
        self.reconnected = reconnected
        self.fastReconnectDeadline = fastReconnectDeadline
    }

    /// Reads the answer.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            participants: try fields.list("participants"), participantCount: try fields.value("participant_count"),
            startedAt: try fields.date("started_at"), reconnected: try fields.optionalBoolean("reconnected") ?? false,
            fastReconnectDeadline: .seconds(try fields.optionalInteger("fast_reconnect_deadline_seconds") ?? 0))
    }

    /// Writes the answer.
    public func write(to fields: inout FieldWriter) {
        fields.set("participants", participants)
        fields.set("participant_count", participantCount)
        fields.set("started_at", startedAt)
        if reconnected { fields.set("reconnected", reconnected) }
        fields.set("fast_reconnect_deadline_seconds", fastReconnectDeadline.components.seconds)
    }
}

/// Leaves a session.
public struct SFULeaveRequest: Body {
    /// Names the stay.
    public var sessionId: String
    /// Why, in words.
    public var reason: String?

    /// Describes the request.
    public init(sessionId: String, reason: String? = nil) {
        self.sessionId = sessionId
        self.reason = reason
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(sessionId: try fields.name("session_id"), reason: try fields.optionalText("reason"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
        fields.set("reason", reason)
    }
}

/// Says that a client is there.
public struct SFUHealthRequest: Body {
    /// Names the stay.
    public var sessionId: String

    /// Describes the request.
    public init(sessionId: String) {
        self.sessionId = sessionId
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        sessionId = try fields.name("session_id")
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
    }
}

/// Answers a health request.
public struct SFUHealthResponse: Body {
    /// How many are in the session.
    public var participantCount: ParticipantCount

    /// Describes the answer.
    public init(participantCount: ParticipantCount) {
        self.participantCount = participantCount
    }

    /// Reads `participant_count`.
    public init(_ fields: Fields) throws(BodyError) {
        participantCount = try fields.value("participant_count")
    }

    /// Writes `participant_count`.
    public func write(to fields: inout FieldWriter) {
        fields.set("participant_count", participantCount)
    }
}
