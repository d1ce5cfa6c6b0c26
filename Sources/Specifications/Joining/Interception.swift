import Timing

/// The interceptor at the end of a join.
struct Interception: Specification {
    struct Memory: Sendable {
        var limit: Duration?
        var isJoining = false
        /// True for a join of a view model that has an interceptor.
        var isIntercepted = false
        var needsNone: Bool { !isIntercepted }
    }

    private static let joining = Guard<Memory>("the call is joining", when: \.isJoining)
    private static let notIntercepted = Guard<Memory>("the join has no interceptor", when: \.needsNone)
    private static let limitIsOver = Guard<Memory>("the interceptor's limit is over") { subject, now in
        subject.memory.limit.map { subject.since.advanced(by: $0) <= now } ?? true
    }

    private static let table = TransitionTable<Memory>(
        rows: [
            TransitionRow("idle", to: "running", when: joining),
            TransitionRow("idle", to: "joined", when: notIntercepted),
            TransitionRow("running", to: "joined", when: limitIsOver),
            TransitionRow("running", to: "returned", "threw", "idle"),
            TransitionRow("returned", to: "joined"),
            TransitionRow("returned", "threw", "joined", to: "idle"),
        ],
        limits: [
            Limit("running", atMost: "the interceptor's limit") { $0.limit },
            Limit("returned", "threw", atMost: "one instant", .zero),
        ])

    static let page = SpecificationPage(
        name: "interception",
        statement:
            "An interceptor is called once in a join, while the call is joining, and never by a reconnect. A view model "
            + "that has one never joins without it. When it returns, the call is joined at once. When it throws, the call "
            + "is never joined. After its limit the call is joined without it.",
        source: "semantics.md section 0, rule 1; join-call-interception.md", arrows: table.arrows)

    private var joins = Subjects(table, in: "idle", Memory())
    /// The stage of each call.
    private var stages: [String: String] = [:]
    /// The participants whose view model joins.
    private var joining: Set<String> = []
    /// The participants that may also join without their view model.
    private var others: Set<String> = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .interceptor(let participant, let phase, let cid):
            let name = callName(participant, cid[...])
            return phase == "began" ? begin(name, participant, at: now, run) : end(name, phase, at: now)
        case .stage(let change, let cid): return enter(callName(change.participant, cid), change, at: now, run)
        case .changed(let change) where change.property == "callingState":
            if ["joining", "outgoing"].contains(change.to) {
                joining.insert(change.participant)
            } else {
                joining.remove(change.participant)
            }
            return nil
        case .command(let participant, let name, _) where Self.otherJoins.contains(name):
            others.insert(participant)
            return nil
        case .crashed(let participant):
            joins.forgetCalls(of: participant)
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
        // A join does not wait for an interceptor with a limit of zero.
        if let limit, limit <= .zero { return nil }
        joins.update(name, at: now) { $0.memory = Memory(limit: limit, isJoining: isJoining) }
        return joins.move(name, to: "running", at: now)
    }

    private mutating func end(_ name: String, _ phase: String, at now: Instant) -> Refusal? {
        // An interceptor that is cancelled, or exceeds its limit, ends after its join.
        guard joins[name]?.state == "running" else { return nil }
        return joins.move(name, to: phase, at: now)
    }

    /// The commands that may join without the view model's interceptor, or replace the view model.
    private static let otherJoins: Set<String> = ["call.join", "answerOutside", "setActiveCall", "renewViewModel"]

    private mutating func enter(
        _ name: String, _ change: PropertyChange, at now: Instant, _ run: RunTraits
    ) -> Refusal? {
        stages[name] = change.to
        let participant = change.participant
        if change.to == "joined", joins[name] == nil, mustIntercept(participant, run) {
            joins.update(name, at: now) { $0.memory.isIntercepted = true }
        }
        guard change.from == "joining" || change.from == "joined", joins[name] != nil else { return nil }
        let refusal = joins.move(name, to: change.to == "joined" ? "joined" : "idle", at: now)
        if change.to != "joined" { joins.forget(name) }
        return refusal
    }

    /// Returns true when a join that ends now is one of a view model with an interceptor.
    private func mustIntercept(_ participant: String, _ run: RunTraits) -> Bool {
        guard let traits = run.participants[participant], traits.isIntercepted else { return false }
        guard traits.interceptorLimit ?? .zero > .zero else { return false }
        return joining.contains(participant) && !others.contains(participant)
    }
}
