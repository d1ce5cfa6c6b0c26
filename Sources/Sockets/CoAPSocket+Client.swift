public import Wire

extension CoAPSocket {
    /// Hears an answer, or why there is none.
    public typealias Listener = @MainActor (Result<CoAP.Response, CoAP.Failure>) -> Void

    /// Names something that was asked, for who wants it forgotten.
    public struct Ticket: Hashable, Sendable {
        let number: UInt64
    }

    /// Who waits for a response, or with a nil response for a pong. Unchecked, since taking it out of its place is the only
    /// way to it, and whoever does that tells it.
    enum Waiter {
        case task(UnsafeContinuation<Result<CoAP.Response?, CoAP.Failure>, Never>)
        case listener(Listener)

        @MainActor
        func hear(_ outcome: consuming Result<CoAP.Response?, CoAP.Failure>) {
            switch self {
            case .task(let continuation): continuation.resume(returning: outcome)
            case .listener(let listener):
                switch outcome {
                case .success(let response?): listener(.success(response))
                case .success(nil): listener(.failure(.noResponse))
                case .failure(let failure): listener(.failure(failure))
                }
            }
        }
    }

    /// Something that was asked.
    struct Asked {
        let id: CoAP.ExchangeID
        /// Names it before it has an ID.
        let ticket: Ticket
        /// Who waits for the answer; nil once it was given.
        var waiter: Waiter?
        /// What began with it, until that ends.
        var observation: Observation?
    }

    /// Asks a peer something and waits for the answer; when the task is cancelled the request is forgotten.
    public func request(
        _ request: CoAP.Request, to peer: SocketAddress
    ) async throws(CoAP.Failure) -> CoAP.Response {
        let response = try await exchange { $0.request(request, to: peer, at: now, &$1) }
        guard let response else { throw .noResponse }
        return response
    }

    /// Asks a peer something; `listener` hears the answer, once and as soon as it is there.
    ///
    /// - Parameter observation: What is to hear the peer's notifications, from when it is told to begin; an answer without
    ///   `observer` ends it.
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
        asked.append(Asked(id: id, ticket: ticket, waiter: .listener(listener), observation: observation))
        performAndKeep(&effects)
        return ticket
    }

    /// Forgets what was asked, unless it was answered; who waits hears ``CoAP/Failure/cancelled``.
    public func forget(_ ticket: Ticket) {
        guard let place = asked.firstIndex(where: { $0.ticket == ticket }), asked[place].waiter != nil else { return }
        let id = asked[place].id
        perform(endpoint.cancel(id, at: now))
        fail(id, .cancelled)
    }

    private func nextTicket() -> Ticket {
        lastTicket += 1
        return Ticket(number: lastTicket)
    }

    /// Waits for a peer to show that it is there.
    public func ping(_ peer: SocketAddress) async throws(CoAP.Failure) {
        _ = try await exchange { $0.ping(peer, at: now, &$1) }
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
        let observation = Observation(onNotification: onNotification, onEnd: onEnd)
        let response = try await exchange(observation) { $0.request(request, to: peer, at: now, &$1) }
        guard let response else { throw .noResponse }
        observation.begin()
        return (response, observation)
    }

    private func exchange(
        _ observation: Observation? = nil,
        _ start: (inout CoAP.Endpoint, inout [CoAP.Effect]) -> CoAP.ExchangeID
    ) async throws(CoAP.Failure) -> CoAP.Response? {
        guard !isClosed else { throw .closed }
        guard !Task.isCancelled else { throw .cancelled }
        let ticket = nextTicket()
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                act { endpoint, effects in
                    let id = start(&endpoint, &effects)
                    observation?.bind(to: self, id)
                    asked.append(Asked(id: id, ticket: ticket, waiter: .task(waiter), observation: observation))
                }
            }
        } onCancel: {
            Task { @MainActor in self.forget(ticket) }
        }
        return try result.get()
    }

    /// Tells who waits; an observation goes on only if the server took the observer.
    func answer(_ id: CoAP.ExchangeID, _ response: consuming CoAP.Response?) {
        guard let place = place(of: id) else { return }
        let waiter = asked[place].waiter.take()
        if response?.observer != true || asked[place].observation == nil {
            asked.remove(at: place).observation?.end()
        }
        waiter?.hear(.success(consume response))
    }

    /// Tells who waits, or else the observation.
    func fail(_ id: CoAP.ExchangeID, _ failure: CoAP.Failure) {
        guard let place = place(of: id) else { return }
        let over = asked.remove(at: place)
        over.observation?.unbind()
        if let waiter = over.waiter {
            over.observation?.end()
            waiter.hear(.failure(failure))
        } else {
            over.observation?.take(.end(failure))
        }
    }

    func stop(_ id: CoAP.ExchangeID, tellingServer: Bool) {
        guard let place = place(of: id), asked[place].observation.take() != nil else { return }
        if asked[place].waiter == nil { asked.remove(at: place) }
        guard !isClosed else { return }
        perform(tellingServer ? endpoint.cancel(id, at: now) : endpoint.forget(id, at: now))
    }

    func observation(_ id: CoAP.ExchangeID) -> Observation? {
        guard let place = place(of: id) else { return nil }
        return asked[place].observation
    }

    /// A loop, since each call of a closure of the main actor's has it checked who calls.
    private func place(of id: CoAP.ExchangeID) -> Int? {
        for place in asked.indices where asked[place].id == id { return place }
        return nil
    }
}
