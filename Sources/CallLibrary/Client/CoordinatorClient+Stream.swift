internal import Containers
import Signaling
import Sockets
import Timing
import Wire

/// The event stream of the connection.
extension CoordinatorClient {
    /// Opens the event stream. `onEvents` receives later batches; `onLost` is called when the stream fails.
    func connect(
        _ request: ConnectRequest, onEvents: @escaping @MainActor (EventBatch) -> Void,
        onUnreadable: @escaping @MainActor (BodyError) -> Void, onLost: @escaping @MainActor (CoAP.Failure) -> Void
    ) async throws -> (ConnectedEvent, EventBatch) {
        let response: CoAP.Response
        let observation: CoAPSocket.Observation
        do {
            (response, observation) = try await socket.observe(
                opening(request), to: address
            ) { [followedCalls] response in
                do throws(BodyError) {
                    onEvents(try Self.batch(response, following: followedCalls()))
                } catch {
                    onUnreadable(error)
                }
            } onEnd: { failure in
                onLost(failure)
            }
        } catch {
            throw Self.error(of: error)
        }
        let (event, batch): (ConnectedEvent, EventBatch)
        do {
            (event, batch) = try Self.opening(response)
            try Task.checkCancellation()
        } catch {
            // A stream without its first batch is useless. The server must not keep the connection for it.
            observation.cancel()
            throw error
        }
        if !event.resumed { streamNumber += 1 }
        connectionId = event.connectionId
        stream?.forget()
        stream = observation
        return (event, batch)
    }

    /// Returns the request that opens the event stream.
    private func opening(_ body: ConnectRequest) -> CoAP.Request {
        var body = body
        prover?.seal(&body, at: scheduler.date)
        let route = CoordinatorRoute.connect
        var request = CoAP.Request(code: route.method, path: route.path, observe: true, payload: body.encoded())
        prover?.prove(&request, to: ServerName.coordinator)
        return request
    }

    /// Decodes a batch. An isolated function would check the executor for each event.
    private nonisolated static func batch(
        _ response: CoAP.Response, following calls: SmallMap<CallCid, Call>?
    ) throws(BodyError) -> EventBatch {
        try EventBatch(decoding: response.body) { cid in
            guard let calls else { return false }
            return calls[cid] == nil
        }
    }

    /// Decodes the first batch of a stream, which begins with `connection.ok`.
    private static func opening(_ response: CoAP.Response) throws -> (ConnectedEvent, EventBatch) {
        let batch: EventBatch = try read(response)
        guard case .connected(let event)? = batch.events.first else {
            throw RequestError.unreadable(.badValue(field: "events[0]", problem: "must be connection.ok"))
        }
        return (event, batch)
    }

    /// Stops observing the stream and keeps the connection.
    func forgetStream() {
        stream?.forget()
        stream = nil
    }
}
