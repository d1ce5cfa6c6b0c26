public import Timing
public import Wire

/// A field to sort by.
public struct SortParam: Body {
    /// The field, such as `created_at`.
    public var field = ""
    /// 1 for ascending, -1 for descending.
    public var direction: Int64 = 1

    /// Creates an ascending order without a field.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("field", &field)
        try coder.field("direction", &direction, whenAbsent: 1)
    }
}

/// The filter, order and page of a query.
public struct QueryTerms: Body {
    /// The `next` of an earlier page.
    public var next: String?
    /// The `prev` of a later page.
    public var prev: String?
    /// The order. Records that are equal in it are ordered by name.
    public var sort: [SortParam] = []
    /// The largest number of records; nil for 25.
    public var limit: Int?
    /// The conditions on fields; see `Docs/wire.md`.
    public var filter: CBOR.Map = [:]

    /// Creates terms that match every record.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("next", &next)
        try coder.field("prev", &prev)
        try coder.list("sort", &sort)
        try coder.field("limit", &limit)
        try coder.field("filter", &filter, as: AnyMap.self, omitting: [:])
    }
}

/// Queries calls.
package struct QueryCallsRequest: Body {
    /// The terms.
    package var terms = QueryTerms()
    /// True to watch the found calls, and matching calls that are created later.
    package var watch = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try terms.code(&coder)
        try coder.field("watch", &watch, omitting: false)
    }
}

/// Queries members of a call.
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

/// Queries statistics of sessions.
public struct QueryCallStatsRequest: Body {
    /// The terms.
    public var terms = QueryTerms()

    /// Creates a request for the statistics of all sessions.
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

/// A page of a query's records.
public struct QueryPage<Record: Hashable & Sendable>: Hashable, Sendable {
    /// The records, in order.
    public var records: [Record] = []
    /// The cursor to the next page; nil on the last one.
    public var next: String?
    /// The cursor to the previous page; nil on the first one.
    public var prev: String?

    package init() {}
}

extension QueryPage: FieldForm, FieldValue, Body where Record: QueryRecord {
    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("next", &next)
        try coder.field("prev", &prev)
        try coder.list(Record.listName, &records)
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

/// The response to a query of calls.
public typealias QueryCallsResponse = QueryPage<CallStateResponse>
/// The response to a query of members.
public typealias QueryCallMembersResponse = QueryPage<Member>
/// The response to a query of statistics.
public typealias QueryCallStatsResponse = QueryPage<CallStatsReportSummary>

/// A call in the result of a query.
public struct CallStateResponse: Body {
    /// The call.
    public var call = CallResponse()
    /// The members.
    public var members: [Member] = []
    /// The capabilities of the requesting user.
    public var ownCapabilities: [OwnCapability] = []
    /// The number of the last event of the requesting connection's stream that the response includes; nil when unknown.
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
    /// The number of joins. A user that returns is counted again.
    public var joins = 0
    /// The cid of the call.
    public var callCid = CallCid.none
    /// The date at which the last participant left; nil while the session is active.
    public var endedAt: Timestamp?
    /// The number of reactions.
    public var reactions = 0
    /// The date at which the first participant joined.
    public var startedAt = Timestamp(milliseconds: 0)
    /// The number of users.
    public var participants = 0
    /// The number of custom events.
    public var customEvents = 0
    /// The id of the session.
    public var callSessionId = ""
    /// The sum of the sent packets that all clients reported; nil without a report.
    public var publisher: PublisherStats?
    /// The sum of the received packets that all clients reported; nil without a report.
    public var subscriber: SubscriberStats?
    /// The duration of the session, so far while it is active.
    public var duration: Duration?
    /// The largest number of users at once.
    public var maxConcurrent = 0

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("joins", &joins)
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
