public import Wire

extension CoAPSocket {
    /// Receives the response to a request, or the reason for its failure.
    public typealias Listener = @MainActor (Result<CoAP.Response, CoAP.Failure>) -> Void

    /// Identifies a request, so that it can be cancelled.
    public struct Ticket: Hashable, Sendable {
        let number: UInt64
    }

    /// The receiver of a response, or of a pong, which is an empty response. The continuation is unchecked: removing
    /// the waiter from its request is the only way to resume it.
    enum Waiter {
        case task(UnsafeContinuation<Result<CoAP.Response, CoAP.Failure>, Never>)
        case listener(Listener)

        @MainActor
        func receive(_ outcome: consuming Result<CoAP.Response, CoAP.Failure>) {
            switch self {
            case .task(let continuation): continuation.resume(returning: outcome)
            case .listener(let listener): listener(outcome)
            }
        }
    }

    /// A pending request or a running observation.
    struct Exchange {
        let id: CoAP.ExchangeID
        /// Identifies the request before it has an exchange ID.
        let ticket: Ticket
        /// The receiver of the response, or nil once it was delivered.
        var waiter: Waiter?
        /// The observation that started with the request, until it ends.
        var observation: Observation?
    }

    /// Sends a request and returns the response. Cancelling the task cancels the request.
    public func request(
        _ request: CoAP.Request, to peer: SocketAddress
    ) async throws(CoAP.Failure) -> CoAP.Response {
        try await exchange { $0.request(request, to: peer, at: now, &$1) }
    }

    /// Sends a request. `listener` receives the response, once and without delay.
    ///
    /// - Parameter observation: Receives the peer's notifications once it has begun. A response without `observer`
    ///   ends it.
    @discardableResult
    public func request(
        _ request: consuming CoAP.Request, to peer: SocketAddress, observedBy observation: Observation? = nil,
        _ listener: @escaping Listener
    ) -> Ticket {
        let ticket = nextTicket()
        guard !isClosed else {
            listener(.failure(.closed))
            return ticket
        }
        var effects = emptied.popLast() ?? []
        let id = endpoint.request(request, to: peer, at: now, &effects)
        observation?.bind(to: self, id)
        exchanges.append(Exchange(id: id, ticket: ticket, waiter: .listener(listener), observation: observation))
        performAndKeep(&effects)
        return ticket
    }

    /// Cancels a request without a response. Its receiver gets ``CoAP/Failure/cancelled``.
    public func forget(_ ticket: Ticket) {
        guard let index = exchanges.firstIndex(where: { $0.ticket == ticket }), exchanges[index].waiter != nil else {
            return
        }
        let id = exchanges[index].id
        perform(endpoint.cancel(id, at: now))
        fail(id, .cancelled)
    }

    private func nextTicket() -> Ticket {
        lastTicket += 1
        return Ticket(number: lastTicket)
    }

    /// Sends an empty message and returns when the peer has reset it (RFC 7252 section 4.3).
    public func ping(_ peer: SocketAddress) async throws(CoAP.Failure) {
        _ = try await exchange { $0.ping(peer, at: now, &$1) }
    }

    /// Sends a request that observes a resource.
    ///
    /// `onNotification` is called in the order of the server's notifications, after this call has returned. `onEnd`
    /// is called once when the server ends the observation. If the server declines it, the response has `observer`
    /// false and neither is called.
    public func observe(
        _ request: CoAP.Request, to peer: SocketAddress,
        onNotification: @escaping @MainActor (CoAP.Response) -> Void,
        onEnd: @escaping @MainActor (CoAP.Failure) -> Void
    ) async throws(CoAP.Failure) -> (CoAP.Response, Observation) {
        var request = request
        request.observe = true
        let observation = Observation(onNotification: onNotification, onEnd: onEnd)
        let response = try await exchange(observation) { $0.request(request, to: peer, at: now, &$1) }
        observation.begin()
        return (response, observation)
    }

    private func exchange(
        _ observation: Observation? = nil,
        _ start: (inout CoAP.Endpoint, inout [CoAP.Effect]) -> CoAP.ExchangeID
    ) async throws(CoAP.Failure) -> CoAP.Response {
        guard !isClosed else { throw .closed }
        guard !Task.isCancelled else { throw .cancelled }
        let ticket = nextTicket()
        let result = await withTaskCancellationHandler {
            // Sound: the waiter is resumed when it is taken from its exchange, and each exchange ends.
            await withUnsafeContinuation { waiter in
                act { endpoint, effects in
                    let id = start(&endpoint, &effects)
                    observation?.bind(to: self, id)
                    exchanges.append(Exchange(id: id, ticket: ticket, waiter: .task(waiter), observation: observation))
                }
            }
        } onCancel: {
            Task { @MainActor in self.forget(ticket) }
        }
        return try result.get()
    }

    /// Delivers a response. An observation continues only when the server accepted it.
    func deliver(_ id: CoAP.ExchangeID, _ response: consuming CoAP.Response) {
        guard let index = index(of: id) else { return }
        let waiter = exchanges[index].waiter.take()
        if !response.observer || exchanges[index].observation == nil {
            exchanges.remove(at: index).observation?.end()
        }
        waiter?.receive(.success(consume response))
    }

    /// Delivers a failure to the request's receiver, or else to its observation.
    func fail(_ id: CoAP.ExchangeID, _ failure: CoAP.Failure) {
        guard let index = index(of: id) else { return }
        let over = exchanges.remove(at: index)
        if let waiter = over.waiter {
            over.observation?.end()
            waiter.receive(.failure(failure))
        } else {
            over.observation?.unbind()
            over.observation?.take(.end(failure))
        }
    }

    func stop(_ id: CoAP.ExchangeID, notifyingServer: Bool) {
        guard let index = index(of: id), exchanges[index].observation.take() != nil else { return }
        guard exchanges[index].waiter == nil else {
            perform(endpoint.cancel(id, at: now))
            return fail(id, .cancelled)
        }
        exchanges.remove(at: index)
        guard !isClosed else { return }
        perform(notifyingServer ? endpoint.cancel(id, at: now) : endpoint.forget(id, at: now))
    }

    func observation(_ id: CoAP.ExchangeID) -> Observation? {
        guard let index = index(of: id) else { return nil }
        return exchanges[index].observation
    }

    /// A loop, because calling a closure that is isolated to the main actor checks the executor each time.
    private func index(of id: CoAP.ExchangeID) -> Int? {
        for index in exchanges.indices where exchanges[index].id == id { return index }
        return nil
    }
}
