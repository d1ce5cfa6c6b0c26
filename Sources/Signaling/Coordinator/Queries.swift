public import Timing
public import Wire

/// What to sort by.
public struct SortParam: Body {
    /// The field, such as `created_at`.
    public var field: String
    /// 1 for the smallest first, -1 for the largest first.
    public var direction: Int64

    /// Describes it.
    public init(field: String, direction: Int64 = 1) {
        self.field = field
        self.direction = direction
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        field = try fields.name("field")
        direction = try fields.optionalInteger("direction") ?? 1
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("field", field)
        fields.set("direction", direction)
    }
}

/// Finds calls.
public struct QueryCallsRequest: Body {
    /// What must be true of them: a field each with a value or with operators; see `Docs/wire.md`.
    public var filter: CBOR.Map
    /// In which order; by cid where all else is equal.
    public var sort: [SortParam]
    /// How many at most; nil for 25.
    public var limit: Int?
    /// Where the answer before ended.
    public var next: String?
    /// Where the answer after begins.
    public var prev: String?
    /// Whether this connection follows the calls that are found, and those made later that fit.
    public var watch: Bool

    /// Describes it.
    public init(
        filter: CBOR.Map = [:], sort: [SortParam] = [], limit: Int? = nil, next: String? = nil, prev: String? = nil,
        watch: Bool = false
    ) {
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.next = next
        self.prev = prev
        self.watch = watch
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        filter = try fields.custom("filter")
        sort = try fields.list("sort")
        limit = try fields.optionalCount("limit")
        next = try fields.optionalText("next")
        prev = try fields.optionalText("prev")
        watch = try fields.optionalBoolean("watch") ?? false
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("filter", custom: filter)
        fields.set("sort", sort)
        fields.set("limit", limit)
        fields.set("next", next)
        fields.set("prev", prev)
        if watch { fields.set("watch", watch) }
    }
}

/// One call that a query found.
public struct CallStateResponse: Body {
    /// The call.
    public var call: CallResponse
    /// Its members.
    public var members: [Member]
    /// What the asking user may do in it.
    public var ownCapabilities: [OwnCapability]

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
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("members", members)
        fields.set("own_capabilities", ownCapabilities.map(\.rawValue))
    }
}

/// What a query found, a page of it.
public struct QueryCallsResponse: Body {
    /// The calls.
    public var calls: [CallStateResponse]
    /// Asks for what follows; nil when nothing does.
    public var next: String?
    /// Asks for what comes before; nil when nothing does.
    public var prev: String?

    /// Describes it.
    public init(calls: [CallStateResponse] = [], next: String? = nil, prev: String? = nil) {
        self.calls = calls
        self.next = next
        self.prev = prev
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        calls = try fields.list("calls")
        next = try fields.optionalText("next")
        prev = try fields.optionalText("prev")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("calls", calls)
        fields.set("next", next)
        fields.set("prev", prev)
    }
}

/// Finds members of a call.
public struct QueryCallMembersRequest: Body {
    /// The call's type.
    public var type: String
    /// The call's id.
    public var id: String
    /// What must be true of them.
    public var filter: CBOR.Map
    /// In which order; by user id where all else is equal.
    public var sort: [SortParam]
    /// How many at most; nil for 25.
    public var limit: Int?
    /// Where the answer before ended.
    public var next: String?
    /// Where the answer after begins.
    public var prev: String?

    /// Describes it.
    public init(
        type: String, id: String, filter: CBOR.Map = [:], sort: [SortParam] = [], limit: Int? = nil,
        next: String? = nil, prev: String? = nil
    ) {
        self.type = type
        self.id = id
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.next = next
        self.prev = prev
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        type = try fields.name("type")
        id = try fields.name("id")
        filter = try fields.custom("filter")
        sort = try fields.list("sort")
        limit = try fields.optionalCount("limit")
        next = try fields.optionalText("next")
        prev = try fields.optionalText("prev")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("type", type)
        fields.set("id", id)
        fields.set("filter", custom: filter)
        fields.set("sort", sort)
        fields.set("limit", limit)
        fields.set("next", next)
        fields.set("prev", prev)
    }
}

/// Members that a query found, a page of them.
public struct QueryCallMembersResponse: Body {
    /// The members.
    public var members: [Member]
    /// Asks for what follows; nil when nothing does.
    public var next: String?
    /// Asks for what comes before; nil when nothing does.
    public var prev: String?

    /// Describes it.
    public init(members: [Member] = [], next: String? = nil, prev: String? = nil) {
        self.members = members
        self.next = next
        self.prev = prev
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        members = try fields.list("members")
        next = try fields.optionalText("next")
        prev = try fields.optionalText("prev")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("members", members)
        fields.set("next", next)
        fields.set("prev", prev)
    }
}

/// Asks for what was counted in sessions.
public struct QueryCallStatsRequest: Body {
    /// What must be true of the sessions.
    public var filter: CBOR.Map
    /// In which order; by session id where all else is equal.
    public var sort: [SortParam]
    /// How many at most; nil for 25.
    public var limit: Int?
    /// Where the answer before ended.
    public var next: String?
    /// Where the answer after begins.
    public var prev: String?

    /// Describes it.
    public init(
        filter: CBOR.Map = [:], sort: [SortParam] = [], limit: Int? = nil, next: String? = nil, prev: String? = nil
    ) {
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.next = next
        self.prev = prev
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        filter = try fields.custom("filter")
        sort = try fields.list("sort")
        limit = try fields.optionalCount("limit")
        next = try fields.optionalText("next")
        prev = try fields.optionalText("prev")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("filter", custom: filter)
        fields.set("sort", sort)
        fields.set("limit", limit)
        fields.set("next", next)
        fields.set("prev", prev)
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
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("call_cid", callCid.description)
        fields.set("call_session_id", callSessionId)
        fields.set("started_at", startedAt)
        fields.set("ended_at", endedAt)
        fields.set("call_duration_seconds", duration?.components.seconds)
        fields.set("stays", stays)
        fields.set("participants", participants)
        fields.set("max_concurrent_participants", maxConcurrent)
        fields.set("reactions", reactions)
        fields.set("custom_events", customEvents)
    }
}

/// What was counted, a page of it.
public struct QueryCallStatsResponse: Body {
    /// A report a session.
    public var reports: [CallStatsReportSummary]
    /// Asks for what follows; nil when nothing does.
    public var next: String?
    /// Asks for what comes before; nil when nothing does.
    public var prev: String?

    /// Describes it.
    public init(reports: [CallStatsReportSummary] = [], next: String? = nil, prev: String? = nil) {
        self.reports = reports
        self.next = next
        self.prev = prev
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        reports = try fields.list("reports")
        next = try fields.optionalText("next")
        prev = try fields.optionalText("prev")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("reports", reports)
        fields.set("next", next)
        fields.set("prev", prev)
    }
}
