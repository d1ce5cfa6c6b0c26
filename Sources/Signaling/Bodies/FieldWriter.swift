public import Timing
public import Wire

/// Writes the fields of one map, in any order, straight into a payload; what is nil is left out.
public struct FieldWriter {
    private var writer = CBOR.Writer()
    private let map: CBOR.Writer.OpenMap

    /// Makes a writer with no fields.
    public init() {
        map = writer.beginMap()
    }

    /// All that was set, as a payload.
    public consuming func encoded() -> [UInt8] {
        writer.end(map)
        return writer.bytes
    }

    /// All that was set, as a map.
    public var item: CBOR {
        // What is written here is whole.
        (try? CBOR(decoding: encoded())) ?? .undefined
    }

    /// Sets a field to any data item.
    public mutating func set(_ name: String, item: CBOR?) {
        guard let item else { return }
        writer.key(name)
        writer.write(item)
    }

    /// Sets a text.
    public mutating func set(_ name: String, _ text: String?) {
        guard let text else { return }
        writer.key(name)
        writer.write(text)
    }

    /// Sets a truth value.
    public mutating func set(_ name: String, _ truth: Bool?) {
        guard let truth else { return }
        writer.key(name)
        writer.write(truth)
    }

    /// Sets a whole number.
    public mutating func set(_ name: String, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        writer.key(name)
        writer.write(Int64(clamping: number))
    }

    /// Sets a number that need not be whole.
    public mutating func set(_ name: String, number: Double?) {
        set(name, item: number.map(CBOR.float))
    }

    /// Sets a date.
    public mutating func set(_ name: String, _ date: Timestamp?) {
        set(name, date?.milliseconds)
    }

    /// Sets a duration in whole milliseconds.
    public mutating func set(_ name: String, milliseconds duration: Duration?) {
        set(name, duration?.milliseconds)
    }

    /// Sets a map of another body.
    public mutating func set(_ name: String, _ body: (some Body)?) {
        guard let body else { return }
        writer.key(name)
        write(body)
    }

    /// Sets a list of bodies; an empty one is left out.
    public mutating func set(_ name: String, _ bodies: [some Body]) {
        guard !bodies.isEmpty else { return }
        writer.key(name)
        writer.beginArray(count: bodies.count)
        for body in bodies { write(body) }
    }

    /// Sets a list of texts; an empty one is left out.
    public mutating func set(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        writer.key(name)
        writer.beginArray(count: texts.count)
        for text in texts { writer.write(text) }
    }

    /// Sets data of the application's own; an empty map is left out.
    public mutating func set(_ name: String, custom: CBOR.Map) {
        if !custom.isEmpty { set(name, item: .map(custom)) }
    }

    /// Sets a map from texts; an empty one is left out.
    public mutating func set<Value>(_ name: String, table: [String: Value], _ item: (Value) -> CBOR) {
        guard !table.isEmpty else { return }
        writer.key(name)
        let inner = writer.beginMap()
        for (key, value) in table {
            writer.key(key)
            writer.write(item(value))
        }
        writer.end(inner)
    }

    /// The body's own fields go into a map of their own.
    private mutating func write(_ body: some Body) {
        let inner = writer.beginMap()
        body.write(to: &self)
        writer.end(inner)
    }
}
