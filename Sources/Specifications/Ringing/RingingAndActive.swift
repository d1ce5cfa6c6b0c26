import Timing

/// The two calls that a client shows: the one that rings, and the one that it is in.
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

    private static let table = Table<Memory>(
        rows: [
            Row("hidden", to: "ringing", when: rung),
            Row("hidden", to: "active", when: joined),
            Row("ringing", to: "ringing and active", when: joined),
            Row("ringing", to: "hidden"),
            Row("ringing and active", to: "active"),
            Row("active", to: "hidden"),
        ],
        limits: [Limit("ringing and active", "one instant") { _ in .zero }])

    static let page = SpecificationPage(
        name: "ringing call and active call",
        statement:
            "ringingCall is a call that was rung, and activeCall one that is joining or joined. A call that becomes "
            + "active no longer rings. A call that was left is neither, and one notification says that it has ended.",
        source: "semantics.md section 0, rules 2 and 6; 2.1", arrows: table.arrows)

    private var calls = Subjects(table, in: "hidden", Memory())

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
        case .stage(let change, let cid): enter(name(change.participant, cid), change, at: now)
        case .ended(let participant, let cid): return end(name(participant, cid[...]), at: now)
        case .sent(let event) where event.type == "call.ring": ring(event.users, event.cid, at: now, run)
        case .request(let request) where request.isGranted && Self.rings.contains(request.operation):
            ring([request.user], request.cid, at: now, run)
        case .crashed(let participant):
            for name in calls.names where name.hasPrefix("\(participant), ") { calls.forget(name) }
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { calls.elapse(to: now, slack: run.slack) }

    private static let rings: Set<Substring> = ["getOrCreate", "get", "join", "ring"]

    private func name(_ participant: String, _ cid: Substring) -> String { "\(participant), \(cid)" }

    /// Moves the call that a property showed, and the one that it shows now.
    private mutating func replace(
        _ change: Change, at now: Instant, leaving: [String: String], _ entering: (String) -> String
    ) -> Refusal? {
        let before = name(change.participant, change.from[...])
        if let next = calls[before].flatMap({ leaving[$0.state] }) { _ = calls.move(before, to: next, at: now) }
        if change.property == "activeCall", change.from != "none" {
            calls.update(before, at: now) { $0.memory.hasEnded = true }
        }
        guard change.to != "none" else { return nil }
        let after = name(change.participant, change.to[...])
        if change.property == "ringingCall" {
            calls.update(after, at: now) { $0.memory.ringsDuringRejection = $0.memory.stage == "rejecting" }
        }
        return calls.move(after, to: entering(calls[after]?.state ?? "hidden"), at: now)
    }

    private mutating func enter(_ name: String, _ change: Change, at now: Instant) {
        calls.update(name, at: now) { call in
            // An earlier call with the same name may still be rejecting its ring.
            if change.from == "idle" || call.memory.stage == change.from { call.memory.stage = change.to[...] }
            if change.from == "rejecting" { call.memory.hasFailedRejection = change.to == "error" }
            guard change.to == "idle" else { return }
            // A rejection that fails ends neither a call that was joined before it nor a later ring.
            let isSpared = call.state == "active" || call.memory.ringsDuringRejection
            if change.from == "error", call.memory.hasFailedRejection, isSpared { return }
            call.memory.hasEnded = true
            if call.state != "hidden" { call.mustMove(by: now, since: "the call was left") }
        }
    }

    private mutating func end(_ name: String, at now: Instant) -> Refusal? {
        defer { calls.update(name, at: now) { $0.memory.hasEnded = false } }
        guard calls[name]?.memory.hasEnded != true else { return nil }
        return Refusal(name, "a notification says that the call has ended", allowed: ["one notification for each end"])
    }

    private mutating func ring(_ users: [Substring], _ cid: Substring?, at now: Instant, _ run: RunTraits) {
        guard let cid else { return }
        for participant in users.flatMap({ run.devices[String($0)] ?? [] }) {
            calls.update(name(participant, cid), at: now) { $0.memory.isRung = true }
        }
    }
}
