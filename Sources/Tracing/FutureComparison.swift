package import Journal
internal import Timing

/// The differences between two continuations of one run: the changes of properties that only one of them has.
package struct FutureComparison: Sendable {
    private struct Change: Hashable {
        let time: Instant
        let text: String
    }

    private let left: [Change]
    private let right: [Change]
    private let leftEnd: JournalEntry?
    private let now: Instant
    /// True when the runs have the same changes of properties, at the same times, up to the position.
    package let isSamePast: Bool

    private static let maxRows = 24
    private static let widest = 48

    /// Compares the entries after a number of common ones.
    package init(_ recorded: RunTrace, _ other: RunTrace, after entries: Int) {
        let past = recorded.entries.prefix(entries)
        isSamePast = Self.changes(past) == Self.changes(other.entries.prefix(entries))
        left = Self.changes(recorded.entries.dropFirst(entries))
        right = Self.changes(other.entries.dropFirst(entries))
        leftEnd = recorded.entries.last
        now = past.last?.time ?? .start
    }

    /// True when two runs have the same changes of properties, at the same times.
    package static func isSameCourse(_ recorded: RunTrace, _ other: RunTrace) -> Bool {
        changes(recorded.entries[...]) == changes(other.entries[...])
    }

    private static func changes(_ entries: ArraySlice<JournalEntry>) -> [Change] {
        entries.compactMap { entry in
            guard case .state(let change) = entry.event else { return nil }
            return Change(time: entry.time, text: "\(change.participant).\(change.property): \(change.to)")
        }
    }

    /// Returns a table with a column for each future, and how both end.
    package func text(title: String, verdict: Verdict) -> String {
        let rows = self.rows
        let column = min(Self.widest, max(11, rows.map(\.left.count).max() ?? 0))
        var lines = ["\(now)  what if `\(title)`"]
        lines.append(Self.line("", "as recorded", "what if", column))
        lines += rows.prefix(Self.maxRows).map { Self.line("\($0.time)", $0.left, $0.right, column) }
        if rows.count > Self.maxRows { lines.append("  … and \(rows.count - Self.maxRows) more") }
        if rows.isEmpty { lines.append("  no property has another value in any of them") }
        if let leftEnd, case .verdict(let end) = leftEnd.event {
            lines.append("  as recorded: \(Self.words(end.kind.rawValue, end.reason))")
        }
        lines.append("  what if: \(Self.words(verdict.kind.rawValue, verdict.failure?.reason))")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ kind: String, _ reason: String?) -> String {
        reason.map { "\(kind): \($0)" } ?? kind
    }

    private static func line(_ time: String, _ left: String, _ right: String, _ column: Int) -> String {
        let start = "  \(padded(time, 10))  \(padded(left, column))"
        return right.isEmpty ? String(start.reversed().drop { $0 == " " }.reversed()) : "\(start)  \(right)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text.count > width
            ? text.prefix(width - 1) + "…" : text + String(repeating: " ", count: width - text.count)
    }

    /// The changes of each instant that only one future has, side by side.
    private var rows: [(time: Instant, left: String, right: String)] {
        let times = Set(left.map(\.time)).union(right.map(\.time)).sorted()
        let (lefts, rights) = (Dictionary(grouping: left, by: \.time), Dictionary(grouping: right, by: \.time))
        return times.flatMap { time in
            let (one, other) = Self.distinct(lefts[time] ?? [], rights[time] ?? [])
            return (0..<max(one.count, other.count)).map { index in
                (
                    time, one.indices.contains(index) ? one[index].text : "",
                    other.indices.contains(index) ? other[index].text : ""
                )
            }
        }
    }

    /// Removes the changes that both have.
    private static func distinct(_ left: [Change], _ right: [Change]) -> ([Change], [Change]) {
        var rest = right
        let only = left.filter { change in
            guard let index = rest.firstIndex(of: change) else { return true }
            rest.remove(at: index)
            return false
        }
        return (only, rest)
    }
}
