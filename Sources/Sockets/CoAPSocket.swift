public import Chance
public import Timing
public import Wire

/// A CoAP endpoint at work: on a socket, in the time of a scheduler.
///
/// Everything that CoAP demands is done by ``CoAP/Endpoint``; this carries datagrams, wakes it and hands on what it has
/// to tell.
@MainActor
public final class CoAPSocket {
    /// What happened on the way, for journals and counters.
    public enum Event: Hashable, Sendable {
        /// A message goes out once more.
        case retransmitted(CoAP.Retransmission)
        /// A message came in once more.
        case duplicate(SocketAddress, type: CoAP.MessageType, messageID: UInt16)
        /// A datagram is not a message.
        case malformed(SocketAddress, CoAPError)
        /// A message has no meaning here.
        case rejected(SocketAddress, messageID: UInt16, CoAP.Rejection)
        /// A request came from an address that is not proved.
        case challenged(SocketAddress)
    }

    /// A peer asks something; answer it with ``respond(_:to:)``, now or later.
    public var onRequest: (@MainActor (CoAP.IncomingRequest) -> Void)?
    /// An observer has a notification.
    public var onAcknowledged: (@MainActor (CoAP.ObserverID, CoAP.NotificationID) -> Void)?
    /// An observer is one no more, and not because it was removed.
    public var onObserverGone: (@MainActor (CoAP.ObserverID, CoAP.ObserverLoss) -> Void)?
    /// A peer proved that it receives at its address.
    public var onProved: (@MainActor (SocketAddress) -> Void)?
    /// Something happened that needs no answer.
    public var onEvent: (@MainActor (Event) -> Void)?
    /// A datagram came that is not CoAP's, going by its first byte (RFC 7983).
    public var onOther: (@MainActor ([UInt8], SocketAddress) -> Void)?

    /// What carries the datagrams; other protocols may send through it too.
    public let socket: any DatagramSocket

    var endpoint: CoAP.Endpoint
    /// What was asked of others and is not over, in the order of asking; mostly little, so that it needs no index.
    var asked: [Asked] = []
    var lastTicket: UInt64 = 0
    private(set) var isClosed = false

    private let scheduler: any Scheduler
    private let label: String
    private var wake: (id: WakeID, deadline: Instant)?
    /// How many effects' handlers are running; the wake-up is set when the last of them is through.
    private var depth = 0
    /// Lists of effects that were performed, to be filled again.
    var emptied: [[CoAP.Effect]] = []
    private lazy var onWake: @MainActor () -> Void = { [unowned self] in wakeUp() }

    /// Makes an endpoint that speaks through `socket`, whose datagrams it takes.
    public init(
        socket: any DatagramSocket, scheduler: any Scheduler, parameters: CoAP.TransmissionParameters = .init(),
        limits: CoAP.Limits = .init(), generator: SeededGenerator, proof: CoAP.AddressProof? = nil
    ) {
        self.socket = socket
        self.scheduler = scheduler
        label = "CoAP at \(socket.address)"
        endpoint = CoAP.Endpoint(parameters: parameters, limits: limits, generator: generator, proof: proof)
        // An object to which somebody refers weakly is counted at thrice the cost; whoever is told here is cut off in time.
        socket.onDatagram = { [unowned self] bytes, peer in receive(bytes, from: peer) }
    }

    isolated deinit {
        socket.onDatagram = nil
        if let wake { scheduler.cancel(wake.id) }
        for place in asked { place.observation?.unbind() }
    }

    /// The address that it is bound to.
    public var address: SocketAddress { socket.address }

    /// How many requests wait for an answer, and how many observations go on.
    public var pendingExchanges: Int { asked.count }

    /// The instant at which everything happens just now.
    var now: Instant { scheduler.now }

    /// Gives up the address; whoever waits for an answer gets ``CoAP/Failure/closed``.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        socket.close()
        if let wake { scheduler.cancel(wake.id) }
        wake = nil
        for id in asked.map(\.id) { fail(id, .closed) }
    }
}

// MARK: Server

extension CoAPSocket {
    /// Answers a request; a response with `observer` registers the client if it asks for that.
    public func respond(_ response: consuming CoAP.Response, to request: CoAP.IncomingRequest.ID) {
        var effects = emptied.popLast() ?? []
        endpoint.respond(response, to: request, at: now, &effects)
        performAndKeep(&effects)
    }

    /// Tells an observer something, behind everything that it was told before.
    @discardableResult
    public func notify(_ response: consuming CoAP.Response, observer: CoAP.ObserverID) -> CoAP.NotificationID {
        var effects = emptied.popLast() ?? []
        let id = endpoint.notify(response, observer: observer, at: now, &effects)
        performAndKeep(&effects)
        return id
    }

    /// Notifies an observer no more: after the final response, or at once when there is none.
    public func removeObserver(_ observer: CoAP.ObserverID, final: CoAP.Response? = nil) {
        perform(endpoint.removeObserver(observer, final: final, at: now))
    }

    /// Serves requests from an address that was proved to another server.
    public func trust(_ peer: SocketAddress) {
        endpoint.trust(peer)
    }

    /// Notifies an observer at another address from now on; whoever calls this has proof that the client is there.
    public func moveObserver(_ observer: CoAP.ObserverID, to peer: SocketAddress) {
        perform(endpoint.moveObserver(observer, to: peer, at: now))
    }
}

// MARK: Datagrams, effects and time

extension CoAPSocket {
    private func receive(_ bytes: [UInt8], from peer: SocketAddress) {
        guard let first = bytes.first, (64...127).contains(first) else {
            onOther?(bytes, peer)
            return
        }
        act { endpoint, effects in endpoint.receive(bytes, from: peer, at: now, &effects) }
    }

    /// Has the endpoint do something, and does what it wants done.
    func act<Answer>(_ action: (inout CoAP.Endpoint, inout [CoAP.Effect]) -> Answer) -> Answer {
        var effects = emptied.popLast() ?? []
        let answer = action(&endpoint, &effects)
        performAndKeep(&effects)
        return answer
    }

    /// Does what is to be done, and keeps the room that it took.
    func performAndKeep(_ effects: inout [CoAP.Effect]) {
        performAll(&effects)
        emptied.append(effects)
    }

    func perform(_ effects: consuming [CoAP.Effect]) {
        performAll(&effects)
    }

    /// Does what is to be done, and leaves the room that it took.
    private func performAll(_ effects: inout [CoAP.Effect]) {
        depth += 1
        // Taken from behind, none of them is copied.
        if effects.count > 1 { effects.reverse() }
        while !isClosed, let next = effects.popLast() { perform(next) }
        if !effects.isEmpty { effects.removeAll(keepingCapacity: true) }
        depth -= 1
        if depth == 0 { arm() }
    }

    private func perform(_ effect: consuming CoAP.Effect) {
        switch consume effect {
        case .send(let bytes, let peer): socket.send(bytes, to: peer)
        case .request(let request): onRequest?(request)
        case .acknowledged(let observer, let notification): onAcknowledged?(observer, notification)
        case .observerGone(let observer, let loss): onObserverGone?(observer, loss)
        case .response(let id, let response): answer(id, response)
        case .notification(let id, let response): observation(id)?.take(.notification(response))
        case .pong(let id): answer(id, nil)
        case .failed(let id, let failure): fail(id, failure)
        case .proved(let peer): onProved?(peer)
        case .challenged(let peer): onEvent?(.challenged(peer))
        case .retransmitted(let retransmission): onEvent?(.retransmitted(retransmission))
        case .duplicate(let peer, let type, let id): onEvent?(.duplicate(peer, type: type, messageID: id))
        case .malformed(let peer, let error): onEvent?(.malformed(peer, error))
        case .rejected(let peer, let id, let reason): onEvent?(.rejected(peer, messageID: id, reason))
        }
    }

    /// Keeps the one wake-up where the endpoint wants it.
    private func arm() {
        let deadline = isClosed ? nil : CoAP.Endpoint.nextWake(of: &endpoint)
        guard deadline != wake?.deadline else { return }
        if let wake { scheduler.cancel(wake.id) }
        wake = nil
        guard let deadline else { return }
        wake = (scheduler.schedule(at: deadline, label, onWake), deadline)
    }

    private func wakeUp() {
        wake = nil
        perform(endpoint.wake(at: now))
    }
}
