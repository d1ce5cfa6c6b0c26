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
    public var onTrace: (@MainActor (BackendTrace) -> Void)?
    /// Called with what the servers' sockets saw besides requests; the name is `coordinator` or the SFU's.
    public var onTransport: (@MainActor (_ server: String, CoAPSocket.Event) -> Void)?
    /// What has happened so far, in numbers.
    public private(set) var counters = BackendCounters()

    private let configuration: BackendConfiguration
    private let scheduler: any Scheduler
    private let coordinator: ServerNode<CoordinatorMachine>
    private var edges: [String: ServerNode<SFUMachine>] = [:]

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
        bind: @MainActor (HostAddress, UInt16) throws -> any DatagramSocket
    ) throws {
        self.configuration = configuration
        self.scheduler = scheduler
        let epoch = scheduler.date.advanced(by: .zero - .nanoseconds(scheduler.now.nanoseconds))
        func socket(_ name: String, _ address: SocketAddress) throws -> CoAPSocket {
            CoAPSocket(
                socket: try bind(address.host, address.port), scheduler: scheduler, parameters: transmission,
                generator: generator.derived(for: "coap of \(name)"))
        }
        let front = try socket(
            "coordinator", SocketAddress(host: configuration.coordinatorHost, port: configuration.port))
        coordinatorAddress = front.address
        coordinator = ServerNode(
            "coordinator",
            machine: CoordinatorMachine(
                configuration: configuration, epoch: epoch, generator: generator.derived(for: "coordinator")),
            socket: front, scheduler: scheduler)
        for edge in configuration.edges {
            edges[edge.name] = ServerNode(
                edge.name, machine: SFUMachine(configuration: configuration, epoch: epoch),
                socket: try socket(edge.name, edge.address), scheduler: scheduler)
        }
        connectServers()
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
        for edge in configuration.edges { edges[edge.name]?.close() }
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

    private func connectServers() {
        connect(coordinator, "coordinator")
        for edge in configuration.edges {
            if let node = edges[edge.name] { connect(node, edge.name) }
        }
    }

    private func connect(_ node: ServerNode<some ServerMachine>, _ name: String) {
        node.onEffect = { [weak self] effect in self?.perform(effect) }
        node.onTransport = { [weak self] event in
            self?.counters.count(event)
            self?.onTransport?(name, event)
        }
    }

    private func perform(_ effect: ServerEffect) {
        switch effect {
        case .report(let report): coordinator.handle(.report(report))
        case .order(let edge, let order): edges[edge]?.handle(.order(order))
        case .trace(let trace):
            counters.count(trace)
            onTrace?(trace)
        case .answer, .open, .notify, .close: break
        }
    }
}
