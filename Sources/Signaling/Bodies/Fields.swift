public import Timing
public import Wire

/// Reads the fields of one map and says by its whole path which one is wrong.
public struct Fields: Sendable {
    private let index: CBOR.View.Index
    private let place: Int

    /// The fields of a map that has none.
    public static let none = Fields(map: CBOR.Map(), path: "")

    /// Reads `map`, which stands at `path` in the body.
    public init(map: CBOR.Map, path: String) {
        index = CBOR.View.Index(.map(map), root: path)
        place = 0
    }

    /// Reads `item`, which must be a map.
    public init(_ item: CBOR, path: String) throws(BodyError) {
        try self.init(CBOR.View.Index(item, root: path), 0)
    }

    /// Reads a datagram's payload, which must be a map; no bytes at all count as an empty one.
    init(decoding payload: CoAP.Payload) throws(BodyError) {
        guard !payload.isEmpty else {
            self = .none
            return
        }
        let index: CBOR.View.Index
        do {
            index = try CBOR.View.Index(decoding: payload)
        } catch {
            throw .notCBOR(error)
        }
        try self.init(index, 0)
    }

    /// Reads an item that is a whole body or lies in one, and must be a map.
    private init(_ index: CBOR.View.Index, _ place: Int) throws(BodyError) {
        self.index = index
        self.place = place
        guard index.isMap(at: place) else { throw .notAMap(path: index.path(to: place)) }
    }

    /// The map that is read.
    public var map: CBOR.Map { index.item(at: place).map ?? CBOR.Map() }

    /// The path of a field of this map, such as `data.members`.
    public func path(of name: String) -> String {
        let path = index.path(to: place)
        return path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
    }

    /// The item under `name`; nil when it is absent or null.
    public func item(_ name: String) -> CBOR? {
        value(name).map(index.item(at:))
    }

    /// Whether there is an item under `name` that is not null.
    func contains(_ name: String) -> Bool {
        value(name) != nil
    }

    private func value(_ name: String) -> Int? {
        index.valueOtherThanNull(under: name, inMapAt: place)
    }

    // MARK: Fields that may be absent

    /// A text.
    public func optionalText(_ name: String) throws(BodyError) -> String? {
        try optional(name, "a text") { index.text(at: $0) }
    }

    /// Which of some texts a text is; nil when it is none of them, or no text.
    func number(_ name: String, among texts: KnownTexts) -> Int? {
        value(name).flatMap { index.number(ofTextAt: $0, among: texts) }
    }

    /// The two parts of a text around the first of an ASCII character; the second is empty when there is none.
    func optionalHalves(
        _ name: String, around separator: Unicode.ASCII.CodeUnit
    ) throws(BodyError) -> (String, String)? {
        try optional(name, "a text") { index.halves(ofTextAt: $0, around: separator) }
    }

    /// True or false.
    public func optionalBoolean(_ name: String) throws(BodyError) -> Bool? {
        try optional(name, "true or false") { index.boolean(at: $0) }
    }

    /// A whole number that fits 64 bits with a sign.
    public func optionalInteger(_ name: String) throws(BodyError) -> Int64? {
        try optional(name, "a whole number") { index.integer(at: $0) }
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
        try optional(name, "a date in milliseconds") { place in
            index.integer(at: place).map(Timestamp.init(milliseconds:))
        }
    }

    /// A number, whole or not.
    public func optionalNumber(_ name: String) throws(BodyError) -> Double? {
        try optional(name, "a number") { index.double(at: $0) ?? index.integer(at: $0).map(Double.init) }
    }

    /// A map of another body.
    public func optional<B: Body>(_ name: String, as type: B.Type = B.self) throws(BodyError) -> B? {
        guard let value = value(name) else { return nil }
        return try B(Fields(index, value))
    }

    /// A whole number that counts something.
    public func optionalCount(_ name: String) throws(BodyError) -> Int? {
        contains(name) ? try count(name) : nil
    }

    /// A byte string.
    public func optionalBytes(_ name: String) throws(BodyError) -> [UInt8]? {
        try optional(name, "a byte string") { index.bytes(at: $0) }
    }

    // MARK: Fields that must be there

    /// A byte string.
    public func bytes(_ name: String) throws(BodyError) -> [UInt8] {
        try required(name, optionalBytes(name))
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

    /// What this map was read as before, or is now.
    func remembered<Value>(
        by memo: Memo<Value>, _ read: (Fields) throws(BodyError) -> Value
    ) throws(BodyError) -> Value {
        try memo.value(ofItemAt: place, in: index) { () throws(BodyError) in try read(self) }
    }

    // MARK: Collections; absent means empty

    /// A list of bodies.
    public func list<B: Body>(_ name: String, of type: B.Type = B.self) throws(BodyError) -> [B] {
        try maps(name) { fields throws(BodyError) in try B(fields) }
    }

    /// A list of maps.
    func maps<Value>(
        _ name: String, _ read: (Fields) throws(BodyError) -> Value
    ) throws(BodyError) -> [Value] {
        var values: [Value] = []
        guard var elements = try elements(name) else { return values }
        values.reserveCapacity(elements.count)
        while let element = elements.nextPlace() { values.append(try read(Fields(index, element))) }
        return values
    }

    /// A list of texts.
    public func texts(_ name: String) throws(BodyError) -> [String] {
        try list(name, "a text") { index.text(at: $0) }
    }

    /// What a list was read as before, or is now.
    func list<Value>(
        _ name: String, rememberedBy memo: Memo<[Value]>, _ read: (Fields) throws(BodyError) -> [Value]
    ) throws(BodyError) -> [Value] {
        try optional(name, rememberedBy: memo) { () throws(BodyError) in try read(self) } ?? []
    }

    /// What an item was read as before, or is now; nil when it is absent.
    func optional<Value>(
        _ name: String, rememberedBy memo: Memo<Value>, _ read: () throws(BodyError) -> Value
    ) throws(BodyError) -> Value? {
        guard let item = value(name) else { return nil }
        return try memo.value(ofItemAt: item, in: index, read)
    }

    /// The whole numbers of a list; what else is in it is left out.
    func integers(_ name: String) throws(BodyError) -> [Int64] {
        var values: [Int64] = []
        guard var elements = try elements(name, "a list of numbers") else { return values }
        values.reserveCapacity(elements.count)
        while let element = elements.nextPlace() { if let value = index.integer(at: element) { values.append(value) } }
        return values
    }

    /// A list of values of one kind.
    private func list<Value>(
        _ name: String, _ expected: String, _ read: (Int) -> Value?
    ) throws(BodyError) -> [Value] {
        var values: [Value] = []
        guard var elements = try elements(name) else { return values }
        values.reserveCapacity(elements.count)
        while let element = elements.nextPlace() {
            guard let value = read(element) else {
                throw .wrongType(field: "\(path(of: name))[\(values.count)]", expected: expected)
            }
            values.append(value)
        }
        return values
    }

    private func elements(
        _ name: String, _ expected: String = "a list"
    ) throws(BodyError) -> CBOR.View.Elements? {
        try optional(name, expected) { index.elements(ofArrayAt: $0) }
    }

    /// Data of the application's own, whatever it is; absent means an empty map.
    public func custom(_ name: String) throws(BodyError) -> CBOR.Map {
        guard let value = value(name) else { return CBOR.Map() }
        guard let map = index.item(at: value).map else { throw .wrongType(field: path(of: name), expected: "a map") }
        return map
    }

    /// A map from texts to values of one kind.
    public func table<Value>(
        _ name: String, _ expected: String, _ read: (CBOR.View) -> Value?
    ) throws(BodyError) -> [String: Value] {
        guard let map = value(name) else { return [:] }
        guard let values = index.values(ofMapAt: map) else {
            throw .wrongType(field: path(of: name), expected: "a map")
        }
        var table = [String: Value](minimumCapacity: values.count)
        for place in values {
            guard let key = index.textKey(ofValueAt: place) else {
                throw .wrongType(field: path(of: name), expected: "a map with text keys")
            }
            guard let value = read(CBOR.View(index, place)) else {
                throw .wrongType(field: "\(path(of: name)).\(key)", expected: expected)
            }
            table[key] = value
        }
        return table
    }

    private func optional<Value>(
        _ name: String, _ expected: String, _ read: (Int) -> Value?
    ) throws(BodyError) -> Value? {
        guard let place = value(name) else { return nil }
        guard let value = read(place) else { throw .wrongType(field: path(of: name), expected: expected) }
        return value
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(BodyError) -> Value {
        guard let value else { throw .missing(field: path(of: name)) }
        return value
    }
}
