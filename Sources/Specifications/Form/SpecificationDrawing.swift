/// Draws specifications as text, Markdown and diagrams.
package enum SpecificationDrawing {
    /// Returns a table of the transitions in plain text.
    package static func text(_ page: SpecificationPage) -> String {
        let width = page.arrows.map { $0.from.count + $0.to.count + 3 }.max() ?? 0
        let rows = page.arrows.map { arrow in
            let move = "\(arrow.from) → \(arrow.to)"
            let guards = arrow.guards.joined(separator: ", or ")
            return "    " + (guards.isEmpty ? move : move.padded(to: width) + "  \(guards)") + "\n"
        }
        return "\(page.name) (\(page.source))\n" + paragraph(page.statement) + rows.joined()
    }

    /// Returns a section in Markdown: the statement, its source, and a diagram in Mermaid's language.
    package static func markdown(_ page: SpecificationPage) -> String {
        let capture = page.needsOnlyCapture ? " A capture alone is enough to check it." : ""
        return """
            ## \(page.name.prefix(1).uppercased())\(page.name.dropFirst())

            \(page.statement)\(capture)

            Source: \(page.source).

            ```mermaid
            \(mermaid(page))```

            """
    }

    /// Returns a state diagram in Mermaid's language.
    package static func mermaid(_ page: SpecificationPage) -> String {
        var ids: [String: String] = [:]
        var text = "stateDiagram-v2\n"
        for state in page.arrows.flatMap({ [$0.from, $0.to] }) where ids[state] == nil {
            let id = "s\(ids.count + 1)"
            ids[state] = id
            text += "    state \"\(state)\" as \(id)\n"
        }
        for arrow in page.arrows {
            guard let from = ids[arrow.from], let to = ids[arrow.to] else { continue }
            let guards = arrow.guards.joined(separator: ", or ")
            text += "    \(from) --> \(to)\(guards.isEmpty ? "" : " : \(guards)")\n"
        }
        return text
    }

    private static func paragraph(_ statement: String) -> String {
        var lines = [""]
        for word in statement.split(separator: " ") {
            if lines[lines.count - 1].count + word.count > 96 { lines.append("") }
            lines[lines.count - 1] += " \(word)"
        }
        return lines.map { " \($0)\n" }.joined()
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
