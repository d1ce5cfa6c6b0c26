public import Chance
public import Timing
public import Wire

/// A CoAP endpoint on a socket, in the time of a scheduler.
///
/// ``CoAP/Endpoint`` implements the protocol. This class carries its datagrams, wakes it at its deadlines and
/// delivers its events.
@MainActor
public final class CoAPSocket {
    /// An event for journals and counters.
    public enum Event: Hashable, Sendable {
        /// A message was retransmitted.
        case retransmitted(CoAP.Retransmission)
        /// A message arrived again.
        case duplicate(SocketAddress, type: CoAP.MessageType, messageID: UInt16)
        /// A datagram was not a CoAP message.
        case malformed(SocketAddress, CoAPError)
        /// A message was rejected.
        case rejected(SocketAddress, messageID: UInt16, CoAP.Rejection)
        /// A request came from an address that is not proved.
        case challenged(SocketAddress)
    }

    /// Called with a request. Respond with ``respond(_:to:)``, at once or later.
    public var onRequest: (@MainActor (CoAP.IncomingRequest) -> Void)?
    /// Called when an observer acknowledged a notification.
    public var onAcknowledged: (@MainActor (CoAP.ObserverID, CoAP.NotificationID) -> Void)?
    /// Called when an observer was lost, but not when it was removed.
    public var onObserverGone: (@MainActor (CoAP.ObserverID, CoAP.ObserverLoss) -> Void)?
    /// Called when a peer has proved that it receives at its address.
    public var onProved: (@MainActor (SocketAddress) -> Void)?
    /// Called with events that need no response.
    public var onEvent: (@MainActor (Event) -> Void)?
    /// Called with a datagram of another protocol, recognised by its first byte (RFC 7983).
    public var onOther: (@MainActor ([UInt8], SocketAddress) -> Void)?

    /// The transport. Other protocols may send through it, too.
    public let socket: any DatagramSocket

    var endpoint: CoAP.Endpoint
    /// Pending requests and running observations in the order of sending. They are few, so there is no index.
    var exchanges: [Exchange] = []
    var lastTicket: UInt64 = 0
    private(set) var isClosed = false

    private let scheduler: any Scheduler
    private let label: String
    private var wake: (id: WakeID, deadline: Instant)?
    /// The number of nested calls that perform effects. The wake-up is set after the outermost one.
    private var depth = 0
    /// Arrays of performed effects, kept for their storage.
    var emptied: [[CoAP.Effect]] = []
    private lazy var onWake: @MainActor () -> Void = { [unowned self] in wakeUp() }

    /// Creates an endpoint that sends and receives through `socket`.
    public init(
        socket: any DatagramSocket, scheduler: any Scheduler, parameters: CoAP.TransmissionParameters = .init(),
        limits: CoAP.Limits = .init(), generator: SeededGenerator, proof: CoAP.AddressProof? = nil
    ) {
        self.socket = socket
        self.scheduler = scheduler
        label = "CoAP at \(socket.address)"
        endpoint = CoAP.Endpoint(parameters: parameters, limits: limits, generator: generator, proof: proof)
        // A weak reference would triple the cost of each retain. The closure is removed in deinit.
        socket.onDatagram = { [unowned self] bytes, peer in receive(bytes, from: peer) }
    }

    isolated deinit {
        socket.onDatagram = nil
        if let wake { scheduler.cancel(wake.id) }
        for place in exchanges { place.observation?.unbind() }
    }

    /// The local address.
    public var address: SocketAddress { socket.address }

    /// The number of pending requests and running observations.
    public var pendingExchanges: Int { exchanges.count }

    /// The entries of the endpoint's tables that are left, in words.
    package var leftovers: [String] { endpoint.leftovers }

    /// The current instant.
    var now: Instant { scheduler.now }

    /// Closes the socket. Pending requests fail with ``CoAP/Failure/closed``.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        socket.close()
        if let wake { scheduler.cancel(wake.id) }
        wake = nil
        for id in exchanges.map(\.id) { fail(id, .closed) }
    }
}

// MARK: Server

extension CoAPSocket {
    /// Responds to a request. A response with `observer` registers the client, if it requested that.
    public func respond(_ response: consuming CoAP.Response, to request: CoAP.IncomingRequest.ID) {
        var effects = emptied.popLast() ?? []
        endpoint.respond(response, to: request, at: now, &effects)
        performAndKeep(&effects)
    }

    /// Sends a notification to an observer, after all earlier ones.
    @discardableResult
    public func notify(_ response: consuming CoAP.Response, observer: CoAP.ObserverID) -> CoAP.NotificationID {
        var effects = emptied.popLast() ?? []
        let id = endpoint.notify(response, observer: observer, at: now, &effects)
        performAndKeep(&effects)
        return id
    }

    /// Removes an observer, after the final response if there is one.
    public func removeObserver(_ observer: CoAP.ObserverID, final: CoAP.Response? = nil) {
        perform(endpoint.removeObserver(observer, final: final, at: now))
    }

    /// Serves requests from an address that was proved to another server.
    public func trust(_ peer: SocketAddress) {
        endpoint.trust(peer)
    }

    /// Removes what has expired, and idle peers when they are many.
    public func removeExpired() {
        endpoint.removeExpired(at: now)
    }

    /// Sends later notifications to another address. The caller has verified that the client is there.
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

    /// Runs `action` on the endpoint and performs the resulting effects.
    func act<Value>(_ action: (inout CoAP.Endpoint, inout [CoAP.Effect]) -> Value) -> Value {
        var effects = emptied.popLast() ?? []
        let value = action(&endpoint, &effects)
        performAndKeep(&effects)
        return value
    }

    /// Performs the effects and keeps their storage.
    func performAndKeep(_ effects: inout [CoAP.Effect]) {
        performAll(&effects)
        emptied.append(effects)
    }

    func perform(_ effects: consuming [CoAP.Effect]) {
        performAll(&effects)
    }

    /// Performs and removes the effects.
    private func performAll(_ effects: inout [CoAP.Effect]) {
        depth += 1
        // Removing from the end avoids copies.
        if effects.count > 1 { effects.reverse() }
        while !isClosed, let next = effects.popLast() { perform(next) }
        if !effects.isEmpty { effects.removeAll(keepingCapacity: true) }
        depth -= 1
        if depth == 0 { arm() }
    }

    /// Passes a request to its receiver. A socket without one serves no path.
    private func serve(_ request: CoAP.IncomingRequest) {
        guard let onRequest else { return respond(CoAP.Response(code: .notFound), to: request.id) }
        onRequest(request)
    }

    private func perform(_ effect: consuming CoAP.Effect) {
        switch consume effect {
        case .send(let bytes, let peer): socket.send(bytes, to: peer)
        case .request(let request): serve(request)
        case .acknowledged(let observer, let notification): onAcknowledged?(observer, notification)
        case .observerGone(let observer, let loss): onObserverGone?(observer, loss)
        case .response(let id, let response): deliver(id, response)
        case .notification(let id, let response): observation(id)?.take(.notification(response))
        case .pong(let id): deliver(id, CoAP.Response(code: .empty))
        case .failed(let id, let failure): fail(id, failure)
        case .proved(let peer): onProved?(peer)
        case .challenged(let peer): onEvent?(.challenged(peer))
        case .retransmitted(let retransmission): onEvent?(.retransmitted(retransmission))
        case .duplicate(let peer, let type, let id): onEvent?(.duplicate(peer, type: type, messageID: id))
        case .malformed(let peer, let error): onEvent?(.malformed(peer, error))
        case .rejected(let peer, let id, let reason): onEvent?(.rejected(peer, messageID: id, reason))
        }
    }

    /// Sets the wake-up to the endpoint's next deadline.
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

extension CoAPSocket.Event: CustomStringConvertible {
    /// One line: the kind of event, and `key=value` in a fixed order.
    public var description: String {
        switch self {
        case .retransmitted(let again):
            "retransmitted message=\(again.messageID) to=\(again.peer) attempt=\(again.attempt)"
        case .duplicate(let peer, let type, let messageID):
            "duplicate message=\(messageID) type=\(type) from=\(peer)"
        case .malformed(let peer, let error):
            "malformed from=\(peer) problem=\"\(error)\""
        case .challenged(let peer):
            "challenged from=\(peer)"
        case .rejected(let peer, let messageID, let rejection):
            "rejected message=\(messageID) from=\(peer) problem=\"\(rejection)\""
        }
    }
}
