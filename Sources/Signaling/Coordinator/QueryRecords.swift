public import Timing
import Wire

/// One call that a query found.
public struct CallStateResponse: Body {
    /// The call.
    public var call: CallResponse
    /// Its members.
    public var members: [Member]
    /// What the asking user may do in it.
    public var ownCapabilities: [OwnCapability]
    /// The number of the last event of the asking connection's stream that the answer includes; nil when unknown.
    public var asOf: Int?

    /// Describes it.
    public init(call: CallResponse, members: [Member] = [], ownCapabilities: [OwnCapability] = []) {
        self.call = call
        self.members = members
        self.ownCapabilities = ownCapabilities
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
        members = try fields.list("members")
        ownCapabilities = try fields.capabilities("own_capabilities")
        asOf = try fields.optionalCount("as_of")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("as_of", asOf)
        fields.set("members", members)
        fields.set("own_capabilities", ownCapabilities)
    }
}

/// What the backend counted in one session.
public struct CallStatsReportSummary: Body {
    /// The call.
    public var callCid: CallCid
    /// The session.
    public var callSessionId: String
    /// When the first participant joined.
    public var startedAt: Timestamp
    /// When the last one left; nil while it goes on.
    public var endedAt: Timestamp?
    /// How long it took, up to now while it goes on.
    public var duration: Duration?
    /// How many stays there were; a user who comes back is counted again.
    public var stays: Int
    /// How many users were there.
    public var participants: Int
    /// How many were there at once, at most.
    public var maxConcurrent: Int
    /// How many reactions were sent.
    public var reactions: Int
    /// How many events of the application's own were sent.
    public var customEvents: Int
    /// What all clients together had sent when each told it last; nil when none told.
    public var publisher: PublisherStats?
    /// What they had received.
    public var subscriber: SubscriberStats?

    /// Describes it.
    public init(
        callCid: CallCid, callSessionId: String, startedAt: Timestamp, endedAt: Timestamp? = nil,
        duration: Duration? = nil, stays: Int, participants: Int, maxConcurrent: Int, reactions: Int, customEvents: Int
    ) {
        self.callCid = callCid
        self.callSessionId = callSessionId
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.duration = duration
        self.stays = stays
        self.participants = participants
        self.maxConcurrent = maxConcurrent
        self.reactions = reactions
        self.customEvents = customEvents
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        callCid = try fields.cid("call_cid")
        callSessionId = try fields.name("call_session_id")
        startedAt = try fields.date("started_at")
        endedAt = try fields.optionalDate("ended_at")
        duration = try fields.optionalInteger("call_duration_seconds").map { .seconds($0) }
        stays = try fields.count("stays")
        participants = try fields.count("participants")
        maxConcurrent = try fields.count("max_concurrent_participants")
        reactions = try fields.count("reactions")
        customEvents = try fields.count("custom_events")
        publisher = try fields.optional("publisher_stats")
        subscriber = try fields.optional("subscriber_stats")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("stays", stays)
        fields.set("call_cid", callCid)
        fields.set("ended_at", endedAt)
        fields.set("reactions", reactions)
        fields.set("started_at", startedAt)
        fields.set("participants", participants)
        fields.set("custom_events", customEvents)
        fields.set("call_session_id", callSessionId)
        fields.set("publisher_stats", publisher)
        fields.set("subscriber_stats", subscriber)
        fields.set("call_duration_seconds", duration?.components.seconds)
        fields.set("max_concurrent_participants", maxConcurrent)
    }
}
