internal import Containers
import Signaling
package import Timing
import Wire

/// The rules of one SFU, without I/O: admission, sessions, tracks, and the events that clients receive.
///
/// The shell passes events to ``handle(_:at:)`` and calls ``wake(at:)`` at ``nextWake``.
package final class SFUMachine {
    package enum Event: Hashable, Sendable {
        /// A request arrived; exactly one effect responds to it.
        case request(ServerRequest)
        /// The pending notification of the stream was acknowledged.
        case acknowledged(StreamID)
        /// The stream lost its listener.
        case lost(StreamID, StreamLoss)
        /// An order of the coordinator.
        case order(SessionOrder)
        /// A command of the operator.
        case command(SFUCommand)
    }

    enum Timer: Hashable, Sendable {
        /// The health of a session is due for a check.
        case health(String)
        /// The counts of a large call are due.
        case counts(CallCid)
    }

    let configuration: BackendConfiguration
    private let epoch: Timestamp
    var calls: [CallCid: SFUCall] = [:]
    /// The participants' sessions by session id.
    var sessions: [String: SFUSession] = [:]
    /// The numbers of guests' sessions, by user.
    var sessionsOfGuests: [String: Int] = [:]
    /// The maximum number of one guest's sessions.
    static let maxSessionsOfGuest = 16
    /// The numbers of other users' sessions, by address.
    private(set) var usersAt: [SocketAddress: Int] = [:]
    /// The number of all guests' sessions, and its maximum.
    var countOfGuests = 0
    static let maxCountOfGuests = 5_000
    var streams: StreamSet
    var endedSessions: EndedSessions
    /// The session of each receiver of events.
    var sessionIds = SmallMap<ReceiverID, String>()
    /// Receivers whose session has ended, and that still receive its end.
    var drainingReceivers: Set<ReceiverID> = []
    var timers = TimerQueue<Timer>()
    var limiter: RateLimiter
    /// The work that guests cause, media included.
    var guestWork: GuestWork {
        get { media.guestWork }
        set { media.guestWork = newValue }
    }
    /// The clients that prove their requests.
    var provingClients: ProvingClients
    /// True while new sessions are refused.
    var isFull = false
    /// The sessions whose completed migration is withheld; nil when completions are sent at once.
    var withheldMigrations: [String]?
    /// The media paths and tracks.
    var media: MediaPlane
    /// The UDP port of media in join responses.
    let mediaPort: UInt16
    /// The numbers of dropped datagrams by reason.
    var drops: [MediaDrop: Int] = [:]
    /// The instant of the event that is being handled.
    private(set) var now = Instant.start
    /// The date of the event that is being handled.
    private(set) var date: Timestamp
    var effects: [ServerEffect] = []
    package var tally = ServerTally()
    package var isTraced = true

    /// Creates an SFU without calls.
    ///
    /// - Parameters:
    ///   - epoch: The date of ``Timing/Instant/start``.
    ///   - edge: The SFU's entry in the configuration; the first one by default.
    package init(configuration: BackendConfiguration, epoch: Timestamp, edge: Edge? = nil) {
        let edge = edge ?? configuration.edges.first
        media = MediaPlane(secret: configuration.secret, name: edge?.name ?? "")
        media.guestWork = GuestWork(perSecond: configuration.guestSteps)
        mediaPort = edge?.mediaAddress.port ?? MediaFormat.port
        self.configuration = configuration
        self.epoch = epoch
        date = epoch
        limiter = RateLimiter(configuration.rateLimit)
        provingClients = ProvingClients(configuration, server: edge?.name ?? "")
        streams = StreamSet(
            delay: configuration.timeouts.eventDelay, limit: StreamLimit(configuration.timeouts))
        endedSessions = EndedSessions(memory: configuration.timeouts.departure)
    }

    package var nextWake: Instant? {
        let wakes = (streams.nextWake, timers.nextDeadline, media.nextWake)
        let next = min(wakes.0 ?? .distantFuture, wakes.1 ?? .distantFuture, wakes.2 ?? .distantFuture)
        return next == .distantFuture ? nil : next
    }

    package func handle(_ event: Event, at now: Instant) -> [ServerEffect] {
        begin(at: now)
        switch event {
        case .request(let request): respond(to: request)
        case .acknowledged(let stream): acknowledged(stream)
        case .lost(let stream, let loss): lost(stream, loss)
        case .order(let order): apply(order)
        case .command(let command): perform(command)
        }
        return takeEffects()
    }

    package func wake(at now: Instant) -> [ServerEffect] {
        begin(at: now)
        while let due = timers.popDue(at: now) {
            switch due.element {
            case .health(let sessionId): checkHealth(of: sessionId)
            case .counts(let cid): sendCounts(of: cid)
            }
        }
        wakeMedia()
        sendEvents()
        return takeEffects()
    }

    package func removeExpired(at now: Instant) {
        begin(at: now)
        limiter.removeExpired(at: now)
        endedSessions.removeExpired(at: now)
        provingClients.removeExpired(at: date)
    }

    func begin(at now: Instant) {
        self.now = now
        date = epoch.advanced(to: now)
    }

    private func apply(_ order: SessionOrder) {
        switch order {
        case .admit(let cid, let user, let roles, let grants, let noiseCancellation, let startedAt):
            provideCall(cid).knownStart = startedAt
            admit(user, roles, grants, noiseCancellation: noiseCancellation, to: cid)
        case .grant(let cid, let userId, let grants, let noiseCancellation):
            grant(grants, to: userId, in: cid)
            if let noiseCancellation { allowNoiseCancellation(noiseCancellation, to: userId, in: cid) }
        case .describe(let cid, let user, let roles): describe(user, roles, in: cid)
        case .mute(let cid, let userIds, let types): mute(userIds, types, in: cid)
        case .pin(let cid, let pins): pin(pins, in: cid)
        case .send(let cid, let event, let userIds): notice(event, in: cid, to: userIds)
        case .remove(let cid, let userId, let reason): remove(userId, from: cid, reason)
        case .limit(let cid, let participants): limit(cid, to: participants)
        case .end(let cid, let reason): end(cid, reason)
        case .endLive(let cid, let staying): endLive(cid, staying: Set(staying))
        case .introduce(let cid, let edge): introduce(cid, to: edge)
        case .relay(let cid, let event, let edge): relay(event, in: cid, from: edge)
        case .release(let cid, let sessionId): release(sessionId, in: cid)
        case .replace(let cid, let sessionId):
            guard let session = sessions[sessionId], session.cid == cid else { return }
            reportWithdrawals(of: session)
            end(session, .replaced)
        case .completeMigration(_, let sessionId):
            publishAwaited(of: sessionId)
            completeMigration(of: sessionId)
        }
    }

    // MARK: Requests

    private func respond(to request: ServerRequest) {
        respond(to: request) { (trace: inout RequestTrace) throws(APIError) in try route(request, &trace) }
    }

    private func route(
        _ request: ServerRequest, _ trace: inout RequestTrace
    ) throws(APIError) -> HandledRequest {
        let route: SFURoute
        do {
            route = try SFURoute(method: request.method, options: request.options)
        } catch {
            throw .route(error, request.path) { (try? SFURoute(method: $0, options: request.options)) != nil }
        }
        if isTraced { trace.route = .sfu(route) }
        if usersAt[request.peer] == nil { try admitBody(of: request) } else { try request.checkSize() }
        switch route {
        case .join:
            return try join(request, try request.body(), &trace.userId)
        case .leave:
            return HandledRequest(response: try leave(request, try request.body(), &trace.userId))
        case .health:
            return HandledRequest(response: try health(request, try request.body(), &trace.userId))
        case .setPublisher:
            return HandledRequest(response: try setPublisher(request, try request.body(), &trace.userId))
        case .updateMuteStates:
            return HandledRequest(response: try updateMuteStates(request, try request.body(), &trace.userId))
        case .updateSubscriptions:
            return HandledRequest(response: try updateSubscriptions(request, try request.body(), &trace.userId))
        case .sendStats:
            return HandledRequest(response: try takeStats(request, try request.body(), &trace.userId))
        case .startNoiseCancellation:
            return HandledRequest(response: try setNoiseCancellation(true, request, try request.body(), &trace.userId))
        case .stopNoiseCancellation:
            return HandledRequest(response: try setNoiseCancellation(false, request, try request.body(), &trace.userId))
        }
    }

    // MARK: Streams

    private func acknowledged(_ stream: StreamID) {
        guard let receiver = streams.acknowledged(stream, at: now) else { return }
        guard drainingReceivers.contains(receiver), streams.isDrained(receiver) else { return }
        forget(receiver)
    }

    func lost(_ stream: StreamID, _ loss: StreamLoss) {
        guard let receiver = streams.detach(stream) else { return }
        if drainingReceivers.contains(receiver) { return forget(receiver) }
        // A client that deregisters sends a leave as well. Without one, its health requests end.
        guard loss != .deregistered, let session = sessionIds[receiver].flatMap({ sessions[$0] }) else { return }
        loseSignal(of: session, .streamLost)
    }

    /// Moves a session to an address of its client.
    func move(_ session: SFUSession, to peer: SocketAddress) {
        countUser(session, -1)
        session.peer = peer
        countUser(session, 1)
    }

    /// Counts the session of a user that is no guest at its address.
    func countUser(_ session: SFUSession, _ change: Int) {
        guard !session.isOfGuest else { return }
        let count = usersAt[session.peer, default: 0] + change
        usersAt[session.peer] = count == 0 ? nil : count
    }

    func forget(_ receiver: ReceiverID) {
        drainingReceivers.remove(receiver)
        sessionIds[receiver] = nil
        if let stream = streams.remove(receiver) { effects.append(.close(stream)) }
    }
}
