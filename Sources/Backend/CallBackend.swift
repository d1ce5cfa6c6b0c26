package import BackendCore
package import Chance
package import Signaling
package import Sockets
package import Timing
package import Wire

/// A coordinator and its SFUs, each on its own socket.
@MainActor
package final class CallBackend {
    /// The address of the coordinator.
    package let coordinatorAddress: SocketAddress
    /// Called with each trace of the servers, in order, for the record of a run.
    package var onTrace: (@MainActor (BackendTrace) -> Void)? {
        didSet {
            coordinator.isTraced = onTrace != nil
            for edge in configuration.edges { edges[edge.name]?.isTraced = onTrace != nil }
        }
    }
    /// Called with the events of the servers' sockets other than requests; the name is `coordinator` or the SFU's.
    package var onTransport: (@MainActor (_ server: String, CoAPSocket.Event) -> Void)?
    /// The counters of all servers so far.
    package var counters: BackendCounters {
        var counters = counted
        counters.tally.add(coordinator.machine.tally)
        for edge in configuration.edges { if let node = edges[edge.name] { counters.tally.add(node.machine.tally) } }
        return counters
    }

    /// The counts outside of the servers' own, and those of servers that have ended.
    var counted = BackendCounters()
    private let configuration: BackendConfiguration
    private let scheduler: any Scheduler
    let coordinator: ServerNode<CoordinatorMachine>
    /// The numbers of dropped datagrams, by server and reason.
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
    ///   - configuration: The configuration of the servers.
    ///   - scheduler: The source of time and timers.
    ///   - generator: The random generator, which must not be shared.
    ///   - transmission: The retransmission parameters of the sockets.
    ///   - bind: Creates a socket on a host and port.
    /// - Throws: The errors of `bind`.
    package init(
        configuration: BackendConfiguration, scheduler: any Scheduler, generator: SeededGenerator,
        transmission: CoAP.TransmissionParameters = .init(),
        bind: @escaping @MainActor (HostAddress, UInt16) throws -> any DatagramSocket
    ) throws {
        self.configuration = configuration
        self.scheduler = scheduler
        self.bind = bind
        epoch = scheduler.epoch
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
        coordinator.resources = .coordinator
        connect(coordinator, "coordinator")
        straysToCoordinator()
        for edge in configuration.edges { try start(edge, "") }
    }

    private func start(_ edge: Edge, _ incarnation: String) throws {
        let node = ServerNode(
            edge.name, machine: SFUMachine(configuration: configuration, epoch: epoch, edge: edge),
            socket: try makeSocket(edge.name + incarnation, edge.address), scheduler: scheduler)
        node.isTraced = onTrace != nil
        node.resources = .sfu
        edges[edge.name] = node
        mediaPorts[edge.name] = MediaPort(
            node, socket: try bind(edge.mediaAddress.host, edge.mediaAddress.port), scheduler: scheduler)
        connect(node, edge.name)
    }

    /// Returns an access token for a user.
    package func token(userId: String, expiresAfter lifetime: Duration? = nil) -> [UInt8] {
        let date = scheduler.date
        return AccessToken(userId: userId, issuedAt: date, expiresAt: lifetime.map { date.advanced(by: $0) })
            .signed(with: configuration.secret)
    }

    /// Closes all sockets; no request is served afterwards.
    package func stop() {
        coordinator.close()
        for edge in configuration.edges {
            edges[edge.name]?.close()
            mediaPorts[edge.name]?.close()
        }
    }

    /// Removes what has expired at all servers. Without it, the memory of a flood stays until the next one.
    package func removeExpired() {
        coordinator.removeExpired()
        for edge in configuration.edges { edges[edge.name]?.removeExpired() }
    }

    /// Sends an order for a session to all SFUs, as the coordinator does.
    package func order(_ order: SessionOrder) {
        for edge in configuration.edges { edges[edge.name]?.handle(.order(order)) }
    }

    /// Causes an event of a call's output.
    package func cause(_ command: EgressCommand) {
        coordinator.handle(.egress(command))
    }

    /// Makes the coordinator respond to some requests with an error.
    package func failCoordinator(_ failure: RequestFailure) {
        coordinator.fail(failure)
    }

    /// Makes all SFUs respond to some requests with an error.
    package func failSFUs(_ failure: RequestFailure) {
        for edge in configuration.edges { edges[edge.name]?.fail(failure) }
    }

    /// Sends all devices of users an event without a cause in the coordinator, as a map with any `type`.
    package func sendCustom(_ event: CBOR.Map, to users: [String]) {
        coordinator.handle(.custom(event, users: users))
    }

    /// Makes users known, as an application's own server does.
    package func admit(_ users: [User]) {
        coordinator.handle(.admit(users))
    }

    /// Removes users and calls for good, as if they had never been.
    package func forget(users: [String], calls: [CallCid]) {
        coordinator.handle(.remove(users: users, calls: calls))
    }

    /// The servers' remaining state of clients, in words; empty when all clients have left.
    package var leftovers: [String] {
        coordinator.leftovers.map { "coordinator: \($0)" }
            + configuration.edges.flatMap { edge in
                (edges[edge.name]?.leftovers ?? []).map { "\(edge.name): \($0)" }
            }
    }

    // MARK: Life of SFUs

    /// Returns the machine of an SFU, or nil when the SFU has ended.
    func machine(of edge: String) -> SFUMachine? { edges[edge]?.machine }

    /// The names of all SFUs, in the order of the configuration.
    package var edgeNames: [String] { configuration.edges.map(\.name) }

    /// Sends a command to an SFU; without effect on one that has ended.
    package func command(_ command: SFUCommand, edge: String) {
        edges[edge]?.handle(.command(command))
    }

    /// Sets whether the coordinator assigns clients to an SFU.
    package func setEdge(_ edge: String, _ state: EdgeState) {
        coordinator.handle(.edge(edge, state))
    }

    /// Crashes an SFU: its state is lost, and nothing responds at its address.
    package func crash(edge: String) {
        if let node = edges.removeValue(forKey: edge) {
            counted.tally.add(node.machine.tally)
            node.close()
        }
        mediaPorts.removeValue(forKey: edge)?.close()
        setEdge(edge, .gone)
    }

    /// Restarts an SFU without state; crashes a running one first.
    ///
    /// - Throws: The errors of binding its address.
    package func restart(edge name: String) throws {
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

    /// Trusts an address at all servers, after it was proved to one of them.
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
            report(trace)
        case .respond, .open, .notify, .end, .close, .move, .datagram: break
        }
    }
}

extension CallBackend {
    /// Forwards a server's trace.
    func report(_ trace: BackendTrace) {
        if trace.isWorthReporting { onTrace?(trace) }
    }
}

extension BackendTrace {
    /// True when the trace is recorded; frequent drops are recorded ever less often.
    fileprivate var isWorthReporting: Bool {
        guard case .dropped(_, _, let count) = self else { return true }
        return count <= 4 || count.nonzeroBitCount == 1
    }
}
