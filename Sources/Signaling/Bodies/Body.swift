package import Wire

/// A value that is encoded as a CBOR map with text keys (RFC 8949, deterministic encoding).
///
/// A body lists its fields once, in ``code(_:)``. Decoding, encoding and the schema in `Docs/wire.cddl` follow from it.
package protocol Body: FieldValue {
    /// Creates a body with default values.
    init()

    /// Passes each field to the coder, in any order.
    mutating func code(_ coder: inout BodyCoder) throws(BodyError)

    /// A cache of decoded values, for bodies that often arrive unchanged.
    static var cache: DecodeCache<Self>? { get }
}

extension Body {
    package static var cache: DecodeCache<Self>? { nil }

    /// Creates a body and sets some of its fields.
    package init(_ fill: (inout Self) -> Void) {
        self.init()
        fill(&self)
    }

    /// Decodes a payload. An empty payload counts as an empty map.
    package init(decoding payload: CoAP.Payload) throws(BodyError) {
        var coder = try BodyCoder(decoding: payload)
        self = try Self.read(at: 0, &coder)
    }

    /// Decodes the bytes of a payload.
    package init(decoding payload: [UInt8]) throws(BodyError) {
        try self.init(decoding: CoAP.Payload(payload))
    }

    /// Decodes a map at `path` of a larger body.
    package init(_ map: CBOR.Map, path: String = "") throws(BodyError) {
        var coder = BodyCoder(reading: CBOR.Index(.map(map), root: path))
        self = try Self.read(at: 0, &coder)
    }

    /// The names of the fields, each with the type of the body in it; nil for a field with another value.
    package static var fields: [(name: String, body: (any Body.Type)?)] {
        var body = Self()
        return BodyCoder.fields { coder throws(BodyError) in try body.code(&coder) }
            .map { ($0.name, $0.form as? any Body.Type) }
    }

    /// Returns the body as a payload.
    package func encoded() -> [UInt8] {
        var coder = BodyCoder()
        Self.write(self, &coder)
        return coder.encoded()
    }
}

// MARK: A body as a field of another

extension Body {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Self {
        guard coder.index.isMap(at: position) else { throw .notAMap(path: coder.index.path(to: position)) }
        guard let cache else { return try readMap(at: position, &coder) }
        let index = coder.index
        return try cache.value(ofItemAt: position, in: index) { () throws(BodyError) in
            try readMap(at: position, &coder)
        }
    }

    private static func readMap(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Self {
        let outer = coder.map
        coder.map = position
        var body = Self()
        try body.code(&coder)
        coder.map = outer
        return body
    }

    func write(to coder: inout BodyCoder) {
        Self.write(self, &coder)
    }

    package static func write(_ body: Self, _ coder: inout BodyCoder) {
        let outer = coder.writer.beginMap()
        var body = body
        // Only reading throws.
        try? body.code(&coder)
        coder.writer.end(backTo: outer)
    }
}

/// A body without fields.
public struct EmptyBody: Body {
    package init() {}
    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {}
}
