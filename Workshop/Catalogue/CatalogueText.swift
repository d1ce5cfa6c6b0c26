import Reporting
import ScenarioLanguage
import ScenarioVocabulary

/// The matrix of conformance as Markdown, which people can read as it is.
struct CatalogueText {
    let matrix: CatalogueMatrix

    var text: String {
        head + matrix.areas.map(section).joined() + "## States\n\n" + about
            + matrix.machines.map(section).joined()
    }

    private var head: String {
        let rows = matrix.areas.flatMap(\.rows)
        let shown = rows.count { !$0.showings.isEmpty }
        return """
            # Conformance

            The scenarios and tests that show each case, and their verdicts. `workshop conformance Scenarios` prints this
            page from the catalogue, the traits of the tests and the results of the last run; a test compares it.

            \(shown) cases are shown.


            """
    }

    private var about: String {
        """
        The transitions in the journals of the catalogue. `callingState` is the state of the view model, `callStage` the stage
        of a call, `reconnection` the machine of its connection. The possible transitions are found by trying every event
        in every state, and by the table of stages.


        """
    }

    private func section(_ area: (name: String, rows: [CatalogueMatrix.Row])) -> String {
        let rows = area.rows.map { "| \($0.id.markdown) | \(shown(by: $0)) | \(matrix.verdict(on: $0)) |\n" }
        return "## \(area.name)\n\n" + "| case | shown by | verdict |\n|---|---|---|\n" + rows.joined() + "\n"
    }

    private func shown(by row: CatalogueMatrix.Row) -> String {
        row.showings.map { showing in
            switch showing.source {
            case .scenario(let id): "\(id.markdown): \(matrix.name(of: id).markdown)"
            case .test(let suite, let name):
                "test \([suite, name].filter { !$0.isEmpty }.joined(separator: ": ").markdown)"
            }
        }.joined(separator: "<br>")
    }

    private func section(_ machine: (graph: StateGraph, rows: [CatalogueMatrix.TransitionRow])) -> String {
        let reached = machine.rows.count { $0.count > 0 }
        var text =
            "### \(machine.graph.name)\n\n\(reached) of \(machine.rows.count) possible transitions are reached.\n\n"
        text += "| transition | reached |\n|---|---|\n"
        for row in machine.rows {
            let how = row.count > 0 ? "yes" : row.reason.map { "no: \($0.markdown)" } ?? "no"
            text += "| \(row.transition.text.markdown) | \(how) |\n"
        }
        return text + "\n"
    }
}
