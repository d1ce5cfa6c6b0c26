import Signaling
import Wire

/// The type of a field's values, and of the operands for comparisons.
enum FieldKind: Hashable, Sendable {
    case text
    case date
    case number
    case boolean
    /// A list of texts.
    case texts
    /// Custom data of the application.
    case anything

    /// The expected operand, for a message.
    var expected: String {
        switch self {
        case .text, .texts: "a text"
        case .date: "a date in milliseconds"
        case .number: "a number"
        case .boolean: "true or false"
        case .anything: "a text, a number, or true or false"
        }
    }

    func takes(_ operand: CBOR) -> Bool {
        switch self {
        case .text, .texts: operand.text != nil
        case .date: operand.integer != nil
        case .number: operand.integer != nil || operand.double != nil
        case .boolean: operand.boolean != nil
        case .anything: operand.text != nil || operand.integer != nil || operand.double != nil || operand.boolean != nil
        }
    }
}

/// A field for finding and sorting records of a kind.
struct QueryField<Record>: Sendable {
    let name: String
    let kind: FieldKind
    /// Returns the value; nil when the record has none.
    let read: @Sendable (Record) -> CBOR?

    init(_ name: String, _ kind: FieldKind, read: @escaping @Sendable (Record) -> CBOR?) {
        self.name = name
        self.kind = kind
        self.read = read
    }

    /// True when records can be sorted by the field.
    var isSortable: Bool { kind != .texts }
}

/// The fields for finding and sorting records of a kind.
struct QuerySchema<Record>: Sendable {
    let fields: [QueryField<Record>]
    /// Returns the custom data, whose entries are the fields `custom.…`.
    let custom: (@Sendable (Record) -> CBOR.Map)?
    /// Returns a unique key, which orders records that are otherwise equal.
    let key: @Sendable (Record) -> String

    /// Returns the field with the given name. A custom value that is null counts as absent, as it does in a cursor.
    func field(_ name: String) -> QueryField<Record>? {
        if let field = fields.first(where: { $0.name == name }) { return field }
        guard let custom, name.hasPrefix("custom."), name.count > 7 else { return nil }
        let entry = String(name.dropFirst(7))
        return QueryField(name, .anything) { record in custom(record)[entry].flatMap { $0 == .null ? nil : $0 } }
    }

    /// The names of all fields, for a message.
    var names: [String] { fields.map(\.name) + (custom == nil ? [] : ["custom.…"]) }
}

extension CBOR {
    /// Returns the order of two values of one field; nil when they cannot be compared. A missing value is first.
    static func order(_ one: CBOR?, _ other: CBOR?) -> Int? {
        switch (one, other) {
        case (nil, nil): return 0
        case (nil, _): return -1
        case (_, nil): return 1
        case (let one?, let other?):
            if let one = one.text, let other = other.text { return one == other ? 0 : one < other ? -1 : 1 }
            if let one = one.integer, let other = other.integer { return one == other ? 0 : one < other ? -1 : 1 }
            if let one = one.number, let other = other.number { return one == other ? 0 : one < other ? -1 : 1 }
            if let one = one.boolean, let other = other.boolean { return one == other ? 0 : !one ? -1 : 1 }
            return nil
        }
    }

    /// Returns the order of values of different kinds, so that custom data of any kind can be sorted.
    static func kindOrder(_ one: CBOR?, _ other: CBOR?) -> Int {
        (one?.kindRank ?? 0) - (other?.kindRank ?? 0)
    }

    private var kindRank: Int {
        if boolean != nil { return 1 }
        if number != nil { return 2 }
        return text == nil ? 4 : 3
    }

    private var number: Double? { double ?? integer.map(Double.init) }
}
