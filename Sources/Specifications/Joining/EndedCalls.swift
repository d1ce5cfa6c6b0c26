import Timing

/// The leaving of a call that ends for all.
struct EndedCalls: Specification {
    struct Memory: Sendable {}

    private static let table = TransitionTable<Memory>(rows: [
        TransitionRow("out", to: "in"),
        TransitionRow("in", to: "in", "out"),
    ])

    static let page = SpecificationPage(
        name: "end of a call",
        statement:
            "A client leaves its call at the instant at which call.ended or call.deleted reaches it. In a run without "
            + "disturbances it also leaves when its SFU removes its session.",
        source: "semantics.md section 0, rule 9; 2.4",
        arrows: table.arrows + [
            .init(
                from: "in", to: "out",
                guards: ["call.ended or call.deleted was received", "the SFU has removed the session"])
        ])

    private var calls = Subjects(table, in: "out", Memory())
    private var sessionIds: [String: Substring] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            let isIn = change.to == "joining" || change.to == "joined"
            let name = callName(change.participant, cid)
            guard isIn || calls[name] != nil else { return nil }
            _ = calls.move(name, to: isIn ? "in" : "out", at: now)
            if !isIn { calls.forget(name) }
        case .received(let receipt) where receipt.type == "call.ended" || receipt.type == "call.deleted":
            let name = callName(receipt.participant, receipt.cid?[...] ?? "")
            guard calls[name] != nil else { return nil }
            calls.update(name, at: now) { $0.mustLeaveState(by: now, since: "\(receipt.type) was received") }
        case .changed(let change) where change.property == "sessionId":
            sessionIds[change.participant] = Substring(change.to)
        case .session(let change) where change.change == "removed" && run.isUndisturbed:
            for name in run.participants(of: change.user) where sessionIds[name] == change.session {
                let name = callName(name, change.cid)
                guard calls[name] != nil else { continue }
                calls.update(name, at: now) { $0.mustLeaveState(by: now, since: "its session was removed") }
            }
        case .crashed(let participant):
            calls.forgetCalls(of: participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { calls.elapse(to: now, slack: run.slack) }
}
