internal import Scenario

/// `rollcall list`: one line a scenario, with its id, its name and its file.
enum ListVerb {
    static func perform(_ words: Words, _ registry: Registry) throws(UsageError) -> ExitStatus {
        let selection = try Selection(words.operands, filter: words[.filter], verb: .list, registry)
        let idWidth = selection.scenarios.map(\.id.count).max() ?? 0
        let nameWidth = selection.scenarios.map(\.name.count).max() ?? 0
        for scenario in selection.scenarios {
            let id = scenario.id.padding(to: idWidth)
            Console.say("\(id)  \(scenario.name.padding(to: nameWidth))  \(scenario.file)\n")
        }
        guard selection.problemCount == 0 else {
            Console.complain(selection.problems)
            return .invalid
        }
        return .success
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
