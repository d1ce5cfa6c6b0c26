internal import Containers
public import Signaling
import Wire

extension StreamVideo {
    /// A page of a query's result.
    public struct CallsPage {
        /// The calls, identical to the objects of ``call(callType:callId:)``.
        public let calls: [Call]
        /// The cursor to the next page; nil on the last page.
        public let next: String?
        /// The cursor to the previous page; nil on the first page.
        public let prev: String?
    }

    /// Returns the calls that match a query, with up-to-date state.
    ///
    /// - Parameters:
    ///   - query: The conditions and the order. With `watch`, the client also receives later events of the calls.
    ///   - next: The cursor to the next page, from a response.
    ///   - prev: The cursor to the previous page, from a response.
    /// - Throws: ``RequestError``; `inputError` for an invalid filter, order or cursor.
    public func queryCalls(_ query: CallsQuery, next: String? = nil, prev: String? = nil) async throws -> CallsPage {
        let request = QueryCallsRequest {
            $0.terms = QueryTerms(
                filter: query.filters, sort: query.sortParams, limit: query.pageSize, next: next, prev: prev)
            $0.watch = query.watch
        }
        let stream = coordinator.streamNumber
        eventsDuringQueries.begin()
        defer { eventsDuringQueries.end() }
        let response: QueryCallsResponse = try await coordinator.send(.queryCalls, request)
        let calls = response.records.map { record in
            var found = record
            if stream != coordinator.streamNumber { found.asOf = 0 }
            return call(of: found)
        }
        return CallsPage(calls: calls, next: response.next, prev: response.prev)
    }

    /// Returns the call of a record, with its values. A new call also has the changes of events since the response.
    private func call(of record: CallStateResponse) -> Call {
        let cid = record.call.cid
        let isNew = calls[cid] == nil
        let call = call(cid)
        call.updateState { $0.update(from: record) }
        guard isNew else { return call }
        for (event, number) in eventsDuringQueries.events(of: cid, after: record.asOf) {
            call.updateState { $0.apply(event, number: number, for: me.id) }
            if case .deleted = event { forget(call) }
        }
        return call
    }

    /// Creates a list of calls that updates itself.
    public func makeCallsController(callsQuery: CallsQuery) -> CallsController {
        CallsController(client: self, callsQuery: callsQuery)
    }

    /// Returns the backend's statistics of call sessions.
    ///
    /// - Throws: ``RequestError``.
    public func queryCallStats(_ request: QueryCallStatsRequest = .init()) async throws -> QueryCallStatsResponse {
        try await coordinator.send(.queryCallStats, request)
    }
}
