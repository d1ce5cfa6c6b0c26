internal import Reporting
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// The matrix of conformance as Markdown, which people can read as it is.
struct ConformanceText {
    let conformance: Conformance

    var text: String {
        (conformance.foreign.map(head) ?? head) + conformance.areas.map(section).joined() + "## States\n\n" + about
            + conformance.machines.map(section).joined()
    }

    private var head: String {
        let rows = conformance.areas.flatMap(\.rows)
        let shown = rows.count { !$0.showings.isEmpty }
        return """
            # Conformance

            What every case is shown by, and how that ended. `rollcall conformance Scenarios` prints this page from the
            catalogue, the traits of the tests and the results of the last run; a test compares it.

            \(shown) cases are shown.


            """
    }

    private func head(_ foreign: Conformance.Foreign) -> String {
        let sums = conformance.sums.map { "\($0.count) \($0.verdict)" }.joined(separator: ", ")
        var text = """
            # Conformance of \(foreign.drivers.map { "`\($0)`" }.joined(separator: ", "))

            What every case came to with this in the place of participants.

            \(sums) of \(conformance.areas.flatMap(\.rows).count) cases.


            """
        guard !foreign.troubles.isEmpty else { return text }
        text += "## Not passed\n\n| scenario | verdict | why |\n|---|---|---|\n"
        for trouble in foreign.troubles {
            text += "| \(trouble.scenario.markdown): \(conformance.name(of: trouble.scenario).markdown) "
            text += "| \(trouble.verdict) | \(trouble.reason.markdown) |\n"
        }
        return text + "\n"
    }

    private var about: String {
        """
        Which moves the journals of the catalogue hold. `callingState` is what the view model shows, `callStage` the stage
        of a call, `reconnection` the machine of its connection. Which moves are possible is found by trying every event
        in every state, and by the table of stages.


        """
    }

    private func section(_ area: (name: String, rows: [Conformance.Row])) -> String {
        let isStated = area.rows.contains { $0.statement != nil }
        let head =
            isStated
            ? "| case | statement | shown by | verdict |\n|---|---|---|---|\n"
            : "| case | shown by | verdict |\n|---|---|---|\n"
        let rows = area.rows.map { row in
            let statement = isStated ? " \((row.statement ?? "").markdown) |" : ""
            return "| \(row.id.markdown) |\(statement) \(shown(by: row)) | \(conformance.verdict(on: row)) |\n"
        }
        return "## \(area.name)\n\n" + head + rows.joined() + "\n"
    }

    private func shown(by row: Conformance.Row) -> String {
        row.showings.map { showing in
            switch showing.source {
            case .scenario(let id): "\(id.markdown): \(conformance.name(of: id).markdown)"
            case .test(let suite, let name):
                "test \([suite, name].filter { !$0.isEmpty }.joined(separator: ": ").markdown)"
            }
        }.joined(separator: "<br>")
    }

    private func section(_ machine: (graph: StateGraph, rows: [Conformance.MoveRow])) -> String {
        let reached = machine.rows.count { $0.count > 0 }
        var text = "### \(machine.graph.name)\n\n\(reached) of \(machine.rows.count) possible moves are reached.\n\n"
        text += "| move | reached |\n|---|---|\n"
        for row in machine.rows {
            let how = row.count > 0 ? "yes" : row.reason.map { "no: \($0.markdown)" } ?? "no"
            text += "| \(row.move.text.markdown) | \(how) |\n"
        }
        return text + "\n"
    }
}
