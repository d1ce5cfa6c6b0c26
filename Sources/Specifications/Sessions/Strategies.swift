import Timing

/// The strategies with which a client of the call library reconnects.
struct Strategies: Specification {
    struct Memory: Sendable {
        /// The time for which the SFU keeps the session.
        var deadline = Duration.seconds(15)
        var lostAt = Instant.start
        var fastAttempts = 0
        /// True once the SFU has requested a migration.
        var isAskedToMove = false
        var hasLostMedia = false
        var isRefused = false
        var isDisturbed = false
        /// True when the SFU has not answered a sign of life in time, so that the network may be gone.
        var isSilent = false

        func isLate(at now: Instant) -> Bool { lostAt.duration(to: now) >= deadline }
    }

    /// The highest number of fast reconnects after one loss.
    private static let maxFastAttempts = 3
    /// The longest time of one request of an attempt.
    private static let requestLimit = Duration.seconds(30)

    private static let inTime = Guard<Memory>("the SFU still keeps the session, and fewer than three were tried") {
        !$0.memory.isLate(at: $1) && $0.memory.fastAttempts < maxFastAttempts
    }
    private static let late = Guard<Memory>("the SFU no longer keeps the session") { $0.memory.isLate(at: $1) }
    private static let exhausted = Guard<Memory>("three fast reconnects were tried") { subject, _ in
        subject.memory.fastAttempts >= maxFastAttempts
    }
    private static let refused = Guard<Memory>("a server has refused the user", when: \.isRefused)
    private static let noMedia = Guard<Memory>("the media path has failed", when: \.hasLostMedia)
    private static let asked = Guard<Memory>("the SFU has asked for it", when: \.isAskedToMove)
    private static let disturbed = Guard<Memory>("the network or a server was disturbed", when: \.isDisturbed)
    private static let noticed = Guard<Memory>("a disturbance has ended the signal, and no answer is overdue") {
        subject, _ in
        subject.memory.isDisturbed && !subject.memory.isSilent
    }
    private static let never = Guard<Memory>("the SFU keeps no session") { subject, _ in
        subject.memory.deadline <= .zero
    }

    private static let rows = [
        TransitionRow<Memory>("idle", to: "joined"),
        TransitionRow("joined", to: "offline(fast)", when: disturbed),
        TransitionRow("joined", to: "fastReconnecting", when: noticed),
        TransitionRow("joined", to: "rejoining", when: noMedia, asked, never, disturbed),
        TransitionRow("joined", to: "migrating", when: asked),
        // A media path may also fail while the client is offline, and no occurrence shows that.
        TransitionRow("offline(fast)", to: "settling(fast)", "offline(rejoin)"),
        TransitionRow("settling(fast)", to: "offline(fast)", "settling(rejoin)"),
        TransitionRow("settling(fast)", to: "fastReconnecting", when: inTime),
        TransitionRow("settling(fast)", to: "rejoining", when: late, exhausted),
        TransitionRow("fastReconnecting", to: "joined", "offline(fast)"),
        TransitionRow("fastReconnecting", to: "settling(fast)", "rejoining", when: refused),
        TransitionRow("offline(rejoin)", to: "settling(rejoin)"),
        TransitionRow("settling(rejoin)", to: "offline(rejoin)", "rejoining"),
        TransitionRow("rejoining", to: "joined", "offline(rejoin)"),
        TransitionRow("rejoining", to: "settling(rejoin)", "rejoining", when: refused),
        TransitionRow("offline(migrate)", to: "settling(migrate)"),
        TransitionRow("settling(migrate)", to: "offline(migrate)", "migrating"),
        TransitionRow("migrating", to: "migrated", "offline(migrate)", "offline(rejoin)"),
        TransitionRow("migrating", to: "settling(rejoin)", "rejoining", when: refused),
        TransitionRow("migrated", to: "joined"),
        TransitionRow("migrated", to: "rejoining", "offline(rejoin)"),
    ]

    private static let table = TransitionTable<Memory>(
        rows: rows,
        limits: [
            Limit(
                "settling(fast)", "settling(rejoin)", "settling(migrate)", atMost: "1 s of the network", .seconds(1)),
            Limit("fastReconnecting", atMost: "the deadline for a fast reconnect") { min($0.deadline, requestLimit) },
            Limit("rejoining", "migrating", atMost: "30 s for each of two requests", requestLimit * 2),
            Limit("migrated", atMost: "10 s for the end of a migration", .seconds(10)),
        ])

    static let page = SpecificationPage(
        name: "strategies of reconnecting",
        statement:
            "A lost signal leads to a fast reconnect while the SFU keeps the session, three times at most, and then "
            + "to a rejoin. A lost media path leads to a rejoin, and the request of an SFU to a migration, at once after "
            + "go_away. A rejoin or a migration that fails leads to a rejoin. A client whose sign of life is not answered, or "
            + "without a network, waits for the network and keeps its strategy. Each attempt ends "
            + "within its limit.",
        source: "semantics.md 4.2; 4.3; 4.4; 4.6", arrows: table.arrows)

    /// True once a fault refuses requests, because the trace does not show of which users.
    private var hasRefusals = false
    private var clients = Subjects(table, in: "idle", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "reconnection": return move(change, at: now, run)
        case .command(let participant, "call.failMedia", _):
            clients.update(participant, at: now) { $0.memory.hasLostMedia = true }
        case .received(let receipt) where Self.requests.contains(receipt.type):
            clients.update(receipt.participant, at: now) {
                $0.memory.isAskedToMove = true
                if receipt.type == "go_away", $0.state == "joined" {
                    $0.mustLeaveState(by: now, since: "go_away was received")
                }
            }
        case .fired(let timer) where timer.label.hasPrefix(Self.silence):
            clients.update(timer.owner, at: now) {
                $0.memory.isSilent = true
                if $0.state == "joined" { $0.mustLeaveState(by: now, since: "a sign of life was not answered") }
            }
        case .request(let request) where !request.isGranted:
            for name in run.participants(refusedBy: request) {
                clients.update(name, at: now) { $0.memory.isRefused = true }
            }
        case .refuses, .damaged: hasRefusals = true
        case .crashed(let participant): clients.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { clients.elapse(to: now, slack: run.slack) }

    /// The timer that fires when a sign of life was not answered.
    private static let silence = "health answer of session"
    /// The events with which an SFU asks a client to reconnect.
    private static let requests: Set<String> = ["error", "go_away"]

    private mutating func move(_ change: PropertyChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        let name = change.participant
        // A state that does not continue the known one belongs to another call, and is not judged.
        guard clients[name]?.state ?? "idle" == change.from, change.to != "left" else {
            clients.forget(name)
            return nil
        }
        clients.update(name, at: now) {
            if change.from == "joined" { $0.memory.lostAt = now }
            $0.memory.deadline = run.fastReconnect
            $0.memory.isDisturbed = !run.isUndisturbed
            if hasRefusals { $0.memory.isRefused = true }
        }
        let refusal = clients.move(name, to: change.to, at: now)
        clients.update(name, at: now) {
            if change.to == "joined" { $0.memory = Memory() }
            if change.to == "fastReconnecting" { $0.memory.fastAttempts += 1 }
        }
        return refusal
    }
}
