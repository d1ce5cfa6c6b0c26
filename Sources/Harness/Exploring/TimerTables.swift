internal import Exploration
internal import ScenarioLanguage

/// `rollcall explore --timers`: a table of the timers of each scenario.
struct TimerTables {
    let scenarios: [Scenario]
    let vocabulary: Vocabulary
    let runnerRequest: ProbeRunnerRequest
    let folder: String

    func show() throws(FileError) -> ExitStatus {
        let outcome = try runnerRequest.with(scratch: folder) { (runner) throws(Interruption) -> Bool in
            var hasShown = false
            for scenario in scenarios {
                switch try runner.base(of: scenario, vocabulary) {
                case .failure(let reason): Console.error(.explore, "\(scenario.id) is not explored: \(reason)")
                case .success(var base):
                    try runner.addTimers(to: &base)
                    Console.say(TimerSweep.text(base, try TimerSweep.rows(of: base, in: &runner)))
                    hasShown = true
                }
            }
            return hasShown
        }
        switch outcome {
        case .failure(let interruption): return ProbeRunnerRequest.status(of: interruption, .explore)
        case .success(let hasShown): return hasShown ? .success : .usage
        }
    }
}
