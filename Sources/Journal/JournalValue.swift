/// A value in the journal: of a property, an argument or an attribute.
package enum JournalValue: Hashable, Sendable {
    /// No value.
    case none
    /// A Boolean value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case number(Double)
    /// A text, such as the name of a state.
    case text(String)
    /// Several values in order.
    case list([JournalValue])
}

extension JournalValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(arrayLiteral elements: JournalValue...) { self = .list(elements) }
    package init(nilLiteral: ()) { self = .none }
}

extension JournalValue: CustomStringConvertible {
    /// The value in the notation of scenarios: `inCall`, `[alice, bob]`, `3`, `none`.
    package var description: String {
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

/// A named value.
package struct JournalAttribute: Hashable, Sendable {
    /// The name, in lower camel case.
    package let name: String
    /// The value.
    package let value: JournalValue

    package init(_ name: String, _ value: JournalValue) {
        self.name = name
        self.value = value
    }
}
