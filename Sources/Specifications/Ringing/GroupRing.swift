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
            + "no callee misses a ring before missed_call_timeout_ms. A user that was not rung cannot accept.",
        source: "semantics.md section 0, rule 5; 2.6", arrows: table.arrows)

    private var callees = Subjects(table, in: "not rung", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        // A new connection receives past rings and misses once more.
        case .sent(let event) where event.isPast: nil
        case .sent(let event) where event.type == "call.ring": move(event, to: "ringing", at: now)
        case .sent(let event) where event.type == "call.missed": move(event, to: "missed", at: now)
        case .request(let request) where request.operation == "accept" && request.isGranted:
            callees.move(name(request.user, request.cid), to: "accepted", at: now)
        case .request(let request) where request.operation == "reject" && request.isGranted:
            callees.move(name(request.user, request.cid), to: "rejected", at: now)
        case .serverTimer(let label): fire(label, at: now)
        default: nil
        }
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
