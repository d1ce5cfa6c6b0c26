public import Wire

/// A value of custom data, under the name that the documents use.
public typealias RawJSON = CBOR

extension CBOR {
    /// Creates a text.
    public static func string(_ value: String) -> CBOR { .text(value) }

    /// Creates a number.
    public static func number(_ value: Double) -> CBOR { .float(value) }

    /// Creates a Boolean value.
    public static func bool(_ value: Bool) -> CBOR { .boolean(value) }

    /// Creates a map with text keys.
    public static func dictionary(_ values: [String: CBOR]) -> CBOR { .map(Map(values)) }

    /// The text, or nil for a value of another type.
    public var stringValue: String? { text }

    /// The number, integer or not; nil for a value of another type.
    public var numberValue: Double? { double ?? integer.map(Double.init) }

    /// The Boolean value, or nil for a value of another type.
    public var boolValue: Bool? { boolean }

    /// The elements, or nil for a value of another type.
    public var arrayValue: [CBOR]? { array }

    /// The entries with text keys, or nil for a value of another type.
    public var dictionaryValue: [String: CBOR]? { map.map(Dictionary.init) }
}

extension CBOR.Map {
    /// Creates a map with text keys.
    public init(_ values: [String: CBOR]) {
        self.init(values.map { (.text($0.key), $0.value) })
    }
}

extension [String: CBOR] {
    /// Creates a dictionary from the entries that have text keys.
    public init(_ map: CBOR.Map) {
        self = [:]
        for (key, value) in map {
            if let name = key.text { self[name] = value }
        }
    }
}

extension Call {
    /// Sends a custom event to the participants and watchers of the call.
    ///
    /// - Throws: ``RequestError``.
    public func sendCustomEvent(_ custom: [String: RawJSON]) async throws {
        try await sendCustomEvent(CBOR.Map(custom))
    }
}
