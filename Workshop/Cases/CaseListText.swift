import ScenarioLanguage

/// The coverage of cases for people: each case with what shows it or why nothing does, then the sums by area.
struct CaseListText {
    let coverage: CaseCoverage

    var text: String {
        let areas = coverage.areas.filter { area in coverage.rows.contains { $0.case.area == area.name } }
        return areas.map(section).joined() + table(areas) + "\n" + summary + "\n"
    }

    private func section(_ area: CaseArea) -> String {
        let rows = coverage.rows.filter { $0.case.area == area.name }
        return "\(area.name): \(area.title)\n\n" + rows.map(text).joined() + "\n"
    }

    private func text(_ row: CaseCoverage.Row) -> String {
        let spirit = row.case.isInSpirit ? "[A] " : ""
        let head = "  \(Self.word(row.status).padded(to: 8))  \(row.case.id)  \(spirit)\(row.case.text)\n"
        let indent = String(repeating: " ", count: 12)
        let notes =
            row.showings.map(Self.text) + (row.showings.isEmpty ? row.reason.map { ["because \($0)"] } ?? [] : [])
        return head + notes.map { "\(indent)\($0)\n" }.joined()
    }

    private static func word(_ status: CaseCoverage.Status) -> String {
        switch status {
        case .shown: "shown"
        case .leftOut: "left out"
        case .open: "open"
        }
    }

    private static func text(_ showing: Showing) -> String {
        let place = "\(showing.file):\(showing.place.line)"
        switch showing.source {
        case .scenario(let id): return "by scenario \(id)  \(place)"
        case .test(let suite, let name):
            let words = [suite, name.isEmpty ? "" : "`\(name)`"].filter { !$0.isEmpty }
            return "by test \(words.joined(separator: " "))  \(place)"
        }
    }

    // MARK: Sums

    private func table(_ areas: [CaseArea]) -> String {
        let width = max(5, areas.map(\.name.count).max() ?? 0)
        let head = Self.line("area".padded(to: width), ["cases", "shown", "left out", "open"])
        let rows = areas.map { line($0.name.padded(to: width), in: $0.name) }
        return head + rows.joined() + line("total".padded(to: width), in: nil)
    }

    private func line(_ title: String, in area: String?) -> String {
        let counts = [.shown, .leftOut, .open].map { coverage.count($0, in: area) }
        return Self.line(title, ([counts.reduce(0, +)] + counts).map { String($0) })
    }

    private static func line(_ title: String, _ cells: [String]) -> String {
        title + cells.map { cell in String(repeating: " ", count: max(0, 10 - cell.count)) + cell }.joined() + "\n"
    }

    private var summary: String {
        let missing = coverage.missing.count
        let inSpirit = coverage.count(.open) - missing
        let rest = missing == 0 ? "none is missing" : "\(missing) missing"
        let shown = "\(coverage.count(.shown)) of \(coverage.rows.count) cases are shown"
        return "\(shown), \(coverage.count(.leftOut)) left out with a reason, \(rest)"
            + (inSpirit == 0 ? "" : "; \(inSpirit) more are open that are to be adopted in spirit only")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
