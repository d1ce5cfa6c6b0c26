import Timing

/// What is asked of a value.
package indirect enum Comparison: Hashable, Sendable {
    /// The same value; lists in whatever order.
    case equal(Value)
    /// One of these holds.
    case oneOf([Comparison])
    /// A list that holds something for each of these, or a text that holds each of them as a part.
    case contains([Comparison])
    /// A text like this, in which `*` stands for anything.
    case matches(String)
    /// A list, text or map whose number of items is as asked.
    case count(Comparison)
    /// A number or duration that is this or greater.
    case atLeast(Value)
    /// A number or duration that is this or less.
    case atMost(Value)
    /// A number or duration that is greater.
    case moreThan(Value)
    /// A number or duration that is less.
    case lessThan(Value)
    /// An instant earlier than this.
    case before(Moment)
    /// This instant or a later one.
    case after(Moment)
    /// The first value, other than none, that the property had in this run.
    case unchanged
    /// Anything but what this asks.
    case not(Comparison)
    /// All of these.
    case all([Comparison])
}

extension Comparison {
    /// Whether `actual` is what is asked; `first` is the first value, other than none, that the property had, and `marks`
    /// are the instants that have names.
    package func isMet(by actual: Value, first: Value = .none, marks: Marks = [:]) -> Bool {
        func holds(_ comparison: Comparison) -> Bool { comparison.isMet(by: actual, first: first, marks: marks) }
        return switch self {
        case .equal(let value): value.isSame(as: actual)
        case .oneOf(let alternatives): alternatives.contains(where: holds)
        case .contains(let parts): parts.allSatisfy { actual.holds($0) }
        case .matches(let pattern): actual.isLike(pattern)
        case .count(let number): actual.itemCount.map { number.isMet(by: .integer(Int64($0))) } ?? false
        case .atLeast(let bound): actual.order(against: bound).map { $0 >= 0 } ?? false
        case .atMost(let bound): actual.order(against: bound).map { $0 <= 0 } ?? false
        case .moreThan(let bound): actual.order(against: bound).map { $0 > 0 } ?? false
        case .lessThan(let bound): actual.order(against: bound).map { $0 < 0 } ?? false
        case .before(let moment): actual.isBefore(moment, marks, later: marks.slack) ?? false
        case .after(let moment): actual.isBefore(moment, marks, later: .zero - marks.slack).map { !$0 } ?? false
        case .unchanged: first != .none && first.isSame(as: actual)
        case .not(let comparison): !holds(comparison)
        case .all(let comparisons): comparisons.allSatisfy(holds)
        }
    }

    /// Whether one of several values is what is asked; where there are none, whether nothing is.
    ///
    /// What is denied must be so of none of them.
    package func isMet(byOneOf values: [Value], marks: Marks = [:]) -> Bool {
        switch self {
        case .not(let comparison): !comparison.isMet(byOneOf: values, marks: marks)
        case .all(let comparisons): comparisons.allSatisfy { $0.isMet(byOneOf: values, marks: marks) }
        case .oneOf(let alternatives): alternatives.contains { $0.isMet(byOneOf: values, marks: marks) }
        default: values.isEmpty ? isMet(by: .none) : values.contains { isMet(by: $0, marks: marks) }
        }
    }
}

extension Comparison: CustomStringConvertible {
    /// What is asked, in words: `inCall`, `at least 2`, `not idle`.
    package var description: String {
        switch self {
        case .equal(let value): value.description
        case .oneOf(let alternatives): "one of [\(alternatives.map(\.description).joined(separator: ", "))]"
        case .contains(let parts): "contains \(parts.map(\.description).joined(separator: " and "))"
        case .count(let number): "count \(number)"
        case .atLeast(let bound): "at least \(bound)"
        case .atMost(let bound): "at most \(bound)"
        case .moreThan(let bound): "more than \(bound)"
        case .lessThan(let bound): "less than \(bound)"
        case .matches(let pattern): "like \(pattern)"
        case .before(let moment): "before \(moment)"
        case .after(let moment): "after \(moment)"
        case .unchanged: "unchanged"
        case .not(let comparison): "not \(comparison)"
        case .all(let comparisons): comparisons.map(\.description).joined(separator: " and ")
        }
    }
}

extension Value {
    /// Whether both are the same: whole and broken numbers compare by size, lists without their order, maps by key.
    package func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.integer, .number), (.number, .integer):
            return order(against: other) == 0
        case (.list(let values), .list(let others)):
            return values.count == others.count && values.isPermutation(of: others)
        case (.map(let entries), .map(let others)):
            return entries.count == others.count
                && entries.allSatisfy { entry in
                    others.contains { $0.key == entry.key && $0.value.isSame(as: entry.value) }
                }
        default:
            return self == other
        }
    }

    fileprivate func holds(_ part: Comparison) -> Bool {
        switch (self, part) {
        case (.list(let values), _): values.contains { part.isMet(by: $0) }
        case (.text(let text), .equal(.text(let part))): part.isEmpty || text.contains(part)
        default: false
        }
    }

    fileprivate func isLike(_ pattern: String) -> Bool {
        if case .text(let text) = self { Pattern(pattern).fits(text) } else { false }
    }

    /// Whether an instant is earlier than a moment; nil when this is none, or the moment is not known yet.
    fileprivate func isBefore(_ moment: Moment, _ marks: Marks, later slack: Duration) -> Bool? {
        guard case .instant(let instant) = self, let bound = moment.instant(marks) else { return nil }
        return instant < bound.advanced(by: slack)
    }

    fileprivate var itemCount: Int? {
        switch self {
        case .list(let values): values.count
        case .text(let text): text.count
        case .map(let entries): entries.count
        case .none, .boolean, .integer, .number, .duration, .instant, .date: nil
        }
    }

    /// -1, 0 or 1 for less, equal, greater; nil when the two cannot be ordered.
    fileprivate func order(against other: Value) -> Int? {
        switch (self, other) {
        case (.integer(let one), .integer(let two)): one == two ? 0 : one < two ? -1 : 1
        case (.duration(let one), .duration(let two)): one == two ? 0 : one < two ? -1 : 1
        default:
            if let one = double, let two = other.double { one == two ? 0 : one < two ? -1 : 1 } else { nil }
        }
    }

    private var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .none, .boolean, .text, .duration, .instant, .date, .list, .map: nil
        }
    }
}

extension [Value] {
    /// Lists are short: what a call's participants or members are compared by.
    fileprivate func isPermutation(of others: [Value]) -> Bool {
        var rest = others
        for value in self {
            guard let index = rest.firstIndex(where: { $0.isSame(as: value) }) else { return false }
            rest.remove(at: index)
        }
        return true
    }
}

/// A text in which `*` stands for anything, also for nothing.
package struct Pattern: Hashable, Sendable {
    private let parts: [Substring]

    package init(_ text: String) {
        parts = text.split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Returns true when the whole of a text matches.
    package func fits(_ text: String) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return text == (parts.first ?? "")
        }
        guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
