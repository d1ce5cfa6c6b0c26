/// The type of a property's values, which determines their notation and comparisons.
public enum ValueType: Hashable, Sendable {
    /// One of a set of words.
    case word(Words)
    /// A Boolean value.
    case boolean
    /// A number.
    case number
    /// A whole number within bounds.
    case whole(ClosedRange<Int64>)
    /// A number of bytes with its unit.
    case bytes
    /// A duration with its unit.
    case duration
    /// A text.
    case text
    /// Several texts.
    case texts
    /// A user, given by a participant of the file or by the user's own name.
    case user
    /// Several users.
    case users
    /// A call, `type:id`.
    case call
    /// The type of an error.
    case error
    /// A date: presence, changes, and the order relative to moments can be tested.
    case date
    /// A path, in which `*` matches any text.
    case path
    /// Any value.
    case anything
}

/// A comparison other than equality: a key of a mapping in place of a value.
public enum Operator: String, CaseIterable, Sendable {
    case not
    case oneOf
    case contains
    case count
    case atLeast
    case atMost
    case moreThan
    case lessThan
    case matches
    case before
    case after
}

extension Operator {
    /// A description of the comparison.
    public var about: String {
        switch self {
        case .not: "anything but the operand: a value, `none`, `unchanged` or other comparisons"
        case .oneOf: "one of a list: of values or of other comparisons"
        case .contains: "a list with an element for each of these, or a text that contains each of them"
        case .count: "the number of elements of a list: a number, or comparisons"
        case .atLeast: "this or more"
        case .atMost: "this or less"
        case .moreThan: "more than this"
        case .lessThan: "less than this"
        case .matches: "a text that matches, where `*` stands for any characters"
        case .before: "earlier than an instant of the run"
        case .after: "at an instant of the run or later"
        }
    }
}

extension ValueType {
    /// The applicable operators.
    public var operators: [Operator] {
        switch self {
        case .word, .user, .error, .path: [.not, .oneOf]
        case .call: [.not, .oneOf, .matches]
        case .boolean: [.not]
        case .date: [.not, .oneOf, .before, .after]
        case .number, .whole, .bytes, .duration: [.not, .oneOf, .atLeast, .atMost, .moreThan, .lessThan]
        case .text: [.not, .oneOf, .contains, .count, .matches]
        case .texts, .users: [.not, .contains, .count]
        case .anything: Operator.allCases
        }
    }

    /// A whole number from 0.
    package static let count = ValueType.whole(0...Int64.max)
    /// A whole number of 16 bits.
    package static let short = ValueType.whole(0...0xFFFF)
    /// A whole number of 32 bits.
    package static let long = ValueType.whole(0...0xFFFF_FFFF)

    private static func whole(from least: Int64, to most: Int64) -> String {
        "a whole number from \(least)" + (most == .max ? "" : " to \(most)")
    }

    /// A description of such a value, for messages.
    package var expected: String {
        switch self {
        case .word(let words): "\(words.article) \(words.kind)"
        case .boolean: "true or false"
        case .number: "a number"
        case .whole(let bounds): Self.whole(from: bounds.lowerBound, to: bounds.upperBound)
        case .bytes: "a number of bytes with its unit, such as 1200B or 2KiB"
        case .duration: "a duration with its unit, such as 2s, 150ms or 5min"
        case .text: "a text"
        case .texts: "a list of texts"
        case .user: "a participant"
        case .users: "a list of participants"
        case .call: "a call, such as default:standup"
        case .error: "the name of an error"
        case .date: "none, unchanged, or an instant to be before or after, as in {after: 2s}"
        case .path: "a path, where * stands for any characters"
        case .anything: "a value"
        }
    }
}
