internal import Journal
internal import Reporting
internal import ScenarioLanguage

/// The conformance matrix as Markdown and as JSON.
struct ConformanceReport {
    let matrix: ConformanceMatrix

    /// The version of the JSON's structure; it is incremented when a key changes its meaning or is removed.
    static let schemaVersion = 2

    // MARK: Markdown

    /// The matrix as a Markdown page.
    var markdown: String {
        let names =
            matrix.drivers.isEmpty ? "the call library" : matrix.drivers.map { "`\($0)`" }.joined(separator: ", ")
        let scenarios = Self.sentence(matrix.scenarioSums, of: "scenario")
        let cases =
            matrix.rows.isEmpty ? "No scenario names a case that it covers." : Self.sentence(matrix.sums, of: "case")
        return "# Conformance of \(names)\n\n\(scenarios) \(cases)\n" + troubles + table
    }

    private static func sentence(_ sums: [(outcome: ConformanceMatrix.Outcome, count: Int)], of noun: String) -> String
    {
        let total = sums.reduce(0) { $0 + $1.count }
        let parts = sums.map { "\($0.count) \($0.outcome.word)" }.joined(separator: ", ")
        return "Of \(total) \(noun)\(total == 1 ? "" : "s"): \(parts)."
    }

    private var troubles: String {
        guard !matrix.troubles.isEmpty else { return "" }
        let rows = matrix.troubles.map { scenario, outcome, reason in
            "| \(scenario.id.markdown): \(scenario.name.markdown) | \(outcome.word) | \(reason.markdown) |\n"
        }
        return "\n## Not passed\n\n| scenario | verdict | why |\n|---|---|---|\n" + rows.joined()
    }

    private var table: String {
        guard !matrix.rows.isEmpty else { return "" }
        let rows = matrix.rows.map { row in
            "| \(row.id.markdown) | \(row.outcome.word) | \(row.scenarios.map(\.markdown).joined(separator: ", ")) |\n"
        }
        return "\n## Cases\n\n| case | verdict | scenarios |\n|---|---|---|\n" + rows.joined()
    }

    // MARK: JSON

    /// The matrix as one JSON object and a line end.
    var json: String {
        var json = JSONText()
        json.openObject()
        json.field("schemaVersion", Self.schemaVersion)
        json.field("drivers", matrix.drivers)
        json.key("conforms")
        json.boolean(matrix.isMet)
        json.key("cases")
        json.openArray()
        for row in matrix.rows { Self.write(row, to: &json) }
        json.closeArray()
        json.key("notPassed")
        json.openArray()
        for trouble in matrix.troubles { Self.write(trouble, to: &json) }
        json.closeArray()
        json.closeObject()
        json.newline()
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }

    private static func write(_ row: ConformanceMatrix.Row, to json: inout JSONText) {
        json.openObject()
        json.field("id", row.id)
        json.field("verdict", row.outcome.word)
        json.field("scenarios", row.scenarios)
        json.closeObject()
    }

    private static func write(
        _ trouble: (scenario: Scenario, outcome: ConformanceMatrix.Outcome, reason: String), to json: inout JSONText
    ) {
        json.openObject()
        json.field("scenario", trouble.scenario.id)
        json.field("verdict", trouble.outcome.word)
        json.field("reason", trouble.reason)
        json.closeObject()
    }
}
