public import Chance
import Signaling
public import Timing
public import Wire

/// The coordinator's rules: connections and their event streams, calls, members, rings and sessions.
///
/// A value without I/O: the door is ``handle(_:at:)``, and ``wake(at:)`` must be called at ``nextWake``.
public struct CoordinatorMachine: Sendable {
    /// What can happen to a coordinator.
    public enum Event: Hashable, Sendable {
        /// A request came; exactly one effect answers it.
        case request(ServerRequest)
        /// The notification under way on the stream has arrived.
        case acknowledged(StreamID)
        /// The stream has no listener any more.
        case lost(StreamID, StreamLoss)
        /// An SFU tells what happened in a session.
        /// Something happens to what leaves a call.
        case egress(EgressCommand)
        /// Somebody who runs the backend has something to tell these users: an event as a map, of any type.
        case say(CBOR.Map, users: [String])
        case report(SessionReport, edge: String)
        /// An SFU takes people in, or no more.
        case edge(String, EdgeState)
    }

    enum Timer: Sendable {
        case review(ReceiverID)
        case forget(ReceiverID)
        case missed(MissedRing)
        case counts(CallCid)
        case egress(EgressTimer)
        case orphans(CallCid, [String])
        case session(CallCid, String)
        /// A picture of a session is there.
        case thumbnail(CallCid, String)
    }

    /// A ring whose time to answer is limited.
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
    /// Those of ``users`` who came as guests, the oldest first.
    var guests: [String] = []
    var connections = ConnectionTable()
    var streams: StreamSet
    var calls = CallTable()
    /// Calls that were deleted, but not so that their names are free again.
    var deletedCalls: Set<CallCid> = []
    /// The queries whose calls are followed, those made later too.
    var watchedQueries: [WatchedQuery] = []
    /// Where push messages reach users.
    var devices: [String: [Device]] = [:]
    /// The dates of the last signs of life of connections that were forgotten, for a day.
    var absences = Absences()
    /// True once a token for one call was used: only then does a connection's call have to be looked at.
    var hasTokensForOneCall = false
    /// The calls that users were rung in, the latest last.
    var rungIn: [String: [CallCid]] = [:]
    var timers = TimerQueue<Timer>()
    var limiter: RateLimiter
    /// The instant of what is being handled.
    private(set) var now = Instant.start
    /// The date of what is being handled.
    private(set) var date: Timestamp
    var effects: [ServerEffect] = []
    /// What it has done so far, in numbers.
    public var tally = ServerTally()
    /// Whether somebody keeps the record.
    public var isTraced = true

    /// Makes a coordinator without calls.
    ///
    /// - Parameter epoch: The date that belongs to ``Timing/Instant/start``.
    public init(configuration: BackendConfiguration, epoch: Timestamp, generator: SeededGenerator) {
        self.configuration = configuration
        self.epoch = epoch
        date = epoch
        self.generator = generator
        edges = configuration.edges
        callTypes = Dictionary(configuration.callTypes.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        users = Dictionary(configuration.users.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        limiter = RateLimiter(configuration.rateLimit)
        streams = StreamSet(
            delay: configuration.patience.eventDelay, limit: configuration.patience.retainedEvents)
    }

    /// When ``wake(at:)`` must be called; nil when nothing is pending.
    public var nextWake: Instant? {
        guard let first = streams.nextWake else { return timers.nextDeadline }
        return timers.nextDeadline.map { min($0, first) } ?? first
    }

    /// Takes one event and says what to do.
    public mutating func handle(_ event: Event, at now: Instant) -> [ServerEffect] {
        begin(at: now)
        switch event {
        case .request(let request): answer(request)
        case .acknowledged(let stream):
            if let receiver = streams.acknowledged(stream, at: now) { hear(receiver) }
        case .lost(let stream, _): lose(stream)
        case .say(let event, let users): say(event, to: users)
        case .report(let report, let edge): heard(report, from: edge)
        case .edge(let name, let state): setEdge(name, state)
        case .egress(let command): perform(command)
        }
        return takeEffects()
    }

    /// Does what has fallen due.
    public mutating func wake(at now: Instant) -> [ServerEffect] {
        begin(at: now)
        while let due = timers.popDue(at: now) {
            switch due.element {
            case .review(let receiver): review(receiver)
            case .forget(let receiver): forget(receiver)
            case .missed(let ring): miss(ring)
            case .counts(let cid): tellCounts(cid)
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

    private mutating func begin(at now: Instant) {
        self.now = now
        date = epoch.advanced(to: now)
    }

    private mutating func takeEffects() -> [ServerEffect] {
        let taken = effects
        effects = []
        return edges.count > 1 ? taken.flatMap(spread) : taken
    }

    // MARK: Requests

    private mutating func answer(_ request: ServerRequest) {
        answer(request) { (machine: inout Self, trace: inout RequestTrace) throws(APIError) in
            try machine.route(request, &trace)
        }
    }

    private mutating func route(
        _ request: ServerRequest, _ trace: inout RequestTrace
    ) throws(APIError) -> Answered {
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
            let isLost = connections.inPlace(caller.receiver) { $0.isLost } ?? true
            if isLost { throw .connectionLost }
            connections.inPlace(caller.receiver) { [date] in $0.lastHealth = date }
            return Answered(answer: ServerAnswer(.content))
        case .disconnect:
            let caller = try caller(of: request)
            trace.userId = caller.userId
            return Answered(answer: disconnect(caller.receiver))
        case .call(let cid, let action):
            let question = try question(request, cid, &trace.userId)
            return Answered(answer: try perform(action, question))
        case .egress(let cid, let action):
            let question = try question(request, cid, &trace.userId)
            return Answered(answer: try perform(action, question))
        case .client(.createGuest):
            return Answered(answer: try createGuest(request, &trace.userId))
        case .client(let action):
            let caller = try caller(of: request)
            trace.userId = caller.userId
            try limiter.take(caller.userId, cost: cost(of: action), at: now)
            let question = ClientQuestion(asker: asker(caller), request: request)
            return Answered(answer: try perform(action, question))
        }
    }

    /// The connection in whose name a request is made, as far as every request asks for it.
    private struct Caller {
        let userId: String
        let receiver: ReceiverID
        let onlyCall: CallCid?
    }

    /// The connection in whose name the request is made.
    private mutating func caller(of request: ServerRequest) throws(APIError) -> Caller {
        var isNamed = false
        var named: ReceiverID?
        request.visitQuery(QueryName.connectionId) { id in
            guard !isNamed else { return }
            named = connections.receiver(ofId: id)
            isNamed = named != nil || (try? UTF8Span(validating: id)) != nil
        }
        guard isNamed else { throw .connectionIdMissing }
        let found = named.flatMap { receiver in
            connections.inPlace(receiver) {
                (Caller(userId: $0.userId, receiver: receiver, onlyCall: $0.callCid), $0.tokenExpiresAt, $0.host)
            }
        }
        guard let (caller, expiry, host) = found else { throw .connectionUnknown }
        // The id alone proves nothing: it travels in clear text.
        guard host == request.peer.host else { throw .connectionElsewhere }
        if let expiry, expiry <= date { throw .tokenExpired }
        hear(caller.receiver)
        return caller
    }

    /// The request as far as every question about a call is the same.
    private mutating func question(
        _ request: ServerRequest, _ cid: CallCid, _ userId: inout String?
    ) throws(APIError) -> CallQuestion {
        let caller = try caller(of: request)
        userId = caller.userId
        try limiter.take(caller.userId, at: now)
        if let only = caller.onlyCall, only != cid { throw .otherCall(cid) }
        return CallQuestion(cid: cid, asker: asker(caller), request: request)
    }

    private func asker(_ caller: Caller) -> Asker {
        Asker(
            user: users[caller.userId] ?? User(id: caller.userId), receiver: caller.receiver,
            onlyCall: caller.onlyCall)
    }

    private mutating func perform(_ action: CallAction, _ question: CallQuestion) throws(APIError) -> ServerAnswer {
        switch action {
        case .get: try get(question)
        case .getOrCreate: try getOrCreate(question)
        case .join: try join(question)
        case .ring: try ring(question)
        case .accept: try accept(question)
        case .reject: try reject(question)
        case .markEnded: try markEnded(question)
        case .sendEvent: try sendEvent(question)
        case .block: try setBlocked(question, true)
        case .unblock: try setBlocked(question, false)
        case .kick: try kick(question)
        case .muteUsers: try muteUsers(question)
        case .pin: try setPinned(question, true)
        case .unpin: try setPinned(question, false)
        case .userPermissions: try updatePermissions(question)
        case .requestPermission: try requestPermission(question)
        case .update: try update(question)
        case .delete: try delete(question)
        case .updateMembers: try updateMembers(question)
        case .getParticipants: try getParticipants(question)
        case .getRingState: try getRingState(question)
        case .sendReaction: try sendReaction(question)
        case .submitFeedback: try submitFeedback(question)
        }
    }

    /// How many requests an action counts as: a query looks at every call.
    private func cost(of action: ClientAction) -> Int {
        switch action {
        case .queryCalls, .queryCallStats: 1 + calls.keys.count / 100
        default: 1
        }
    }

    private mutating func perform(_ action: ClientAction, _ question: ClientQuestion) throws(APIError) -> ServerAnswer {
        switch action {
        case .queryCalls: try queryCalls(question)
        case .queryMembers: try queryMembers(question)
        case .queryCallStats: try queryCallStats(question)
        case .createDevice: try createDevice(question)
        case .listDevices: listDevices(question)
        case .deleteDevice: try deleteDevice(question)
        case .getEdges: getEdges()
        case .createGuest: throw .route(.notFound, action.shape.path)
        }
    }
}
