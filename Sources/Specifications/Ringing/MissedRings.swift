import Timing

/// The rings that end without an answer.
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

    /// A ring in a call.
    private struct Ring {
        /// The rung users that have not answered.
        var users: Set<Substring> = []
        var since = Instant.start
        /// The users that ring others.
        var callers: Set<Substring> = []
        /// True until the request that rang is known. The trace has it after its event.
        var awaitsCaller = false
    }

    /// The events after which a ring is over, or does not concern one of its users.
    private static let ends: Set<Substring> = [
        "call.ended", "call.deleted", "call.session_ended", "call.blocked_user", "call.member_removed",
    ]

    private var rings: [Substring: Ring] = [:]
    /// The longest `missed_call_timeout_ms` in the participants' settings; nil when a ring is never missed.
    private var limit: Duration? = .zero

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "settings":
            guard let limits = RingLimits(change.to) else { return nil }
            limit = limits.missed.flatMap { missed in limit.map { max($0, missed) } }
        case .sent(let event) where !event.isPast: event.cid.map { process(event, $0, at: now) }
        case .request(let request) where request.isGranted: request.cid.map { process(request, $0) }
        // The timer is the evidence of a missed ring, because a user without a connection receives no event.
        case .serverTimer(let timer): if let cid = timer.missedCall { rings[cid] = nil }
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
            rings[cid]?.awaitsCaller = true
        case _ where Self.ends.contains(event.type): rings[cid] = nil
        default: break
        }
    }

    private mutating func process(_ request: ObservedRequest, _ cid: Substring) {
        if rings[cid]?.awaitsCaller ?? false {
            rings[cid]?.awaitsCaller = false
            rings[cid]?.callers.insert(request.user)
        }
        switch request.operation {
        case "accept": rings[cid]?.users.remove(request.user)
        case "reject":
            // The rejection of a caller cancels its ring. A user that was not rung is taken for the caller.
            let wasRung = rings[cid]?.users.remove(request.user) != nil
            if !wasRung || rings[cid]?.callers.contains(request.user) ?? false { rings[cid] = nil }
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
