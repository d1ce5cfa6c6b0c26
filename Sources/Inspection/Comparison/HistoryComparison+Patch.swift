internal import Journal

extension HistoryComparison {
    /// The number of events around each difference.
    private static let context = 3

    /// Returns the differences as lines of a patch, or none for equal histories.
    ///
    /// `-` marks events of the first history, `+` those of the second, `~` a different time.
    ///
    /// - Parameters:
    ///   - first: The name of the first history.
    ///   - second: The name of the second history.
    ///   - isColoured: True for a terminal with colours.
    package func patch(from first: String, to second: String, isColoured: Bool = false) -> [String] {
        guard !isSame else { return [] }
        let ink = Ink(isColoured: isColoured)
        var lines = [ink.bold("--- \(first.printable)"), ink.bold("+++ \(second.printable)")]
        for hunk in hunks {
            lines.append(ink.cyan("@@ \(Seconds.text(rows[hunk.lowerBound].time)) @@"))
            lines += rows[hunk].map { line(of: $0, ink) }
        }
        return lines + [summary]
    }

    /// One line such as `2 differences: 1 missing, 1 later`.
    package var summary: String {
        let shares = [
            (counts.missing, "missing"), (counts.extra, "extra"), (counts.moved, "in another order"),
            (counts.shifted, "at another time"),
        ].filter { $0.0 > 0 }
        let total = shares.reduce(0) { $0 + $1.0 }
        let rest = counts.omitted > 0 ? ["\(counts.omitted.counted("event")) too many to compare"] : []
        guard total > 0 else { return rest.first ?? "no difference" }
        let head = "\(total) difference\(total == 1 ? "" : "s")"
        return "\(head): \((shares.map { "\($0.0) \($0.1)" } + rest).joined(separator: ", "))"
    }

    /// The ranges of rows to show.
    private var hunks: [Range<Int>] {
        var hunks: [Range<Int>] = []
        for index in rows.indices where rows[index].isDifference {
            let range = max(0, index - Self.context)..<min(rows.count, index + Self.context + 1)
            if let last = hunks.last, range.lowerBound <= last.upperBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private func line(of row: Row, _ ink: Ink) -> String {
        switch row {
        case .same(_, let event, 0): return " \(Self.text(event))"
        case .same(let first, let event, let shift):
            let word = shift > 0 ? "later" : "earlier"
            let note = "\(Seconds.text(Int64(clamping: shift.magnitude))) \(word), was at \(Seconds.text(first.time))"
            return ink.yellow("~\(Self.text(event))  (\(note))")
        case .missing(let event, let place):
            return ink.red("-\(Self.text(event))\(place.map { "  (now at \(Seconds.text($0)))" } ?? "")")
        case .extra(let event, let place):
            return ink.green("+\(Self.text(event))\(place.map { "  (was at \(Seconds.text($0)))" } ?? "")")
        }
    }

    private static func text(_ event: CallEvent) -> String {
        "\(Seconds.bare(event.time).leftPadded(to: 9))  \(event.text.printable)"
    }
}

extension HistoryComparison.Row {
    fileprivate var isDifference: Bool {
        if case .same(_, _, 0) = self { false } else { true }
    }

    fileprivate var time: Int64 {
        switch self {
        case .same(_, let event, _), .missing(let event, _), .extra(let event, _): event.time
        }
    }
}

/// Colours of a terminal.
private struct Ink {
    let isColoured: Bool

    func bold(_ text: String) -> String { mark(text, "1") }
    func red(_ text: String) -> String { mark(text, "31") }
    func green(_ text: String) -> String { mark(text, "32") }
    func yellow(_ text: String) -> String { mark(text, "33") }
    func cyan(_ text: String) -> String { mark(text, "36") }

    private func mark(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
