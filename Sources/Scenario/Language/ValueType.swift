/// What the values of a property are, and so how a scenario writes and compares them.
public enum ValueType: Hashable, Sendable {
    /// One word of a set.
    case word(Words)
    /// True or false.
    case boolean
    /// A number.
    case number
    /// A number of bytes with its unit.
    case bytes
    /// A duration with its unit.
    case duration
    /// A text.
    case text
    /// Several texts.
    case texts
    /// One user, named by a participant of the file or by the user's own name.
    case user
    /// Several users.
    case users
    /// A call, `type:id`.
    case call
    /// The type of an error.
    case error
    /// A point in time: whether it is set and whether it changed can be asked, not which one it is.
    case date
    /// Any value.
    case anything
}

/// How a value is compared, other than by being equal; the keys of a mapping in the place of a value.
public enum Operator: String, CaseIterable, Sendable {
    case not
    case oneOf
    case contains
    case count
    case atLeast
    case atMost
    case moreThan
    case lessThan
}

extension Operator {
    /// What it asks.
    public var about: String {
        switch self {
        case .not: "anything but what stands behind it: a value, `none`, `unchanged` or other comparisons"
        case .oneOf: "one of the values of a list"
        case .contains: "a list with all of these, or a text with each of them as a part"
        case .count: "how many there are in a list: a number, or comparisons"
        case .atLeast: "this or more"
        case .atMost: "this or less"
        case .moreThan: "more than this"
        case .lessThan: "less than this"
        }
    }
}

extension ValueType {
    /// The operators that make sense for its values.
    public var operators: [Operator] {
        switch self {
        case .word, .user, .call, .error: [.not, .oneOf]
        case .boolean, .date: [.not]
        case .number, .bytes, .duration: [.not, .oneOf, .atLeast, .atMost, .moreThan, .lessThan]
        case .text: [.not, .oneOf, .contains]
        case .texts, .users: [.not, .contains, .count]
        case .anything: Operator.allCases
        }
    }

    /// What a value of it is, for a message.
    var expected: String {
        switch self {
        case .word(let words): "a \(words.kind)"
        case .boolean: "true or false"
        case .number: "a number"
        case .bytes: "a number of bytes with its unit, such as 1200B or 2KiB"
        case .duration: "a duration with its unit, such as 2s, 150ms or 5min"
        case .text: "a text"
        case .texts: "a list of texts"
        case .user: "a participant"
        case .users: "a list of participants"
        case .call: "a call, such as default:standup"
        case .error: "the name of an error"
        case .date: "none, unchanged or {not: none}"
        case .anything: "a value"
        }
    }
}
