import Signaling
import Timing
import Wire

/// A query that a connection watches. It receives events of the found calls, and of matching calls created later.
struct WatchedQuery {
    let receiver: ReceiverID
    let text: CBOR.Map
    let filter: Filter<CallRecord>
    /// An estimate of the memory that the query takes, in bytes.
    let size: Int

    /// The maximum number of watched queries per connection. The oldest are dropped.
    static let maxCount = 10
    /// The maximum number of watched queries of all guests. The oldest are dropped, because each new call is compared
    /// with all.
    static let maxCountOfGuests = 1_000
    /// The maximum bytes of these queries.
    static let maxBytesOfGuests = 4 << 20
    /// True for the query of a guest.
    let isOfGuest: Bool

    /// The maximum number of its comparisons with a new call.
    var maxComparisons: Int { isOfGuest ? QueryWork.maxWatching.byGuest : QueryWork.maxWatching.byAnyUser }

    init(_ text: CBOR.Map, _ filter: Filter<CallRecord>, of requester: Requester) {
        receiver = requester.receiver
        self.text = text
        self.filter = filter
        // The filter refers to the values of the text.
        size = 256 + 2 * text.keptBytes
        isOfGuest = requester.user.role == CallRole.guest
    }
}

extension CoordinatorMachine {
    func queryCalls(_ request: ClientRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(QueryCallsRequest.self)
        var reader = FilterReader(QuerySchema<CallRecord>.calls)
        let filter = try reader.read(body.terms.filter, path: "filter")
        let pager = try Pager(QuerySchema<CallRecord>.calls, body.terms)
        var work = QueryWork(of: request.requester.user)
        let found = calls.values.filter { mayFind($0, request.requester) && filter.matches($0, &work) }
        try charge(work, calls.count * (1 + body.terms.sort.count), to: request.requester)
        let page = try pager.page(of: found, body.terms)
        if body.watch {
            for call in page.records { watch(call, request.requester.receiver) }
            watch(WatchedQuery(body.terms.filter, filter, of: request.requester))
        }
        let states = page.records.map { call in
            CallStateResponse {
                $0.call = call.response
                $0.members = call.members
                $0.ownCapabilities = call.capabilities(of: request.requester.user)
                $0.asOf = streams.lastEvent(of: request.requester.receiver)
            }
        }
        return ServerResponse(.content, QueryPage(states, of: page))
    }

    /// Counts the comparisons of a query against its user's limit, and refuses a query beyond the limit of one.
    private func charge(_ work: QueryWork, _ examined: Int, to requester: Requester) throws(APIError) {
        comparisons += work.count
        limiter.charge(requester.user.id, cost: work.count / QueryWork.perRequest, at: now)
        if Self.isGuest(requester.user.id) {
            guestWork.add(examined + work.count / GuestWork.perStep.comparisons, at: now)
        }
        if work.isTooMuch { throw .filterIsLong(limit: work.limit) }
    }

    private func mayFind(_ call: CallRecord, _ requester: Requester) -> Bool {
        if let only = requester.onlyCall, only != call.cid { return false }
        return call.refusal(of: requester.user, .readCall) == nil
    }

    private func watch(_ query: WatchedQuery) {
        watchedQueries.removeAll { $0.receiver == query.receiver && $0.text == query.text }
        watchedQueries.append(query)
        let own = watchedQueries.indices.filter { watchedQueries[$0].receiver == query.receiver }
        if own.count > WatchedQuery.maxCount, let oldest = own.first { watchedQueries.remove(at: oldest) }
        if query.isOfGuest { limitQueriesOfGuests() }
    }

    /// Drops the oldest queries of guests beyond their limits. A single query is within both.
    private func limitQueriesOfGuests() {
        var (count, size) = (0, 0)
        for query in watchedQueries where query.isOfGuest {
            count += 1
            size += query.size
        }
        watchedQueries.removeAll { query in
            let isBeyond = count > WatchedQuery.maxCountOfGuests || size > WatchedQuery.maxBytesOfGuests
            guard query.isOfGuest, isBeyond else { return false }
            count -= 1
            size -= query.size
            return true
        }
    }

    /// Subscribes the connections whose watched queries match a new call.
    func watchByQueries(_ call: CallRecord) {
        for query in watchedQueries {
            guard let connection = connections[query.receiver], let user = users[connection.userId] else { continue }
            let requester = Requester(user: user, receiver: query.receiver, onlyCall: connection.callCid)
            var work = QueryWork(limit: query.maxComparisons)
            if mayFind(call, requester), query.filter.matches(call, &work) { watch(call, query.receiver) }
            comparisons += work.count
        }
    }

    func queryMembers(_ request: ClientRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(QueryCallMembersRequest.self)
        let cid = CallCid(type: body.type, id: body.id)
        if let only = request.requester.onlyCall, only != cid { throw .otherCall(cid) }
        guard let call = calls[cid] else { throw missingCall(cid) }
        if let refusal = call.refusal(of: request.requester.user, .readCall) { throw refusal }
        var reader = FilterReader(QuerySchema<Member>.members)
        let filter = try reader.read(body.terms.filter, path: "filter")
        let pager = try Pager(QuerySchema<Member>.members, body.terms)
        var work = QueryWork(of: request.requester.user)
        let found = call.members.filter { filter.matches($0, &work) }
        try charge(work, call.members.count * (1 + body.terms.sort.count), to: request.requester)
        let page = try pager.page(of: found, body.terms)
        return ServerResponse(.content, QueryPage(page.records, of: page))
    }

    func queryCallStats(_ request: ClientRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(QueryCallStatsRequest.self)
        var reader = FilterReader(QuerySchema<CallStatsReportSummary>.stats)
        let filter = try reader.read(body.terms.filter, path: "filter")
        let pager = try Pager(QuerySchema<CallStatsReportSummary>.stats, body.terms)
        let reports = calls.values.filter { mayFind($0, request.requester) }.flatMap { $0.reports(at: date) }
        var work = QueryWork(of: request.requester.user)
        let found = reports.filter { filter.matches($0, &work) }
        try charge(work, calls.count + reports.count * (1 + body.terms.sort.count), to: request.requester)
        let page = try pager.page(of: found, body.terms)
        return ServerResponse(.content, QueryPage(page.records, of: page))
    }
}

extension QueryPage {
    fileprivate init(_ records: [Record], of page: Pager<some Any>.Page) {
        self.init()
        self.records = records
        next = page.next
        prev = page.prev
    }
}
