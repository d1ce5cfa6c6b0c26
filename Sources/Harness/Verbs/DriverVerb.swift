internal import DriverKit
internal import Journal
internal import ScenarioDrivers
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall driver`: writes a driver, checks one against the protocol, or runs the ladder with one.
enum DriverVerb {
    private enum Task: String, CaseIterable {
        case new
        case check
        case ladder
    }

    static func perform(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError)
        -> ExitStatus
    {
        let tasks = Task.allCases.map(\.rawValue)
        guard let first = words.operands.first else {
            throw UsageError(.driver, "choose a task: \(Spelling.list(tasks, joinedBy: "or"))")
        }
        guard let task = Task(rawValue: first) else {
            throw UsageError(.driver, "there is no `driver \(first)`" + hint(first, tasks))
        }
        let rest = Array(words.operands.dropFirst())
        switch task {
        case .new: return try DriverWriter(rest).perform()
        case .check: return check(try command(rest, of: task), registry.words)
        case .ladder: return try LadderRun(try command(rest, of: task), words, program: program, registry).perform()
        }
    }

    /// Returns the command of a driver: one quoted text as for `--driver`, or its words.
    private static func command(_ words: [String], of task: Task) throws(UsageError) -> DriverChoice {
        let wanted = "driver \(task.rawValue) needs a command, as in \"python3 driver.py\""
        guard !words.isEmpty else { throw UsageError(.driver, wanted) }
        let text = words.count == 1 ? words[0] : words.map(\.shellQuoted).joined(separator: " ")
        let choice: DriverChoice
        do throws(DriverChoice.Mistake) {
            choice = try DriverChoice(text)
        } catch {
            throw UsageError(.driver, "\(wanted); `\(text)`: \(error)")
        }
        guard choice.selection == .everyone else { throw UsageError(.driver, "\(wanted), without a participant") }
        return choice
    }

    private static func check(_ choice: DriverChoice, _ words: LibraryWords) -> ExitStatus {
        MainActor.assumeIsolated {
            let check = DriverCheck(DriverSpec(command: choice.command), words)
            let width = check.results.map(\.rule.count).max() ?? 0
            for (rule, result) in check.results { Console.say(line(rule.padded(to: width), result)) }
            let broken = check.results.count { if case .broken = $0.result { true } else { false } }
            Console.say("\n\(broken) of \(check.results.count.counted("rule")) broken (Docs/driver.md)\n")
            return check.isKept ? .success : .failure
        }
    }

    private static func line(_ rule: String, _ result: DriverCheck.Result) -> String {
        switch result {
        case .kept(let detail): "kept     \(rule)  \(detail)\n"
        case .skipped(let reason): "skipped  \(rule)  \(reason)\n"
        case .broken(let reason): "broken   \(rule)  \(reason)\n"
        }
    }
}

extension String {
    /// Returns the text, padded with trailing spaces to a width.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
