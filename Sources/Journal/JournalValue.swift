/// A value that the journal shows: of a property, an argument or an attribute.
public enum JournalValue: Hashable, Sendable {
    /// There is no value.
    case none
    /// A truth value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case number(Double)
    /// A text, also the name of a state.
    case text(String)
    /// Several values in order.
    case list([JournalValue])
}

extension JournalValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
    /// Makes a text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a number with a fraction.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Makes a list.
    public init(arrayLiteral elements: JournalValue...) { self = .list(elements) }
    /// Makes the absence of a value.
    public init(nilLiteral: ()) { self = .none }
}

extension JournalValue: CustomStringConvertible {
    /// The value as a scenario would write it: `inCall`, `[alice, bob]`, `3`, `none`.
    public var description: String {
        switch self {
        case .none: "none"
        case .boolean(let value): String(value)
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .text(let value): value
        case .list(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        }
    }
}

/// A named value, in the order in which it was said.
public struct JournalAttribute: Hashable, Sendable {
    /// The name, in lower camel case.
    public let name: String
    /// The value.
    public let value: JournalValue

    /// Makes a named value.
    public init(_ name: String, _ value: JournalValue) {
        self.name = name
        self.value = value
    }
}
