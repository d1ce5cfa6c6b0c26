internal import Journal
internal import Reporting

/// The verdicts in the order of their arrival, and their lines in the order of the scenarios.
struct VerdictBoard {
    private let report: ConsoleReport
    private let plan: RunPlan
    private let out: String
    private let detail: ConsoleDetail
    private var trials: [ScenarioTrial]
    private var shown = 0
    private var cursor = 0

    init(_ report: ConsoleReport, ids: [String], plan: RunPlan, out: String, compares: Bool, detail: ConsoleDetail) {
        self.report = report
        self.plan = plan
        self.out = out
        self.detail = detail
        trials = ids.map { ScenarioTrial($0, plan, in: RunFolder(out: out, id: $0), compares: compares) }
    }

    /// The final verdicts, in the order of the scenarios.
    var verdicts: [Verdict] { trials.compactMap(\.final) }

    /// The number of scenarios with a verdict.
    var ended: Int { trials.count { $0.final != nil } }

    /// The number of runs that have ended.
    private(set) var endedRuns = 0

    /// The ids of the scenarios that have begun and have no verdict yet.
    var running: [String] { trials.filter { $0.isRunning }.map(\.id) }

    /// The number of scenarios that did not pass.
    var troubled: Int { trials.count { $0.final?.kind.isBad ?? false } }

    /// Returns the number of the next run that can still change a verdict; nil without one.
    mutating func next() -> Int? {
        while cursor < plan.count {
            let number = cursor
            cursor += 1
            let task = plan[number]
            guard trials[task.scenario].wants(task) else { continue }
            trials[task.scenario].start(task)
            return number
        }
        return nil
    }

    /// Returns the folder of a run.
    func folder(of task: RunPlan.Task) -> RunFolder { trials[task.scenario].folder(of: task) }

    /// Processes the verdict on a run; returns the scenario's verdict when this run decides it.
    mutating func add(_ verdict: Verdict, of task: RunPlan.Task) throws(FileError) -> Verdict? {
        endedRuns += 1
        return try trials[task.scenario].add(verdict, of: task)
    }

    /// Writes the lines of finished scenarios, up to the first unfinished one.
    mutating func show(_ say: (String) -> Void) {
        while shown < trials.count, let verdict = trials[shown].final {
            say(text(of: verdict))
            shown += 1
        }
    }

    private func text(of verdict: Verdict) -> String {
        switch detail {
        case .quiet where verdict.kind == .passed: ""
        case .events: ""
        case .quiet, .standard: report.text(of: verdict)
        case .verbose: report.text(of: verdict) + StepLines.text(of: RunFolder(out: out, id: verdict.id))
        }
    }

    /// Returns the lines of scenarios after an unfinished one, and the sums.
    func summary(of result: RunResult) -> String {
        trials.dropFirst(shown).compactMap(\.final).map(text).joined() + report.summary(of: result)
    }
}
