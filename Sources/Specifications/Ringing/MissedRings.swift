import Timing

/// The ends of rings without an answer, as the coordinator notifies them.
struct MissedRings: Specification {
    static let page = SpecificationPage(
        name: "missed rings",
        statement:
            "A rung user that neither answers nor joins misses the call missed_call_timeout_ms after the ring. It misses "
            + "nothing when the ring has ended before.",
        source: "semantics.md section 0, rule 5; 2.4",
        arrows: [
            .init(from: "rung", to: "answered", guards: ["the user accepts or rejects, or joins"]),
            .init(from: "rung", to: "ended", guards: ["the caller cancels, or the call ends"]),
            .init(from: "rung", to: "missed", guards: ["missed_call_timeout_ms"]),
        ])

    /// The users of a call that have not answered.
    private struct Ring {
        var users: Set<Substring> = []
        var since = Instant.start
    }

    /// The events after which a ring is over, or does not concern one of its users.
    private static let ends: Set<Substring> = [
        "call.ended", "call.deleted", "call.session_ended", "call.blocked_user", "call.member_removed",
    ]

    /// The timer of a ring. A user without a connection receives no event.
    private static let timer = "missed_call_timeout of "

    private var rings: [Substring: Ring] = [:]
    /// The longest limit that a participant has read; nil when a ring is never missed.
    private var limit: Duration? = .zero

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "settings":
            guard let limits = RingLimits(change.to) else { return nil }
            limit = limits.missed.flatMap { missed in limit.map { max($0, missed) } }
        case .sent(let event) where !event.isPast: event.cid.map { process(event, $0, at: now) }
        case .request(let request) where request.isGranted: request.cid.map { process(request, $0) }
        case .serverTimer(let label) where label.hasPrefix(Self.timer): rings[label.dropFirst(Self.timer.count)] = nil
        case .session(let change): rings[change.cid]?.users.remove(change.user)
        default: break
        }
        return nil
    }

    private mutating func process(_ event: SentEvent, _ cid: Substring, at now: Instant) {
        switch event.type {
        case "call.ring":
            rings[cid, default: Ring()].users.formUnion(event.users)
            rings[cid]?.since = now
        case _ where Self.ends.contains(event.type): rings[cid] = nil
        default: break
        }
    }

    private mutating func process(_ request: ServedRequest, _ cid: Substring) {
        switch request.operation {
        case "accept": rings[cid]?.users.remove(request.user)
        // The rejection of a user that was not rung is the caller's.
        case "reject": if rings[cid]?.users.remove(request.user) == nil { rings[cid] = nil }
        default: break
        }
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        guard let limit, limit > .zero else { return nil }
        let late = rings.filter { !$0.value.users.isEmpty && $0.value.since.advanced(by: limit + run.slack) < now }
        guard let cid = late.keys.min(), let ring = rings.removeValue(forKey: cid) else { return nil }
        return Refusal(
            "ring in \(cid)", "it is not missed by \(ring.users.sorted().joined(separator: ", "))",
            allowed: ["the end of the ring at \(ring.since.advanced(by: limit))"])
    }
}
