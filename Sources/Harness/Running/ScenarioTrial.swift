internal import Journal
internal import ScenarioLanguage

/// The verdict on one scenario, which is determined while its runs end, with one or more seeds and rounds.
struct ScenarioTrial {
    let id: String
    private let plan: RunPlan
    private let folder: RunFolder
    /// True when runs of one seed must be equal, as under the virtual clock.
    private let compares: Bool
    /// The rounds of the seeds that have begun and not ended.
    private var rounds: [UInt64: SeedRounds] = [:]
    private var finished = 0
    private var runs = 0
    /// The seeds of runs that were not performed.
    private var unperformed: [UInt64] = []
    private var chosen: Verdict?
    /// The final verdict on the scenario; nil before.
    private(set) var final: Verdict?

    init(_ id: String, _ plan: RunPlan, in folder: RunFolder, compares: Bool) {
        self.id = id
        self.plan = plan
        self.folder = folder
        self.compares = compares
    }

    /// True when a run has begun and there is no final verdict yet.
    var isRunning: Bool { !rounds.isEmpty && final == nil }

    private var failingSeed: UInt64? { chosen.flatMap { $0.kind.isBad ? $0.seed : nil } }

    /// Returns true when a run can still change the verdict.
    func wants(_ task: RunPlan.Task) -> Bool {
        final == nil && task.seed <= failingSeed ?? .max
    }

    /// Returns the folder of a run; the scenario's own folder when there is only one run.
    func folder(of task: RunPlan.Task) -> RunFolder {
        folder(seed: task.seed).round(task.round)
    }

    private func folder(seed: UInt64) -> RunFolder {
        plan.seeds.count == 1 ? folder : folder.seed(seed)
    }

    /// Records that a run has begun.
    mutating func start(_ task: RunPlan.Task) {
        guard rounds[task.seed] == nil else { return }
        rounds[task.seed] = SeedRounds(count: plan.rounds, in: folder(seed: task.seed), compares: compares)
    }

    /// Processes the verdict on a run; returns the scenario's verdict when this run decides it.
    mutating func add(_ verdict: Verdict, of task: RunPlan.Task) throws(FileError) -> Verdict? {
        runs += 1
        start(task)
        rounds[task.seed]?.add(verdict, round: task.round)
        guard let ended = rounds[task.seed], ended.isComplete else { return nil }
        rounds[task.seed] = nil
        finished += 1
        if verdict.kind == .unsupported { unperformed.append(task.seed) }
        try choose(ended.verdict, seed: task.seed)
        guard final == nil, isDecided, var verdict = chosen else { return nil }
        verdict.runs = failingSeed.map(runsUpTo) ?? performedRuns
        if plan.allSeeds.count > 1, let seed = failingSeed {
            verdict.notes.append("\(verdict.id): seed \(seed) is the first of \(plan.allSeeds.written) that fails")
        }
        final = verdict
        return verdict
    }

    /// Returns the number of runs up to a seed. The number of other runs that have begun depends on chance.
    private func runsUpTo(_ seed: UInt64) -> Int {
        (Int(seed - plan.seeds.lowerBound) + 1 - unperformed.count { $0 < seed }) * plan.rounds
    }

    /// The number of runs without those that were not performed, unless none was.
    private var performedRuns: Int {
        chosen?.kind == .unsupported ? runs : runs - unperformed.count * plan.rounds
    }

    private var isDecided: Bool {
        if finished == plan.seeds.count { return true }
        // Seeds start in order, so none below a failed one remains to be started.
        guard let failingSeed else { return false }
        return !rounds.keys.contains { $0 < failingSeed }
    }

    /// Keeps the lowest failed seed, or else the lowest that passed, and moves its files to the scenario's folder.
    private mutating func choose(_ verdict: Verdict?, seed: UInt64) throws(FileError) {
        guard let verdict else { return }
        let isBetter = isBetter(verdict, seed: seed)
        if isBetter, final == nil { chosen = verdict }
        guard plan.seeds.count > 1 else { return }
        let own = folder(seed: seed)
        if isBetter, final == nil { try folder.take(from: own) } else { own.delete() }
    }

    /// Returns true when a verdict replaces the chosen one, independent of the order in which seeds end.
    private func isBetter(_ verdict: Verdict, seed: UInt64) -> Bool {
        guard let chosen else { return true }
        if verdict.kind.decides(before: chosen.kind) { return true }
        return seed < chosen.seed && !chosen.kind.decides(before: verdict.kind)
    }
}
