import Timing

/// The rings that reach a client in another call.
struct BusyRings: Specification {
    static let page = SpecificationPage(
        name: "rings during a call",
        statement:
            "In a run without disturbances a client with rejectCallWhenBusy rejects a ring at the instant at which it "
            + "arrives during another call or another ring.",
        source: "semantics.md section 0, rule 7",
        arrows: [
            .init(from: "in another call", to: "reject", guards: ["call.ring was received"]),
            .init(from: "another call rings", to: "reject", guards: ["call.ring was received"]),
        ])

    /// A ring that its client must reject at the same instant.
    private struct Demand {
        let participant: String
        let user: Substring
        let cid: Substring
    }

    /// The stages of each participant's calls that are not idle.
    private var stages: [String: [Substring: String]] = [:]
    private var ringing: [String: Substring] = [:]
    private var answers = RingAnswers()
    private var demands: [Demand] = []
    /// The calls that each user has rejected at this instant.
    private var rejected: Set<[Substring]> = []
    private var time = Instant.start

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        if time != now { (time, rejected) = (now, []) }
        answers.process(observation)
        switch observation {
        case .stage(let change, let cid):
            stages[change.participant, default: [:]][cid] = change.to == "idle" ? nil : change.to
        case .changed(let change) where change.property == "ringingCall":
            ringing[change.participant] = change.to == "none" ? nil : change.to[...]
        case .request(let request) where request.operation == "reject":
            if let cid = request.cid { rejected.insert([request.user, cid]) }
        case .received(let receipt): receive(receipt, run)
        case .crashed(let participant):
            (stages[participant], ringing[participant]) = (nil, nil)
            demands.removeAll { $0.participant == participant }
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { demands = [] }
        guard run.isUndisturbed, run.slack == .zero else { return nil }
        let missing = demands.first {
            !rejected.contains([$0.user, $0.cid]) && isBusy($0.participant, besides: $0.cid)
        }
        return missing.map { demand in
            Refusal(
                demand.participant, "call.ring of \(demand.cid) arrived during another call, and was not rejected",
                allowed: ["the request reject"])
        }
    }

    private mutating func receive(_ receipt: Receipt, _ run: RunTraits) {
        guard let cid = receipt.cid?[...] else { return }
        let name = receipt.participant
        let user = Substring(run.user(of: name))
        guard receipt.type == "call.ring", run.participants[name]?.rejectsWhenBusy == true,
            isBusy(name, besides: cid), stages[name]?[cid] == nil, answers.isPending(user, in: cid)
        else { return }
        demands.append(Demand(participant: name, user: user, cid: cid))
    }

    /// True while another call of the participant joins, is joined, or rings.
    private func isBusy(_ name: String, besides cid: Substring) -> Bool {
        if let other = ringing[name], other != cid { return true }
        return stages[name]?.contains { $0.key != cid && ["joining", "joined"].contains($0.value) } ?? false
    }
}
