internal import Journal

/// The matrix of call libraries as one HTML page without scripts, and the evidence behind each cell.
package struct InteropPage {
    private let matrix: InteropMatrix

    package init(_ matrix: InteropMatrix) {
        self.matrix = matrix
    }

    /// The page.
    package var bytes: [UInt8] {
        var page = PageTemplate(PackageResources.interop_html)
        page.set("style", raw: PackageResources.report_css + PackageResources.interop_css)
        page.set("libraries", raw: Array(libraries.utf8))
        page.set("tables", raw: Array(matrix.roles.map(table).joined().utf8))
        page.set("pairs", raw: Array(matrix.pairs.map(section).joined().utf8))
        return page.filled
    }

    private var libraries: String {
        matrix.libraries.map { library in
            let driver = library.command.map { "<code>\($0.html)</code>" } ?? "Rollcall's own call library"
            return "<li><strong>\(library.name.html)</strong> \(driver)</li>\n"
        }.joined()
    }

    // MARK: Tables

    private func table(_ role: (backend: InteropMatrix.Backend, libraries: [InteropMatrix.Library])) -> String {
        let head = role.libraries.map { "<th scope=\"col\">\($0.name.html)</th>" }.joined()
        let rows = role.libraries.map { first in
            let cells = role.libraries.map { cell(matrix.pair(first, $0, at: role.backend)) }.joined()
            return "<tr><th scope=\"row\">\(first.name.html)</th>\(cells)</tr>\n"
        }
        return """
            <h2>\(Self.title(of: role.backend))</h2>
            \(Self.command(of: role.backend))
            <div class="wide"><table class="matrix">
            <thead><tr><td><span>first ↓</span> <span>others →</span></td>\(head)</tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table></div>

            """
    }

    private static func title(of backend: InteropMatrix.Backend) -> String {
        switch backend {
        case .rollcall: "With Rollcall's backend"
        case .program(let program): "With \(program.name.html) in place of Rollcall's backend"
        case .own: "With a backend of their own"
        }
    }

    private static func command(of backend: InteropMatrix.Backend) -> String {
        guard case .program(let program) = backend else { return "" }
        return "<p><code>\(program.command.html)</code></p>"
    }

    private func cell(_ pair: InteropMatrix.Pair?) -> String {
        guard let pair else { return "<td class=\"unrun\">not run</td>" }
        let kind = pair.kind.rawValue
        return "<td><a href=\"#\(Self.anchor(of: pair))\"><strong class=\"verdict \(kind)\">\(kind)</strong> "
            + "<span>\(pair.summary)</span></a></td>"
    }

    private static func anchor(of pair: InteropMatrix.Pair) -> String {
        let ends = "\(pair.first.name)--\(pair.others.name)"
        guard case .program(let program) = pair.backend else { return ends.html }
        return "\(ends)--\(program.name)".html
    }

    // MARK: Pairs

    private static func place(of backend: InteropMatrix.Backend) -> String {
        if case .program(let program) = backend { ", backend \(program.name.html)" } else { "" }
    }

    private func section(_ pair: InteropMatrix.Pair) -> String {
        let kind = pair.kind.rawValue
        return """
            <section id="\(Self.anchor(of: pair))">
            <h3>First \(pair.first.name.html), others \(pair.others.name.html)\(Self.place(of: pair.backend))</h3>
            <p><strong class="verdict \(kind)">\(kind)</strong> \(pair.summary) ·
            <a href="\(pair.report.html)">all runs with their packets</a></p>
            \(pair.minimal.map { minimal($0, isOpen: pair.kind.isBad) } ?? "")
            \(runs("Not passed", pair.runs.filter { $0.verdict.kind != .passed }, isOpen: pair.kind.isBad))\
            \(runs("Passed", pair.runs.filter { $0.verdict.kind == .passed }, isOpen: false))\
            </section>

            """
    }

    private func minimal(_ minimal: InteropMatrix.Minimal, isOpen: Bool) -> String {
        """
        <details\(isOpen ? " open" : "")><summary>Minimal scenario, from \(minimal.id.html)</summary>
        <p><a href="\(minimal.address.html)">\(minimal.address.html)</a> runs with:</p>
        <pre>\(minimal.command.html)</pre>
        <pre>\(minimal.text.html)</pre>
        </details>
        """
    }

    private func runs(_ title: String, _ runs: [InteropMatrix.Run], isOpen: Bool) -> String {
        guard !runs.isEmpty else { return "" }
        let rows = runs.map { run in
            let capture = run.capture.map { "<a href=\"\($0.html)\">capture</a>" } ?? ""
            let kind = run.verdict.kind.rawValue
            return """
                <tr><td><strong>\(run.verdict.id.html)</strong> \(run.verdict.name.html)</td>
                <td class="verdict \(kind)">\(kind)</td>
                <td>\(run.verdict.failure?.reason.html ?? "")</td>
                <td>\(capture)</td>
                <td><code>\(run.command.html)</code></td></tr>

                """
        }
        return """
            <details\(isOpen ? " open" : "")><summary>\(title): \(runs.count)</summary>
            <div class="wide"><table class="runs">
            <thead><tr><th>scenario</th><th>verdict</th><th>why</th><th>packets</th><th>command</th></tr></thead>
            <tbody>
            \(rows.joined())</tbody></table></div>
            </details>

            """
    }
}
