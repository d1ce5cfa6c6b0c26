import Timing

/// The stages of a participant's call.
struct CallStages: Specification {
    struct Memory: Sendable {
        var isAdmitted = false
        var isAccepted = false
        var isRejected = false
        var participant = ""
        var cid: Substring = ""
    }

    private static let admitted = Guard<Memory>("an SFU has admitted the user", when: \.isAdmitted)
    private static let accepted = Guard<Memory>("the coordinator has taken the acceptance", when: \.isAccepted)
    private static let rejected = Guard<Memory>("the coordinator has taken the rejection", when: \.isRejected)

    private static let table = Table<Memory>(
        rows: [
            Row("idle", to: "joining", "accepting", "rejecting", "leaving"),
            Row("accepting", to: "accepted", when: accepted),
            Row("accepting", to: "leaving", "error"),
            Row("accepted", to: "joining", "leaving"),
            Row("joining", to: "joined", when: admitted),
            Row("joining", to: "leaving", "error"),
            Row("joined", to: "rejecting", "leaving"),
            Row("rejecting", to: "rejected", when: rejected),
            Row("rejecting", to: "leaving", "error"),
            Row("rejected", to: "leaving"),
            Row("leaving", to: "idle"),
            Row("error", to: "idle"),
        ],
        limits: [
            Limit("accepting", "10 s for an acceptance") { _ in .seconds(10) },
            Limit("rejecting", "10 s for a rejection") { _ in .seconds(10) },
            Limit("joining", "30 s for a join") { _ in .seconds(30) },
            Limit("leaving", "one instant") { _ in .zero },
            Limit("error", "one instant") { _ in .zero },
        ])

    static let page = SpecificationPage(
        name: "stages of a call",
        statement:
            "A call takes its stages along the table. A participant is joined after an SFU has admitted its user, "
            + "and has accepted or rejected after the coordinator has taken that. A join ends within 30 s, an acceptance "
            + "and a rejection within 10 s.",
        source: "semantics.md 2.1 and 1.6", arrows: table.arrows)

    private var calls = Subjects(table, in: "idle", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            let name = "\(change.participant), \(cid)"
            defer { if change.to == "idle" { calls.forget(name) } }
            restart(name, in: change.from, at: now)
            defer {
                calls.update(name, at: now) { $0.memory = Memory(participant: change.participant, cid: cid) }
            }
            return calls.move(name, to: change.to, at: now)
        case .request(let request) where request.isGranted: note(request, at: now, run)
        case .crashed(let participant):
            for name in calls.names where name.hasPrefix("\(participant), ") { calls.forget(name) }
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { calls.elapse(to: now, slack: run.slack) }

    /// Begins again in a stage that is not the last one known. A call that was left, or whose rejection is pending, has
    /// the same name as its successor.
    private mutating func restart(_ name: String, in state: String, at now: Instant) {
        guard calls[name]?.state != state else { return }
        calls.forget(name)
        calls.update(name, at: now) { call in
            call.enter(state, at: now)
            // A server may have answered that call before.
            call.memory = Memory(isAdmitted: true, isAccepted: true, isRejected: true)
        }
    }

    private mutating func note(_ request: ServedRequest, at now: Instant, _ run: RunTraits) {
        let change: (inout Memory) -> Void
        switch request.operation {
        case "sfu/join": change = { $0.isAdmitted = true }
        case "accept": change = { $0.isAccepted = true }
        case "reject": change = { $0.isRejected = true }
        default: return
        }
        calls.updateAll { call in
            guard run.user(of: call.memory.participant) == request.user else { return }
            if let cid = request.cid, cid != call.memory.cid { return }
            change(&call.memory)
        }
    }
}
