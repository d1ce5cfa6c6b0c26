internal import Journal

/// The report in the Test Anything Protocol, version 14.
package enum TAPReport {
    /// Returns the report as text.
    package static func text(of result: RunResult) -> String {
        let lines = result.verdicts.enumerated().map { point($0.element, number: $0.offset + 1) }
        let plan = "TAP version 14\n1..\(result.selected)\n"
        let notRun = result.totals.notRun
        let verb = notRun == 1 ? "was" : "were"
        let end = notRun > 0 ? "Bail out! \(Figures.count(notRun, "scenario")) \(verb) not run\n" : ""
        return plan + lines.joined() + end
    }

    private static func point(_ verdict: Verdict, number: Int) -> String {
        let name = "\(verdict.id) \(verdict.name)".tapDescription
        if verdict.kind == .unsupported {
            return "ok \(number) - \(name) # SKIP unsupported: \((verdict.failure?.reason ?? "").tapDescription)\n"
        }
        let head = "\(verdict.kind.isBad ? "not ok" : "ok") \(number) - \(name)\n"
        guard let failure = verdict.failure else { return head }
        return head + "  ---\n" + details(of: verdict, failure).map { "  \($0.key): \($0.value)\n" }.joined()
            + "  ...\n"
    }

    private static func details(of verdict: Verdict, _ failure: Verdict.Failure) -> [(key: String, value: String)] {
        var rows: [(key: String, value: String)] = [
            ("message", failure.reason.yamlText), ("severity", verdict.kind.rawValue.yamlText),
            ("file", (failure.file ?? verdict.file).yamlText), ("seed", "\(verdict.seed)"),
        ]
        if let line = failure.line { rows.append(("line", "\(line)")) }
        if let column = failure.column { rows.append(("column", "\(column)")) }
        if let step = failure.step { rows.append(("step", "\(step)")) }
        if let expected = failure.expected { rows.append(("expected", expected.yamlText)) }
        if let actual = failure.actual { rows.append(("actual", actual.yamlText)) }
        if let replay = failure.replay { rows.append(("again", replay.yamlText)) }
        if !failure.output.isEmpty {
            rows.append(("output", "[\(failure.output.map(\.yamlText).joined(separator: ", "))]"))
        }
        return rows
    }
}

extension String {
    /// The text in one line, with escaped prefixes of directives.
    fileprivate var tapDescription: String {
        var result = ""
        for character in oneLine {
            if character == "#" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// The text in the notation of YAML and JSON for double quotes.
    fileprivate var yamlText: String {
        var json = JSONText()
        json.text(harmless)
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }
}
