import Timing

/// The state of each callee's ring at the coordinator.
struct GroupRing: Specification {
    struct Memory: Sendable {
        /// The instant at which the coordinator's timer of the ring fired.
        var timer: Instant?
    }

    private static let timeIsOver = Guard<Memory>("missed_call_timeout_ms has passed since the ring") { subject, _ in
        subject.memory.timer.map { $0 >= subject.since } ?? false
    }

    private static let table = TransitionTable<Memory>(rows: [
        TransitionRow("not rung", to: "ringing", "rejected"),
        TransitionRow("ringing", "accepted", "rejected", "missed", to: "ringing", "accepted", "rejected"),
        TransitionRow("ringing", to: "missed", when: timeIsOver),
    ])

    static let page = SpecificationPage(
        name: "group ring",
        statement:
            "Each callee of a ring accepts, rejects or misses it. A callee that has answered never misses it, and "
            + "no callee misses a ring before missed_call_timeout_ms. A user that was not rung cannot accept. A ring reaches "
            + "neither its caller nor a user with a session in the call.",
        source: "semantics.md section 0, rule 5; 2.6", arrows: table.arrows)

    private var callees = Subjects(table, in: "not rung", Memory())
    private var sessions = LiveSessions()
    /// The rings since the last request, with their instant.
    private var rings: (events: [SentEvent], at: Instant) = ([], .start)

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        sessions.process(observation)
        return switch observation {
        // A new connection receives past rings and misses, which its user may have received before.
        case .sent(let event) where event.isPast:
            event.type == "call.ring" ? move(event, to: "ringing", at: now) : nil
        case .sent(let event) where event.type == "call.ring": ring(event, at: now)
        case .sent(let event) where event.type == "call.missed": move(event, to: "missed", at: now)
        case .request(let request) where request.mayRing: checkCaller(request, at: now)
        case .request(let request) where request.operation == "accept" && request.isGranted:
            callees.move(name(request.user, request.cid), to: "accepted", at: now)
        case .request(let request) where request.operation == "reject" && request.isGranted:
            callees.move(name(request.user, request.cid), to: "rejected", at: now)
        case .serverTimer(let timer): fire(timer, at: now)
        default: nil
        }
    }

    private mutating func ring(_ event: SentEvent, at now: Instant) -> Refusal? {
        if rings.at != now { rings = ([], now) }
        rings.events.append(event)
        let present = sessions.users(in: event.cid ?? "") ?? []
        if let user = event.users.first(where: present.contains) {
            return Refusal(
                name(user, event.cid), "it is rung", allowed: ["no ring"], refused: ["it has no session in the call"])
        }
        return move(event, to: "ringing", at: now)
    }

    /// Returns the refusal of a ring that reaches the user that requested it.
    private mutating func checkCaller(_ request: ObservedRequest, at now: Instant) -> Refusal? {
        defer { rings = ([], now) }
        let reachesCaller = rings.events.contains { $0.cid == request.cid && $0.users.contains(request.user) }
        guard rings.at == now, reachesCaller else { return nil }
        return Refusal(name(request.user, request.cid), "its own ring reaches it", allowed: ["no ring"])
    }

    private mutating func move(_ event: SentEvent, to state: String, at now: Instant) -> Refusal? {
        var refusal: Refusal?
        for user in Set(event.users).sorted() {
            refusal = callees.move(name(user, event.cid), to: state, at: now) ?? refusal
        }
        return refusal
    }

    private mutating func fire(_ timer: ServerTimer, at now: Instant) -> Refusal? {
        guard let cid = timer.missedCall else { return nil }
        callees.updateAll { if $0.name.hasSuffix(" in \(cid)") { $0.memory.timer = now } }
        return nil
    }

    private func name(_ user: Substring, _ cid: Substring?) -> String { "\(user) in \(cid ?? "")" }
}
