import Backend
import Chance
import Signaling
import Sockets
import Timing
import Wire

/// A backend and clients on sockets of its own, in a time that advances only on request.
@MainActor
final class BackendWorld: Scheduler {
    static let call = CallCid(type: "default", id: "standup")

    private(set) var now = Instant.start
    /// The traces of the servers.
    var traces: [BackendTrace] = []
    /// The events of the servers' sockets, with the server's name.
    var transport: [String] = []
    /// The number of sent datagrams.
    private(set) var sent = 0
    /// The open sockets.
    private(set) var bound: Set<SocketAddress> = []
    private var timers = TimerQueue<@MainActor () -> Void>()
    private var sockets: [SocketAddress: Socket] = [:]
    private var underWay: [(bytes: [UInt8], from: SocketAddress, to: SocketAddress)] = []
    private(set) var backend: CallBackend?
    /// The addresses that the backend cannot bind.
    var unavailable: Set<SocketAddress> = []

    struct AddressInUse: Error {}

    var date: Timestamp { Timestamp.virtualStart.advanced(by: .nanoseconds(now.nanoseconds)) }
    var waiting: Int { timers.count }

    init(
        sfuCount: Int = 2, after start: Duration = .zero, _ change: (inout BackendConfiguration) -> Void = { _ in }
    ) throws {
        now = now.advanced(by: start)
        var configuration = BackendConfiguration(
            secret: Array("secret".utf8), users: ["alice", "bob"].map { User(id: $0) }, sfuCount: sfuCount)
        configuration.timeouts.silence = nil
        change(&configuration)
        let backend = try CallBackend(
            configuration: configuration, scheduler: self, generator: SeededGenerator(seed: 1)
        ) { [unowned self] host, port in
            let address = SocketAddress(host: host, port: port)
            if unavailable.contains(address) { throw AddressInUse() }
            return bind(address)
        }
        backend.onTrace = { [unowned self] in traces.append($0) }
        backend.onTransport = { [unowned self] in transport.append("\($0) \($1.description.split(separator: " ")[0])") }
        self.backend = backend
    }

    func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        WakeID(timer: timers.schedule(action, at: max(deadline, now)))
    }

    func cancel(_ wake: WakeID) { _ = timers.cancel(wake.timer) }

    /// Delivers all datagrams, and those that they cause, unless they are held.
    func settle() {
        guard !isHeld else { return }
        while !underWay.isEmpty { deliver() }
    }

    /// True while datagrams are delivered one by one.
    var isHeld = false
    /// The bytes of the next datagram.
    var next: [UInt8]? { underWay.first?.bytes }

    /// Delivers the next datagram.
    func deliver() {
        let datagram = underWay.removeFirst()
        sockets[datagram.to]?.onDatagram?(datagram.bytes, datagram.from)
    }

    /// Loses all datagrams that are under way.
    func loseAll() { underWay = [] }

    /// Lets time pass, with all that is due in it.
    func pass(_ duration: Duration) {
        let end = now.advanced(by: duration)
        while let due = timers.popDue(at: end) {
            now = max(now, due.deadline)
            due.element()
            settle()
        }
        now = end
    }

    func bind(_ address: SocketAddress) -> Socket {
        let socket = Socket(address, self)
        sockets[address] = socket
        bound.insert(address)
        return socket
    }

    fileprivate func post(_ bytes: [UInt8], from: SocketAddress, to: SocketAddress) {
        sent += 1
        underWay.append((bytes, from, to))
    }

    fileprivate func close(_ socket: Socket) {
        guard sockets[socket.address] === socket else { return }
        sockets[socket.address] = nil
        bound.remove(socket.address)
    }

    final class Socket: DatagramSocket {
        let address: SocketAddress
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        private unowned let world: BackendWorld

        init(_ address: SocketAddress, _ world: BackendWorld) {
            self.address = address
            self.world = world
        }

        func send(_ bytes: [UInt8], to destination: SocketAddress) { world.post(bytes, from: address, to: destination) }
        func close() { world.close(self) }
    }
}

/// One client with its socket and its observations.
@MainActor
final class BackendClient {
    let socket: CoAPSocket
    let world: BackendWorld
    /// The types of received events, and the codes of final notifications.
    private(set) var received: [String] = []
    private(set) var connectionId = ""
    /// The observations, the connection first.
    private(set) var observations: [CoAPSocket.Observation] = []

    init(_ number: UInt8, in world: BackendWorld) {
        self.world = world
        socket = CoAPSocket(
            socket: world.bind(SocketAddress(host: HostAddress(127, 1, 0, number), port: 50_000)), scheduler: world,
            generator: SeededGenerator(seed: UInt64(number)))
    }

    /// Sends a request, and returns its response when it has come without delay.
    @discardableResult
    func ask(
        _ method: CoAP.Code, _ path: [String], _ body: CBOR? = nil, query: [String] = [], to server: SocketAddress,
        observe: Bool = false
    ) -> CoAP.Response? {
        var answer: CoAP.Response?
        let request = CoAP.Request(
            code: method, path: path, query: query, observe: observe, payload: body?.encoded() ?? [])
        let observation = CoAPSocket.Observation { [unowned self] notification in
            let events = (try? CBOR(decoding: notification.payload))?.map?["events"]?.array ?? []
            received += events.compactMap { $0.map?["type"]?.text }
            if events.isEmpty { received.append(notification.code.number) }
        } onEnd: { [unowned self] in
            received.append("end: \($0)")
        }
        socket.request(request, to: server, observedBy: observe ? observation : nil) { result in
            if case .success(let response) = result { answer = response }
        }
        world.settle()
        if observe {
            observation.begin()
            observations.append(observation)
        }
        return answer
    }

    /// Connects as a user.
    @discardableResult
    func connect(_ user: String) throws -> CoAP.Response? {
        guard let backend = world.backend else { return nil }
        let answer = ask(
            .fetch, ["video", "connect"],
            ["token": .bytes(backend.token(userId: user)), "user": ["id": .text(user)]],
            to: backend.coordinatorAddress, observe: true)
        let events = try answer.flatMap { try CBOR(decoding: $0.payload).map?["events"]?.array }
        connectionId = events?.first?.map?["connection_id"]?.text ?? ""
        return answer
    }

    /// Makes a request on the connection.
    @discardableResult
    func call(_ method: CoAP.Code, _ action: String..., body: CBOR? = nil) -> CoAP.Response? {
        guard let backend = world.backend else { return nil }
        return ask(
            method, ["video", "call", "default", "standup"] + action, body, query: ["connection_id=\(connectionId)"],
            to: backend.coordinatorAddress)
    }

    /// Joins the call with a session of this id, and returns the name of the SFU.
    @discardableResult
    func join(_ session: String) throws -> String? {
        let answer = call(.post, "join", body: [:])
        let credentials = try answer.flatMap { try CBOR(decoding: $0.payload).map?["credentials"]?.map }
        guard let credentials, let token = credentials["token"] else { return nil }
        let edge = credentials["edge_name"]?.text
        let number = edge.flatMap { UInt8($0.dropFirst(4)) } ?? 0
        let address = SocketAddress(host: HostAddress(127, 0, 1, number), port: 5683)
        ask(.fetch, ["sfu", "join"], ["token": token, "session_id": .text(session)], to: address, observe: true)
        return edge
    }
}
