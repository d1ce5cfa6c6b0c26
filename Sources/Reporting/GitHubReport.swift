internal import Journal

/// The commands that GitHub Actions reads from a step's output: annotations at the lines of failed scenarios.
package enum GitHubReport {
    /// The maximum number of annotations, because the service shows only a few of each step.
    private static let most = 50
    /// The service truncates an annotation at 64 KiB; an escaped character may take twelve bytes.
    private static let longestMessage = 5000

    /// Returns the annotations, one command per line; further failures are only counted.
    package static func annotations(of result: RunResult) -> String {
        let failures = result.verdicts.compactMap { verdict in verdict.failure.map { (verdict, $0) } }
            .filter { $0.0.kind.isBad }
        let lines = failures.prefix(most).map { command($0.0, $0.1) }
        let rest = failures.count - lines.count
        let more = rest > 0 ? "::error::\(Figures.count(rest, "more scenario")) did not pass\n" : ""
        return notice(of: result) + lines.joined() + more
    }

    /// Returns the command that stops the interpretation of commands until `resume` with the same word.
    ///
    /// - Parameter word: A word that does not occur in between.
    package static func pause(_ word: String) -> String { "::stop-commands::\(word)\n" }

    /// Returns the command that ends a pause.
    package static func resume(_ word: String) -> String { "::\(word)::\n" }

    /// Returns one notice for all unsupported scenarios, because they have no line to correct.
    private static func notice(of result: RunResult) -> String {
        let verdicts = result.verdicts.filter { $0.kind == .unsupported }
        guard !verdicts.isEmpty else { return "" }
        let rows = verdicts.prefix(most).map { "\($0.id): \($0.failure?.reason ?? "")" }
        let title = "\(verdicts.count) of \(result.verdicts.count) scenarios are unsupported"
        return "::notice title=\(title)::\(rows.joined(separator: "\n").harmless.commandData)\n"
    }

    private static func command(_ verdict: Verdict, _ failure: Verdict.Failure) -> String {
        var properties = [("file", failure.file ?? verdict.file)]
        if let line = failure.line { properties.append(("line", "\(line)")) }
        if let column = failure.column { properties.append(("col", "\(column)")) }
        properties.append(("title", "\(verdict.id) \(verdict.kind.word): \(verdict.name)"))
        let blocks = FailureModel(failure, of: verdict).blocks.flatMap(\.text)
        let message = ([failure.reason] + blocks).joined(separator: "\n").prefix(longestMessage)
        let fields = properties.map { "\($0.0)=\($0.1.harmless.commandProperty)" }.joined(separator: ",")
        return "::error \(fields)::\(String(message).harmless.commandData)\n"
    }
}

extension String {
    /// The text of a command, with escaped line breaks.
    fileprivate var commandData: String {
        replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A").replacing("\r", with: "%0D")
            .replacing("\n", with: "%0A")
    }

    /// The text of a command's property, with escaped `:` and `,` too.
    fileprivate var commandProperty: String {
        commandData.replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
