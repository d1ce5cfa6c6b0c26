/// Writes a ladder as a sequence diagram in Mermaid.
struct LadderMermaid {
    private let ladder: Ladder

    init(_ ladder: Ladder) {
        self.ladder = ladder
    }

    func write(to output: TextOutput) {
        output.line("sequenceDiagram")
        for (index, name) in ladder.lanes.enumerated() {
            output.line("    participant h\(index + 1) as \(Self.escaped(name))")
        }
        if ladder.lanes.isEmpty { output.line("    participant h1 as no host") }
        for row in ladder.rows { output.line("    " + line(row)) }
        guard ladder.omitted > 0 || ladder.rows.isEmpty else { return }
        let words = ladder.rows.isEmpty ? "nothing to show" : "and \(Seconds.grouped(ladder.omitted)) more lines"
        output.line("    note over h1: \(words)")
    }

    private func line(_ row: Ladder.Row) -> String {
        switch row {
        case .arrow(let arrow):
            "h\(arrow.from + 1)\(Self.sign(arrow))h\(arrow.to + 1): "
                + Self.escaped("\(Seconds.bare(arrow.time)) \(arrow.words)")
        case .remark(let lane?, let time, let words):
            "note over h\(lane + 1): \(Self.escaped("\(Seconds.bare(time)) \(words)"))"
        case .remark(nil, let time, let words):
            "note over h1\(ladder.lanes.count > 1 ? ",h\(ladder.lanes.count)" : ""): "
                + Self.escaped("\(Seconds.bare(time)) \(words)")
        }
    }

    /// Returns the arrow's notation: a cross for a lost message, a dotted line for a response.
    private static func sign(_ arrow: Ladder.Arrow) -> String {
        switch (arrow.style, arrow.isLost) {
        case (.answer, false): "-->>"
        case (.answer, true): "--x"
        case (_, false): "->>"
        case (_, true): "-x"
        }
    }

    /// Returns the text with special characters as entities, which Mermaid writes with `#`.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "#": result += "#35;"
            case ";": result += "#59;"
            case "<": result += "#lt;"
            case ">": result += "#gt;"
            case "&": result += "#amp;"
            case "\"": result += "#quot;"
            case "%", "{", "}", "$", "\\": result += "#\(character.asciiValue ?? 32);"
            default: result.append(character)
            }
        }
        return result
    }
}
