public import Signaling
public import Wire

/// Requests that a server answers with an error, whatever they ask for, as a server in trouble does.
public struct RequestFailure: Sendable {
    /// Which requests, by method and path.
    let isMeant: @MainActor (CoAP.Code, [String]) -> Bool
    /// What they are answered with.
    let error: APIError
    /// How many of them are still to come.
    var remaining: Int

    /// Describes the trouble.
    public init(next count: Int, error: APIError, isMeant: @escaping @MainActor (CoAP.Code, [String]) -> Bool) {
        remaining = count
        self.error = error
        self.isMeant = isMeant
    }
}

/// The troubles of one server, in the order in which they began; a request falls to the first that means it.
struct RequestFailures {
    private var all: [RequestFailure] = []

    mutating func add(_ failure: RequestFailure) {
        all.append(failure)
    }

    /// The error that a request meets; nil when it is served.
    @MainActor
    mutating func error(_ request: CoAP.IncomingRequest) -> APIError? {
        guard !all.isEmpty else { return nil }
        let (method, path) = (request.code, request.path)
        guard let index = all.firstIndex(where: { $0.remaining > 0 && $0.isMeant(method, path) }) else { return nil }
        let error = all[index].error
        all[index].remaining -= 1
        if all[index].remaining == 0 { all.remove(at: index) }
        return error
    }
}
