public import Observation
public import Signaling
public import Wire

/// A list of the calls that match a query.
///
/// A watching list adds calls that are created later, removes deleted ones, and reloads after the connection to the
/// coordinator reopened. A list that does not watch changes only on request.
@MainActor
@Observable
public final class CallsController {
    /// The calls, in the order of the query. Calls that were added later are first.
    public private(set) var calls: [Call] = []
    /// The error of the last query; nil when it succeeded.
    public private(set) var error: (any Error)?
    /// The query of the list.
    @ObservationIgnored public let callsQuery: CallsQuery

    @ObservationIgnored private let client: StreamVideo
    @ObservationIgnored private var next: String?
    @ObservationIgnored private var isLoaded = false
    @ObservationIgnored private var isClosed = false
    /// The number of pending queries.
    @ObservationIgnored private var queries = 0
    /// The calls that were deleted during a query. Its response may be older.
    @ObservationIgnored private var deleted: Set<CallCid> = []

    init(client: StreamVideo, callsQuery: CallsQuery) {
        self.client = client
        self.callsQuery = callsQuery
        client.observe(self)
    }

    /// True when more calls match than the list holds.
    public var hasMore: Bool { !isLoaded || next != nil }

    /// Loads the next page, or the first one, and appends its calls.
    ///
    /// - Throws: ``RequestError``.
    public func loadNextCalls() async throws {
        guard hasMore, !isClosed else { return }
        do {
            let page = try await find(callsQuery, next: next)
            guard !isClosed else { return }
            calls += page.calls.filter { call in !calls.contains { $0.cid == call.cid } }
            next = page.next
            isLoaded = true
            error = nil
        } catch {
            keepError(error)
            throw error
        }
    }

    /// Queries calls. Omits calls that were deleted during the query.
    private func find(_ query: CallsQuery, next: String? = nil) async throws -> StreamVideo.CallsPage {
        queries += 1
        defer {
            queries -= 1
            if queries == 0 { deleted = [] }
        }
        let page = try await client.queryCalls(query, next: next)
        let calls = page.calls.filter { !deleted.contains($0.cid) }
        return StreamVideo.CallsPage(calls: calls, next: page.next, prev: page.prev)
    }

    private func keepError(_ error: any Error) {
        if !isClosed { self.error = error }
    }

    /// Empties the list and stops watching. A query that is pending changes the list no more.
    public func cleanUp() {
        isClosed = true
        calls = []
        next = nil
    }

    // MARK: Changes of the calls

    private var isFollowing: Bool { callsQuery.watch && isLoaded && !isClosed }

    /// Loads as many calls as the list holds now, after the connection reopened.
    private func reload() {
        var query = callsQuery
        query.pageSize = min(100, max(query.pageSize, calls.count))
        Task { @MainActor in
            do {
                let page = try await find(query)
                guard isFollowing else { return }
                calls = page.calls
                next = page.next
                error = nil
            } catch {
                keepError(error)
            }
        }
    }

    /// Adds a new call if it matches the query. A query for this one call decides that.
    private func consider(_ cid: CallCid) {
        guard !calls.contains(where: { $0.cid == cid }) else { return }
        Task { @MainActor in
            let fits = CBOR.array([.map(callsQuery.filters), .map(["cid": .text(cid.description)])])
            let query = CallsQuery(pageSize: 1, filters: ["$and": fits])
            do {
                let found = try await find(query).calls
                guard isFollowing, !calls.contains(where: { $0.cid == cid }) else { return }
                calls = found + calls
            } catch {
                keepError(error)
            }
        }
    }
}

extension CallsController: ClientObserver {
    var followsEveryCall: Bool { true }
    var followsChanges: Bool { false }

    func client(_ client: StreamVideo, saw event: ClientEvent) {
        guard case .coordinator(let event, _) = event else { return }
        if queries > 0 { noteDuringQuery(event) }
        guard isFollowing else { return }
        switch event {
        case .connected: reload()
        case .created(let event): consider(event.callCid)
        case .deleted(let event): calls.removeAll { $0.cid == event.callCid }
        default: keep(event)
        }
    }

    private func noteDuringQuery(_ event: CoordinatorEvent) {
        switch event {
        case .deleted(let event): deleted.insert(event.callCid)
        case .created(let event): deleted.remove(event.callCid)
        default: break
        }
    }

    /// Updates a listed call that was left. The client no longer applies events to it, but the list still shows it.
    private func keep(_ event: CoordinatorEvent) {
        guard let cid = event.callCid, let call = calls.first(where: { $0.cid == cid }), !call.isHeld else {
            return
        }
        call.updateState { $0.apply(event) }
    }
}

/// A query of calls.
public struct CallsQuery: Hashable, Sendable {
    /// The number of calls per page, from 1 to 100.
    public var pageSize: Int
    /// The order of the calls.
    public var sortParams: [SortParam]
    /// The conditions of the calls, such as `["ended_at": nil]`; see `Docs/wire.md`.
    public var filters: CBOR.Map
    /// True when the client follows the found calls, and matching calls that are created later.
    public var watch: Bool

    /// Creates a query.
    public init(pageSize: Int = 25, sortParams: [SortParam] = [], filters: CBOR.Map = [:], watch: Bool = false) {
        self.pageSize = pageSize
        self.sortParams = sortParams
        self.filters = filters
        self.watch = watch
    }
}
