internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The coverage of cases for programs: one JSON object.
struct CaseListJSON {
    let coverage: CaseCoverage

    /// The version of its shape; it grows when a key changes its meaning or goes.
    static let schemaVersion = 1

    /// The object and a line end.
    var bytes: [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("schemaVersion", Self.schemaVersion)
        json.key("totals")
        write(area: nil, to: &json)
        json.key("areas")
        json.openArray()
        for area in coverage.areas { write(area: area, to: &json) }
        json.closeArray()
        json.key("cases")
        json.openArray()
        for row in coverage.rows { write(row, to: &json) }
        json.closeArray()
        json.key("problems")
        json.openArray()
        for problem in coverage.problems { problem.write(to: &json) }
        json.closeArray()
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    private func write(area: CaseArea?, to json: inout JSONText) {
        json.openObject()
        json.field("area", area?.name)
        json.field("title", area?.title)
        let rows = coverage.rows.filter { area == nil || $0.case.area == area?.name }
        json.field("cases", rows.count)
        for status in CaseCoverage.Status.allCases {
            json.key(status.rawValue)
            json.integer(rows.count { $0.status == status })
        }
        json.field("missing", rows.count(where: \.isMissing))
        json.closeObject()
    }

    private func write(_ row: CaseCoverage.Row, to json: inout JSONText) {
        json.openObject()
        json.field("id", row.case.id)
        json.field("area", row.case.area)
        json.field("text", row.case.text)
        json.key("inSpirit")
        json.boolean(row.case.isInSpirit)
        json.field("status", row.status.rawValue)
        json.field("reason", row.reason)
        json.key("by")
        json.openArray()
        for showing in row.showings { write(showing, to: &json) }
        json.closeArray()
        json.closeObject()
    }

    private func write(_ showing: Showing, to json: inout JSONText) {
        json.openObject()
        switch showing.source {
        case .scenario(let id): json.field("scenario", id)
        case .test(let suite, let name):
            json.field("suite", suite)
            json.field("test", name)
        }
        json.field("file", showing.file)
        json.field("line", showing.place.line)
        json.field("column", showing.place.column)
        json.closeObject()
    }
}
