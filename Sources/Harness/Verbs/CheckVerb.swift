internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall check`: reads scenarios, and reports all their problems.
enum CheckVerb {
    /// The version of the structure of `--format json`; it is incremented when a key changes its meaning or is removed.
    static let schemaVersion = 1

    static func perform(_ words: ParsedArguments, _ registry: Registry) throws(UsageError) -> ExitStatus {
        let format = try words.format(of: .check)
        let selection = try Selection(ScenarioChoice(paths: words.operands), verb: .check, registry)
        let problems = selection.diagnostics + missingFiles(of: selection.scenarios)
        let count = problems.count
        switch format {
        case .json: Console.say(json(selection.scenarios.count { $0.missingFiles.isEmpty }, problems))
        case .text where count > 0:
            let text = problems.map { $0.rendered(in: selection.sourceLines) }.joined(separator: "\n")
            Console.error("\(text)\n\(count.counted("problem"))\n")
        case .text:
            Console.say(
                summary(selection.scenarios.count, selection.libraryFiles) + note(on: selection.scenarios))
        }
        return count > 0 ? .invalid : .success
    }

    /// Returns the problems of files that scenarios name; rows of a scenario name the same.
    private static func missingFiles(of scenarios: [Scenario]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return scenarios.flatMap(\.missingFiles).filter { seen.insert($0).inserted }
    }

    /// Returns the note about scenarios with outside programs.
    private static func note(on scenarios: [Scenario]) -> String {
        let driven = scenarios.filter(\.isDriven).map(\.id)
        guard !driven.isEmpty else { return "" }
        return "with outside programs, which choose the clock: \(driven.joined(separator: ", "))\n"
    }

    private static func summary(_ scenarios: Int, _ libraries: Int) -> String {
        let files = "\(libraries) file\(libraries == 1 ? "" : "s") of sequences"
        if scenarios == 0, libraries > 0 { return "\(files) \(libraries == 1 ? "is" : "are") valid\n" }
        let more = libraries > 0 ? " and \(files)" : ""
        let isOne = scenarios == 1 && libraries == 0
        return "\(scenarios) scenario\(scenarios == 1 ? "" : "s")\(more) \(isOne ? "is" : "are") valid\n"
    }

    private static func json(_ valid: Int, _ problems: [Diagnostic]) -> String {
        var json = JSONText()
        json.openObject()
        json.field("schemaVersion", schemaVersion)
        json.field("valid", valid)
        json.key("problems")
        json.openArray()
        for problem in problems { problem.write(to: &json) }
        json.closeArray()
        json.closeObject()
        json.newline()
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }
}
