internal import Journal

/// What is known of one scenario while its runs end, with one seed or many, and once or several times with each.
struct ScenarioTrial {
    private let plan: RunPlan
    private let folder: RunFolder
    /// Whether runs of one seed must be equal, which those of the real clock never are.
    private let compares: Bool
    /// The verdicts of seeds whose rounds have not all ended, by round.
    private var open: [UInt64: [Int: Verdict]] = [:]
    private var started: Set<UInt64> = []
    private var finished = 0
    private var runs = 0
    private var chosen: Verdict?
    /// The verdict on the scenario, once there is one.
    private(set) var final: Verdict?

    init(_ plan: RunPlan, in folder: RunFolder, compares: Bool) {
        self.plan = plan
        self.folder = folder
        self.compares = compares
    }

    private var failingSeed: UInt64? { chosen.flatMap { $0.kind.isBad ? $0.seed : nil } }

    /// Whether a run can still change the verdict.
    func wants(_ task: RunPlan.Task) -> Bool {
        final == nil && task.seed <= failingSeed ?? .max
    }

    /// The folder that a run fills: the scenario's own, where it has only one run.
    func folder(of task: RunPlan.Task) -> RunFolder {
        folder(seed: task.seed).round(task.round)
    }

    private func folder(seed: UInt64) -> RunFolder {
        plan.seeds.count == 1 ? folder : folder.seed(seed)
    }

    /// Notes that a run has begun.
    mutating func start(_ task: RunPlan.Task) { started.insert(task.seed) }

    /// Takes the verdict on a run, and answers that on the scenario when it is the one that decides it.
    mutating func take(_ verdict: Verdict, of task: RunPlan.Task) throws(FileError) -> Verdict? {
        runs += 1
        open[task.seed, default: [:]][task.round] = verdict
        guard let rounds = open[task.seed], rounds.count == plan.rounds else { return nil }
        open[task.seed] = nil
        started.remove(task.seed)
        finished += 1
        try choose(common(rounds, seed: task.seed), seed: task.seed)
        guard final == nil, isDecided, var verdict = chosen else { return nil }
        verdict.runs = runs
        if plan.seeds.count > 1, let seed = failingSeed {
            verdict.notes.append("\(verdict.id): seed \(seed) is the first of \(plan.seeds.written) that fails")
        }
        final = verdict
        return verdict
    }

    private var isDecided: Bool {
        if finished == plan.seeds.count { return true }
        // Seeds start in their order, so none below one that failed is still to start.
        guard let failingSeed else { return false }
        return !started.contains { $0 < failingSeed }
    }

    /// The verdict on all rounds of a seed, of which the folders of those that say nothing new are deleted.
    private func common(_ rounds: [Int: Verdict], seed: UInt64) -> Verdict? {
        guard let first = rounds[1] else { return nil }
        let base = folder(seed: seed)
        var result = first
        for round in 2..<max(2, plan.rounds + 1) {
            guard let other = rounds[round] else { continue }
            let isFirstDoubt = result == first
            if compares, isFirstDoubt {
                result = RunComparison.verdict(first: first, in: base, second: other, in: base.round(round))
            } else if !compares, isFirstDoubt, !first.kind.isBad {
                result = other.kind.isBad ? other : first
            }
            if result == first || !isFirstDoubt { base.round(round).delete() }
        }
        return result
    }

    /// Keeps the lowest seed that failed, or else the first one, and moves its files into the scenario's folder.
    private mutating func choose(_ verdict: Verdict?, seed: UInt64) throws(FileError) {
        guard let verdict else { return }
        let isBetter = chosen == nil || (verdict.kind.isBad && seed < failingSeed ?? .max)
        if isBetter, final == nil { chosen = verdict }
        guard plan.seeds.count > 1 else { return }
        let own = folder(seed: seed)
        if isBetter, final == nil { try folder.take(from: own) } else { own.delete() }
    }
}

extension ClosedRange<UInt64> {
    /// The range as the command line has it.
    var written: String { "\(lowerBound)..\(upperBound)" }
}
