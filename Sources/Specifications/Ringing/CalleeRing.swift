import Timing

/// The ring of a callee, as its calling state shows it.
struct CalleeRing: Specification {
    struct Memory: Sendable {
        /// The callee's limit; nil without one.
        var limit: Duration?
        /// The number of rings that were sent and have not become incoming. Two may arrive in one datagram.
        var rings = 0
        var isRung: Bool { rings > 0 }
        var hasCommandedAnswer = false
        var isAccepted = false
        var isOver = false
        /// True when the call is the active call, or is answered outside of the view model.
        var isEntered = false
    }

    private static let rung = Guard<Memory>("the coordinator rang the user", when: \.isRung)
    private static let accepted = Guard<Memory>("the user has accepted on this device") { subject, _ in
        subject.memory.isAccepted && subject.memory.hasCommandedAnswer
    }
    private static let commanded = Guard<Memory>(
        "the participant answered, hung up, or replaced its view model", when: \.hasCommandedAnswer)
    private static let over = Guard<Memory>("the ring was answered elsewhere, or its call has ended", when: \.isOver)
    private static let entered = Guard<Memory>("the call is the active call, or is answered outside", when: \.isEntered)
    private static let timedOut = Guard<Memory>("incoming_call_timeout_ms is over", after: \.limit)

    private static let table = TransitionTable<Memory>(
        rows: [
            TransitionRow("other", to: "incoming", when: rung),
            TransitionRow("incoming", to: "joining", when: accepted, entered),
            TransitionRow("incoming", to: "inCall", when: entered),
            TransitionRow("incoming", to: "idle", when: commanded, over, timedOut),
            TransitionRow("joining", "inCall", "idle", to: "other"),
        ],
        limits: [
            Limit("incoming", atMost: "incoming_call_timeout_ms and 10 s for the rejection") { memory in
                memory.limit.map { $0 + .seconds(10) }
            }
        ])

    static let page = SpecificationPage(
        name: "ring of a callee",
        statement: "A callee's device rings after the coordinator has rung its user. The ring becomes a join when the "
            + "participant has accepted. It ends when the participant rejects, when the ring is answered elsewhere, when "
            + "the call ends, or after incoming_call_timeout_ms.",
        source: "semantics.md section 0, rules 5 and 6; 2.4", arrows: table.arrows)

    private var callees = Subjects(table, in: "other", Memory())
    private var limits: [String: Duration] = [:]
    private var rungCalls = RungCalls()
    /// The answers of each participant that have not returned. One may have begun before its ring arrived.
    private var begun: [String: Set<Int>] = [:]

    private static let answers: Set<String> = [
        "accept", "call.accept", "reject", "call.reject", "hangUp", "answerOutside", "disconnect", "call.leave", "join",
        "call.join", "call.end", "setActiveCall", "renewViewModel",
    ]
    private static let endings: Set<Substring> = [
        "call.accepted", "call.rejected", "call.ended", "call.deleted", "call.blocked_user", "call.missed",
        "call.kicked_user", "call.member_removed",
    ]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change): return process(change, at: now, run)
        case .command(let participant, let name, let number) where Self.answers.contains(name):
            begun[participant, default: []].insert(number)
            callees.update(participant, at: now) {
                $0.memory.hasCommandedAnswer = true
                if name == "answerOutside" { $0.memory.isEntered = true }
            }
        case .returned(let participant, let number, _): begun[participant]?.remove(number)
        case .sent(let event) where event.type == "call.ring":
            update(event.users, at: now, run) {
                // The end of an earlier ring may still be under way, and arrives before this ring.
                let endsLate = $0.state == "incoming" || ($0.memory.isRung && !run.isUndisturbed)
                if !endsLate { $0.memory.isOver = false }
                $0.memory.rings += 1
                // The response to an acceptance of the earlier ring may be under way.
                if $0.state != "incoming" || !$0.memory.hasCommandedAnswer { $0.memory.isAccepted = false }
            }
        // A call that was joined outside of the view model ends in its own way.
        case .stage(let change, _) where change.to == "leaving":
            callees.update(change.participant, at: now) { $0.memory.isOver = true }
        case .sent(let event) where Self.endings.contains(event.type):
            let rungCalls = rungCalls
            callees.updateAll { if rungCalls.mayConcern(event.cid, $0.name) { $0.memory.isOver = true } }
        case .request(let request) where request.operation == "accept" && request.isGranted:
            let rungCalls = rungCalls
            update([request.user], at: now, run) {
                if rungCalls.mayConcern(request.cid, $0.name) { $0.memory.isAccepted = true }
            }
        case .everyoneLeaves: callees.updateAll { $0.memory.hasCommandedAnswer = true }
        case .crashed(let participant): callees.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { callees.elapse(to: now, slack: run.slack) }

    private mutating func process(_ change: PropertyChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        let name = change.participant
        switch change.property {
        case "callingState" where change.to == "incoming":
            rungCalls.begin(name, isShown: true)
            defer {
                let (limit, isAnswering) = (limits[name], begun[name]?.isEmpty == false)
                // The ring may be answered before its event arrives.
                callees.update(name, at: now) {
                    $0.memory.limit = limit
                    $0.memory.rings = max(0, $0.memory.rings - 1)
                    $0.memory.hasCommandedAnswer = isAnswering
                    $0.memory.isEntered = false
                }
            }
            return callees.move(name, to: "incoming", at: now)
        case "callingState" where change.from == "incoming":
            let refusal = callees.move(name, to: change.to, at: now)
            // A ring that was sent during this one may be under way, and its end too on a disturbed network.
            let pending = callees[name]?.memory
            callees.forget(name)
            rungCalls.end(name)
            if let pending, pending.isRung {
                callees.update(name, at: now) {
                    $0.memory.rings = pending.rings
                    $0.memory.isOver = pending.isOver && !run.isUndisturbed
                }
            }
            return refusal
        case "ringingCall": rungCalls.process(change)
        case "settings": limits[name] = RingLimits(change.to)?.incoming
        case "activeCall" where change.to != "none": callees.update(name, at: now) { $0.memory.isEntered = true }
        default: break
        }
        return nil
    }

    private mutating func update(
        _ users: [Substring], at now: Instant, _ run: RunTraits, _ change: (inout Subject<Memory>) -> Void
    ) {
        for user in users {
            // A user without a known participant is its own.
            let names = run.participants(of: user)
            for name in names.isEmpty ? [String(user)] : names { callees.update(name, at: now, change) }
        }
    }
}
