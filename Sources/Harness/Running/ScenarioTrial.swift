internal import Journal

/// The verdict on one scenario, as it forms while its runs end: with one seed or many, once or several times with each.
struct ScenarioTrial {
    private let plan: RunPlan
    private let folder: RunFolder
    /// A Boolean value that indicates whether runs of one seed must be equal, as under the virtual clock.
    private let compares: Bool
    /// The rounds of each seed that has begun and not ended.
    private var rounds: [UInt64: SeedRounds] = [:]
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

    /// True when a run can still change the verdict.
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
    mutating func start(_ task: RunPlan.Task) {
        guard rounds[task.seed] == nil else { return }
        rounds[task.seed] = SeedRounds(count: plan.rounds, in: folder(seed: task.seed), compares: compares)
    }

    /// Takes the verdict on a run, and returns that on the scenario when this run decides it.
    mutating func take(_ verdict: Verdict, of task: RunPlan.Task) throws(FileError) -> Verdict? {
        runs += 1
        start(task)
        rounds[task.seed]?.take(verdict, round: task.round)
        guard let ended = rounds[task.seed], ended.isComplete else { return nil }
        rounds[task.seed] = nil
        finished += 1
        try choose(ended.verdict, seed: task.seed)
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
        return !rounds.keys.contains { $0 < failingSeed }
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
