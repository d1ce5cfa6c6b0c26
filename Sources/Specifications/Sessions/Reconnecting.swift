import Timing

/// The connection phases of a client that reconnects.
struct Reconnecting: Specification {
    struct Memory: Sendable {
        /// The time without a network after which a client gives up; nil for never.
        var disconnectionTimeout: Duration?
        /// The session before the reconnect.
        var before = ""
        /// The session now.
        var session = ""
        var isAdmitted = false
        /// True when the coordinator has granted a join since this phase began.
        var isAssigned = false
        var hasNewSession: Bool { !before.isEmpty && session != before && !session.isEmpty && isAssigned }
        var hasSameSession: Bool { session == before }
        var hasMoved: Bool { hasSameSession && isAssigned }
    }

    private static let admitted = Guard<Memory>("an SFU has admitted the user", when: \.isAdmitted)
    private static let same = Guard<Memory>("the session is the same", when: \.hasSameSession)
    private static let moved = Guard<Memory>(
        "the session is the same, and the coordinator has granted a join", when: \.hasMoved)
    private static let new = Guard<Memory>(
        "the session is a new one, and the coordinator has granted a join", when: \.hasNewSession)
    private static let waited = Guard<Memory>("1 s of the network has passed") { subject, now in
        subject.since.advanced(by: .seconds(1)) <= now
    }

    private static let table = TransitionTable<Memory>(
        rows: [
            TransitionRow("disconnected", to: "connecting"),
            TransitionRow("connecting", to: "connected", when: admitted),
            TransitionRow("connected", to: "offline", "fastReconnecting", "rejoining", "migrating", "disconnected"),
            TransitionRow("offline", to: "fastReconnecting", "rejoining", "migrating", when: waited),
            TransitionRow("fastReconnecting", to: "connected", when: same),
            TransitionRow("rejoining", to: "connected", when: new),
            TransitionRow("migrating", to: "connected", when: moved),
            TransitionRow("fastReconnecting", "migrating", to: "rejoining"),
            TransitionRow("fastReconnecting", "rejoining", "migrating", to: "offline"),
            TransitionRow(
                "connecting", "offline", "fastReconnecting", "rejoining", "migrating", to: "disconnected"),
        ],
        limits: [
            Limit("connecting", atMost: "30 s for a join", .seconds(30)),
            Limit("offline", atMost: "the disconnection timeout and 1 s of the network") { memory in
                memory.disconnectionTimeout.map { $0 + .seconds(1) }
            },
        ])

    static let page = SpecificationPage(
        name: "reconnecting",
        statement: "A lost connection returns by a fast reconnect, a rejoin or a migration. A fast reconnect and a "
            + "migration keep the session, a rejoin has a new one. The coordinator assigns the SFU of a rejoin and of a "
            + "migration. Without a network a client waits until it has been back for 1 s, and gives up after the "
            + "disconnection timeout.",
        source: "semantics.md section 0, rule 11; 4.4; 4.6", arrows: table.arrows)

    private var clients = Subjects(table, in: "disconnected", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "connectionPhase": return move(change, at: now, run)
        case .changed(let change) where change.property == "sessionId":
            clients.update(change.participant, at: now) { $0.memory.session = change.to }
        case .request(let request) where request.isGranted:
            guard request.operation == "sfu/join" || request.operation == "join" else { return nil }
            for name in run.participants(of: request.user) {
                clients.update(name, at: now) {
                    if request.operation == "join" { $0.memory.isAssigned = true } else { $0.memory.isAdmitted = true }
                }
            }
        case .crashed(let participant): clients.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { clients.elapse(to: now, slack: run.slack) }

    private mutating func move(_ change: PropertyChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        let name = change.participant
        let disconnectionTimeout = run.participants[name]?.disconnectionTimeout
        // A phase that does not continue the known one belongs to another call.
        if clients[name]?.state != change.from { return restart(change, at: now) }
        if change.from == "disconnected" { clients.forget(name) }
        clients.update(name, at: now) { $0.memory.disconnectionTimeout = disconnectionTimeout }
        let refusal = clients.move(name, to: change.to, at: now)
        clients.update(name, at: now) {
            ($0.memory.isAdmitted, $0.memory.isAssigned) = (false, false)
            if change.to == "connected" { $0.memory.before = $0.memory.session }
        }
        return refusal
    }

    private mutating func restart(_ change: PropertyChange, at now: Instant) -> Refusal? {
        let session = clients[change.participant]?.memory.session ?? ""
        clients.forget(change.participant)
        guard change.from == "disconnected" else { return nil }
        clients.update(change.participant, at: now) {
            $0.memory.session = session
            $0.enter(change.to, at: now)
        }
        return nil
    }
}
