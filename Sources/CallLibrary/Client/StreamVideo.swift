import CallCore
import Chance
public import Containers
import Publishing
public import Signaling
import Sockets
import Timing
public import Wire

/// One user's client on one device: a connection to the coordinator, and calls.
@MainActor
public final class StreamVideo {
    /// The connection to the coordinator.
    public enum ConnectionStatus: Hashable, Sendable {
        /// No connection was requested yet.
        case initialized
        /// The connection is being opened.
        case connecting
        /// The connection is open.
        case connected
        /// The connection is closed or lost, with the reason.
        case disconnected(reason: String)
    }

    /// The client that was created last, held weakly.
    public private(set) static weak var current: StreamVideo?

    /// The observable state of the client.
    public let state: State
    /// The settings of the client's behavior.
    public let configuration: CallConfiguration
    /// The user of the client.
    public var user: User { state.user }
    /// The user, without observation.
    var me: User { state.me }

    let environment: CallEnvironment
    let coordinator: CoordinatorClient
    let socket: CoAPSocket
    private var generator: SeededGenerator
    /// Proves the requests of a client that knows the backend's key.
    let prover: RequestProver?
    let tokenProvider: @MainActor () async throws -> [UInt8]
    var guestToken: [UInt8]?
    /// The calls that are not left or rejected. Their events are applied to these objects.
    private(set) var calls = SmallMap<CallCid, Call>()
    /// The token as hexadecimal digits, which is the key of ingress streams.
    var streamKey = ""
    var eventsDuringQueries = EventsDuringQueries()
    /// The calls that ended before the coordinator named the user that ended them.
    var endings: [CallCid: Ending] = [:]
    private(set) lazy var link = CoordinatorLink(
        coordinator, scheduler: environment.scheduler, configuration: configuration
    ) { [unowned self] in
        let token = try await accessToken()
        use(token)
        return ConnectRequest {
            $0.token = token
            $0.user = user
        }
    } onEvent: { [weak self] event in
        self?.handle(event)
    }
    /// The outcome of a pending first opening, shared by its callers.
    var opening: SharedOutcome<Void>?
    /// True while the handling of a lost network is scheduled.
    var isReportingPath = false
    /// The next reading of the known calls, after a transient failure.
    lazy var nextReading = SingleTimer(environment.scheduler)
    /// True while the known calls may lack changes, because a reading of them failed.
    var isReadingDue = false
    let events = PassthroughSubject<CoordinatorEvent, Never>()
    private let notifications = PassthroughSubject<CallNotification, Never>()
    private var observers: [WeakObserver] = []
    lazy var rings = RingMachine(rejectsWhenBusy: configuration.rejectCallWhenBusy)
    lazy var ringTimer = SingleTimer(environment.scheduler)
    var mediaSessions: [MediaSession] = []
    /// The number of datagrams that are neither CoAP nor media of a current session.
    package internal(set) var strayDatagrams = 0

    /// Creates the client of a user. Nothing is sent before ``connect()``.
    ///
    /// - Parameters:
    ///   - user: The user of the client.
    ///   - coordinator: The address of the coordinator.
    ///   - configuration: The settings of the client's behavior.
    ///   - environment: The socket, the scheduler and the source of randomness.
    ///   - tokenProvider: Returns an access token; called for each attempt to connect.
    public init(
        user: User, coordinator address: SocketAddress, configuration: CallConfiguration = CallConfiguration(),
        environment: CallEnvironment, tokenProvider: @escaping @MainActor () async throws -> [UInt8]
    ) {
        state = State(user: user)
        self.configuration = configuration
        self.environment = environment
        self.tokenProvider = tokenProvider
        generator = environment.generator.derived(for: "identifiers")
        socket = CoAPSocket(
            socket: environment.socket, scheduler: environment.scheduler, parameters: configuration.transmission,
            generator: environment.generator.derived(for: "coap"))
        prover = configuration.serverKey.flatMap { key in
            RequestProver(with: key, privateKey: environment.generator.derived(for: "request proofs").privateKey)
        }
        coordinator = CoordinatorClient(
            socket: socket, scheduler: environment.scheduler, address: address, prover: prover)
        environment.socket.onUnsendable = { [weak self] in self?.handleUnsendable() }
        socket.onEvent = { [environment] in environment.trace(.transport($0)) }
        socket.onOther = { [weak self] bytes, peer in self?.receiveMedia(bytes, from: peer) }
        coordinator.followedCalls = { [weak self] in self?.followedCalls() }
        Self.current = self
    }

    // MARK: Calls

    /// Returns the call with the given type and id. Returns the same object until the call is left or rejected.
    public func call(callType: String, callId: String) -> Call {
        call(CallCid(type: callType, id: callId))
    }

    func call(_ cid: CallCid) -> Call {
        if let call = calls[cid] { return call }
        let call = Call(cid, client: self)
        call.updateState { $0.streamKey = streamKey }
        calls[cid] = call
        call.isHeld = true
        return call
    }

    // MARK: Events

    /// Returns a stream of the client's notifications from now on.
    public func subscribeToNotifications() -> AsyncStream<CallNotification> {
        notifications.values
    }

    /// Delivers an event to its call, the client, the view models and the subscribers, in this order (`semantics.md`
    /// 2.9).
    ///
    /// - Parameter number: The event's number in the stream; nil for an event that the client derived.
    func handle(_ event: CoordinatorEvent, number: Int? = nil) {
        if case .ring(let ring) = event { holdCall(of: ring.callCid) }
        if case .unknown(let event) = event { note(event) }
        let cid = event.callCid
        var known: Call?
        if let cid { known = calls[cid] }
        if let known { known.handle(event, number: number) } else { handleWithoutCall(event, number) }
        setEndingUser(event)
        let change = cid.flatMap { ringChange(of: event, number, in: known, $0) }
        if let cid, let change { ring(.changed(cid, change, isBusy: isBusy(besides: cid))) }
        notify(.coordinator(event, cid.flatMap { shownChange(change, of: $0) }))
        if let cid { (known?.isHeld == true ? known : calls[cid])?.events?.send(event) }
        events.send(event)
        if case .deleted(let event) = event, let call = calls[event.callCid] { forget(call) }
    }

    /// Returns the calls that the client has; nil when an observer or a query needs the events of other calls as well.
    private func followedCalls() -> SmallMap<CallCid, Call>? {
        guard environment.onTrace == nil, !events.hasSubscribers, !eventsDuringQueries.isOpen else { return nil }
        for observer in observers where observer.followsEveryCall && observer.observer != nil { return nil }
        return calls
    }

    /// Counts and traces an event that cannot be decoded.
    private func note(_ event: UnknownEvent) {
        state.unknownEventCount += 1
        let problem = event.problem.map { [("problem", "\($0)")] } ?? []
        environment.trace(
            .mark(
                name: "event.unknown",
                details: [("type", event.type), ("body", event.body.diagnostic)] + problem))
    }

    /// Handles an event without a call, or of a call that the client does not have.
    private func handleWithoutCall(_ event: CoordinatorEvent, _ number: Int?) {
        environment.trace(.event(type: event.type, cid: event.callCid, from: .coordinator))
        eventsDuringQueries.keep(event, number: number)
        guard case .userUpdated(let update) = event else { return }
        if update.user.id == me.id { state.user = update.user }
        for call in knownCalls { call.updateState { $0.apply(event, number: number) } }
    }

    func observe(_ observer: any ClientObserver) {
        observers.removeAll { $0.observer == nil }
        observers.append(WeakObserver(observer))
    }

    func notify(_ event: ClientEvent) {
        for observer in observers { observer.observer?.client(self, saw: event) }
    }

    /// Notifies the observers that follow changes.
    func notifyChange(_ event: @autoclosure () -> ClientEvent) {
        for observer in observers where observer.followsChanges {
            observer.observer?.client(self, saw: event())
        }
    }

    // MARK: Reports of calls

    /// Notifies the application and the observers that a call was left.
    func announceEnd(of call: Call, reason: String?) {
        post(.callEnded(call.cid))
        notify(.left(call.cid))
    }

    /// Posts the end of a call that refused the user (`semantics.md` 3.7).
    func announceRefusal(of call: Call) { post(.callEnded(call.cid)) }

    private func post(_ notification: CallNotification) {
        environment.trace(.notification(notification))
        notifications.send(notification)
    }

    /// Removes a call, so that events no longer reach it and ``call(callType:callId:)`` returns a new object.
    func forget(_ call: Call) {
        guard call.isHeld else { return }
        call.isHeld = false
        calls.remove(call.cid)
    }

    // MARK: Services for calls

    func newIdentifier() -> String {
        generator.identifier()
    }

    func pauseBeforeRetry(_ policy: RetryPolicy) -> Duration {
        policy.pause(&generator)
    }

    func makeSFUClient(
        sessionId: String, _ credentials: SFUCredentials,
        report: @escaping @MainActor (SFUClient, SFUClient.Report) -> Void
    ) throws -> SFUClient {
        try SFUClient(
            sessionId: sessionId, credentials: credentials, socket: socket, scheduler: environment.scheduler,
            configuration: configuration, prover: prover, report: report)
    }

    func makeProbe(_ onResponse: @escaping @MainActor () -> Void) -> NetworkProbe {
        NetworkProbe(socket: socket, scheduler: environment.scheduler, onResponse: onResponse)
    }
}

extension SeededGenerator {
    /// The 32 bytes that follow in the stream.
    fileprivate var privateKey: [UInt8] {
        var generator = self
        return (0..<4).flatMap { _ in
            let word = generator.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
        }
    }
}

extension CallCid: MapKey {}
