import Wire

/// Decodes, encodes or lists the fields of a body.
///
/// A body passes its fields in any order: a map is decoded by name, and the writer sorts keys (RFC 8949 section 4.2.1).
package struct BodyCoder: ~Copyable {
    private enum Direction {
        case reading, writing, listing
    }

    private var direction: Direction
    /// The decoded bytes.
    let index: CBOR.Index
    /// The position of the map that is decoded.
    var map = 0
    /// The encoded bytes.
    var writer: CBOR.Writer
    /// The fields that were listed.
    private(set) var listed: [ListedField] = []

    private static let nothing = CBOR.Index(.map([:]))

    /// Creates a coder that encodes.
    init() {
        direction = .writing
        index = Self.nothing
        writer = CBOR.Writer()
    }

    /// Creates a coder that decodes.
    init(reading index: CBOR.Index) {
        direction = .reading
        self.index = index
        writer = CBOR.Writer(capacity: 0)
    }

    /// Creates a coder that decodes a payload. An empty payload counts as an empty map.
    init(decoding payload: CoAP.Payload) throws(BodyError) {
        guard !payload.isEmpty else {
            self.init(reading: Self.nothing)
            return
        }
        do {
            self.init(reading: try CBOR.Index(decoding: payload))
        } catch {
            throw .notCBOR(error)
        }
    }

    /// Returns the fields that `code` passes to a coder.
    static func fields(_ code: (inout BodyCoder) throws(BodyError) -> Void) -> [ListedField] {
        var coder = BodyCoder()
        coder.direction = .listing
        // Only reading throws.
        try? code(&coder)
        return coder.listed
    }

    /// Returns the encoded payload.
    consuming func encoded() -> [UInt8] { writer.finished() }

    /// True when the body is decoded.
    var isReading: Bool { direction == .reading }

    /// Returns the path of a field in the decoded map, such as `data.members`.
    func path(of name: String) -> String {
        let path = index.path(to: map)
        return path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
    }

    /// Returns the position of a field's value; nil when it is absent or null.
    func position(of name: String) -> Int? {
        index.valueOtherThanNull(under: name, inMapAt: map)
    }
}

// MARK: Fields

extension BodyCoder {
    /// Codes a required field.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value, as form: Form.Type
    ) throws(BodyError) {
        switch direction {
        case .reading:
            guard let read = try read(name, as: form) else { throw .missing(field: path(of: name)) }
            value = read
        case .writing: write(name, value, as: form)
        case .listing: listed.append(ListedField(name: name, form: form, presence: .required))
        }
    }

    /// Codes an optional field.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value?, as form: Form.Type
    ) throws(BodyError) {
        switch direction {
        case .reading: value = try read(name, as: form)
        case .writing: if let value { write(name, value, as: form) }
        case .listing: listed.append(ListedField(name: name, form: form, presence: .optional))
        }
    }

    /// Codes a field that is omitted when it has its default value.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value, as form: Form.Type, omitting usual: Form.Value
    ) throws(BodyError) {
        switch direction {
        case .reading: value = try read(name, as: form) ?? usual
        case .writing: if value != usual { write(name, value, as: form) }
        case .listing: listed.append(ListedField(name: name, form: form, presence: .usual(usual, initial: value)))
        }
    }

    /// Codes a field that is always encoded and has a default value when absent.
    mutating func field<Form: FieldForm>(
        _ name: String, _ value: inout Form.Value, as form: Form.Type, whenAbsent usual: Form.Value
    ) throws(BodyError) {
        switch direction {
        case .reading: value = try read(name, as: form) ?? usual
        case .writing: write(name, value, as: form)
        case .listing: listed.append(ListedField(name: name, form: form, presence: .usual(usual, initial: value)))
        }
    }

    private mutating func read<Form: FieldForm>(_ name: String, as form: Form.Type) throws(BodyError) -> Form.Value? {
        guard let position = position(of: name) else { return nil }
        return try Form.read(at: position, &self)
    }

    private mutating func write<Form: FieldForm>(_ name: String, _ value: Form.Value, as form: Form.Type) {
        writer.key(name)
        Form.write(value, &self)
    }
}

// MARK: Fields whose type determines the encoding

extension BodyCoder {
    /// Codes a required field.
    mutating func field<Value: FieldValue>(_ name: String, _ value: inout Value) throws(BodyError) {
        try field(name, &value, as: Value.self)
    }

    /// Codes a required text that must not be empty.
    mutating func field(_ name: String, _ value: inout String) throws(BodyError) {
        try field(name, &value, as: Name.self)
    }

    /// Codes an optional field.
    mutating func field<Value: FieldValue>(_ name: String, _ value: inout Value?) throws(BodyError) {
        try field(name, &value, as: Value.self)
    }

    /// Codes a field that is omitted when it has its default value.
    mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, omitting usual: Value
    ) throws(BodyError) {
        try field(name, &value, as: Value.self, omitting: usual)
    }

    /// Codes a field that is always encoded and has a default value when absent.
    mutating func field<Value: FieldValue>(
        _ name: String, _ value: inout Value, whenAbsent usual: Value
    ) throws(BodyError) {
        try field(name, &value, as: Value.self, whenAbsent: usual)
    }

    /// Codes a list. An empty list is omitted.
    mutating func list<Value: FieldValue>(_ name: String, _ values: inout [Value]) throws(BodyError) {
        try field(name, &values, as: ListOf<Value>.self, omitting: [])
    }

    /// Codes a map from texts. An empty map is omitted.
    mutating func table<Form: FieldForm>(
        _ name: String, _ values: inout [String: Form.Value], of form: Form.Type
    ) throws(BodyError) {
        try field(name, &values, as: TableOf<Form>.self, omitting: [:])
    }

    /// Codes the type of an event, which the decoder has already read.
    mutating func type(_ type: String) {
        switch direction {
        case .reading: break
        case .writing: write("type", type, as: String.self)
        case .listing: listed.append(ListedField(name: "type", form: String.self, presence: .word(type)))
        }
    }

    /// Throws when a decoded field does not meet a condition.
    func check(_ isFine: Bool, _ name: String, _ problem: String) throws(BodyError) {
        guard direction == .reading, !isFine else { return }
        throw .badValue(field: path(of: name), problem: problem)
    }
}
