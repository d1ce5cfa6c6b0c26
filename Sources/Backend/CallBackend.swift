public import BackendCore
public import Chance
import Signaling
public import Sockets
public import Timing
public import Wire

/// A coordinator and its SFUs, each on its own socket.
@MainActor
public final class CallBackend {
    /// Where the coordinator listens.
    public let coordinatorAddress: SocketAddress
    /// Called with all that whoever keeps the record of a run should know, in the order in which it happened.
    public var onTrace: (@MainActor (BackendTrace) -> Void)? {
        didSet {
            coordinator.isTraced = onTrace != nil
            for edge in configuration.edges { edges[edge.name]?.isTraced = onTrace != nil }
        }
    }
    /// Called with what the servers' sockets saw besides requests; the name is `coordinator` or the SFU's.
    public var onTransport: (@MainActor (_ server: String, CoAPSocket.Event) -> Void)?
    /// What has happened so far, in numbers.
    public var counters: BackendCounters {
        var counters = counted
        counters.tally.add(coordinator.machine.tally)
        for edge in configuration.edges { if let node = edges[edge.name] { counters.tally.add(node.machine.tally) } }
        return counters
    }

    /// What the servers do not count themselves, and what those had counted that are gone.
    var counted = BackendCounters()
    private let configuration: BackendConfiguration
    private let scheduler: any Scheduler
    let coordinator: ServerNode<CoordinatorMachine>
    /// Datagrams that changed nothing, by server and reason.
    var dropCounts: [String: [String: Int]] = [:]
    private var edges: [String: ServerNode<SFUMachine>] = [:]
    private let epoch: Timestamp
    private let makeSocket: @MainActor (String, SocketAddress) throws -> CoAPSocket
    private var restarts = 0
    private let bind: @MainActor (HostAddress, UInt16) throws -> any DatagramSocket
    private var mediaPorts: [String: MediaPort] = [:]

    /// Starts a backend.
    ///
    /// - Parameters:
    ///   - configuration: What it is to be.
    ///   - scheduler: Its time.
    ///   - generator: Its randomness; nothing is drawn from it that another could draw.
    ///   - transmission: How its sockets retransmit.
    ///   - bind: Makes a socket on that host and port.
    /// - Throws: What `bind` throws.
    public init(
        configuration: BackendConfiguration, scheduler: any Scheduler, generator: SeededGenerator,
        transmission: CoAP.TransmissionParameters = .init(),
        bind: @escaping @MainActor (HostAddress, UInt16) throws -> any DatagramSocket
    ) throws {
        self.configuration = configuration
        self.scheduler = scheduler
        self.bind = bind
        epoch = scheduler.date.advanced(by: .zero - .nanoseconds(scheduler.now.nanoseconds))
        makeSocket = { name, address in
            CoAPSocket(
                socket: try bind(address.host, address.port), scheduler: scheduler, parameters: transmission,
                generator: generator.derived(for: "coap of \(name)"),
                proof: CoAP.AddressProof(generator: generator.derived(for: "proof of \(name)")))
        }
        let front = try makeSocket(
            "coordinator", SocketAddress(host: configuration.coordinatorHost, port: configuration.port))
        coordinatorAddress = front.address
        coordinator = ServerNode(
            "coordinator",
            machine: CoordinatorMachine(
                configuration: configuration, epoch: epoch, generator: generator.derived(for: "coordinator")),
            socket: front, scheduler: scheduler)
        coordinator.isTraced = false
        connect(coordinator, "coordinator")
        straysToCoordinator()
        for edge in configuration.edges { try start(edge, "") }
    }

    private func start(_ edge: Edge, _ incarnation: String) throws {
        let node = ServerNode(
            edge.name, machine: SFUMachine(configuration: configuration, epoch: epoch, edge: edge),
            socket: try makeSocket(edge.name + incarnation, edge.address), scheduler: scheduler)
        node.isTraced = onTrace != nil
        edges[edge.name] = node
        mediaPorts[edge.name] = MediaPort(
            node, socket: try bind(edge.mediaAddress.host, edge.mediaAddress.port), scheduler: scheduler)
        connect(node, edge.name)
    }

    /// An access token for a user.
    public func token(userId: String, expiresAfter lifetime: Duration? = nil) -> [UInt8] {
        let date = scheduler.date
        return AccessToken(userId: userId, issuedAt: date, expiresAt: lifetime.map { date.advanced(by: $0) })
            .signed(with: configuration.secret)
    }

    /// Closes every socket; nothing is answered any more.
    public func stop() {
        coordinator.close()
        for edge in configuration.edges {
            edges[edge.name]?.close()
            mediaPorts[edge.name]?.close()
        }
    }

    /// Tells every SFU what is to happen in a session, as the coordinator does.
    public func order(_ order: SessionOrder) {
        for edge in configuration.edges { edges[edge.name]?.handle(.order(order)) }
    }

    /// Lets something happen to what leaves a call.
    public func cause(_ command: EgressCommand) {
        coordinator.handle(.egress(command))
    }

    /// Makes the coordinator answer some requests with an error.
    public func failCoordinator(_ failure: RequestFailure) {
        coordinator.fail(failure)
    }

    /// Makes every SFU answer some requests with an error.
    public func failSFUs(_ failure: RequestFailure) {
        for edge in configuration.edges { edges[edge.name]?.fail(failure) }
    }

    /// Tells all devices of users an event that no rule of the coordinator caused, as a map with a `type` of any kind.
    public func say(_ event: CBOR.Map, to users: [String]) {
        coordinator.handle(.say(event, users: users))
    }

    /// What the servers still have of clients, each in words; nothing when everybody has gone.
    public var leftovers: [String] {
        coordinator.leftovers.map { "coordinator: \($0)" }
            + configuration.edges.flatMap { edge in
                (edges[edge.name]?.leftovers ?? []).map { "\(edge.name): \($0)" }
            }
    }

    // MARK: What becomes of SFUs

    /// The rules of an SFU as they are just now; nil for one that is gone.
    func machine(of edge: String) -> SFUMachine? { edges[edge]?.machine }

    /// The names of all SFUs, in their order.
    public var edgeNames: [String] { configuration.edges.map(\.name) }

    /// Tells an SFU something; one that is gone hears nothing.
    public func command(_ command: SFUCommand, edge: String) {
        edges[edge]?.handle(.command(command))
    }

    /// Lets the coordinator send people to an SFU, or no more.
    public func setEdge(_ edge: String, _ state: EdgeState) {
        coordinator.handle(.edge(edge, state))
    }

    /// An SFU ends all at once: it forgets everything, and nothing answers at its address.
    public func crash(edge: String) {
        if let node = edges.removeValue(forKey: edge) {
            counted.tally.add(node.machine.tally)
            node.close()
        }
        mediaPorts.removeValue(forKey: edge)?.close()
        setEdge(edge, .gone)
    }

    /// An SFU begins anew with nothing, at once after a crash if it has not crashed before.
    ///
    /// - Throws: What binding its address throws.
    public func restart(edge name: String) throws {
        guard let edge = configuration.edges.first(where: { $0.name == name }) else { return }
        crash(edge: name)
        restarts += 1
        try start(edge, ", start \(restarts + 1)")
        setEdge(name, .serving)
    }

    private func connect(_ node: ServerNode<some ServerMachine>, _ name: String) {
        node.onEffect = { [weak self] effect in self?.perform(effect, of: name) }
        node.onProved = { [weak self] peer in self?.trust(peer) }
        node.onTransport = { [weak self] event in
            self?.counted.count(event)
            self?.note(event, at: name)
            self?.onTransport?(name, event)
        }
    }

    /// An address that is proved to one server is proved to all of them.
    private func trust(_ peer: SocketAddress) {
        coordinator.trust(peer)
        for edge in configuration.edges { edges[edge.name]?.trust(peer) }
    }

    private func perform(_ effect: ServerEffect, of server: String) {
        switch effect {
        case .report(let report): coordinator.handle(.report(report, edge: server))
        case .order(let edge, let order): edges[edge]?.handle(.order(order))
        case .trace(let trace):
            if case .dropped(let drop, _, _) = trace {
                note(drop.rawValue, at: server)
                counted.count(drop)
            }
            tell(trace)
        case .answer, .open, .notify, .end, .close, .move, .datagram: break
        }
    }
}

extension CallBackend {
    /// Hands on what a server tells of itself.
    func tell(_ trace: BackendTrace) {
        if trace.isWorthTelling { onTrace?(trace) }
    }
}

extension BackendTrace {
    /// Whether whoever keeps the record hears of it: of what comes a thousand times, ever fewer.
    fileprivate var isWorthTelling: Bool {
        guard case .dropped(_, _, let count) = self else { return true }
        return count <= 4 || count.nonzeroBitCount == 1
    }
}
