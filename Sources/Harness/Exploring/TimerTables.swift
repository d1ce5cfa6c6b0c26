internal import Exploration
internal import ScenarioLanguage

/// `rollcall explore --timers`: a table of the timers of each scenario.
struct TimerTables {
    let scenarios: [Scenario]
    let vocabulary: Vocabulary
    let laboratory: LaboratoryRequest
    let folder: String

    func show() throws(FileError) -> ExitStatus {
        let outcome = try laboratory.with(scratch: folder) { (lab) throws(Interruption) -> Bool in
            var hasShown = false
            for scenario in scenarios {
                switch try lab.base(of: scenario, vocabulary) {
                case .failure(let reason): Console.complain(.explore, "\(scenario.id) is not explored: \(reason)")
                case .success(var base):
                    try lab.addTimers(to: &base)
                    Console.say(TimerSweep.text(base, try TimerSweep.rows(of: base, in: &lab)))
                    hasShown = true
                }
            }
            return hasShown
        }
        switch outcome {
        case .failure(let interruption): return LaboratoryRequest.status(of: interruption, .explore)
        case .success(let hasShown): return hasShown ? .success : .usage
        }
    }
}
