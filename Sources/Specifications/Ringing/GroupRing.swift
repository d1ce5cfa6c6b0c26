import Timing

/// The ring of each callee, as the coordinator holds it.
struct GroupRing: Specification {
    struct Memory: Sendable {
        /// The instant at which the coordinator's timer of the ring fired.
        var timer: Instant?
    }

    private static let timeIsOver = Guard<Memory>("missed_call_timeout_ms has passed since the ring") { subject, _ in
        subject.memory.timer.map { $0 >= subject.since } ?? false
    }

    private static let table = Table<Memory>(rows: [
        Row("not rung", to: "ringing", "rejected"),
        Row("ringing", to: "ringing", "accepted", "rejected"),
        Row("ringing", to: "missed", when: timeIsOver),
        Row("accepted", to: "accepted", "rejected", "ringing"),
        Row("rejected", to: "rejected", "accepted", "ringing"),
        Row("missed", to: "accepted", "rejected", "ringing"),
    ])

    static let page = SpecificationPage(
        name: "group ring",
        statement:
            "Each callee of a ring accepts, rejects or misses it. A callee that has answered never misses it, and "
            + "no callee misses a ring before missed_call_timeout_ms. A user that was not rung cannot accept. A ring reaches "
            + "neither its caller nor a user with a session in the call.",
        source: "semantics.md section 0, rule 5; 2.6", arrows: table.arrows)

    private var callees = Subjects(table, in: "not rung", Memory())
    /// The users of the sessions in each call.
    private var sessions: [Substring: [Substring: Substring]] = [:]
    /// False once an SFU has lost its sessions, whose ends no server reports.
    private var knowsSessions = true
    /// The rings since the last request, with their instant.
    private var rings: (events: [SentEvent], at: Instant) = ([], .start)

    /// The changes that end a session.
    private static let ends: Set<Substring> = ["left", "replaced", "removed", "stale"]
    /// The requests that ring.
    private static let requests: Set<Substring> = ["ring", "getOrCreate", "join", "get"]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .session(let change): take(change)
        case .crashed(let name) where name.hasPrefix("sfu"): forgetSessions()
        // A new connection receives past rings and misses once more, or the first time.
        case .sent(let event) where event.isPast:
            event.type == "call.ring" ? move(event, to: "ringing", at: now) : nil
        case .sent(let event) where event.type == "call.ring": ring(event, at: now)
        case .sent(let event) where event.type == "call.missed": move(event, to: "missed", at: now)
        case .request(let request) where Self.requests.contains(request.operation): checkCaller(request, at: now)
        case .request(let request) where request.operation == "accept" && request.isGranted:
            callees.move(name(request.user, request.cid), to: "accepted", at: now)
        case .request(let request) where request.operation == "reject" && request.isGranted:
            callees.move(name(request.user, request.cid), to: "rejected", at: now)
        case .serverTimer(let label): fire(label, at: now)
        default: nil
        }
    }

    private mutating func take(_ change: SessionChange) -> Refusal? {
        sessions[change.cid, default: [:]][change.session] =
            Self.ends.contains(change.change) ? nil : change.user
        return nil
    }

    private mutating func forgetSessions() -> Refusal? {
        knowsSessions = false
        return nil
    }

    private mutating func ring(_ event: SentEvent, at now: Instant) -> Refusal? {
        if rings.at != now { rings = ([], now) }
        rings.events.append(event)
        let present = Set(sessions[event.cid ?? ""].map { $0.values.map(\.self) } ?? [])
        if knowsSessions, let user = event.users.first(where: present.contains) {
            return Refusal(
                name(user, event.cid), "it is rung", allowed: ["no ring"], refused: ["it has no session in the call"])
        }
        return move(event, to: "ringing", at: now)
    }

    /// Returns the refusal of a ring that reaches the user that requested it.
    private mutating func checkCaller(_ request: ServedRequest, at now: Instant) -> Refusal? {
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

    private mutating func fire(_ label: Substring, at now: Instant) -> Refusal? {
        let prefix = "missed_call_timeout of "
        guard label.hasPrefix(prefix) else { return nil }
        let cid = label.dropFirst(prefix.count)
        callees.updateAll { if $0.name.hasSuffix(" in \(cid)") { $0.memory.timer = now } }
        return nil
    }

    private func name(_ user: Substring, _ cid: Substring?) -> String { "\(user) in \(cid ?? "")" }
}
