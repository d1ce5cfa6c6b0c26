import Timing

/// The reconnection status beside the connection phase.
struct ShownStatus: Specification {
    struct Memory: Sendable {
        var phase = "disconnected"
        /// The instant at which the connection was lost.
        var lostAt: Instant?
        var isConnected: Bool { phase == "connected" }
        var isMigrating: Bool { phase == "migrating" }
        var isDisconnected: Bool { phase == "disconnected" }
        var isRejoining: Bool { phase == "rejoining" }
    }

    private static let connected = Guard<Memory>("the phase is connected", when: \.isConnected)
    private static let migrating = Guard<Memory>("the phase is migrating", when: \.isMigrating)
    private static let disconnected = Guard<Memory>("the phase is disconnected", when: \.isDisconnected)
    private static let rejoining = Guard<Memory>("the phase is rejoining", when: \.isRejoining)
    private static let lost = Guard<Memory>("the connection was lost 1 s ago") { subject, now in
        subject.memory.lostAt.map { $0.advanced(by: .seconds(1)) <= now } ?? false
    }

    private static let table = TransitionTable<Memory>(rows: [
        TransitionRow("connected", "migrating", to: "reconnecting", when: rejoining, lost),
        TransitionRow("connected", "reconnecting", to: "migrating", when: migrating),
        TransitionRow("reconnecting", "migrating", to: "connected", when: connected),
        TransitionRow("connected", "reconnecting", "migrating", to: "disconnected", when: disconnected),
        TransitionRow("disconnected", to: "connected"),
    ])

    static let page = SpecificationPage(
        name: "reconnection status",
        statement: "reconnectionStatus follows connectionPhase. A rejoin and a migration are shown at once, a lost "
            + "connection and a fast reconnect after 1 s. Disconnected is never shown as connected.",
        source: "semantics.md section 0, rules 9 and 10", arrows: table.arrows)

    private var clients = Subjects(table, in: "connected", Memory())
    private var calls = ParticipantCalls()

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid): count(change, cid)
        case .changed(let change) where calls.mixed.contains(change.participant): return nil
        case .changed(let change) where change.property == "connectionPhase": enter(change, at: now)
        case .changed(let change) where change.property == "reconnectionStatus": return show(change, at: now)
        case .crashed(let participant): clients.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { clients.elapse(to: now, slack: run.slack) }

    private mutating func count(_ change: PropertyChange, _ cid: Substring) {
        calls.note(change, cid)
        if calls.mixed.contains(change.participant) { clients.forget(change.participant) }
    }

    private mutating func show(_ change: PropertyChange, at now: Instant) -> Refusal? {
        guard clients[change.participant]?.state ?? "connected" == change.from else {
            // A status that does not continue the known one belongs to another call.
            clients.update(change.participant, at: now) { $0.enter(change.to, at: now) }
            return nil
        }
        return clients.move(change.participant, to: change.to, at: now)
    }

    private mutating func enter(_ change: PropertyChange, at now: Instant) {
        clients.update(change.participant, at: now) { client in
            if change.from != client.memory.phase { client.enter("connected", at: now) }
            client.memory.phase = change.to
            client.clearDeadlines()
            if change.from == "connected" { client.memory.lostAt = now }
            if change.to == "connected" { client.memory.lostAt = nil }
            guard client.state == "connected" else { return }
            switch change.to {
            case "rejoining", "migrating": client.mustLeaveState(by: now, since: "the phase is \(change.to)")
            case "offline", "fastReconnecting":
                let lost = client.memory.lostAt ?? now
                client.mustLeaveState(by: lost.advanced(by: .seconds(1)), since: "the connection was lost at \(lost)")
            default: break
            }
        }
    }
}
