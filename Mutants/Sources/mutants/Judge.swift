import Foundation

/// What became of one mutant.
struct Judgement: Codable, Sendable {
    enum Fate: String, Codable, Sendable {
        /// No scenario reaches it.
        case unreached
        /// Every scenario that reaches it passes.
        case survived
        /// A scenario does not pass with it.
        case killed
    }

    let mutant: Mutant
    let fate: Fate
    /// How many scenarios reach it.
    let reachedBy: Int
    /// The first scenario that did not pass; nil when it is not killed.
    let killer: String?
}

/// Runs each mutant with the scenarios that reach it, fastest first, until one does not pass.
struct Judge: Sendable {
    let place: Workplace
    let reach: Reach
    /// How many scenarios one process runs, growing: most mutants die in the first ones.
    private static let batches = [4, 16, 64, 1000]

    func judge(_ mutants: [Mutant]) throws -> [Judgement] {
        let judged = Shared<[Judgement]>([])
        try inParallel(mutants) { mutant in
            let judgement = try judge(mutant)
            let count = judged.change { all in
                all.append(judgement)
                return all.count
            }
            if count % 100 == 0 { say("\(count) of \(mutants.count)") }
        }
        return judged.value.sorted { $0.mutant.id < $1.mutant.id }
    }

    private func judge(_ mutant: Mutant) throws -> Judgement {
        let files = reach.files(reaching: mutant.id)
        var rest = files[...]
        var killer: String?
        for size in Self.batches where killer == nil && !rest.isEmpty {
            let batch = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            let (status, output) = try Trial(place).run(batch, environment: ["ROLLCALL_MUTANT": "\(mutant.id)"])
            if status != 0 { killer = firstLoss(in: output) ?? batch[0] }
        }
        let fate: Judgement.Fate = killer != nil ? .killed : files.isEmpty ? .unreached : .survived
        return Judgement(mutant: mutant, fate: fate, reachedBy: files.count, killer: killer)
    }

    private func firstLoss(in output: String) -> String? {
        output.firstMatch(of: #/(?m)^(?:failed|crashed|hung|fault) +(\S+)/#).map { String($0.1) }
    }
}
