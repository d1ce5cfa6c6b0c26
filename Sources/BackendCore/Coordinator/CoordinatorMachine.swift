package import Chance
internal import Containers
package import Signaling
package import Timing
package import Wire

/// The coordinator's rules, without I/O: connections and their event streams, calls, members, rings and sessions.
///
/// The shell passes events to ``handle(_:at:)`` and calls ``wake(at:)`` at ``nextWake``.
package final class CoordinatorMachine {
    package enum Event: Hashable, Sendable {
        /// A request arrived; exactly one effect responds to it.
        case request(ServerRequest)
        /// The pending notification of the stream was acknowledged.
        case acknowledged(StreamID)
        /// The stream lost its listener.
        case lost(StreamID, StreamLoss)
        /// An occurrence in a call's egress.
        case egress(EgressCommand)
        /// An operator's event of any type, as a map, for users.
        case custom(CBOR.Map, users: [String])
        /// A report of an SFU about a session.
        case report(SessionReport, edge: String)
        /// A change of an SFU's state.
        case edge(String, EdgeState)
        /// Users that the application added.
        case admit([User])
        /// Users and calls that the application removed for good.
        case remove(users: [String], calls: [CallCid])
    }

    enum Timer: Sendable {
        case review(ReceiverID)
        case forget(ReceiverID)
        case missed(MissedRing)
        case counts(CallCid)
        case egress(EgressTimer)
        case orphans(CallCid, [String])
        case session(CallCid, String)
        /// The thumbnail of a session is due.
        case thumbnail(CallCid, String)
    }

    /// A ring with a limited time to answer.
    struct MissedRing: Sendable {
        let cid: CallCid
        let users: [String]
        let date: Timestamp
        let caller: User
        let isVideo: Bool
    }

    let configuration: BackendConfiguration
    let edges: [Edge]
    var edgeStates: [String: EdgeState] = [:]
    let callTypes: [String: CallType]
    private let epoch: Timestamp
    var generator: SeededGenerator
    var users: [String: User]
    /// The guests that are known.
    var guests = GuestProfiles()
    var connections = ConnectionTable()
    var streams: StreamSet
    var calls: [CallCid: CallRecord] = [:]
    /// Deleted calls whose names cannot be used again.
    var deletedCalls = DeletedCalls()
    /// The calls that guests created.
    var guestCalls = GuestCalls()
    /// The queries whose results connections watch.
    var watchedQueries: [WatchedQuery] = []
    /// The devices for push messages, by user.
    var devices: [String: [Device]] = [:]
    /// The last signs of life of forgotten connections.
    var absences = ExpiringMap<String, Timestamp, Timestamp>(maxCount: maxAbsences)
    /// The maximum number of forgotten connections, and the time for which each is known.
    static let maxAbsences = 65_536
    static let absence = Duration.seconds(86_400)
    /// True once a token for one call was used. Until then no event is checked for it.
    var hasTokensForOneCall = false
    /// The calls in which users were rung, the latest last.
    var rungIn: [String: [CallCid]] = [:]
    var timers = TimerQueue<Timer>()
    var limiter: RateLimiter
    /// The work that guests cause.
    var guestWork: GuestWork
    /// The clients that prove their requests.
    var provingClients: ProvingClients
    /// The number of values that queries have compared.
    var comparisons = 0
    /// The instant of the event that is being handled.
    private(set) var now = Instant.start
    /// The date of the event that is being handled.
    private(set) var date: Timestamp
    var effects: [ServerEffect] = []
    package var tally = ServerTally()
    package var isTraced = true

    /// Creates a coordinator without calls.
    ///
    /// - Parameter epoch: The date of ``Timing/Instant/start``.
    package init(configuration: BackendConfiguration, epoch: Timestamp, generator: SeededGenerator) {
        self.configuration = configuration
        self.epoch = epoch
        date = epoch
        self.generator = generator
        edges = configuration.edges
        callTypes = Dictionary(configuration.callTypes.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        users = Dictionary(configuration.users.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        limiter = RateLimiter(configuration.rateLimit)
        guestWork = GuestWork(perSecond: configuration.guestSteps)
        provingClients = ProvingClients(configuration, server: ServerName.coordinator)
        streams = StreamSet(
            delay: configuration.timeouts.eventDelay, limit: StreamLimit(configuration.timeouts))
    }

    package var nextWake: Instant? {
        guard let first = streams.nextWake else { return timers.nextDeadline }
        return timers.nextDeadline.map { min($0, first) } ?? first
    }

    package func handle(_ event: Event, at now: Instant) -> [ServerEffect] {
        begin(at: now)
        switch event {
        case .request(let request): respond(to: request)
        case .acknowledged(let stream):
            if let receiver = streams.acknowledged(stream, at: now) { connections[receiver]?.lastReceived = now }
        case .lost(let stream, _): lose(stream)
        case .custom(let event, let users): sendCustom(event, to: users)
        case .report(let report, let edge): handle(report, from: edge)
        case .edge(let name, let state): setEdge(name, state)
        case .egress(let command): perform(command)
        case .admit(let users): for user in users { self.users[user.id] = user }
        case .remove(let users, let calls): remove(users, calls)
        }
        return takeEffects()
    }

    package func wake(at now: Instant) -> [ServerEffect] {
        begin(at: now)
        while let due = timers.popDue(at: now) {
            switch due.element {
            case .review(let receiver): review(receiver)
            case .forget(let receiver): forget(receiver)
            case .missed(let ring): miss(ring)
            case .counts(let cid):
                trace(.timer("participant counts of \(cid)"))
                notifyCounts(cid)
            case .egress(let timer): wake(timer)
            case .orphans(let cid, let orphans): giveUp(orphans, of: cid)
            case .session(let cid, let sessionId): endSession(cid, sessionId)
            case .thumbnail(let cid, let sessionId): takeThumbnail(cid, sessionId)
            }
        }
        for notification in streams.flush(at: now) {
            if let payload = notification.payload {
                effects.append(.notify(notification.stream, payload: payload))
            } else {
                effects.append(.close(notification.stream))
                lose(notification.stream)
            }
        }
        return takeEffects()
    }

    package func removeExpired(at now: Instant) {
        begin(at: now)
        limiter.removeExpired(at: now)
        absences.removeExpired(at: date)
        provingClients.removeExpired(at: date)
    }

    private func begin(at now: Instant) {
        self.now = now
        date = epoch.advanced(to: now)
    }

    private func takeEffects() -> [ServerEffect] {
        let taken = effects
        effects = []
        return taken
    }

    // MARK: Requests

    private func respond(to request: ServerRequest) {
        respond(to: request) { (trace: inout RequestTrace) throws(APIError) in try route(request, &trace) }
    }

    private func route(
        _ request: ServerRequest, _ trace: inout RequestTrace
    ) throws(APIError) -> HandledRequest {
        let route: CoordinatorRoute
        do {
            route = try CoordinatorRoute(method: request.method, options: request.options)
        } catch {
            throw .route(error, request.path) { (try? CoordinatorRoute(method: $0, options: request.options)) != nil }
        }
        if isTraced { trace.route = .coordinator(route) }
        switch route {
        case .connect:
            return try connect(request, &trace.userId)
        case .health:
            let caller = try caller(of: request)
            trace.userId = caller.userId
            guard !caller.isLost else { throw .connectionLost }
            caller.lastHealth = date
            return HandledRequest(response: ServerResponse(.content))
        case .disconnect:
            let caller = try caller(of: request)
            trace.userId = caller.userId
            return HandledRequest(response: disconnect(caller))
        case .call(let cid, let action):
            return HandledRequest(response: try perform(action, callRequest(request, cid, &trace.userId)))
        case .egress(let cid, let action):
            return HandledRequest(response: try performInRoom(action, callRequest(request, cid, &trace.userId)))
        case .client(.createGuest):
            return HandledRequest(response: try createGuest(request, &trace.userId))
        case .client(let action):
            let caller = try caller(of: request)
            trace.userId = caller.userId
            try admit(caller.userId, cost: cost(of: action))
            if Self.isGuest(caller.userId) { try request.checkSize() }
            let clientRequest = ClientRequest(requester: requester(caller), message: request)
            return HandledRequest(response: try perform(action, clientRequest))
        }
    }

    /// Returns the connection that a request names, if its token is valid.
    private func caller(of request: ServerRequest) throws(APIError) -> Connection {
        guard let id = request.query(QueryName.connectionId) else { throw .connectionIdMissing }
        guard let connection = connections[id: id] else { throw .connectionUnknown }
        // The id alone proves nothing: it travels in clear text. Another process of the same host has another port.
        guard connection.peer == request.peer else { throw .connectionElsewhere }
        try request.verify(for: connection.client)
        if let expiry = connection.tokenExpiresAt, expiry <= date { throw .tokenExpired }
        connection.lastReceived = now
        return connection
    }

    /// Performs the checks of every request about a call.
    private func callRequest(
        _ request: ServerRequest, _ cid: CallCid, _ userId: inout String?
    ) throws(APIError) -> CallRequest {
        let caller = try caller(of: request)
        userId = caller.userId
        try admit(caller.userId)
        if Self.isGuest(caller.userId) { try request.checkSize() }
        if let only = caller.callCid, only != cid { throw .otherCall(cid) }
        return CallRequest(cid: cid, requester: requester(caller), message: request)
    }

    private func requester(_ caller: Connection) -> Requester {
        Requester(
            user: users[caller.userId] ?? User(id: caller.userId), receiver: caller.receiver,
            onlyCall: caller.callCid, clientKey: caller.client?.clientKey)
    }

    private func perform(_ action: CallAction, _ request: CallRequest) throws(APIError) -> ServerResponse {
        switch action {
        case .get: try get(request)
        case .getOrCreate: try getOrCreate(request)
        case .join: try join(request)
        case .ring: try ring(request)
        case .accept: try accept(request)
        case .reject: try reject(request)
        case .markEnded: try markEnded(request)
        case .sendEvent: try sendEvent(request)
        case .block: try setBlocked(request, true)
        case .unblock: try setBlocked(request, false)
        case .kick: try kick(request)
        case .muteUsers: try muteUsers(request)
        case .pin: try setPinned(request, true)
        case .unpin: try setPinned(request, false)
        case .userPermissions: try updatePermissions(request)
        case .requestPermission: try requestPermission(request)
        case .update: try update(request)
        case .delete: try delete(request)
        case .updateMembers: try updateMembers(request)
        case .getParticipants: try getParticipants(request)
        case .getRingState: try getRingState(request)
        case .sendReaction: try sendReaction(request)
        case .raiseHand: try setHandRaised(request, true)
        case .lowerHand: try setHandRaised(request, false)
        case .submitFeedback: try submitFeedback(request)
        }
    }

    /// The number of requests that an action counts as. A query examines every call.
    private func cost(of action: ClientAction) -> Int {
        switch action {
        case .queryCalls, .queryCallStats: 1 + calls.count / 100
        default: 1
        }
    }

    private func perform(_ action: ClientAction, _ request: ClientRequest) throws(APIError) -> ServerResponse {
        switch action {
        case .queryCalls: try queryCalls(request)
        case .queryMembers: try queryMembers(request)
        case .queryCallStats: try queryCallStats(request)
        case .createDevice: try createDevice(request)
        case .listDevices: listDevices(request)
        case .deleteDevice: try deleteDevice(request)
        case .getEdges: getEdges()
        case .createGuest: throw .nothing(at: action.shape.path)
        }
    }
}
