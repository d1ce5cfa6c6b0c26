import Timing

/// The reasons for which a client disconnects from its session.
struct GivingUp: Specification {
    struct Memory: Sendable {
        /// The time without a connection after which a client gives up; nil for never.
        var timeout: Duration?
        /// The instant at which the connection was lost.
        var lostAt: Instant?
        /// The instants of the rejoins.
        var rejoins: [Instant] = []
        /// True when the participant leaves, or its call ends.
        var isEnding = false
        /// True when a server refused the user or ended its session after the client was last connected.
        var isRefused = false
    }

    private static let ending = Guard<Memory>(
        "the participant leaves, the call ends, or the user is refused or removed"
    ) { subject, _ in subject.memory.isEnding || subject.memory.isRefused }
    private static let timedOut = Guard<Memory>("the disconnection timeout is over") { subject, now in
        guard let lostAt = subject.memory.lostAt, let timeout = subject.memory.timeout else { return false }
        return lostAt.advanced(by: timeout) <= now
    }
    private static let exhausted = Guard<Memory>("10 rejoins were tried in 120 s") { subject, now in
        subject.memory.rejoins.count { $0.advanced(by: .seconds(120)) >= now } >= 10
    }

    private static let table = TransitionTable<Memory>(rows: [
        TransitionRow("disconnected", to: "connecting"),
        TransitionRow("connecting", to: "connected", "disconnected"),
        TransitionRow("connected", "lost", to: "lost"),
        TransitionRow("lost", to: "connected"),
        TransitionRow("connected", "lost", to: "disconnected", when: ending, exhausted),
        TransitionRow("lost", to: "disconnected", when: timedOut),
    ])

    static let page = SpecificationPage(
        name: "giving up",
        statement:
            "A client that was connected disconnects when its participant leaves, when the call ends, when its user is "
            + "refused or removed, after the disconnection timeout, and after 10 rejoins in 120 s.",
        source: "semantics.md section 0, rule 11; 4.2; 4.4", arrows: table.arrows)

    private var clients = Subjects(table, in: "disconnected", Memory())
    private var calls = ParticipantCalls()
    /// The participants whose call ends. The event may reach a client after it has connected.
    private var ending: Set<String> = []
    /// False once a fault refuses requests, because the trace does not show which.
    private var knowsRefusals = true

    /// The commands that end a participant's call.
    private static let leaving: Set<String> = [
        "hangUp", "call.leave", "call.end", "call.delete", "call.reject", "reject", "disconnect", "setActiveCall",
        "join", "call.join", "startCall", "ring", "joinAndRing", "accept", "answerOutside", "renewViewModel",
    ]
    /// The events and the changes of a session that end a participant's call.
    private static let endings: Set<Substring> = [
        "call.ended", "call.deleted", "call.rejected", "call.blocked_user", "call.kicked_user", "call.session_ended",
        "call_ended", "error", "connection.error", "removed",
    ]
    /// The changes of a session after which an SFU may refuse its client.
    private static let losses: Set<Substring> = ["replaced", "stale"]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "connectionPhase": return move(change, at: now, run)
        // The phase is the same while one rejoin follows another.
        case .changed(let change) where change.property == "reconnection" && change.to == "rejoining":
            clients.update(change.participant, at: now) { $0.memory.rejoins.append(now) }
        case .stage(let change, let cid):
            calls.note(change, cid)
            // A client that rejects a call leaves it, also when its request fails.
            if change.to == "rejecting" { end([change.participant]) }
        case .command(let participant, let name, _) where Self.leaving.contains(name): command(participant)
        case .interceptor(let participant, "threw", _): end([participant])
        // A ring may end in a call that its user has joined, and that waits for an interceptor.
        case .fired(let timer) where timer.label == "ring timer" || timer.label.hasPrefix("auto-leave"):
            end([timer.owner])
        case .sent(let event) where Self.endings.contains(event.type):
            end(event.users.flatMap { run.participants(of: $0) })
        case .session(let change) where Self.endings.contains(change.change):
            end(run.participants(of: change.user))
        case .session(let change) where Self.losses.contains(change.change):
            refuse(run.participants(of: change.user), at: now)
        // The end of a livestream ends the call of each participant without the right to be in backstage.
        case .request(let request) where request.operation == "stopLive": end(clients.names)
        case .request(let request) where !request.isGranted: refuse(run.participants(refusedBy: request), at: now)
        case .refuses, .damaged: knowsRefusals = false
        case .everyoneLeaves: end(clients.names)
        case .crashed(let participant): clients.forget(participant)
        default: break
        }
        return nil
    }

    private mutating func end(_ names: [String]) { ending.formUnion(names) }

    /// Notes a command that ends the present call, or begins the next one.
    private mutating func command(_ participant: String) {
        let isIn = clients[participant].map { $0.state != "disconnected" } ?? false
        if isIn { ending.insert(participant) } else { ending.remove(participant) }
    }

    private mutating func refuse(_ names: [String], at now: Instant) {
        for name in names where clients[name] != nil {
            clients.update(name, at: now) { $0.memory.isRefused = true }
        }
    }

    private mutating func move(_ change: PropertyChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        let name = change.participant
        guard !calls.mixed.contains(name), knowsRefusals else { return nil }
        let isLost = !["disconnected", "connecting", "connected"].contains(change.to)
        let state = clients[name]?.state ?? "disconnected"
        let timeout = run.participants[name]?.disconnectionTimeout
        if change.from == "disconnected" { clients.forget(name) }
        let isEnding = ending.contains(name)
        clients.update(name, at: now) { $0.memory.isEnding = isEnding }
        if change.to == "disconnected" { ending.remove(name) }
        // A phase that does not continue the known one belongs to another call, and is not judged.
        let isKnown = change.from == "disconnected" || state != "disconnected"
        let refusal = clients.move(name, to: isLost ? "lost" : change.to, at: now)
        clients.update(name, at: now) {
            $0.memory.timeout = timeout
            if change.to == "connected" { ($0.memory.lostAt, $0.memory.isRefused) = (nil, false) }
            if state == "connected", isLost { $0.memory.lostAt = now }
        }
        return isKnown ? refusal : nil
    }
}
