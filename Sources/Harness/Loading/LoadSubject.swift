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
    /// The files that were read for it.
    var inputs: [String] = []

    /// Returns the subject that the command line names; nil, with messages, when it cannot be a load.
    static func chosen(by request: LoadRequest, _ registry: Registry) throws(UsageError) -> LoadSubject? {
        if let target = request.sip { return LoadSubject(unit: .sip(target), name: target.uri, file: "") }
        let selection = try Selection(request.choice, verb: .load, registry)
        guard !selection.reportProblems() else { return nil }
        guard let scenario = selection.scenarios.first, selection.scenarios.count == 1 else {
            throw UsageError(
                .load, "\(selection.scenarios.count) scenarios are selected: name one, or choose it by --filter")
        }
        for obstacle in scenario.loadObstacles { Console.error(.load, obstacle.text(of: scenario)) }
        guard scenario.loadObstacles.isEmpty else { return nil }
        let unit = request.media.map { scenario.with($0) } ?? scenario
        return LoadSubject(unit: .scenario(unit), name: scenario.id, file: scenario.file, inputs: scenario.inputFiles)
    }
}

extension Scenario {
    /// Returns the scenario with the same media for all participants.
    fileprivate func with(_ media: MediaSwitch) -> Scenario {
        var scenario = self
        scenario.media = media
        for index in scenario.participants.indices { scenario.participants[index].media.isOn = nil }
        return scenario
    }
}
