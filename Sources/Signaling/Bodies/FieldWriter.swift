public import Timing
public import Wire

/// Writes the fields of one map, in any order, straight into a payload; what is nil is left out.
public struct FieldWriter {
    private var writer = CBOR.Writer()
    private let outside: CBOR.Writer.OpenMap
    /// What an event says of itself, as long as not all of it is written.
    private var heading: EventHeading?
    private var nextOfHeading = EventHeading.Field.type

    /// Makes a writer with no fields.
    public init() {
        outside = writer.beginMap()
    }

    /// All that was set, as a payload.
    public consuming func encoded() -> [UInt8] {
        writer.end(backTo: outside)
        return writer.bytes
    }

    /// All that was set, as a map.
    public var item: CBOR {
        // What is written here is whole.
        (try? CBOR(decoding: encoded())) ?? .undefined
    }

    private mutating func begin(_ name: String) {
        if heading != nil { writeHeading(before: name) }
        writer.key(name)
    }

    /// Sets a field to any data item.
    public mutating func set(_ name: String, item: CBOR?) {
        guard let item else { return }
        begin(name)
        writer.write(item)
    }

    /// Sets a text.
    public mutating func set(_ name: String, _ text: String?) {
        guard let text else { return }
        begin(name)
        writer.write(text)
    }

    /// Sets a truth value.
    public mutating func set(_ name: String, _ truth: Bool?) {
        guard let truth else { return }
        begin(name)
        writer.write(truth)
    }

    /// Sets a whole number.
    public mutating func set(_ name: String, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        begin(name)
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
        begin(name)
        write(body)
    }

    /// Sets a list of bodies; an empty one is left out.
    public mutating func set(_ name: String, _ bodies: [some Body]) {
        guard !bodies.isEmpty else { return }
        begin(name)
        writer.beginArray(count: bodies.count)
        for body in bodies { write(body) }
    }

    /// Sets a list of texts; an empty one is left out.
    public mutating func set(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        begin(name)
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
        begin(name)
        let outside = writer.beginMap()
        for (key, value) in table {
            writer.key(key)
            writer.write(item(value))
        }
        writer.end(backTo: outside)
    }

    /// The body's own fields go into a map of their own.
    private mutating func write(_ body: some Body) {
        let (outside, outerHeading) = (writer.beginMap(), heading)
        heading = nil
        body.write(to: &self)
        heading = outerHeading
        writer.end(backTo: outside)
    }
}

// MARK: Events

/// What every event of a call says.
private indirect enum EventHeading {
    case fields(type: String, callCid: String, createdAt: Timestamp)

    /// Its fields, in the order of the encoding.
    enum Field: String {
        case type
        case callCid = "call_cid"
        case createdAt = "created_at"
    }
}

extension FieldWriter {
    /// Sets the fields of an event: those that every event has each where it belongs among the payload's, which saves
    /// sorting them.
    mutating func set(event type: String, of callCid: CallCid, at createdAt: Timestamp, _ payload: some Body) {
        heading = .fields(type: type, callCid: callCid.description, createdAt: createdAt)
        nextOfHeading = .type
        payload.write(to: &self)
        writeHeading(before: nil)
    }

    /// Writes what belongs before a field, or all that is left.
    private mutating func writeHeading(before name: String?) {
        while case .fields(let type, let callCid, let createdAt)? = heading {
            if let name, !nextOfHeading.precedes(name) { return }
            writer.key(nextOfHeading.rawValue)
            switch nextOfHeading {
            case .type:
                writer.write(type)
                nextOfHeading = .callCid
            case .callCid:
                writer.write(callCid)
                nextOfHeading = .createdAt
            case .createdAt:
                writer.write(createdAt.milliseconds)
                heading = nil
            }
        }
    }
}

extension EventHeading.Field {
    /// Whether it comes before another field: shorter names do, and equally long ones go by their letters.
    fileprivate func precedes(_ name: String) -> Bool {
        let (own, other) = (rawValue.utf8, name.utf8)
        return own.count == other.count ? own.lexicographicallyPrecedes(other) : own.count < other.count
    }
}
