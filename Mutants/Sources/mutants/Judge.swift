import Foundation

/// Runs each mutant with the scenarios that reach it, until one does not pass.
///
/// Each mutant first runs alone with the fastest few, which kill most. The others are likely to survive. They run
/// together: where a scenario passes with thirty mutants, it passes with each of them, unless one hides what another one
/// does. Where it does not pass, halves are tried, down to the mutants that it notices.
struct Judge: Sendable {
    let place: Workplace
    let reach: Reach
    /// The number of scenarios with which a mutant runs alone.
    private static let fewest = 8
    /// The number of mutants that run together.
    private static let most = 32

    func judge(_ mutants: [Mutant]) throws -> [Judgement] {
        let first = try alone(mutants)
        let (left, done) = first.partitioned { $0.fate == .survived }
        say("\(left.count) of \(mutants.count) left after the first scenarios")
        // A long run that is stopped leaves what it has found so far.
        try place.write(Report(judgements: first))
        let (early, others) = left.partitioned { reach.atStart.contains($0.mutant.id) }
        let rest = try EarlyMutants(place: place).together(early, reach.scenarios) + together(others)
        return (done + rest).sorted { $0.mutant.id < $1.mutant.id }
    }

    // MARK: One at a time

    private func alone(_ mutants: [Mutant]) throws -> [Judgement] {
        let judged = Shared<[Judgement]>([])
        let runners = try Runners(place, warmedWith: reach.warming)
        try inParallel(mutants) { mutant in
            let judgement = try judge(mutant, runners)
            judged.change { $0.append(judgement) }
        }
        return judged.value
    }

    private func judge(_ mutant: Mutant, _ runners: Runners) throws -> Judgement {
        let all = reach.scenarios(reaching: mutant.id)
        guard !all.isEmpty else { return Judgement(mutant, .unreached, []) }
        if reach.atStart.contains(mutant.id) { return try EarlyMutants(place: place).alone(mutant, all) }
        let scenarios = all.prefix(Self.fewest)
        let words = try runners.with(isWarm: !mutant.isOnce) {
            try $0.perform("judge \(mutant.id) \(scenarios.map(\.order).joined(separator: " "))")
        }
        guard words.count == 2, let passed = Int(words[0]) else { throw Failure("no reply to `judge`: \(words)") }
        guard passed < scenarios.count else { return Judgement(mutant, .survived, all) }
        return Judgement(mutant, .killed, all, killer: scenarios[passed].id, verdict: words[1])
    }

    // MARK: Many at a time

    private func together(_ left: [Judgement]) throws -> [Judgement] {
        let (once, others) = left.partitioned(\.mutant.isOnce)
        let judged = Shared<[Judgement]>([])
        let runners = try Runners(place, warmedWith: reach.warming)
        // The same shards in every round, so that the same mutants run together.
        try inParallel(once.dealt(to: Runners.count) + others.dealt(to: Runners.count)) { shard in
            let isWarm = shard.first.map { !$0.mutant.isOnce } ?? true
            let own = try runners.with(isWarm: isWarm) { runner in
                try Group(shard, reach: reach, skipping: Self.fewest, most: Self.most).judged(by: runner)
            }
            judged.change { $0 += own }
        }
        return judged.value
    }
}

extension Array {
    /// The elements in a number of parts, dealt one at a time.
    fileprivate func dealt(to count: Int) -> [[Element]] {
        (0..<count).map { part in indices.filter { $0 % count == part }.map { self[$0] } }
    }
}
