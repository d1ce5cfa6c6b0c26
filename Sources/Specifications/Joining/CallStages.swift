import Timing

/// The stages of a participant's call.
struct CallStages: Specification {
    struct Memory: Sendable {
        var isAdmitted = false
        var isAccepted = false
        var isRejected = false
        /// True once a server has refused the join. In a disturbed run, a refusal is assumed.
        var isRefused = false
        /// True once the user was rung, or has rung, after the coordinator took its acceptance.
        var isRungAnew = false
        var participant = ""
        var cid: Substring = ""
    }

    private static let admitted = Guard<Memory>("an SFU has admitted the user", when: \.isAdmitted)
    private static let accepted = Guard<Memory>("the coordinator has taken the acceptance", when: \.isAccepted)
    private static let rejected = Guard<Memory>("the coordinator has taken the rejection", when: \.isRejected)
    private static let refused = Guard<Memory>("a server has refused the join", when: \.isRefused)

    private static let rungAnew = Guard<Memory>("the user was rung again, or has rung", when: \.isRungAnew)

    private static let table = TransitionTable<Memory>(
        rows: [
            TransitionRow("idle", to: "joining", "accepting", "rejecting", "leaving"),
            TransitionRow("accepting", to: "accepted", when: accepted),
            TransitionRow("accepting", to: "leaving", "error"),
            TransitionRow("accepted", to: "joining", "leaving"),
            TransitionRow("accepted", to: "idle", when: rungAnew),
            TransitionRow("joining", to: "joined", when: admitted),
            TransitionRow("joining", to: "leaving"),
            TransitionRow("joining", to: "error", when: refused),
            TransitionRow("joined", to: "rejecting", "leaving"),
            TransitionRow("rejecting", to: "rejected", when: rejected),
            TransitionRow("rejecting", to: "leaving", "error"),
            TransitionRow("rejected", to: "leaving"),
            TransitionRow("leaving", "error", to: "idle"),
        ],
        limits: [
            Limit("accepting", atMost: "10 s for an acceptance", .seconds(10)),
            Limit("rejecting", atMost: "10 s for a rejection", .seconds(10)),
            Limit("joining", atMost: "30 s for a join", .seconds(30)),
            Limit("leaving", "error", atMost: "one instant", .zero),
        ])

    static let page = SpecificationPage(
        name: "stages of a call",
        statement:
            "A call takes its stages along the table. A participant is joined after an SFU has admitted its user, "
            + "and has accepted or rejected after the coordinator has taken that. A join fails after a refusal. A join ends "
            + "within 30 s, an acceptance and a rejection within 10 s. An acceptance ends with the next ring of its call.",
        source: "semantics.md 2.1 and 1.6", arrows: table.arrows)

    private var calls = Subjects(table, in: "idle", Memory())
    /// The names that two calls share: a ring that arrives while its call rejects an earlier ring creates another call.
    private var sharedNames: Set<String> = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            let name = callName(change.participant, cid)
            defer { if change.to == "idle" { calls.forget(name) } }
            if change.from == "idle" || change.from == "rejected" || sharedNames.contains(name) {
                restart(name, in: change.from, at: now)
            }
            // A client without a connection fails a join itself.
            if !run.isUndisturbed || run.disconnected.contains(change.participant) {
                calls.update(name, at: now) { $0.memory.isRefused = true }
            }
            // The ring may have been sent before the response to the acceptance arrived.
            let isAccepted = change.to == "accepted"
            let isRungAnew = isAccepted && calls[name]?.memory.isRungAnew ?? false
            defer {
                calls.update(name, at: now) {
                    $0.memory = Memory(
                        isAccepted: isAccepted, isRungAnew: isRungAnew, participant: change.participant, cid: cid)
                }
            }
            return calls.move(name, to: change.to, at: now)
        case .request(let request): note(request, at: now, run)
        case .sent(let event) where event.type == "call.ring":
            updateCalls(of: event.users, event.cid, run) { if $0.isAccepted { $0.isRungAnew = true } }
        case .crashed(let participant):
            calls.forgetCalls(of: participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { calls.elapse(to: now, slack: run.slack) }

    /// Begins again in `state` when that differs from the known one: another call has the same name.
    private mutating func restart(_ name: String, in state: String, at now: Instant) {
        guard calls[name]?.state != state else { return }
        if calls[name]?.state == "rejecting" { sharedNames.insert(name) }
        calls.forget(name)
        calls.update(name, at: now) { call in
            call.enter(state, at: now)
            // Servers may already have answered this call's requests.
            call.memory = Memory(isAdmitted: true, isAccepted: true, isRejected: true, isRefused: true)
        }
    }

    private mutating func note(_ request: ObservedRequest, at now: Instant, _ run: RunTraits) {
        let change: (inout Memory) -> Void
        switch request.operation {
        case "join" where !request.isGranted, "sfu/join" where !request.isGranted: change = { $0.isRefused = true }
        case "sfu/join": change = { $0.isAdmitted = true }
        case "accept" where request.isGranted: change = { $0.isAccepted = true }
        case "reject" where request.isGranted: change = { $0.isRejected = true }
        // The request may ring by an argument.
        case "ring" where request.isGranted, "getOrCreate" where request.isGranted, "get" where request.isGranted:
            change = { $0.isRungAnew = true }
        default: return
        }
        updateCalls(of: [request.user], request.cid, run, change)
    }

    private mutating func updateCalls(
        of users: [Substring], _ cid: Substring?, _ run: RunTraits, _ change: (inout Memory) -> Void
    ) {
        calls.updateAll { call in
            guard users.contains(Substring(run.user(of: call.memory.participant))) else { return }
            if let cid, cid != call.memory.cid { return }
            change(&call.memory)
        }
    }
}
