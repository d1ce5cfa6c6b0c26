import Wire

/// Reads, writes or describes the fields of a body.
///
/// A body passes its fields in any order: a map is read by name, and the writer sorts keys (RFC 8949 section 4.2.1).
package struct BodyCoder: ~Copyable {
    private enum Direction {
        case reading, writing, describing
    }

    private let direction: Direction
    /// The bytes that are read.
    let index: CBOR.View.Index
    /// The place of the map that is read.
    var map = 0
    /// The bytes that are written.
    var writer: CBOR.Writer
    /// The fields that are described.
    private(set) var described: [Schema.Field] = []
    private let schema: Schema?

    private static let nothing = CBOR.View.Index(.map([:]))

    /// Makes a coder that writes.
    init() {
        direction = .writing
        index = Self.nothing
        writer = CBOR.Writer()
        schema = nil
    }

    /// Makes a coder that reads.
    init(reading index: CBOR.View.Index) {
        direction = .reading
        self.index = index
        writer = CBOR.Writer(capacity: 0)
        schema = nil
    }

    /// Makes a coder that reads a payload; an empty one counts as an empty map.
    init(decoding payload: CoAP.Payload) throws(BodyError) {
        guard !payload.isEmpty else {
            self.init(reading: Self.nothing)
            return
        }
        do {
            self.init(reading: try CBOR.View.Index(decoding: payload))
        } catch {
            throw .notCBOR(error)
        }
    }

    /// Makes a coder that describes fields.
    init(describing schema: Schema) {
        direction = .describing
        index = Self.nothing
        writer = CBOR.Writer(capacity: 0)
        self.schema = schema
    }

    /// The payload that was written.
    consuming func encoded() -> [UInt8] { writer.finished() }

    /// True when the body is read.
    var isReading: Bool { direction == .reading }

    /// The path of a field of the map that is read, such as `data.members`.
    func path(of name: String) -> String {
        let path = index.path(to: map)
        return path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
    }

    /// The place of a field's value; nil when it is absent or null.
    func place(of name: String) -> Int? {
        index.valueOtherThanNull(under: name, inMapAt: map)
    }
}

// MARK: Fields

extension BodyCoder {
    /// A field that must be there.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value, as form: Form.Type
    ) throws(BodyError) {
        switch direction {
        case .reading:
            guard let read = try read(name, as: form) else { throw .missing(field: path(of: name)) }
            value = read
        case .writing: write(name, value, as: form)
        case .describing: describe(name, form)
        }
    }

    /// A field that may be absent.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value?, as form: Form.Type
    ) throws(BodyError) {
        switch direction {
        case .reading: value = try read(name, as: form)
        case .writing: if let value { write(name, value, as: form) }
        case .describing: describe(name, form, isOptional: true)
        }
    }

    /// A field that is not written when it has its usual value.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value, as form: Form.Type, omitting usual: Form.Value
    ) throws(BodyError) {
        switch direction {
        case .reading: value = try read(name, as: form) ?? usual
        case .writing: if value != usual { write(name, value, as: form) }
        case .describing: describe(name, form, isOptional: true)
        }
    }

    /// A field that is always written, and has its usual value when another sender leaves it out.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value, as form: Form.Type, whenAbsent usual: Form.Value
    ) throws(BodyError) {
        switch direction {
        case .reading: value = try read(name, as: form) ?? usual
        case .writing: write(name, value, as: form)
        case .describing: describe(name, form, isOptional: true)
        }
    }

    private mutating func read<Form: FieldForm>(_ name: String, as form: Form.Type) throws(BodyError) -> Form.Value? {
        guard let place = place(of: name) else { return nil }
        return try Form.read(at: place, &self)
    }

    private mutating func write<Form: FieldForm>(_ name: String, _ value: Form.Value, as form: Form.Type) {
        writer.key(name)
        Form.write(value, &self)
    }

    private mutating func describe(_ name: String, _ form: (some FieldForm).Type, isOptional: Bool = false) {
        guard let schema else { return }
        described.append(Schema.Field(name: name, type: form.describe(in: schema), isOptional: isOptional))
    }
}

// MARK: Fields whose type says how they are written

extension BodyCoder {
    /// A field that must be there.
    mutating func field<Value: FieldValue>(_ name: String, _ value: inout Value) throws(BodyError) {
        try field(name, &value, as: Value.self)
    }

    /// A text that must be there and must not be empty.
    mutating func field(_ name: String, _ value: inout String) throws(BodyError) {
        try field(name, &value, as: Name.self)
    }

    /// A field that may be absent.
    mutating func field<Value: FieldValue>(_ name: String, _ value: inout Value?) throws(BodyError) {
        try field(name, &value, as: Value.self)
    }

    /// A field that is not written when it has its usual value.
    mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, omitting usual: Value
    ) throws(BodyError) {
        try field(name, &value, as: Value.self, omitting: usual)
    }

    /// A field that is always written, and has its usual value when another sender leaves it out.
    mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, whenAbsent usual: Value
    ) throws(BodyError) {
        try field(name, &value, as: Value.self, whenAbsent: usual)
    }

    /// A list; an empty one is not written.
    mutating func list<Value: FieldValue>(_ name: String, _ values: inout [Value]) throws(BodyError) {
        try field(name, &values, as: ListOf<Value>.self, omitting: [])
    }

    /// A map from texts; an empty one is not written.
    mutating func table<Form: FieldForm>(
        _ name: String, _ values: inout [String: Form.Value], of form: Form.Type
    ) throws(BodyError) {
        try field(name, &values, as: TableOf<Form>.self, omitting: [:])
    }

    /// The type of an event, which its reader has seen before.
    mutating func type(_ type: String) {
        switch direction {
        case .reading: break
        case .writing: write("type", type, as: String.self)
        case .describing: described.append(Schema.Field(name: "type", type: "\"\(type)\"", isOptional: false))
        }
    }

    /// Refuses a field's value that is read and does not meet a condition.
    func check(_ isFine: Bool, _ name: String, _ problem: String) throws(BodyError) {
        guard direction == .reading, !isFine else { return }
        throw .badValue(field: path(of: name), problem: problem)
    }
}
