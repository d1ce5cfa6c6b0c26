public import Timing
public import Wire

/// Writes the fields of one map, in any order, straight into a payload; what is nil is left out.
///
/// Fields that come in the order of the encoding, shorter names first and equally long ones by their letters, need not
/// be sorted.
public struct FieldWriter: ~Copyable {
    private var writer = CBOR.Writer()
    private let outside: CBOR.Writer.OpenMap
    /// What an event says of itself.
    private var heading: EventHeading?
    /// The first field of the heading that is not written, as long as the map is the event's own.
    private var nextOfHeading: EventHeading.Field?

    /// Makes a writer with no fields.
    public init() {
        outside = writer.beginMap()
    }

    /// All that was set, as a payload.
    public consuming func encoded() -> [UInt8] {
        writer.end(backTo: outside)
        return writer.finished()
    }

    @inline(__always)
    private mutating func begin(_ name: String) {
        if nextOfHeading != nil { writeHeading(before: name) }
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
        guard let number else { return }
        begin(name)
        writer.write(number)
    }

    /// Sets a byte string.
    public mutating func set(_ name: String, bytes: [UInt8]?) {
        guard let bytes else { return }
        begin(name)
        writer.write(bytes)
    }

    /// Sets a date.
    public mutating func set(_ name: String, _ date: Timestamp?) {
        set(name, date?.milliseconds)
    }

    /// Sets a duration in whole milliseconds.
    public mutating func set(_ name: String, milliseconds duration: Duration?) {
        set(name, duration?.milliseconds)
    }

    /// Sets the name of a call.
    public mutating func set(_ name: String, _ cid: CallCid?) {
        guard let cid else { return }
        begin(name)
        writer.write(cid)
    }

    /// Sets a map of another body.
    public mutating func set(_ name: String, _ body: some Body) {
        begin(name)
        write(body)
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
        // A span lends its elements; iterating over the array would copy each.
        let bodies = bodies.span
        for index in bodies.indices { write(bodies[index]) }
    }

    /// Sets a list of texts; an empty one is left out.
    public mutating func set(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        begin(name)
        writer.beginArray(count: texts.count)
        let texts = texts.span
        for index in texts.indices { writer.write(texts[index]) }
    }

    /// Sets a list of what the wire calls by texts; an empty one is left out.
    public mutating func set(_ name: String, _ values: [some RawRepresentable<String>]) {
        guard !values.isEmpty else { return }
        begin(name)
        writer.beginArray(count: values.count)
        let values = values.span
        for index in values.indices { writer.write(values[index].rawValue) }
    }

    /// Sets a list of what the wire calls by numbers; an empty one is left out.
    public mutating func set(_ name: String, _ values: [some RawRepresentable<Int>]) {
        guard !values.isEmpty else { return }
        begin(name)
        writer.beginArray(count: values.count)
        for value in values { writer.write(Int64(value.rawValue)) }
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
        let (outside, nextOutside) = (writer.beginMap(), nextOfHeading)
        nextOfHeading = nil
        body.write(to: &self)
        nextOfHeading = nextOutside
        writer.end(backTo: outside)
    }
}

extension CBOR.Writer {
    fileprivate mutating func write(_ cid: CallCid) {
        write(cid.type, UInt8(ascii: ":"), cid.id)
    }
}

// MARK: What is written already

extension FieldWriter {
    /// Sets a call; one that was written before is not written again.
    mutating func set(_ name: String, _ call: CallResponse) {
        guard let written = call.parts.value.writing else { return set(name, Optional(call)) }
        set(name, encoded: written.bytes)
    }

    /// Sets what is encoded already.
    mutating func set(_ name: String, encoded item: [UInt8]) {
        begin(name)
        writer.write(encoded: item)
    }
}

// MARK: Events

/// What every event of a call says.
private struct EventHeading {
    let type: String
    let callCid: CallCid
    let createdAt: Timestamp

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
        heading = EventHeading(type: type, callCid: callCid, createdAt: createdAt)
        nextOfHeading = .type
        payload.write(to: &self)
        writeHeading(before: nil)
    }

    /// Writes what belongs before a field, or all that is left.
    @inline(never)
    private mutating func writeHeading(before name: String?) {
        while let next = nextOfHeading, let heading {
            if let name, !next.precedes(name) { return }
            writer.key(next.rawValue)
            switch next {
            case .type:
                writer.write(heading.type)
                nextOfHeading = .callCid
            case .callCid:
                writer.write(heading.callCid)
                nextOfHeading = .createdAt
            case .createdAt:
                writer.write(heading.createdAt.milliseconds)
                nextOfHeading = nil
            }
        }
    }
}

extension EventHeading.Field {
    /// Whether it comes before another field: shorter names do, and equally long ones go by their letters.
    fileprivate func precedes(_ name: String) -> Bool {
        let (own, other) = (rawValue.utf8.count, name.utf8.count)
        return own == other ? rawValue < name : own < other
    }
}
