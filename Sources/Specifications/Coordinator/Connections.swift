import Timing

/// The connection status of a client.
struct Connections: Specification {
    struct Memory: Sendable {
        /// True once the coordinator has granted a connection since the attempt began.
        var isGranted = false
        var isDisturbed = false
    }

    private static let granted = Guard<Memory>("the coordinator has granted a connection", when: \.isGranted)

    private static let table = TransitionTable<Memory>(
        rows: [
            TransitionRow("initialized", "connected", "disconnected", to: "connecting"),
            TransitionRow("connecting", to: "connected", when: granted),
            TransitionRow("initialized", "connecting", "connected", "disconnected", to: "disconnected"),
        ],
        limits: [
            Limit("connecting", atMost: "one instant in a run without disturbances") { $0.isDisturbed ? nil : .zero }
        ])

    static let page = SpecificationPage(
        name: "connection to the coordinator",
        statement:
            "A client that is connected was connecting before, and the coordinator has granted its connection since. In a "
            + "run without disturbances it connects at once.",
        source: "semantics.md 4.7; wire.md", arrows: table.arrows)

    private var clients = Subjects(table, in: "initialized", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "connectionStatus": return move(change, at: now, run)
        case .request(let request) where request.operation == "connect" && request.isGranted:
            let names = run.participants(of: request.user)
            // The server chooses the id of a guest, so the guest's participant is not known.
            if names.isEmpty { clients.updateAll { $0.memory.isGranted = true } }
            for name in names { clients.update(name, at: now) { $0.memory.isGranted = true } }
        case .disturbed, .refuses, .damaged, .lostState: disturb()
        case .crashed(let participant):
            disturb()
            clients.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { clients.elapse(to: now, slack: run.slack) }

    private mutating func disturb() { clients.updateAll { $0.memory.isDisturbed = true } }

    private mutating func move(_ change: PropertyChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        // Under the real clock the requests take their time.
        let isDisturbed = !run.isUndisturbed || run.slack > .zero
        // A status may have a reason in parentheses.
        let state = String(change.to.prefix { $0 != "(" })
        clients.update(change.participant, at: now) {
            if isDisturbed { $0.memory.isDisturbed = true }
            if state == "connecting" { $0.memory.isGranted = false }
        }
        return clients.move(change.participant, to: state, at: now)
    }
}
