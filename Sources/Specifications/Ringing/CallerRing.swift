import Timing

/// The ring of a caller, as its calling state shows it.
struct CallerRing: Specification {
    struct Memory: Sendable {
        /// The caller's limit; nil without one.
        var limit: Duration?
        var hasCommandedRing = false
        var hasCommandedEnd = false
        var isAccepted = false
        var isOver = false
        var hasFailed = false
    }

    private static let commanded = Guard<Memory>("the participant commanded a ring", when: \.hasCommandedRing)
    private static let accepted = Guard<Memory>("a callee has accepted its ring", when: \.isAccepted)
    private static let hungUp = Guard<Memory>("the participant hung up", when: \.hasCommandedEnd)
    private static let over = Guard<Memory>("the ring was rejected or its call has ended", when: \.isOver)
    private static let failed = Guard<Memory>(
        "a request of the ring has failed, or its call was left", when: \.hasFailed)
    private static let timedOut = Guard<Memory>("auto_cancel_timeout_ms is over", after: \.limit)

    private static let table = TransitionTable<Memory>(
        rows: [
            TransitionRow("other", to: "outgoing", when: commanded),
            TransitionRow("outgoing", to: "joining", when: accepted),
            TransitionRow("outgoing", to: "idle", when: hungUp, over, timedOut, failed),
            TransitionRow("joining", "idle", to: "other"),
        ],
        limits: [
            Limit("outgoing", atMost: "auto_cancel_timeout_ms and 10 s for the rejection") { memory in
                memory.limit.map { $0 + .seconds(10) }
            }
        ])

    static let page = SpecificationPage(
        name: "ring of a caller",
        statement:
            "A caller rings after a command. The ring becomes a join when a callee has accepted. It ends when the "
            + "caller hangs up, when it was rejected, when the call ends, or after auto_cancel_timeout_ms.",
        source: "semantics.md section 0, rule 5; 2.3; 2.4", arrows: table.arrows)

    private var callers = Subjects(table, in: "other", Memory())
    private var limits: [String: Duration] = [:]
    private var rungCalls = RungCalls()
    /// The commands of each participant that may ring by themselves and have not returned. The ring of a view model
    /// continues theirs.
    private var begun: [String: Set<Int>] = [:]
    /// The participants with such commands, since whose beginning a callee has accepted.
    private var accepted: Set<String> = []

    private static let rings: Set<String> = ["ring", "joinAndRing", "startCall"]
    private static let ends: Set<String> = [
        "hangUp", "call.leave", "call.reject", "reject", "call.end", "call.delete", "disconnect", "setActiveCall",
        "join", "call.join", "accept", "call.accept", "renewViewModel",
    ]
    private static let endings: Set<Substring> = [
        "call.rejected", "call.ended", "call.deleted", "call.blocked_user", "call.kicked_user", "call.missed",
    ]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "callingState": return move(change, at: now, run)
        case .changed(let change) where change.property == "ringingCall": rungCalls.process(change)
        case .changed(let change) where change.property == "settings":
            limits[change.participant] = RingLimits(change.to)?.autoCancel
            setLimit(of: change.participant, at: now)
        case .command(let participant, let name, let number):
            if ShownRings.ringing.contains(name) { begun[participant, default: []].insert(number) }
            command(participant, name, at: now)
        case .returned(let participant, let number, _):
            begun[participant]?.remove(number)
            if begun[participant]?.isEmpty ?? true { accepted.remove(participant) }
        case .sent(let event): received(event)
        case .noted(let participant, "viewModel.error"):
            callers.update(participant, at: now) { $0.memory.hasFailed = true }
        case .stage(let change, _) where change.to == "leaving":
            callers.update(change.participant, at: now) { $0.memory.hasFailed = true }
        case .everyoneLeaves: callers.updateAll { $0.memory.hasCommandedEnd = true }
        case .crashed(let participant): callers.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        // The time of a ring counts from the response that created it, and a disturbance may delay that response.
        callers.elapse(to: now, slack: run.slack + (run.isUndisturbed ? .zero : Self.longestExchange))
    }

    /// The longest time until a request without a response fails (MAX_TRANSMIT_WAIT, RFC 7252 section 4.8.2).
    private static let longestExchange = Duration.seconds(93)

    private mutating func move(_ change: PropertyChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        let name = change.participant
        if change.to == "outgoing" {
            rungCalls.begin(name, isShown: false)
            defer {
                callers.update(name, at: now) { $0.memory = Memory(isAccepted: accepted.contains(name)) }
                setLimit(of: name, at: now)
            }
            return callers.move(name, to: "outgoing", at: now)
        }
        guard change.from == "outgoing" else { return nil }
        // An outside program does not report a failed request. A disturbance may have caused one.
        if run.isDriven(name), !run.isUndisturbed { callers.update(name, at: now) { $0.memory.hasFailed = true } }
        let refusal = callers.move(name, to: change.to, at: now)
        callers.forget(name)
        rungCalls.end(name)
        return refusal
    }

    private mutating func setLimit(of name: String, at now: Instant) {
        let limit = limits[name]
        callers.update(name, at: now) { $0.memory.limit = limit }
    }

    private mutating func command(_ participant: String, _ name: String, at now: Instant) {
        callers.update(participant, at: now) {
            if Self.rings.contains(name) { $0.memory.hasCommandedRing = true }
            if Self.ends.contains(name) { $0.memory.hasCommandedEnd = true }
        }
    }

    private mutating func received(_ event: SentEvent) {
        let rungCalls = rungCalls
        if event.type == "call.accepted" {
            callers.updateAll { if rungCalls.mayConcern(event.cid, $0.name) { $0.memory.isAccepted = true } }
            accepted.formUnion(begun.filter { !$0.value.isEmpty }.keys)
        }
        guard Self.endings.contains(event.type) else { return }
        callers.updateAll { if rungCalls.mayConcern(event.cid, $0.name) { $0.memory.isOver = true } }
    }
}
