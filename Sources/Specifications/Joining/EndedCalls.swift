import Timing

/// The leaving of a call that ends for all.
struct EndedCalls: Specification {
    struct Memory: Sendable {}

    private static let table = Table<Memory>(rows: [
        Row("out", to: "in"),
        Row("in", to: "in", "out"),
    ])

    static let page = SpecificationPage(
        name: "end of a call",
        statement: "A client leaves its call at the instant at which call.ended or call.deleted reaches it.",
        source: "semantics.md section 0, rule 9; 2.4",
        arrows: table.arrows + [.init(from: "in", to: "out", guards: ["call.ended or call.deleted was received"])])

    private var calls = Subjects(table, in: "out", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            let isIn = change.to == "joining" || change.to == "joined"
            let name = "\(change.participant), \(cid)"
            guard isIn || calls[name] != nil else { return nil }
            _ = calls.move(name, to: isIn ? "in" : "out", at: now)
            if !isIn { calls.forget(name) }
        case .received(let receipt) where receipt.type == "call.ended" || receipt.type == "call.deleted":
            let name = "\(receipt.participant), \(receipt.cid ?? "")"
            guard calls[name] != nil else { return nil }
            calls.update(name, at: now) { $0.mustMove(by: now, since: "\(receipt.type) was received") }
        case .crashed(let participant):
            for name in calls.names where name.hasPrefix("\(participant), ") { calls.forget(name) }
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { calls.elapse(to: now, slack: run.slack) }
}
