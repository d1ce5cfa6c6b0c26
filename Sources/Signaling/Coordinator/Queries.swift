public import Timing
public import Wire

/// A field to sort by.
public struct SortParam: Body {
    /// The field, such as `created_at`.
    public var field = ""
    /// 1 for ascending, -1 for descending.
    public var direction: Int64 = 1

    /// Makes an ascending order by no field yet.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("field", &field)
        try coder.field("direction", &direction, whenAbsent: 1)
    }
}

/// Filter, order and page of a query.
public struct QueryTerms: Body {
    /// The `next` of the page before.
    public var next: String?
    /// The `prev` of the page after.
    public var prev: String?
    /// The order; records that are equal in it are ordered by their names.
    public var sort: [SortParam] = []
    /// The largest number of records; nil for 25.
    public var limit: Int?
    /// Conditions on fields; see `Docs/wire.md`.
    public var filter: CBOR.Map = [:]

    /// Makes terms that every record meets.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("next", &next)
        try coder.field("prev", &prev)
        try coder.list("sort", &sort)
        try coder.field("limit", &limit)
        try coder.field("filter", &filter, as: AnyMap.self, omitting: [:])
    }
}

/// Finds calls.
package struct QueryCallsRequest: Body {
    /// The terms.
    package var terms = QueryTerms()
    /// True to watch the found calls, and calls created later that meet the filter.
    package var watch = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try terms.code(&coder)
        try coder.field("watch", &watch, omitting: false)
    }
}

/// Finds members of a call.
package struct QueryCallMembersRequest: Body {
    /// The call's id.
    package var id = ""
    /// The call's type.
    package var type = ""
    /// The terms.
    package var terms = QueryTerms()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("id", &id)
        try coder.field("type", &type)
        try terms.code(&coder)
    }
}

/// Finds statistics of sessions.
public struct QueryCallStatsRequest: Body {
    /// The terms.
    public var terms = QueryTerms()

    /// Makes a request for the statistics of all sessions.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try terms.code(&coder)
    }
}

/// A record that a query can find.
package protocol QueryRecord: Body {
    /// The field of a response that holds the records.
    static var listName: String { get }
}

/// A page of the records that a query found.
public struct QueryPage<Record: Hashable & Sendable>: Hashable, Sendable {
    /// The records, in order.
    public var records: [Record] = []
    /// Asks for the page after; nil on the last one.
    public var next: String?
    /// Asks for the page before; nil on the first one.
    public var prev: String?

    package init() {}
}

extension QueryPage: FieldForm, FieldValue, Body where Record: QueryRecord {
    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("next", &next)
        try coder.field("prev", &prev)
        try coder.list(Record.listName, &records)
    }

    package static func describe(in schema: Schema) -> String {
        schema.rule("\(schema.name(of: Record.self))-page", schema.map(of: Self()))
    }
}

extension CallStateResponse: QueryRecord {
    package static let listName = "calls"
}

extension Member: QueryRecord {
    package static let listName = "members"
}

extension CallStatsReportSummary: QueryRecord {
    package static let listName = "reports"
}

/// Answers a query of calls.
public typealias QueryCallsResponse = QueryPage<CallStateResponse>
/// Answers a query of members.
public typealias QueryCallMembersResponse = QueryPage<Member>
/// Answers a query of statistics.
public typealias QueryCallStatsResponse = QueryPage<CallStatsReportSummary>

/// A call that a query found.
public struct CallStateResponse: Body {
    /// The call.
    public var call = CallResponse()
    /// The members.
    public var members: [Member] = []
    /// The capabilities of the asking user.
    public var ownCapabilities: [OwnCapability] = []
    /// The number of the last event of the asking connection's stream that the answer includes; nil when unknown.
    public var asOf: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("as_of", &asOf)
        try coder.list("members", &members)
        try coder.list("own_capabilities", &ownCapabilities)
    }
}

/// The statistics of a session.
public struct CallStatsReportSummary: Body {
    /// The number of joins; a user that returns is counted again.
    public var stays = 0
    /// The name of the call.
    public var callCid = CallCid.none
    /// When the last participant left; nil while the session goes on.
    public var endedAt: Timestamp?
    /// The number of reactions.
    public var reactions = 0
    /// When the first participant joined.
    public var startedAt = Timestamp(milliseconds: 0)
    /// The number of users.
    public var participants = 0
    /// The number of the application's own events.
    public var customEvents = 0
    /// The id of the session.
    public var callSessionId = ""
    /// The sum of what all clients reported as sent; nil without a report.
    public var publisher: PublisherStats?
    /// The sum of what all clients reported as received.
    public var subscriber: SubscriberStats?
    /// How long the session took, up to now while it goes on.
    public var duration: Duration?
    /// The largest number of users at once.
    public var maxConcurrent = 0

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("stays", &stays)
        try coder.field("call_cid", &callCid)
        try coder.field("ended_at", &endedAt)
        try coder.field("reactions", &reactions)
        try coder.field("started_at", &startedAt)
        try coder.field("participants", &participants)
        try coder.field("custom_events", &customEvents)
        try coder.field("call_session_id", &callSessionId)
        try coder.field("publisher_stats", &publisher)
        try coder.field("subscriber_stats", &subscriber)
        try coder.field("call_duration_seconds", &duration, as: Seconds.self)
        try coder.field("max_concurrent_participants", &maxConcurrent)
    }
}
