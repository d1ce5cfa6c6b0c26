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
        /// A request arrived. Exactly one effect responds to it.
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
        /// The stream of a connection is due for a review.
        case review(ReceiverID)
        /// The time to resume a lost connection has passed.
        case forget(ReceiverID)
        /// The time to answer a ring has passed.
        case missed(LimitedRing)
        /// The participant counts of a call are due.
        case counts(CallCid)
        /// A change of a run of egress is due.
        case egress(EgressTimer)
        /// The time for the clients of a lost SFU to join another one has passed; with their session ids.
        case orphans(CallCid, [String])
        /// Tracks that a user has announced on another SFU are to be muted there.
        case withdrawals(CallCid, userId: String, [TrackType])
        /// A session was released by the SFU that it has left; with the session's id.
        case migration(CallCid, String)
        /// The time limit of a session has passed; with the session's id.
        case session(CallCid, String)
        /// The thumbnail of a session is due.
        case thumbnail(CallCid, String)
    }

    /// A ring with a limited time to answer.
    struct LimitedRing: Sendable {
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
    /// The dates at which the clients of forgotten connections last had all events.
    var absences = ExpiringMap<String, Timestamp, Timestamp>(maxCount: maxAbsences)
    /// The maximum number of entries in ``absences``.
    static let maxAbsences = 65_536
    /// The time for which an entry of ``absences`` is kept.
    static let absence = Duration.seconds(86_400)
    /// True after a client has presented a token for one call. Until then, events need not be limited to one call.
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
            if let receiver = streams.acknowledged(stream, at: now) { noteReceived(from: receiver) }
        case .lost(let stream, let loss): lost(stream, loss)
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
            case .withdrawals(let cid, let userId, let types): mute(types, ofMoved: userId, in: cid)
            case .migration(let cid, let sessionId): completeMigration(of: sessionId, in: cid)
            case .session(let cid, let sessionId): endSession(cid, sessionId)
            case .thumbnail(let cid, let sessionId): takeThumbnail(cid, sessionId)
            }
        }
        sendEvents()
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
}
