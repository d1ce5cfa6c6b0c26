extension CBOR {
    /// Returns a signed whole number.
    public static func integer(_ value: Int64) -> CBOR {
        value < 0 ? .negative(UInt64(~value)) : .unsigned(UInt64(value))
    }

    /// The whole number; nil when the item is of another type or out of range.
    public var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The whole number; nil when the item is of another type or negative.
    public var unsigned: UInt64? {
        guard case .unsigned(let value) = self else { return nil }
        return value
    }

    /// The bytes; nil when the item is of another type.
    public var bytes: [UInt8]? {
        guard case .bytes(let value) = self else { return nil }
        return value
    }

    /// The text; nil when the item is of another type.
    public var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    /// The elements; nil when the item is of another type.
    public var array: [CBOR]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The map; nil when the item is of another type.
    public var map: Map? {
        guard case .map(let value) = self else { return nil }
        return value
    }

    /// The Boolean value; nil when the item is of another type.
    public var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The floating-point number; nil when the item is of another type, such as a whole number.
    public var double: Double? {
        guard case .float(let value) = self else { return nil }
        return value
    }
}

extension CBOR: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// Creates a whole number.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Creates a floating-point number.
    public init(floatLiteral value: Double) {
        self = .float(value)
    }

    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension CBOR: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates a text.
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    /// Creates an array.
    public init(arrayLiteral elements: CBOR...) {
        self = .array(elements)
    }

    /// Creates a map; the last value of a duplicate key is kept.
    public init(dictionaryLiteral elements: (CBOR, CBOR)...) {
        self = .map(Map(elements))
    }
}
