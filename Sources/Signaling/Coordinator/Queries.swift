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

/// What every query says: what is looked for, in which order, and which page of it.
public struct QueryTerms: Hashable, Sendable {
    /// What must be true of what is found: a field each with a value or with operators; see `Docs/wire.md`.
    public var filter: CBOR.Map
    /// In which order; by the records' own names where all else is equal.
    public var sort: [SortParam]
    /// How many at most; nil for 25.
    public var limit: Int?
    /// Where the answer before ended.
    public var next: String?
    /// Where the answer after begins.
    public var prev: String?

    /// Describes them.
    public init(
        filter: CBOR.Map = [:], sort: [SortParam] = [], limit: Int? = nil, next: String? = nil, prev: String? = nil
    ) {
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.next = next
        self.prev = prev
    }

    /// Reads them from among a request's fields.
    init(_ fields: Fields) throws(BodyError) {
        filter = try fields.custom("filter")
        sort = try fields.list("sort")
        limit = try fields.optionalCount("limit")
        next = try fields.optionalText("next")
        prev = try fields.optionalText("prev")
    }

    /// Writes what is set among a request's fields.
    func write(to fields: inout FieldWriter) {
        fields.set("next", next)
        fields.set("prev", prev)
        fields.set("sort", sort)
        fields.set("limit", limit)
        fields.set("filter", custom: filter)
    }
}

/// Finds calls.
public struct QueryCallsRequest: Body {
    /// Which.
    public var terms: QueryTerms
    /// Whether this connection follows the calls that are found, and those made later that fit.
    public var watch: Bool

    /// Describes it.
    public init(_ terms: QueryTerms = QueryTerms(), watch: Bool = false) {
        self.terms = terms
        self.watch = watch
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(try QueryTerms(fields), watch: try fields.optionalBoolean("watch") ?? false)
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        terms.write(to: &fields)
        if watch { fields.set("watch", watch) }
    }
}

/// Finds members of a call.
public struct QueryCallMembersRequest: Body {
    /// The call's type.
    public var type: String
    /// The call's id.
    public var id: String
    /// Which.
    public var terms: QueryTerms

    /// Describes it.
    public init(type: String, id: String, _ terms: QueryTerms = QueryTerms()) {
        self.type = type
        self.id = id
        self.terms = terms
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(type: try fields.name("type"), id: try fields.name("id"), try QueryTerms(fields))
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("id", id)
        fields.set("type", type)
        terms.write(to: &fields)
    }
}

/// Asks for what was counted in sessions.
public struct QueryCallStatsRequest: Body {
    /// In which.
    public var terms: QueryTerms

    /// Describes it.
    public init(_ terms: QueryTerms = QueryTerms()) {
        self.terms = terms
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        terms = try QueryTerms(fields)
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        terms.write(to: &fields)
    }
}

/// What a query can find.
public protocol QueryRecord: Body {
    /// The field of an answer that holds them.
    static var listName: String { get }
}

/// What a query found, a page of it.
public struct QueryPage<Record: QueryRecord>: Body {
    /// What is on the page, in order.
    public var records: [Record]
    /// Asks for what follows; nil when nothing does.
    public var next: String?
    /// Asks for what comes before; nil when nothing does.
    public var prev: String?

    /// Describes it.
    public init(_ records: [Record] = [], next: String? = nil, prev: String? = nil) {
        self.records = records
        self.next = next
        self.prev = prev
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            try fields.list(Record.listName), next: try fields.optionalText("next"),
            prev: try fields.optionalText("prev"))
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set(Record.listName, records)
        fields.set("next", next)
        fields.set("prev", prev)
    }
}

extension CallStateResponse: QueryRecord {
    /// `calls`.
    public static let listName = "calls"
}

extension Member: QueryRecord {
    /// `members`.
    public static let listName = "members"
}

extension CallStatsReportSummary: QueryRecord {
    /// `reports`.
    public static let listName = "reports"
}

/// Answers a query of calls.
public typealias QueryCallsResponse = QueryPage<CallStateResponse>
/// Answers a query of members.
public typealias QueryCallMembersResponse = QueryPage<Member>
/// Answers a query of what was counted.
public typealias QueryCallStatsResponse = QueryPage<CallStatsReportSummary>
