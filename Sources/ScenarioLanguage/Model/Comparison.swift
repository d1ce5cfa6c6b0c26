import Timing

/// A condition on a value.
package indirect enum Comparison: Hashable, Sendable {
    /// The same value; the order of lists is ignored.
    case equal(Value)
    /// At least one of these conditions holds.
    case oneOf([Comparison])
    /// Every part matches: an item of a list, or a substring of a text.
    case contains([Comparison])
    /// A text that matches a pattern; `*` matches any text.
    case matches(String)
    /// A list, text or map whose number of items meets the condition.
    case count(Comparison)
    /// A number or duration greater than or equal to the bound.
    case atLeast(Value)
    /// A number or duration less than or equal to the bound.
    case atMost(Value)
    /// A number or duration greater than the bound.
    case moreThan(Value)
    /// A number or duration less than the bound.
    case lessThan(Value)
    /// An instant before the moment.
    case before(Moment)
    /// The moment or a later instant.
    case after(Moment)
    /// The first value, other than none, that the property had in this run.
    case unchanged
    /// The condition does not hold.
    case not(Comparison)
    /// All conditions hold.
    case all([Comparison])
}

extension Comparison {
    /// Returns true when `actual` meets the condition. `first` is the property's first value other than none, and
    /// `marks` are the named instants.
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

    /// Returns true when one of several values meets the condition; without values, when none does.
    ///
    /// A negated condition must hold for all values.
    package func isMet(byOneOf values: [Value], marks: Marks = [:]) -> Bool {
        switch self {
        case .not(let comparison): !comparison.isMet(byOneOf: values, marks: marks)
        case .all(let comparisons): comparisons.allSatisfy { $0.isMet(byOneOf: values, marks: marks) }
        case .oneOf(let alternatives): alternatives.contains { $0.isMet(byOneOf: values, marks: marks) }
        default: values.isEmpty ? isMet(by: .none) : values.contains { isMet(by: $0, marks: marks) }
        }
    }
}

extension Comparison {
    /// True when it compares with the first value of the run.
    package var asksForFirst: Bool {
        switch self {
        case .unchanged: true
        case .not(let comparison), .count(let comparison): comparison.asksForFirst
        case .all(let comparisons), .oneOf(let comparisons), .contains(let comparisons):
            comparisons.contains(where: \.asksForFirst)
        case .equal, .matches, .before, .after, .atLeast, .atMost, .moreThan, .lessThan: false
        }
    }
}

extension Comparison: CustomStringConvertible {
    /// The condition in words: `inCall`, `at least 2`, `not idle`.
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
    /// Returns true when both are equal: whole and fractional numbers by size, lists without order, maps by key.
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

    /// Returns true when an instant is before a moment; nil for another value, or a mark that is not set.
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

    /// Returns -1, 0 or 1 for less, equal or greater; nil when the values cannot be ordered.
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
    /// Returns true when both lists have the same values in any order. The lists are short: participants or members.
    fileprivate func isPermutation(of others: [Value]) -> Bool {
        var rest = others
        for value in self {
            guard let index = rest.firstIndex(where: { $0.isSame(as: value) }) else { return false }
            rest.remove(at: index)
        }
        return true
    }
}

/// A pattern in which `*` matches any text, including the empty text.
package struct Pattern: Hashable, Sendable {
    private let parts: [Substring]

    package init(_ text: String) {
        parts = text.split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Returns true when the whole text matches.
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
