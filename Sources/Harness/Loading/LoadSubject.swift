internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// The unit of a load: a scenario, or a SIP call to a program.
struct LoadSubject {
    let unit: LoadPlan.Unit
    /// The id of the scenario, or the URI of the callee.
    let name: String
    /// The file of the scenario; empty without one.
    let file: String

    /// Returns what the command line names; nil, with messages, when it cannot be a load.
    static func chosen(by request: LoadRequest, _ registry: Registry) throws(UsageError) -> LoadSubject? {
        if let target = request.sip { return LoadSubject(unit: .sip(target), name: target.uri, file: "") }
        let selection = try Selection(request.choice, verb: .load, registry)
        guard selection.diagnostics.isEmpty else {
            Console.complain(selection.problems)
            return nil
        }
        guard let scenario = selection.scenarios.first, selection.scenarios.count == 1 else {
            throw UsageError(
                .load, "\(selection.scenarios.count) scenarios are selected: name one, or choose it by --filter")
        }
        for obstacle in scenario.loadObstacles { Console.complain(.load, obstacle.text(of: scenario)) }
        guard scenario.loadObstacles.isEmpty else { return nil }
        return LoadSubject(unit: .scenario(scenario), name: scenario.id, file: scenario.file)
    }
}
