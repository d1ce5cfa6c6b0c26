internal import Journal

/// The report in GitHub's Markdown, for a comment or the summary of a job.
package enum MarkdownReport {
    /// The maximum size of a summary in bytes; the rest is counted instead of shown.
    package static let defaultLimit: Int = 900_000

    /// Returns the report as a text of at most `limit` bytes.
    package static func text(of result: RunResult, limit: Int = defaultLimit) -> String {
        let report = ConsoleReport(style: Style(isColoured: false), ids: [], names: [])
        let sums = report.sums(of: result)
        var text =
            "# Rollcall: \(headline(of: result))\n\n"
        text += sums.markdown + "\n"
        let failures = result.verdicts.filter { $0.failure != nil && $0.kind.isBad }
        if !failures.isEmpty { text += "\n## What did not pass\n" }
        for (index, verdict) in failures.enumerated() {
            let block = section(verdict)
            guard text.utf8.count + block.utf8.count <= limit / 2 else {
                text += "\n\(Figures.count(failures.count - index, "failure")) more: see the other reports\n"
                break
            }
            text += block
        }
        text += unsupported(result, room: limit / 4)
        return text + table(result, room: limit - text.utf8.count)
    }

    private static func headline(of result: RunResult) -> String {
        if result.verdicts.contains(where: { $0.kind.isBad }) { return "not all passed" }
        return result.verdicts.contains { $0.kind == .unsupported } ? "all that is supported passed" : "all passed"
    }

    /// Returns the unsupported scenarios with their reasons.
    private static func unsupported(_ result: RunResult, room: Int) -> String {
        let verdicts = result.verdicts.filter { $0.kind == .unsupported }
        guard !verdicts.isEmpty else { return "" }
        var text = "\n## Unsupported\n\n"
        for (index, verdict) in verdicts.enumerated() {
            let row = "- \(verdict.id.markdown): \((verdict.failure?.reason ?? "").markdown)\n"
            guard text.utf8.count + row.utf8.count <= room else {
                return text + "- and \(verdicts.count - index) more\n"
            }
            text += row
        }
        return text
    }

    private static func section(_ verdict: Verdict) -> String {
        let details = ConsoleReport.details(of: verdict)
        let fence = String(repeating: "`", count: max(3, details.longestRun(of: "`") + 1))
        let head =
            "\n### \(verdict.id.markdown): \(verdict.name.markdown)\n\n\(verdict.kind.word), seed \(verdict.seed)\n\n"
        return head + "\(fence)text\n\(details)\(fence)\n"
    }

    private static func table(_ result: RunResult, room: Int) -> String {
        var text = "\n## Scenarios\n\n| | id | name | virtual | wall | datagrams |\n|---|---|---|--:|--:|--:|\n"
        for (index, verdict) in result.verdicts.enumerated() {
            let cells = [
                verdict.kind.word, verdict.id.markdown, verdict.name.markdown, Figures.virtual(verdict.virtualSeconds),
                Figures.wall(verdict.wallSeconds), "\(verdict.datagramsSent)",
            ]
            let row = "| \(cells.joined(separator: " | ")) |\n"
            guard text.utf8.count + row.utf8.count <= room - 100 else {
                return text + "\n\(Figures.count(result.verdicts.count - index, "scenario")) more\n"
            }
            text += row
        }
        return text
    }
}

extension String {
    /// The text in one line, with escaped Markdown, also for the cell of a table.
    package var markdown: String {
        var result = ""
        for character in oneLine {
            switch character {
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            case "\\", "`", "*", "_", "[", "]", ">", "|", "~", "#", "!", "$": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result
    }

    /// The text without line breaks and terminal commands.
    var oneLine: String {
        String(harmless.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    fileprivate func longestRun(of character: Character) -> Int {
        var (longest, current) = (0, 0)
        for other in self {
            current = other == character ? current + 1 : 0
            longest = Swift.max(longest, current)
        }
        return longest
    }
}
