public import Timing
public import Wire

/// Reads the fields of one map and says by its whole path which one is wrong.
public struct Fields {
    /// The map that is read.
    public let map: CBOR.Map
    private let path: String

    /// Reads `map`, which stands at `path` in the body.
    public init(map: CBOR.Map, path: String) {
        self.map = map
        self.path = path
    }

    /// Reads `item`, which must be a map.
    public init(_ item: CBOR, path: String) throws(BodyError) {
        guard let map = item.map else { throw .notAMap(path: path) }
        self.init(map: map, path: path)
    }

    /// The path of a field of this map, such as `data.members`.
    public func path(of name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    /// The item under `name`; nil when it is absent or null.
    public func item(_ name: String) -> CBOR? {
        guard let item = map[name], item != .null else { return nil }
        return item
    }

    // MARK: Fields that may be absent

    /// A text.
    public func optionalText(_ name: String) throws(BodyError) -> String? {
        try optional(name, "a text") { $0.text }
    }

    /// True or false.
    public func optionalBoolean(_ name: String) throws(BodyError) -> Bool? {
        try optional(name, "true or false") { $0.boolean }
    }

    /// A whole number that fits 64 bits with a sign.
    public func optionalInteger(_ name: String) throws(BodyError) -> Int64? {
        try optional(name, "a whole number") { $0.integer }
    }

    /// A whole number of milliseconds, not negative and at most a day.
    public func optionalMilliseconds(_ name: String) throws(BodyError) -> Duration? {
        guard let value = try optionalInteger(name) else { return nil }
        guard (0...86_400_000).contains(value) else {
            throw .badValue(field: path(of: name), problem: "must lie between 0 and 86400000 milliseconds")
        }
        return .milliseconds(value)
    }

    /// A date, in milliseconds since 1970.
    public func optionalDate(_ name: String) throws(BodyError) -> Timestamp? {
        try optional(name, "a date in milliseconds") { $0.integer.map(Timestamp.init(milliseconds:)) }
    }

    /// A number, whole or not.
    public func optionalNumber(_ name: String) throws(BodyError) -> Double? {
        try optional(name, "a number") { $0.double ?? $0.integer.map(Double.init) }
    }

    /// A map of another body.
    public func optional<B: Body>(_ name: String, as type: B.Type = B.self) throws(BodyError) -> B? {
        guard let item = item(name) else { return nil }
        return try B(Fields(item, path: path(of: name)))
    }

    // MARK: Fields that must be there

    /// A text.
    public func text(_ name: String) throws(BodyError) -> String {
        try required(name, optionalText(name))
    }

    /// A text with at least one character.
    public func name(_ name: String) throws(BodyError) -> String {
        let text = try text(name)
        guard !text.isEmpty else { throw .badValue(field: path(of: name), problem: "must not be empty") }
        return text
    }

    /// True or false.
    public func boolean(_ name: String) throws(BodyError) -> Bool {
        try required(name, optionalBoolean(name))
    }

    /// A whole number that fits 64 bits with a sign.
    public func integer(_ name: String) throws(BodyError) -> Int64 {
        try required(name, optionalInteger(name))
    }

    /// A whole number that counts something.
    public func count(_ name: String) throws(BodyError) -> Int {
        let value = try integer(name)
        guard let count = Int(exactly: value), count >= 0 else {
            throw .badValue(field: path(of: name), problem: "must not be negative")
        }
        return count
    }

    /// A date, in milliseconds since 1970.
    public func date(_ name: String) throws(BodyError) -> Timestamp {
        try required(name, optionalDate(name))
    }

    /// A map of another body.
    public func value<B: Body>(_ name: String, as type: B.Type = B.self) throws(BodyError) -> B {
        try required(name, optional(name, as: type))
    }

    // MARK: Collections; absent means empty

    /// A list of bodies.
    public func list<B: Body>(_ name: String, of type: B.Type = B.self) throws(BodyError) -> [B] {
        guard let item = item(name) else { return [] }
        guard let items = item.array else { throw .wrongType(field: path(of: name), expected: "a list") }
        var values: [B] = []
        values.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            values.append(try B(Fields(item, path: "\(path(of: name))[\(index)]")))
        }
        return values
    }

    /// A list of texts.
    public func texts(_ name: String) throws(BodyError) -> [String] {
        guard let item = item(name) else { return [] }
        guard let items = item.array else { throw .wrongType(field: path(of: name), expected: "a list") }
        var values: [String] = []
        for (index, item) in items.enumerated() {
            guard let text = item.text else {
                throw .wrongType(field: "\(path(of: name))[\(index)]", expected: "a text")
            }
            values.append(text)
        }
        return values
    }

    /// Data of the application's own, whatever it is; absent means an empty map.
    public func custom(_ name: String) throws(BodyError) -> CBOR.Map {
        guard let item = item(name) else { return [:] }
        guard let map = item.map else { throw .wrongType(field: path(of: name), expected: "a map") }
        return map
    }

    /// A map from texts to values of one kind.
    public func table<Value>(
        _ name: String, _ expected: String, _ read: (CBOR) -> Value?
    ) throws(BodyError) -> [String: Value] {
        var table: [String: Value] = [:]
        for (key, item) in try custom(name) {
            guard let key = key.text else { throw .wrongType(field: path(of: name), expected: "a map with text keys") }
            guard let value = read(item) else {
                throw .wrongType(field: "\(path(of: name)).\(key)", expected: expected)
            }
            table[key] = value
        }
        return table
    }

    private func optional<Value>(
        _ name: String, _ expected: String, _ read: (CBOR) -> Value?
    ) throws(BodyError) -> Value? {
        guard let item = item(name) else { return nil }
        guard let value = read(item) else { throw .wrongType(field: path(of: name), expected: expected) }
        return value
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(BodyError) -> Value {
        guard let value else { throw .missing(field: path(of: name)) }
        return value
    }
}
