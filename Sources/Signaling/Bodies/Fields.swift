public import Timing
public import Wire

/// Reads the fields of one map and says by its whole path which one is wrong.
public struct Fields: Sendable {
    private let view: CBOR.View
    /// Where the outermost of the items is that are read.
    private let root: String

    /// The fields of a map that has none.
    public static let none = Fields(map: [:], path: "")

    /// Reads `map`, which stands at `path` in the body.
    public init(map: CBOR.Map, path: String) {
        view = CBOR.View(.map(map))
        root = path
    }

    /// Reads `item`, which must be a map.
    public init(_ item: CBOR, path: String) throws(BodyError) {
        try self.init(CBOR.View(item), root: path)
    }

    /// Reads a datagram's payload, which must be a map; no bytes at all count as an empty one.
    init(decoding payload: [UInt8]) throws(BodyError) {
        guard !payload.isEmpty else {
            self = .none
            return
        }
        let view: CBOR.View
        do {
            view = try CBOR.View(decoding: payload)
        } catch {
            throw .notCBOR(error)
        }
        try self.init(view)
    }

    /// Reads an item that is a whole body or lies in one, and must be a map.
    init(_ view: CBOR.View, root: String = "") throws(BodyError) {
        self.view = view
        self.root = root
        guard view.isMap else { throw .notAMap(path: path) }
    }

    /// The map that is read.
    public var map: CBOR.Map { view.item.map ?? [:] }

    private var path: String { Self.join(root, view.path) }

    /// The path of a field of this map, such as `data.members`.
    public func path(of name: String) -> String {
        Self.join(path, name)
    }

    private static func join(_ outer: String, _ inner: String) -> String {
        outer.isEmpty || inner.isEmpty ? outer + inner : "\(outer).\(inner)"
    }

    /// The item under `name`; nil when it is absent or null.
    public func item(_ name: String) -> CBOR? {
        value(name)?.item
    }

    /// Whether there is an item under `name` that is not null.
    func contains(_ name: String) -> Bool {
        value(name) != nil
    }

    private func value(_ name: String) -> CBOR.View? {
        guard let value = view.value(under: name), !value.isNull else { return nil }
        return value
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
        guard let value = value(name) else { return nil }
        return try B(Fields(value, root: root))
    }

    /// A whole number that counts something.
    public func optionalCount(_ name: String) throws(BodyError) -> Int? {
        item(name) == nil ? nil : try count(name)
    }

    // MARK: Fields that must be there

    /// A byte string.
    public func bytes(_ name: String) throws(BodyError) -> [UInt8] {
        try required(name, optional(name, "a byte string") { $0.bytes })
    }

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
        var values: [B] = []
        guard let elements = try elements(name) else { return values }
        values.reserveCapacity(elements.count)
        for element in elements { values.append(try B(Fields(element, root: root))) }
        return values
    }

    /// A list of maps.
    func maps(_ name: String) throws(BodyError) -> [Fields] {
        var maps: [Fields] = []
        guard let elements = try elements(name) else { return maps }
        maps.reserveCapacity(elements.count)
        for element in elements { maps.append(try Fields(element, root: root)) }
        return maps
    }

    /// A list of texts.
    public func texts(_ name: String) throws(BodyError) -> [String] {
        try list(name, "a text") { $0.text }
    }

    /// A list of values of one kind.
    func list<Value>(
        _ name: String, _ expected: String, _ read: (CBOR.View) -> Value?
    ) throws(BodyError) -> [Value] {
        var values: [Value] = []
        guard let elements = try elements(name) else { return values }
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard let value = read(element) else {
                throw .wrongType(field: "\(path(of: name))[\(index)]", expected: expected)
            }
            values.append(value)
        }
        return values
    }

    private func elements(_ name: String) throws(BodyError) -> CBOR.View.Elements? {
        guard let value = value(name) else { return nil }
        guard let elements = value.array else { throw .wrongType(field: path(of: name), expected: "a list") }
        return elements
    }

    /// Data of the application's own, whatever it is; absent means an empty map.
    public func custom(_ name: String) throws(BodyError) -> CBOR.Map {
        guard let value = value(name) else { return [:] }
        guard let map = value.item.map else { throw .wrongType(field: path(of: name), expected: "a map") }
        return map
    }

    /// A map from texts to values of one kind.
    public func table<Value>(
        _ name: String, _ expected: String, _ read: (CBOR.View) -> Value?
    ) throws(BodyError) -> [String: Value] {
        guard let map = value(name) else { return [:] }
        guard let entries = map.entries else { throw .wrongType(field: path(of: name), expected: "a map") }
        var table: [String: Value] = [:]
        for (key, item) in entries {
            guard let key = key.text else { throw .wrongType(field: path(of: name), expected: "a map with text keys") }
            guard let value = read(item) else {
                throw .wrongType(field: "\(path(of: name)).\(key)", expected: expected)
            }
            table[key] = value
        }
        return table
    }

    private func optional<Value>(
        _ name: String, _ expected: String, _ read: (CBOR.View) -> Value?
    ) throws(BodyError) -> Value? {
        guard let item = value(name) else { return nil }
        guard let value = read(item) else { throw .wrongType(field: path(of: name), expected: expected) }
        return value
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(BodyError) -> Value {
        guard let value else { throw .missing(field: path(of: name)) }
        return value
    }
}
