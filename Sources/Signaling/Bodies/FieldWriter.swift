public import Timing
public import Wire

/// Gathers the fields of one map; what is nil is left out.
public struct FieldWriter {
    private var entries: [(String, CBOR)] = []

    /// Makes a writer with no fields.
    public init() {
        entries.reserveCapacity(8)
    }

    /// All that was set, as a map.
    public var item: CBOR {
        .map(CBOR.Map(entries))
    }

    /// Sets a field to any data item.
    public mutating func set(_ name: String, item: CBOR?) {
        if let item { entries.append((name, item)) }
    }

    /// Sets a text.
    public mutating func set(_ name: String, _ text: String?) {
        if let text { entries.append((name, .text(text))) }
    }

    /// Sets a truth value.
    public mutating func set(_ name: String, _ truth: Bool?) {
        if let truth { entries.append((name, .boolean(truth))) }
    }

    /// Sets a whole number.
    public mutating func set(_ name: String, _ number: (some BinaryInteger)?) {
        if let number { entries.append((name, .integer(Int64(clamping: number)))) }
    }

    /// Sets a number that need not be whole.
    public mutating func set(_ name: String, number: Double?) {
        if let number { entries.append((name, .float(number))) }
    }

    /// Sets a date.
    public mutating func set(_ name: String, _ date: Timestamp?) {
        if let date { entries.append((name, .integer(date.milliseconds))) }
    }

    /// Sets a duration in whole milliseconds.
    public mutating func set(_ name: String, milliseconds duration: Duration?) {
        if let duration { entries.append((name, .integer(duration.milliseconds))) }
    }

    /// Sets a map of another body.
    public mutating func set(_ name: String, _ body: (some Body)?) {
        if let body { entries.append((name, body.item)) }
    }

    /// Sets a list of bodies; an empty one is left out.
    public mutating func set(_ name: String, _ bodies: [some Body]) {
        if !bodies.isEmpty { entries.append((name, .array(bodies.map(\.item)))) }
    }

    /// Sets a list of texts; an empty one is left out.
    public mutating func set(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { entries.append((name, .array(texts.map(CBOR.text)))) }
    }

    /// Sets data of the application's own; an empty map is left out.
    public mutating func set(_ name: String, custom: CBOR.Map) {
        if !custom.isEmpty { entries.append((name, .map(custom))) }
    }

    /// Sets a map from texts; an empty one is left out.
    public mutating func set<Value>(_ name: String, table: [String: Value], _ item: (Value) -> CBOR) {
        guard !table.isEmpty else { return }
        entries.append((name, .map(CBOR.Map(table.map { ($0.key, item($0.value)) }))))
    }
}
