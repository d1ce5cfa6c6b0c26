public import Observation
import Signaling
import Wire

/// A list of calls that fit a query.
///
/// A list that watches adds calls that are made later, takes out those that are deleted, and asks again when the
/// connection to the coordinator was opened again. One that does not watch changes only when it is asked to.
@MainActor
@Observable
public final class CallsController {
    /// The calls, in the order of the query; those added later come first.
    public private(set) var calls: [Call] = []
    /// What went wrong last; nil when the last query succeeded.
    public private(set) var error: (any Error)?
    /// Which calls are in the list.
    @ObservationIgnored public let callsQuery: CallsQuery

    @ObservationIgnored private let client: StreamVideo
    @ObservationIgnored private var next: String?
    @ObservationIgnored private var isLoaded = false
    @ObservationIgnored private var isClosed = false

    init(client: StreamVideo, callsQuery: CallsQuery) {
        self.client = client
        self.callsQuery = callsQuery
        client.observe(self)
    }

    /// Whether calls follow that are not in the list yet.
    public var hasMore: Bool { !isLoaded || next != nil }

    /// Reads the next page, or the first one, and adds its calls to the list.
    ///
    /// - Throws: ``RequestError``.
    public func loadNextCalls() async throws {
        guard hasMore, !isClosed else { return }
        do {
            let page = try await client.queryCalls(callsQuery, next: next)
            calls += page.calls.filter { call in !calls.contains { $0.cid == call.cid } }
            next = page.next
            isLoaded = true
            error = nil
        } catch {
            self.error = error
            throw error
        }
    }

    /// Empties the list, which follows nothing from then on.
    public func cleanUp() {
        isClosed = true
        calls = []
        next = nil
    }

    // MARK: What happens to the calls

    private var isFollowing: Bool { callsQuery.watch && isLoaded && !isClosed }

    /// Asks for as much as is in the list.
    private func reload() {
        Task { @MainActor in
            var query = callsQuery
            query.pageSize = min(100, max(query.pageSize, calls.count))
            do {
                let page = try await client.queryCalls(query)
                guard isFollowing else { return }
                calls = page.calls
                next = page.next
                error = nil
            } catch {
                self.error = error
            }
        }
    }

    /// The coordinator decides whether a new call fits.
    private func consider(_ cid: CallCid) {
        guard !calls.contains(where: { $0.cid == cid }) else { return }
        Task { @MainActor in
            let fits = CBOR.array([.map(callsQuery.filters), .map(["cid": .text(cid.description)])])
            let query = CallsQuery(pageSize: 1, filters: ["$and": fits])
            do {
                let found = try await client.queryCalls(query).calls
                guard isFollowing, !calls.contains(where: { $0.cid == cid }) else { return }
                calls = found + calls
            } catch {
                self.error = error
            }
        }
    }
}

extension CallsController: ClientObserver {
    var followsEveryCall: Bool { true }
    var followsChanges: Bool { false }

    func client(_ client: StreamVideo, saw event: ClientEvent) {
        guard isFollowing, case .coordinator(let event, _) = event else { return }
        switch event {
        case .connected: reload()
        case .created(let event): consider(event.callCid)
        case .deleted(let event): calls.removeAll { $0.cid == event.callCid }
        default: keep(event)
        }
    }

    /// A call of the list that was left is not the client's any more, but is still shown.
    private func keep(_ event: CoordinatorEvent) {
        guard let cid = event.callCid, let call = calls.first(where: { $0.cid == cid }), !call.isHeld else {
            return
        }
        call.updateState { $0.apply(event) }
    }
}
