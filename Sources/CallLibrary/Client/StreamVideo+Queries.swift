public import Signaling
import Wire

extension StreamVideo {
    /// What a query of calls found.
    public struct CallsPage {
        /// The calls, the same objects that ``call(callType:callId:)`` gives.
        public let calls: [Call]
        /// The cursor of what follows; nil when nothing does.
        public let next: String?
        /// The cursor of what comes before; nil when nothing does.
        public let prev: String?
    }

    /// Finds calls; each that is found is up to date.
    ///
    /// - Parameters:
    ///   - query: What is looked for, in which order, and whether the calls are followed from now on.
    ///   - next: The cursor of the page before.
    ///   - prev: The cursor of the page after.
    /// - Throws: ``RequestError``; `inputError` for a filter, an order or a cursor that cannot be used.
    public func queryCalls(_ query: CallsQuery, next: String? = nil, prev: String? = nil) async throws -> CallsPage {
        let request = QueryCallsRequest {
            $0.terms = QueryTerms {
                $0.filter = query.filters
                $0.sort = query.sortParams
                $0.limit = query.pageSize
                $0.next = next
                $0.prev = prev
            }
            $0.watch = query.watch
        }
        let asked = coordinator.streamNumber
        let response: QueryCallsResponse = try await coordinator.send(.queryCalls, request)
        let calls = response.records.map { record in
            var found = record
            if asked != coordinator.streamNumber { found.asOf = 0 }
            let call = call(found.call.cid)
            call.updateState { $0.update(from: found) }
            return call
        }
        return CallsPage(calls: calls, next: response.next, prev: response.prev)
    }

    /// Makes a list of calls that keeps itself up to date.
    public func makeCallsController(callsQuery: CallsQuery) -> CallsController {
        CallsController(client: self, callsQuery: callsQuery)
    }

    /// Reads what the backend counted in sessions of calls.
    ///
    /// - Throws: ``RequestError``.
    public func queryCallStats(_ request: QueryCallStatsRequest = .init()) async throws -> QueryCallStatsResponse {
        try await coordinator.send(.queryCallStats, request)
    }
}
