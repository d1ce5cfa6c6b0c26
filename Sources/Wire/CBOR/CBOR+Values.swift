extension CBOR {
    /// A whole number with a sign.
    public static func integer(_ value: Int64) -> CBOR {
        value < 0 ? .negative(UInt64(~value)) : .unsigned(UInt64(value))
    }

    /// The whole number; nil when the item is none or does not fit.
    public var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The whole number; nil when the item is none or is negative.
    public var unsigned: UInt64? {
        guard case .unsigned(let value) = self else { return nil }
        return value
    }

    /// The bytes; nil when the item is no byte string.
    public var bytes: [UInt8]? {
        guard case .bytes(let value) = self else { return nil }
        return value
    }

    /// The text; nil when the item is none.
    public var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    /// The elements; nil when the item is no array.
    public var array: [CBOR]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The map; nil when the item is none.
    public var map: Map? {
        guard case .map(let value) = self else { return nil }
        return value
    }

    /// True or false; nil when the item is neither.
    public var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The floating-point number; nil when the item is none, even if it is a whole number.
    public var double: Double? {
        guard case .float(let value) = self else { return nil }
        return value
    }
}

extension CBOR: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// A whole number.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// A floating-point number.
    public init(floatLiteral value: Double) {
        self = .float(value)
    }

    /// True or false.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension CBOR: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// A text.
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    /// An array.
    public init(arrayLiteral elements: CBOR...) {
        self = .array(elements)
    }

    /// A map; of two values for one key the later counts.
    public init(dictionaryLiteral elements: (CBOR, CBOR)...) {
        self = .map(Map(elements))
    }
}
