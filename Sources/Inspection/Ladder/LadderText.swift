/// Draws a ladder in characters within a width: times on the left, texts on the right.
struct LadderText {
    private let ladder: Ladder
    private let options: ViewOptions
    private let lanes: ArraySlice<String>
    private let laneWidth: Int

    private static let timeWidth = 10
    private static let leastText = 30

    init(_ ladder: Ladder, _ options: ViewOptions) {
        self.ladder = ladder
        self.options = options
        let longest = ladder.lanes.map(\.count).max() ?? 0
        let space = max(0, options.width - Self.timeWidth - Self.leastText)
        laneWidth = min(max(longest + 3, 10), max(5, space / max(1, ladder.lanes.count)), 18)
        lanes = ladder.lanes.prefix(max(2, space / laneWidth))
    }

    func write(to output: TextOutput) {
        guard !ladder.rows.isEmpty else { return output.line("nothing to show") }
        output.line(options.bold(header))
        for row in ladder.rows {
            switch row {
            case .arrow(let arrow):
                guard lanes.indices.contains(arrow.from), lanes.indices.contains(arrow.to) else { continue }
                output.line(line(arrow))
            case .remark(let lane, let time, let words): output.line(remark(lane, time, words))
            }
        }
        let hidden = ladder.lanes.count - lanes.count
        if hidden > 0 {
            output.line("\(hidden) more hosts do not fit: select with --participant, or widen the terminal")
        }
        if ladder.omitted > 0 { output.line("and \(Seconds.grouped(ladder.omitted)) more lines") }
    }

    private var header: String {
        let names = lanes.map { $0.cut(to: laneWidth - 1).rightPadded(to: laneWidth) }.joined()
        return ("time s".leftPadded(to: Self.timeWidth - 2) + "  " + names).trimmingEnd
    }

    private func line(_ arrow: Ladder.Arrow) -> String {
        var canvas = empty
        let left = min(arrow.from, arrow.to) * laneWidth
        let right = max(arrow.from, arrow.to) * laneWidth
        if left == right {
            canvas[left] = "↺"
        } else {
            for column in left + 1..<right { canvas[column] = canvas[column] == "│" ? "┼" : "─" }
            canvas[left] = arrow.from < arrow.to ? "├" : "◄"
            canvas[right] = arrow.from < arrow.to ? "►" : "┤"
            if arrow.isLost { canvas[arrow.from < arrow.to ? right : left] = "✗" }
        }
        let line = prefix(arrow.time) + String(canvas) + " "
        let text = arrow.words.cut(to: options.width - line.count)
        return line + (arrow.isTrouble ? options.red(text) : text)
    }

    private func remark(_ lane: Int?, _ time: Int64, _ words: String) -> String {
        var canvas = empty
        if let lane, lanes.indices.contains(lane) { canvas[lane * laneWidth] = "●" }
        let line = prefix(time) + String(canvas) + " "
        return line + "* \(words)".cut(to: options.width - line.count)
    }

    private var empty: [Character] {
        var canvas = [Character](repeating: " ", count: max(1, (lanes.count - 1) * laneWidth + 1))
        for index in lanes.indices { canvas[index * laneWidth] = "│" }
        return canvas
    }

    private func prefix(_ time: Int64) -> String {
        Seconds.bare(time).leftPadded(to: Self.timeWidth - 2) + "  "
    }
}
