/// Draws a ladder as one self-contained picture, in light and dark colours.
struct LadderSVG {
    private let ladder: Ladder
    private let title: String
    private let layout: LadderLayout

    init(_ ladder: Ladder, title: String) {
        self.ladder = ladder
        self.title = title.printable
        layout = LadderLayout(ladder)
    }

    func write(to output: TextOutput) {
        let (width, height) = (layout.width, layout.height)
        output.line(
            """
            <svg xmlns="http://www.w3.org/2000/svg" role="img" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)">
            """)
        output.line("<title>\(title.escapedForMarkup)</title>")
        output.line("<style>\n\(Self.style)\n</style>")
        output.line(#"<rect class="page" width="\#(width)" height="\#(height)"/>"#)
        output.line(#"<text class="title" x="16" y="24">\#(title.escapedForMarkup)</text>"#)
        drawLanes(to: output)
        for (index, row) in ladder.rows.enumerated() { draw(row, top: layout.top(ofRow: index), to: output) }
        if let note = layout.note {
            output.line(#"<text class="note" x="16" y="\#(height - 12)">\#(note.escapedForMarkup)</text>"#)
        }
        output.line("</svg>")
    }

    private func drawLanes(to output: TextOutput) {
        for lane in ladder.lanes.indices {
            let x = layout.x(ofLane: lane)
            output.line(
                #"<path class="lane" d="M\#(x) \#(layout.firstHeadTop)V\#(layout.bodyEnd)"/>"#)
        }
        for top in layout.headTops {
            for (lane, name) in ladder.lanes.enumerated() { drawHead(name, x: layout.x(ofLane: lane), top, to: output) }
        }
    }

    private func drawHead(_ name: String, x: Int, _ top: Int, to output: TextOutput) {
        let room = layout.laneWidth - 16
        let shown = name.cut(to: room / 8)
        let width = min(room, shown.count * 8 + 20)
        output.line(
            #"<g class="head"><title>\#(name.escapedForMarkup)</title><rect x="\#(x - width / 2)" y="\#(top)" "#
                + #"width="\#(width)" height="24" rx="6"/><text x="\#(x)" y="\#(top + 16)">"#
                + "\(shown.escapedForMarkup)</text></g>")
    }

    private func draw(_ row: Ladder.Row, top: Int, to output: TextOutput) {
        switch row {
        case .arrow(let arrow): draw(arrow, top: top, to: output)
        case .remark(let lane, let time, let words):
            let x = lane.map(layout.x(ofLane:)) ?? layout.timeWidth
            drawTime(time, y: top + 15, to: output)
            if lane != nil { output.line(#"<circle class="dot" cx="\#(x)" cy="\#(top + 11)" r="4"/>"#) }
            let (text, center) = layout.label(words, around: x + 12 + layout.textWidth(words) / 2)
            output.line(#"<text class="remark" x="\#(center)" y="\#(top + 15)">\#(text.escapedForMarkup)</text>"#)
        }
    }

    private func draw(_ arrow: Ladder.Arrow, top: Int, to output: TextOutput) {
        let (start, end) = (layout.x(ofLane: arrow.from), layout.x(ofLane: arrow.to))
        let y = top + 24
        let around = start == end ? start + 24 + layout.textWidth(arrow.words) / 2 : (start + end) / 2
        let (text, center) = layout.label(arrow.words, around: around)
        let trouble = arrow.isTrouble ? " trouble" : ""
        let lost = arrow.isLost ? " lost" : ""
        drawTime(arrow.time, y: y + 4, to: output)
        output.line(
            #"<g class="\#(arrow.style.rawValue)\#(trouble)\#(lost)"><title>packet \#(arrow.packet): "#
                + "\(arrow.words.escapedForMarkup)</title>\(Self.line(start, end, y, isLost: arrow.isLost))"
                + #"<text x="\#(center)" y="\#(y - 7)">\#(text.escapedForMarkup)</text></g>"#)
    }

    private func drawTime(_ time: Int64, y: Int, to output: TextOutput) {
        output.line(#"<text class="time" x="\#(layout.timeWidth - 20)" y="\#(y)">\#(Seconds.bare(time))</text>"#)
    }

    /// Returns a line with its head, or with a cross for a lost message.
    private static func line(_ start: Int, _ end: Int, _ y: Int, isLost: Bool) -> String {
        guard start != end else {
            return #"<path class="shaft" d="M\#(start) \#(y - 6)h16v10h-10"/>"#
                + #"<path class="tip" d="M\#(start) \#(y + 4)l8 -4v8z"/>"#
        }
        let sign = end > start ? 1 : -1
        guard !isLost else {
            let stop = end - sign * 24
            return #"<path class="shaft" d="M\#(start) \#(y)H\#(stop)"/>"#
                + #"<path class="cross" d="M\#(stop - 5) \#(y - 5)l10 10m0 -10l-10 10"/>"#
        }
        return #"<path class="shaft" d="M\#(start) \#(y)H\#(end - sign * 7)"/>"#
            + #"<path class="tip" d="M\#(end) \#(y)l\#(-sign * 9) -4v8z"/>"#
    }

    private static let style = """
        text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328;
          text-anchor: middle; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
        .page { fill: #ffffff; }
        .title { font: bold 14px system-ui, "DejaVu Sans", sans-serif; text-anchor: start; }
        .time { fill: #656d76; text-anchor: end; }
        .note { fill: #656d76; text-anchor: start; }
        .lane { stroke: #d0d7de; stroke-width: 1.5; fill: none; }
        .head rect { fill: #ddf4ff; stroke: #54aeff; }
        .head text { font: bold 12px system-ui, "DejaVu Sans", sans-serif; stroke: none; }
        .shaft { stroke: #0969da; stroke-width: 1.5; fill: none; }
        .tip { fill: #0969da; }
        .answer .shaft { stroke: #1a7f37; stroke-dasharray: 5 3; }
        .answer .tip { fill: #1a7f37; }
        .media .shaft { stroke: #8250df; stroke-width: 3; }
        .media .tip { fill: #8250df; }
        .trouble .shaft, .cross { stroke: #cf222e; stroke-width: 1.5; fill: none; }
        .trouble .tip, .trouble text { fill: #cf222e; }
        .dot { fill: #bf8700; }
        .remark { fill: #7d4e00; font-style: italic; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3; stroke: #0d1117; }
          .page { fill: #0d1117; }
          .time, .note { fill: #8d96a0; }
          .lane { stroke: #30363d; }
          .head rect { fill: #121d2f; stroke: #388bfd; }
          .shaft { stroke: #4493f8; }
          .tip { fill: #4493f8; }
          .answer .shaft { stroke: #3fb950; }
          .answer .tip { fill: #3fb950; }
          .media .shaft { stroke: #a371f7; }
          .media .tip { fill: #a371f7; }
          .trouble .shaft, .cross { stroke: #f85149; }
          .trouble .tip, .trouble text { fill: #f85149; }
          .dot { fill: #d29922; }
          .remark { fill: #d29922; }
        }
        """
}

extension String {
    /// The text for XML or HTML, also within quotes. Characters that are not allowed become dots.
    var escapedForMarkup: String {
        guard utf8.contains(where: { $0 < 32 || "&<>\"'".utf8.contains($0) || $0 == 0xEF }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": result += "·"
            default: result.unicodeScalars.append(scalar.value < 32 ? "·" : scalar)
            }
        }
        return result
    }
}
