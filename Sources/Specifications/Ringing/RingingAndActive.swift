import Timing

/// The two calls that a client shows: its ringing call and its active call.
struct RingingAndActive: Specification {
    struct Memory: Sendable {
        var isRung = false
        var stage: Substring = "idle"
        var hasFailedRejection = false
        /// True when the call began to ring while a rejection of an earlier ring was pending.
        var ringsDuringRejection = false
        /// True once the call is no longer active or has become idle, until the notification of its end.
        var hasEnded = false
        var isJoiningOrJoined: Bool { stage == "joining" || stage == "joined" }
    }

    private static let rung = Guard<Memory>("the coordinator rang the user, or the user rings", when: \.isRung)
    private static let joined = Guard<Memory>("the call is joining or joined", when: \.isJoiningOrJoined)

    private static let table = TransitionTable<Memory>(
        rows: [
            TransitionRow("hidden", to: "ringing", when: rung),
            TransitionRow("hidden", to: "active", when: joined),
            TransitionRow("ringing", to: "ringing and active", when: joined),
            TransitionRow("ringing and active", to: "active"),
            TransitionRow("ringing", "active", to: "hidden"),
        ],
        limits: [Limit("ringing and active", atMost: "one instant", .zero)])

    static let page = SpecificationPage(
        name: "ringing call and active call",
        statement:
            "ringingCall is a call that was rung, and activeCall one that is joining or joined. A call that becomes "
            + "active no longer rings. A call that was left is neither, and one notification says that it has ended, at the "
            + "instant at which it leaves.",
        source: "semantics.md section 0, rules 2 and 6; 2.1", arrows: table.arrows)

    private var calls = Subjects(table, in: "hidden", Memory())
    /// The calls that leave at this instant and have no notification of their end yet.
    private var unannounced: [String] = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "ringingCall":
            return replace(change, at: now, leaving: ["ringing": "hidden", "ringing and active": "active"]) {
                $0 == "active" ? "ringing and active" : "ringing"
            }
        case .changed(let change) where change.property == "activeCall":
            return replace(change, at: now, leaving: ["active": "hidden", "ringing and active": "ringing"]) {
                $0 == "ringing" ? "ringing and active" : "active"
            }
        case .stage(let change, let cid):
            if change.to == "leaving" { unannounced.append(callName(change.participant, cid)) }
            enter(callName(change.participant, cid), change, at: now)
        case .ended(let participant, let cid):
            let name = callName(participant, cid[...])
            unannounced.removeAll { $0 == name }
            return end(name, at: now)
        case .sent(let event) where event.type == "call.ring": ring(event.users, event.cid, at: now, run)
        case .request(let request) where request.isGranted && request.mayRing:
            ring([request.user], request.cid, at: now, run)
        case .crashed(let participant):
            unannounced.removeAll { $0.namesCall(of: participant) }
            calls.forgetCalls(of: participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { unannounced = [] }
        if let name = unannounced.first, run.slack == .zero {
            return Refusal(
                name, "it has left, and no notification of its end was posted",
                allowed: ["one notification for each end"])
        }
        return calls.elapse(to: now, slack: run.slack)
    }

    /// Moves two calls: the one that a property showed before, and the one that it shows now.
    private mutating func replace(
        _ change: PropertyChange, at now: Instant, leaving: [String: String], _ entering: (String) -> String
    ) -> Refusal? {
        let before = callName(change.participant, change.from[...])
        if let next = calls[before].flatMap({ leaving[$0.state] }) { _ = calls.move(before, to: next, at: now) }
        if change.property == "activeCall", change.from != "none" {
            calls.update(before, at: now) { $0.memory.hasEnded = true }
        }
        guard change.to != "none" else { return nil }
        let after = callName(change.participant, change.to[...])
        if change.property == "ringingCall" {
            calls.update(after, at: now) { $0.memory.ringsDuringRejection = $0.memory.stage == "rejecting" }
        }
        return calls.move(after, to: entering(calls[after]?.state ?? "hidden"), at: now)
    }

    private mutating func enter(_ name: String, _ change: PropertyChange, at now: Instant) {
        calls.update(name, at: now) { call in
            // An earlier call with the same name may still be rejecting its ring.
            if change.from == "idle" || call.memory.stage == change.from { call.memory.stage = change.to[...] }
            if change.from == "rejecting" { call.memory.hasFailedRejection = change.to == "error" }
            // A new ring of an accepted call ends the acceptance, and not the call.
            guard change.to == "idle", change.from != "accepted" else { return }
            // A rejection that fails ends neither a call that was joined before it nor a later ring.
            let isSpared = call.state == "active" || call.memory.ringsDuringRejection
            if change.from == "error", call.memory.hasFailedRejection, isSpared { return }
            call.memory.hasEnded = true
            if call.state != "hidden" { call.mustLeaveState(by: now, since: "the call was left") }
        }
    }

    private mutating func end(_ name: String, at now: Instant) -> Refusal? {
        defer { calls.update(name, at: now) { $0.memory.hasEnded = false } }
        guard calls[name]?.memory.hasEnded != true else { return nil }
        return Refusal(name, "a notification says that the call has ended", allowed: ["one notification for each end"])
    }

    private mutating func ring(_ users: [Substring], _ cid: Substring?, at now: Instant, _ run: RunTraits) {
        guard let cid else { return }
        for participant in users.flatMap(run.participants(of:)) {
            calls.update(callName(participant, cid), at: now) { $0.memory.isRung = true }
        }
    }
}
