internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall list`: one line for each scenario, with its id, its name and its file.
enum ListVerb {
    static func perform(_ words: ParsedArguments, _ registry: Registry) throws(UsageError) -> ExitStatus {
        let format = try words.format(of: .list)
        let selection = try Selection(ScenarioChoice(words, of: .list), verb: .list, registry)
        switch format {
        case .text: Console.say(text(selection.scenarios))
        case .json: Console.say(json(selection.scenarios))
        }
        guard selection.diagnostics.count == 0 else {
            Console.error(selection.problems)
            return .invalid
        }
        return .success
    }

    private static func text(_ scenarios: [Scenario]) -> String {
        let idWidth = scenarios.map(\.id.count).max() ?? 0
        let nameWidth = scenarios.map(\.name.count).max() ?? 0
        return scenarios.map { scenario in
            "\(scenario.id.padding(to: idWidth))  \(scenario.name.padding(to: nameWidth))  \(scenario.file)\n"
        }.joined()
    }

    private static func json(_ scenarios: [Scenario]) -> String {
        var json = JSONText()
        json.openArray()
        for scenario in scenarios {
            json.openObject()
            scenario.writeHead(to: &json)
            json.closeObject()
        }
        json.closeArray()
        json.newline()
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }
}

extension Scenario {
    /// Writes the fields that identify and classify the scenario.
    func writeHead(to json: inout JSONText) {
        json.field("id", id)
        json.field("name", name)
        json.field("file", file)
        json.field("tags", tags)
        json.field("covers", covers)
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
