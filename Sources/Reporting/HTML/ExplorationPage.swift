/// The page of a search: its runs and findings, what was seen and what never was. It has no scripts.
package struct ExplorationPage {
    /// A table with a title.
    package struct Table {
        let title: String
        let heads: [String]
        let rows: [[String]]

        package init(_ title: String, _ heads: [String], _ rows: [[String]]) {
            self.title = title
            self.heads = heads
            self.rows = rows
        }
    }

    /// A finding with its scenario.
    package struct Finding {
        let id: String
        let count: Int
        let reason: String
        let command: String
        let text: String

        package init(id: String, count: Int, reason: String, command: String, text: String) {
            self.id = id
            self.count = count
            self.reason = reason
            self.command = command
            self.text = text
        }
    }

    private let about: String
    private let findings: [Finding]
    private let growth: [(runs: Int, seen: Int)]
    private let tables: [Table]

    /// - Parameters:
    ///   - about: The search in one line.
    ///   - growth: The numbers of transitions and joint states after numbers of runs.
    package init(about: String, findings: [Finding], growth: [(runs: Int, seen: Int)], tables: [Table]) {
        self.about = about
        self.findings = findings
        self.growth = growth
        self.tables = tables
    }

    /// The page.
    package var bytes: [UInt8] {
        let head = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Rollcall: a search</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
            table { border-collapse: collapse } td, th { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top }
            p, td:last-child { overflow-wrap: anywhere }
            pre { overflow-x: auto; padding: .8rem; border: 1px solid #8886; border-radius: 4px }
            svg { width: 100%; height: 12rem } polyline { fill: none; stroke: #36c; stroke-width: 2 }
            </style>
            <h1>A search for runs that break</h1>
            <p>\(about.html)</p>

            """
        return Array((head + found + curve + tables.map(section).joined()).utf8)
    }

    private var found: String {
        guard !findings.isEmpty else { return "<h2>Findings</h2>\n<p>Nothing was found.</p>\n" }
        return "<h2>Findings</h2>\n"
            + findings.map { finding in
                """
                <section id="\(finding.id.html)">
                <h3>\(finding.id.html), \(finding.count)×</h3>
                <p>\(finding.reason.html)</p>
                <p><code>\(finding.command.html)</code></p>
                <pre>\(finding.text.html)</pre>
                </section>

                """
            }.joined()
    }

    /// The growth of what was seen, as a picture.
    private var curve: String {
        guard let last = growth.last, last.runs > 0, last.seen > 0 else { return "" }
        let points = growth.map { point in
            "\(point.runs * 1000 / last.runs),\(200 - point.seen * 190 / last.seen)"
        }
        return """
            <h2>What was seen</h2>
            <svg viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" aria-label="\(last.seen) transitions and states">
            <polyline points="0,200 \(points.joined(separator: " "))"/></svg>
            <p>\(last.seen) transitions and joint states after \(last.runs) runs.</p>

            """
    }

    private func section(_ table: Table) -> String {
        guard !table.rows.isEmpty else { return "" }
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>\(cells.map { "<\(tag)>\($0.html)</\(tag)>" }.joined())</tr>\n"
        }
        return "<h2>\(table.title.html)</h2>\n<table>\n\(row(table.heads, "th"))"
            + table.rows.map { row($0, "td") }.joined() + "</table>\n"
    }
}
