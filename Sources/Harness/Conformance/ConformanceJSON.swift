internal import Journal
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// The matrix of conformance for programs: one JSON object.
struct ConformanceJSON {
    let conformance: Conformance

    /// The version of its shape; it grows when a key changes its meaning or goes.
    static let schemaVersion = 1

    /// The object and a line end.
    var text: String {
        var json = JSONText()
        json.openObject()
        json.field("schemaVersion", Self.schemaVersion)
        if let foreign = conformance.foreign { write(foreign, to: &json) }
        json.key("cases")
        json.openArray()
        for row in conformance.areas.flatMap(\.rows) { write(row, to: &json) }
        json.closeArray()
        json.key("machines")
        json.openArray()
        for machine in conformance.machines { write(machine.graph, machine.rows, to: &json) }
        json.closeArray()
        json.closeObject()
        json.newline()
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }

    private func write(_ foreign: Conformance.Foreign, to json: inout JSONText) {
        json.field("drivers", foreign.drivers)
        json.key("notPassed")
        json.openArray()
        for trouble in foreign.troubles {
            json.openObject()
            json.field("scenario", trouble.scenario)
            json.field("verdict", trouble.verdict)
            json.field("reason", trouble.reason)
            json.closeObject()
        }
        json.closeArray()
    }

    private func write(_ row: Conformance.Row, to json: inout JSONText) {
        json.openObject()
        json.field("id", row.id)
        json.field("statement", row.statement)
        json.field("verdict", conformance.verdict(on: row))
        json.field("scenarios", row.showings.compactMap { if case .scenario(let id) = $0.source { id } else { nil } })
        json.field(
            "tests",
            row.showings.compactMap { showing in
                guard case .test(let suite, let name) = showing.source else { return nil }
                return [suite, name].filter { !$0.isEmpty }.joined(separator: ": ")
            })
        json.closeObject()
    }

    private func write(_ graph: StateGraph, _ rows: [Conformance.MoveRow], to json: inout JSONText) {
        json.openObject()
        json.field("machine", graph.name)
        json.key("moves")
        json.openArray()
        for row in rows {
            json.openObject()
            json.field("from", row.move.from)
            json.field("to", row.move.to)
            json.field("count", row.count)
            json.field("reason", row.reason)
            json.closeObject()
        }
        json.closeArray()
        json.closeObject()
    }
}
