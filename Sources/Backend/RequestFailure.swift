package import Signaling
package import Wire

/// Requests that a server refuses with an error, whatever their content, as a failing server does.
package struct RequestFailure: Sendable {
    /// Returns true for affected requests, by method and path.
    let isMeant: @MainActor (CoAP.Code, [String]) -> Bool
    /// The error response.
    let error: APIError
    /// The number of requests that are still to be refused.
    var remaining: Int

    /// Creates a failure.
    package init(next count: Int, error: APIError, isMeant: @escaping @MainActor (CoAP.Code, [String]) -> Bool) {
        remaining = count
        self.error = error
        self.isMeant = isMeant
    }
}

/// The failures of one server, in order of their beginning; the first that matches a request applies.
struct RequestFailures {
    private var all: [RequestFailure] = []

    mutating func add(_ failure: RequestFailure) {
        if failure.remaining > 0 { all.append(failure) }
    }

    /// Returns the error of a request; nil when it is served.
    @MainActor
    mutating func error(_ request: CoAP.IncomingRequest) -> APIError? {
        guard !all.isEmpty else { return nil }
        let (method, path) = (request.code, request.path)
        guard let index = all.firstIndex(where: { $0.isMeant(method, path) }) else { return nil }
        let error = all[index].error
        all[index].remaining -= 1
        if all[index].remaining == 0 { all.remove(at: index) }
        return error
    }
}
