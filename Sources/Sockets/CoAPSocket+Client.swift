public import Wire

extension CoAPSocket {
    /// Who waits for a response, or with a nil response for a pong.
    typealias Waiter = CheckedContinuation<Result<CoAP.Response?, CoAP.Failure>, Never>

    /// Asks a peer something and waits for the answer; when the task is cancelled the request is forgotten.
    public func request(
        _ request: CoAP.Request, to peer: SocketAddress
    ) async throws(CoAP.Failure) -> CoAP.Response {
        let answer = try await exchange { endpoint in endpoint.request(request, to: peer, at: now) }
        guard let response = answer.response else { throw .noResponse }
        return response
    }

    /// Waits for a peer to show that it is there.
    public func ping(_ peer: SocketAddress) async throws(CoAP.Failure) {
        _ = try await exchange { endpoint in endpoint.ping(peer, at: now) }
    }

    /// Asks a peer something and to be told what comes later.
    ///
    /// `onNotification` is called in the order of the server's notifications, and never before the first response was
    /// returned; `onEnd` once, when there will be no more of them, unless that was asked for here. When the server takes no
    /// observer the response has `observer` false and neither is ever called.
    public func observe(
        _ request: CoAP.Request, to peer: SocketAddress,
        onNotification: @escaping @MainActor (CoAP.Response) -> Void,
        onEnd: @escaping @MainActor (CoAP.Failure) -> Void
    ) async throws(CoAP.Failure) -> (CoAP.Response, Observation) {
        var request = request
        request.observe = true
        let observation = Observation(onNotification, onEnd)
        let answer = try await exchange(observation) { endpoint in endpoint.request(request, to: peer, at: now) }
        guard let response = answer.response else { throw .noResponse }
        observation.begin()
        return (response, observation)
    }

    private func exchange(
        _ observation: Observation? = nil,
        _ start: (inout CoAP.Endpoint) -> (CoAP.ExchangeID, [CoAP.Effect])
    ) async throws(CoAP.Failure) -> (id: CoAP.ExchangeID, response: CoAP.Response?) {
        guard !isClosed else { throw .closed }
        guard !Task.isCancelled else { throw .cancelled }
        let (id, effects) = start(&endpoint)
        if let observation {
            observation.bind(to: self, id)
            observations[id] = observation
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                waiting[id] = waiter
                perform(effects)
            }
        } onCancel: {
            Task { @MainActor in self.cancelWaiting(id) }
        }
        return (id, try result.get())
    }

    private func cancelWaiting(_ id: CoAP.ExchangeID) {
        guard waiting[id] != nil else { return }
        perform(endpoint.cancel(id, at: now))
        fail(id, .cancelled)
    }

    /// Tells who waits; an observation goes on only if the server took the observer.
    func answer(_ id: CoAP.ExchangeID, _ response: CoAP.Response?) {
        if response?.observer != true { observations.removeValue(forKey: id)?.end() }
        waiting.removeValue(forKey: id)?.resume(returning: .success(response))
    }

    /// Tells who waits, or else the observation.
    func fail(_ id: CoAP.ExchangeID, _ failure: CoAP.Failure) {
        let observation = observations.removeValue(forKey: id)
        if let waiter = waiting.removeValue(forKey: id) {
            observation?.end()
            waiter.resume(returning: .failure(failure))
        } else {
            observation?.take(.end(failure))
        }
    }

    func stop(_ id: CoAP.ExchangeID, tellingServer: Bool) {
        guard observations.removeValue(forKey: id) != nil, !isClosed else { return }
        perform(tellingServer ? endpoint.cancel(id, at: now) : endpoint.forget(id, at: now))
    }
}
