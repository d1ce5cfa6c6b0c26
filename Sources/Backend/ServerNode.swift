import BackendCore
import Containers
import Signaling
import Sockets
import Timing
import Wire

/// One server: its machine and its socket. It makes no decisions of its own.
@MainActor
final class ServerNode<Machine: ServerMachine> {
    /// Called with effects that only the whole backend can perform, such as a message to another server.
    var onEffect: (ServerEffect) -> Void = { _ in }
    /// Sends a datagram from the machine's media port.
    var onDatagram: ([UInt8], SocketAddress) -> Void = { _, _ in }
    /// Called with the source of a datagram that is not a CoAP message.
    var onStray: (SocketAddress) -> Void = { _ in }
    /// Called with the address of a client that has proved it.
    var onProved: (SocketAddress) -> Void = { _ in }
    /// The resources that `/.well-known/core` lists.
    var resources: ResourceList?
    /// Called with the socket's events other than requests.
    var onTransport: (CoAPSocket.Event) -> Void = { _ in }

    private let label: String
    let machine: Machine
    private let socket: CoAPSocket
    private let scheduler: any Scheduler
    /// The observers, indexed by the slot of their stream.
    private var observers: [(stream: StreamID, id: CoAP.ObserverID)?] = []
    private var streams: [CoAP.ObserverID: StreamID] = [:]
    private let timer: SingleTimer
    private var failures = RequestFailures()

    init(_ label: String, machine: Machine, socket: CoAPSocket, scheduler: any Scheduler) {
        self.label = label
        self.machine = machine
        self.socket = socket
        self.scheduler = scheduler
        timer = SingleTimer(scheduler)
        socket.onRequest = { [weak self] request in self?.received(request) }
        socket.onAcknowledged = { [weak self] observer, notification in self?.acknowledged(observer, notification) }
        socket.onObserverGone = { [weak self] observer, loss in self?.lost(observer, loss) }
        socket.onProved = { [weak self] peer in self?.onProved(peer) }
        socket.onEvent = { [weak self] event in self?.onTransport(event) }
        socket.onOther = { [weak self] _, peer in self?.onStray(peer) }
    }

    /// Performs the effects of an event that the machine handled.
    func perform(_ effects: [ServerEffect]) {
        perform(effects, respondingTo: nil)
    }

    func handle(_ event: Machine.Event) {
        perform(machine.handle(event, at: scheduler.now))
    }

    /// Refuses some requests with an error, beginning with the next.
    func fail(_ failure: RequestFailure) {
        failures.add(failure)
    }

    /// Serves requests from an address that was proved to another server.
    func trust(_ peer: SocketAddress) {
        socket.trust(peer)
    }

    /// True when the record is observed.
    var isTraced: Bool {
        get { machine.isTraced }
        set { machine.isTraced = newValue }
    }

    /// The remaining state of clients, of the machine and of the message layer.
    var leftovers: [String] {
        let listeners = filled(["listeners": observers.count { $0 != nil }, "ids of listeners": streams.count])
        return machine.leftovers + listeners + socket.leftovers
    }

    /// Removes what has expired in the machine and the socket.
    func removeExpired() {
        machine.removeExpired(at: scheduler.now)
        socket.removeExpired()
    }

    func close() {
        timer.cancel()
        socket.close()
    }

    // MARK: Events of the socket

    private func received(_ request: CoAP.IncomingRequest) {
        if let error = failures.error(request) {
            socket.respond(CoAP.Response(code: error.responseCode, payload: error.encoded()), to: request.id)
            return
        }
        if let response = resources?.response(to: request) {
            socket.respond(response, to: request.id)
            return
        }
        let message = ServerRequest(
            method: request.code, options: request.options, observes: request.observe == .register,
            payload: request.body, peer: request.peer)
        perform(machine.handle(.request(consume message), at: scheduler.now), respondingTo: request)
    }

    private func acknowledged(_ observer: CoAP.ObserverID, _ notification: CoAP.NotificationID) {
        guard notification != .registration, let stream = streams[observer] else { return }
        handle(.acknowledged(stream))
    }

    private func lost(_ observer: CoAP.ObserverID, _ loss: CoAP.ObserverLoss) {
        guard let stream = streams.removeValue(forKey: observer) else { return }
        if self.observer(of: stream) != nil { observers[stream.slot] = nil }
        handle(.lost(stream, StreamLoss(loss)))
    }

    // MARK: Effects of the machine

    private func perform(_ effects: [ServerEffect], respondingTo request: CoAP.IncomingRequest?) {
        for effect in effects {
            switch effect {
            case .respond(let response):
                if let request {
                    socket.respond(CoAP.Response(code: response.code, payload: response.payload), to: request.id)
                }
            case .open(let stream, let response):
                if let request { open(stream, response, request) }
            case .notify(let stream, let payload):
                if let observer = self.observer(of: stream) {
                    socket.notify(CoAP.Response(code: .content, payload: payload), observer: observer)
                }
            case .end(let stream, let response):
                remove(stream, final: CoAP.Response(code: response.code, payload: response.payload))
            case .close(let stream):
                remove(stream)
            case .move(let stream, let peer):
                if let observer = self.observer(of: stream) { socket.moveObserver(observer, to: peer) }
            case .datagram(let bytes, let peer):
                onDatagram(bytes, peer)
            case .report, .order, .trace:
                onEffect(effect)
            }
        }
        arm()
    }

    private func remove(_ stream: StreamID, final: CoAP.Response? = nil) {
        guard let observer = self.observer(of: stream) else { return }
        observers[stream.slot] = nil
        streams[observer] = nil
        socket.removeObserver(observer, final: final)
    }

    private func observer(of stream: StreamID) -> CoAP.ObserverID? {
        guard stream.slot < observers.count, let observer = observers[stream.slot], observer.stream == stream else {
            return nil
        }
        return observer.id
    }

    private func open(_ stream: StreamID, _ opening: ServerResponse, _ request: CoAP.IncomingRequest) {
        while observers.count <= stream.slot { observers.append(nil) }
        observers[stream.slot] = (stream, request.observer)
        streams[request.observer] = stream
        var response = CoAP.Response(code: opening.code, payload: opening.payload, observer: true)
        response.isConfirmable = Machine.confirmsStreams
        socket.respond(response, to: request.id)
    }

    /// Schedules the single wake-up at the machine's next deadline.
    private func arm() {
        guard let next = machine.nextWake else { return timer.cancel() }
        guard next != timer.deadline else { return }
        timer.set(at: next, label) { [weak self] in
            guard let self else { return }
            perform(machine.wake(at: scheduler.now), respondingTo: nil)
        }
    }
}

extension StreamLoss {
    fileprivate init(_ loss: CoAP.ObserverLoss) {
        switch loss {
        case .deregistered, .replaced: self = .deregistered
        case .reset: self = .rejected
        case .timeout, .bodyNotFetched, .tooManyObservers, .tooManyNotifications: self = .unanswered
        }
    }
}
