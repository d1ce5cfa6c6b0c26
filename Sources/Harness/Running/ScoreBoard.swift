internal import Journal
internal import Reporting

/// The verdicts as they come in, and their lines in the order of the scenarios.
struct ScoreBoard {
    private let report: ConsoleReport
    private let plan: RunPlan
    private var trials: [ScenarioTrial]
    private var shown = 0
    private var cursor = 0

    init(_ report: ConsoleReport, ids: [String], plan: RunPlan, out: String, compares: [Bool]) {
        self.report = report
        self.plan = plan
        trials = zip(ids, compares).map { ScenarioTrial(plan, in: RunFolder(out: out, id: $0), compares: $1) }
    }

    /// The verdicts that are final, in the order of the scenarios.
    var verdicts: [Verdict] { trials.compactMap(\.final) }

    /// How many scenarios have their verdict.
    var ended: Int { trials.count { $0.final != nil } }

    /// How many of them did not pass.
    var troubled: Int { trials.count { $0.final?.kind.isBad ?? false } }

    /// The number of the next run that can still change something.
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

    /// The folder that a run fills.
    func folder(of task: RunPlan.Task) -> RunFolder { trials[task.scenario].folder(of: task) }

    /// Takes the verdict on a run, and answers that on its scenario when it is the one that decides it.
    mutating func take(_ verdict: Verdict, of task: RunPlan.Task) throws(FileError) -> Verdict? {
        try trials[task.scenario].take(verdict, of: task)
    }

    /// Says the lines of the scenarios that all those before them have ended too.
    mutating func show(_ say: (String) -> Void) {
        while shown < trials.count, let verdict = trials[shown].final {
            say(report.text(of: verdict))
            shown += 1
        }
    }

    /// The lines that an interrupt kept from their place, and the sums.
    func summary(of result: RunResult) -> String {
        trials.dropFirst(shown).compactMap(\.final).map(report.text).joined() + report.summary(of: result)
    }
}
