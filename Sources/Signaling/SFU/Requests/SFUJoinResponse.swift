public import Timing
import Wire

/// Who is in a session, as somebody finds it who enters.
public struct SFUCallState: Body {
    /// Everybody in the session, the client included, in the order of joining.
    public var participants: [SFUParticipant]
    /// How many that is.
    public var participantCount: ParticipantCount
    /// When the session began.
    public var startedAt: Timestamp
    /// Who is pinned for everyone.
    public var pins: [ParticipantReference]

    /// Describes a session.
    public init(
        participants: [SFUParticipant], participantCount: ParticipantCount, startedAt: Timestamp,
        pins: [ParticipantReference] = []
    ) {
        self.participants = participants
        self.participantCount = participantCount
        self.startedAt = startedAt
        self.pins = pins
    }

    /// Reads the session.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            participants: try fields.list("participants"), participantCount: try fields.value("participant_count"),
            startedAt: try fields.date("started_at"), pins: try fields.list("pins"))
    }

    /// Writes the session.
    public func write(to fields: inout FieldWriter) {
        fields.set("pins", pins)
        fields.set("started_at", startedAt)
        fields.set("participants", participants)
        fields.set("participant_count", participantCount)
    }
}

/// What a client finds in the session that it entered; the first representation of its event stream.
public struct SFUJoinResponse: Body {
    /// Who is there.
    public var callState: SFUCallState
    /// Whether the client came back to a stay that was still there.
    public var reconnected: Bool
    /// How long after a loss a fast reconnect may be tried, in whole seconds.
    public var fastReconnectDeadline: Duration
    /// How the SFU wants tracks to be published; empty when it has no wish.
    public var publishOptions: [PublishOption]
    /// The way for media, when the client asked for one.
    public var path: MediaPathResponse?

    /// Describes the answer.
    public init(
        callState: SFUCallState, reconnected: Bool = false, fastReconnectDeadline: Duration,
        publishOptions: [PublishOption] = []
    ) {
        self.callState = callState
        self.reconnected = reconnected
        self.fastReconnectDeadline = fastReconnectDeadline
        self.publishOptions = publishOptions
    }

    /// Reads the answer.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            callState: try fields.value("call_state"), reconnected: try fields.optionalBoolean("reconnected") ?? false,
            fastReconnectDeadline: .seconds(try fields.optionalInteger("fast_reconnect_deadline_seconds") ?? 0),
            publishOptions: try fields.list("publish_options"))
        path = try fields.optional("path")
    }

    /// Writes the answer.
    public func write(to fields: inout FieldWriter) {
        fields.set("path", path)
        fields.set("call_state", callState)
        if reconnected { fields.set("reconnected", reconnected) }
        fields.set("publish_options", publishOptions)
        fields.set("fast_reconnect_deadline_seconds", fastReconnectDeadline.components.seconds)
    }
}
