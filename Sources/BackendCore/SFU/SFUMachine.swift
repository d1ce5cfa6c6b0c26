import Signaling
public import Timing
import Wire

/// One SFU's rules: who may enter a session, who is there, and who is told what.
///
/// A value without I/O: the door is ``handle(_:at:)``, and ``wake(at:)`` must be called at ``nextWake``.
public struct SFUMachine: Sendable {
    /// What can happen to an SFU.
    public enum Event: Hashable, Sendable {
        /// A request came; exactly one effect answers it.
        case request(ServerRequest)
        /// The notification under way on the stream has arrived.
        case acknowledged(StreamID)
        /// The stream has no listener any more.
        case lost(StreamID, StreamLoss)
        /// The coordinator tells what is to happen in a session.
        case order(SessionOrder)
        /// Those who run the SFU tell it something.
        case command(SFUCommand)
    }

    enum Timer: Hashable, Sendable {
        /// The health of a participant session is to be looked at.
        case health(String)
        /// The counts of a large call are to be sent.
        case counts(CallCid)
    }

    let configuration: BackendConfiguration
    private let epoch: Timestamp
    var sessions = PlaceTable<CallCid, SFUSession>()
    var stays = PlaceTable<String, Stay>()
    var streams: StreamSet
    var departures: Departures
    /// The stay that a receiver of events belongs to.
    var sessionIds = ReceiverTable<String>()
    /// Receivers whose stay is over, and who must still learn why.
    var farewells: Set<ReceiverID> = []
    var timers = TimerQueue<Timer>()
    var limiter: RateLimiter
    /// Whether nobody new is let in.
    var isFull = false
    /// The migrations whose completion nobody is told of yet; nil when everybody is told at once.
    var withheldMigrations: [String]?
    /// The paths and tracks of those who have media.
    var media: MediaPlane
    /// The UDP port of media, as clients are told.
    let mediaPort: UInt16
    /// How many datagrams changed nothing, by reason.
    var drops: [MediaDrop: Int] = [:]
    /// The instant of what is being handled.
    private(set) var now = Instant.start
    /// The date of what is being handled.
    private(set) var date: Timestamp
    var effects: [ServerEffect] = []
    /// What it has done so far, in numbers.
    public var tally = ServerTally()
    /// Whether somebody keeps the record.
    public var isTraced = true

    /// Makes an SFU with nobody in it.
    ///
    /// - Parameters:
    ///   - epoch: The date that belongs to ``Timing/Instant/start``.
    ///   - edge: Which of the configuration's SFUs it is; the first one unless told otherwise.
    public init(configuration: BackendConfiguration, epoch: Timestamp, edge: Edge? = nil) {
        let edge = edge ?? configuration.edges.first
        media = MediaPlane(secret: configuration.secret, name: edge?.name ?? "")
        mediaPort = edge?.mediaAddress.port ?? MediaFormat.port
        self.configuration = configuration
        self.epoch = epoch
        date = epoch
        limiter = RateLimiter(configuration.rateLimit)
        streams = StreamSet(
            delay: configuration.patience.eventDelay, limit: configuration.patience.retainedEvents)
        departures = Departures(memory: configuration.patience.departure)
    }

    /// When ``wake(at:)`` must be called; nil when nothing is pending.
    public var nextWake: Instant? {
        let wakes = (streams.nextWake, timers.nextDeadline, media.nextWake)
        let next = min(wakes.0 ?? .distantFuture, wakes.1 ?? .distantFuture, wakes.2 ?? .distantFuture)
        return next == .distantFuture ? nil : next
    }

    /// Takes one event and says what to do.
    public mutating func handle(_ event: Event, at now: Instant) -> [ServerEffect] {
        begin(at: now)
        switch event {
        case .request(let request): answer(request)
        case .acknowledged(let stream): acknowledged(stream)
        case .lost(let stream, let loss): lost(stream, loss)
        case .order(let order): obey(order)
        case .command(let command): obey(command)
        }
        return takeEffects()
    }

    /// Does what has fallen due.
    public mutating func wake(at now: Instant) -> [ServerEffect] {
        begin(at: now)
        while let due = timers.popDue(at: now) {
            switch due.element {
            case .health(let sessionId): checkHealth(of: sessionId)
            case .counts(let cid): tellCounts(in: cid)
            }
        }
        wakeMedia()
        for notification in streams.flush(at: now) {
            if let payload = notification.payload {
                effects.append(.notify(notification.stream, payload: payload))
            } else {
                effects.append(.close(notification.stream))
                lost(notification.stream, .unanswered)
            }
        }
        return takeEffects()
    }

    mutating func begin(at now: Instant) {
        self.now = now
        date = epoch.advanced(to: now)
    }

    mutating func takeEffects() -> [ServerEffect] {
        let taken = effects
        effects = []
        return taken
    }

    private mutating func obey(_ order: SessionOrder) {
        switch order {
        case .admit(let cid, let user, let roles, let grants, let noiseCancellation):
            admit(user, roles, grants, noiseCancellation: noiseCancellation, to: cid)
        case .grant(let cid, let userId, let grants, let noiseCancellation):
            grant(grants, to: userId, in: cid)
            if let noiseCancellation { allowNoiseCancellation(noiseCancellation, to: userId, in: cid) }
        case .describe(let cid, let user, let roles): describe(user, roles, in: cid)
        case .mute(let cid, let userIds, let types): mute(userIds, types, in: cid)
        case .pin(let cid, let pins): pin(pins, in: cid)
        case .tell(let cid, let event, let userIds): notice(event, in: cid, to: userIds)
        case .remove(let cid, let userId, let reason): remove(userId, from: cid, reason)
        case .limit(let cid, let participants): limit(cid, to: participants)
        case .end(let cid, let reason): end(cid, reason)
        case .endLive(let cid, let staying): endLive(cid, staying: Set(staying))
        case .introduce(let cid, let edge): introduce(cid, to: edge)
        case .relay(let cid, let event, let edge): relay(event, in: cid, from: edge)
        case .release(let cid, let sessionId): release(sessionId, in: cid)
        case .replace(let cid, let sessionId):
            if stays[sessionId]?.cid == cid { end(sessionId, .replaced) }
        case .completeMigration(_, let sessionId): completeMigration(of: sessionId)
        }
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
        let route: SFURoute
        do {
            route = try SFURoute(method: request.method, options: request.options)
        } catch {
            throw .route(error, request.path) { (try? SFURoute(method: $0, options: request.options)) != nil }
        }
        if isTraced { trace.route = .sfu(route) }
        switch route {
        case .join:
            return try join(request, try request.body(), &trace.userId)
        case .leave:
            return Answered(answer: try leave(request, try request.body(), &trace.userId))
        case .health:
            return Answered(answer: try health(request, try request.body(), &trace.userId))
        case .setPublisher:
            return Answered(answer: try setPublisher(request, try request.body(), &trace.userId))
        case .updateMuteStates:
            return Answered(answer: try updateMuteStates(request, try request.body(), &trace.userId))
        case .updateSubscriptions:
            return Answered(answer: try updateSubscriptions(request, try request.body(), &trace.userId))
        case .sendStats:
            return Answered(answer: try takeStats(request, try request.body(), &trace.userId))
        case .startNoiseCancellation:
            return Answered(answer: try setNoiseCancellation(true, request, try request.body(), &trace.userId))
        case .stopNoiseCancellation:
            return Answered(answer: try setNoiseCancellation(false, request, try request.body(), &trace.userId))
        }
    }

    // MARK: Streams

    private mutating func acknowledged(_ stream: StreamID) {
        guard let receiver = streams.acknowledged(stream, at: now) else { return }
        guard farewells.contains(receiver), streams.isDrained(receiver) else { return }
        forget(receiver)
    }

    private mutating func lost(_ stream: StreamID, _ loss: StreamLoss) {
        guard let receiver = streams.detach(stream) else { return }
        if farewells.contains(receiver) { return forget(receiver) }
        // Who takes the observation back leaves in words; if they do not, their health will tell.
        guard loss != .deregistered, let sessionId = sessionIds[receiver] else { return }
        loseSignal(of: sessionId, .streamLost)
    }

    mutating func forget(_ receiver: ReceiverID) {
        if !farewells.isEmpty { farewells.remove(receiver) }
        sessionIds[receiver] = nil
        if let stream = streams.remove(receiver) { effects.append(.close(stream)) }
    }
}
