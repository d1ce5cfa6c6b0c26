import Timing

/// The strategies of reconnecting, as the connection phase shows them.
struct Reconnecting: Specification {
    struct Memory: Sendable {
        /// The time without a network after which a client gives up; nil for never.
        var disconnectionTimeout: Duration?
        /// The session before the reconnect.
        var before = ""
        /// The session now.
        var session = ""
        var isAdmitted = false
        var hasNewSession: Bool { !before.isEmpty && session != before && !session.isEmpty }
        var hasSameSession: Bool { session == before }
    }

    private static let admitted = Guard<Memory>("an SFU has admitted the user", when: \.isAdmitted)
    private static let same = Guard<Memory>("the session is the same") { $0.memory.hasSameSession && $1 >= .start }
    private static let new = Guard<Memory>("the session is a new one") { $0.memory.hasNewSession && $1 >= .start }
    private static let waited = Guard<Memory>("1 s of the network has passed") { subject, now in
        subject.since.advanced(by: .seconds(1)) <= now
    }

    private static let table = Table<Memory>(
        rows: [
            Row("disconnected", to: "connecting"),
            Row("connecting", to: "connected", when: admitted),
            Row("connecting", to: "disconnected"),
            Row("connected", to: "offline", "fastReconnecting", "rejoining", "migrating", "disconnected"),
            Row("offline", to: "fastReconnecting", "rejoining", "migrating", when: waited),
            Row("offline", to: "disconnected"),
            Row("fastReconnecting", to: "connected", when: same),
            Row("fastReconnecting", to: "offline", "rejoining", "disconnected"),
            Row("rejoining", to: "connected", when: new),
            Row("rejoining", to: "offline", "disconnected"),
            Row("migrating", to: "connected", when: same),
            Row("migrating", to: "offline", "rejoining", "disconnected"),
        ],
        limits: [
            Limit("connecting", "30 s for a join") { _ in .seconds(30) },
            Limit("offline", "the disconnection timeout and 1 s of the network") { memory in
                memory.disconnectionTimeout.map { $0 + .seconds(1) }
            },
        ])

    static let page = SpecificationPage(
        name: "reconnecting",
        statement: "A lost connection returns by a fast reconnect, a rejoin or a migration. A fast reconnect and a "
            + "migration keep the session, a rejoin has a new one. Without a network a client waits until it has been back "
            + "for 1 s, and gives up after the disconnection timeout.",
        source: "semantics.md section 0, rule 11; 4.4; 4.6", arrows: table.arrows)

    private var clients = Subjects(table, in: "disconnected", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "connectionPhase": return move(change, at: now, run)
        case .changed(let change) where change.property == "sessionId":
            clients.update(change.participant, at: now) { $0.memory.session = change.to }
        case .request(let request) where request.operation == "sfu/join" && request.isGranted:
            for name in run.devices[String(request.user)] ?? [] {
                clients.update(name, at: now) { $0.memory.isAdmitted = true }
            }
        case .crashed(let participant): clients.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { clients.elapse(to: now, slack: run.slack) }

    private mutating func move(_ change: Change, at now: Instant, _ run: RunTraits) -> Refusal? {
        let name = change.participant
        let disconnectionTimeout = run.participants[name]?.disconnectionTimeout
        // The phase of another call than before follows nothing that is known.
        if clients[name]?.state != change.from { return restart(change, at: now) }
        if change.from == "disconnected" { clients.forget(name) }
        clients.update(name, at: now) { $0.memory.disconnectionTimeout = disconnectionTimeout }
        let refusal = clients.move(name, to: change.to, at: now)
        clients.update(name, at: now) {
            $0.memory.isAdmitted = false
            if change.to == "connected" { $0.memory.before = $0.memory.session }
        }
        return refusal
    }

    private mutating func restart(_ change: Change, at now: Instant) -> Refusal? {
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
