import Timing

/// The interceptor at the end of a join.
struct Interception: Specification {
    struct Memory: Sendable {
        var limit: Duration?
        var isJoining = false
    }

    private static let joining = Guard<Memory>("the call is joining", when: \.isJoining)
    private static let limitIsOver = Guard<Memory>("the interceptor's limit is over") { subject, now in
        subject.memory.limit.map { subject.since.advanced(by: $0) <= now } ?? true
    }

    private static let table = Table<Memory>(
        rows: [
            Row("idle", to: "running", when: joining),
            Row("idle", to: "joined"),
            Row("running", to: "joined", when: limitIsOver),
            Row("running", to: "returned", "threw", "idle"),
            Row("returned", to: "joined", "idle"),
            Row("threw", to: "idle"),
            Row("joined", to: "idle"),
        ],
        limits: [
            Limit("running", "the interceptor's limit") { $0.limit },
            Limit("returned", "one instant") { _ in .zero },
            Limit("threw", "one instant") { _ in .zero },
        ])

    static let page = SpecificationPage(
        name: "interception",
        statement:
            "An interceptor is called once in a join, while the call is joining, and never by a reconnect. When it "
            + "returns, the call is joined at once. When it throws, the call is never joined. After its limit the call is "
            + "joined without it.",
        source: "semantics.md section 0, rule 1; join-call-interception.md", arrows: table.arrows)

    private var joins = Subjects(table, in: "idle", Memory())
    /// The stage of each call.
    private var stages: [String: String] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .interceptor(let participant, let phase, let cid):
            let name = "\(participant), \(cid)"
            return phase == "began" ? begin(name, participant, at: now, run) : end(name, phase, at: now)
        case .stage(let change, let cid): return enter("\(change.participant), \(cid)", change, at: now)
        case .crashed(let participant):
            for name in joins.names where name.hasPrefix("\(participant), ") { joins.forget(name) }
            return nil
        default: return nil
        }
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { joins.elapse(to: now, slack: run.slack) }

    private mutating func begin(
        _ name: String, _ participant: String, at now: Instant, _ run: RunTraits
    ) -> Refusal? {
        let isJoining = stages[name] == "joining"
        let limit = run.participants[participant]?.interceptorLimit
        // No join waits for an interceptor with a limit of zero.
        if let limit, limit <= .zero { return nil }
        joins.update(name, at: now) { $0.memory = Memory(limit: limit, isJoining: isJoining) }
        return joins.move(name, to: "running", at: now)
    }

    private mutating func end(_ name: String, _ phase: String, at now: Instant) -> Refusal? {
        // An interceptor that is cancelled, or exceeds its limit, ends after its join.
        guard joins[name]?.state == "running" else { return nil }
        return joins.move(name, to: phase, at: now)
    }

    private mutating func enter(_ name: String, _ change: Change, at now: Instant) -> Refusal? {
        stages[name] = change.to
        guard change.from == "joining" || change.from == "joined", joins[name] != nil else { return nil }
        let refusal = joins.move(name, to: change.to == "joined" ? "joined" : "idle", at: now)
        if change.to != "joined" { joins.forget(name) }
        return refusal
    }
}
