public import Wire

/// A value that travels as a CBOR map with text keys (RFC 8949, deterministic encoding).
public protocol Body: Hashable, Sendable {
    /// Reads the value; fields that it does not know are left alone.
    init(_ fields: Fields) throws(BodyError)

    /// Writes every field that is set.
    func write(to fields: inout FieldWriter)
}

extension Body {
    /// Reads the value from a datagram's payload; no bytes at all count as an empty map.
    public init(decoding payload: CoAP.Payload) throws(BodyError) {
        try self.init(Fields(decoding: payload))
    }

    /// Reads the value from the bytes of a payload.
    public init(decoding payload: [UInt8]) throws(BodyError) {
        try self.init(decoding: CoAP.Payload(payload))
    }

    /// The value as a data item.
    public var item: CBOR {
        // What is written here is whole.
        (try? CBOR(decoding: encoded())) ?? .undefined
    }

    /// The value as a payload.
    public func encoded() -> [UInt8] {
        var writer = FieldWriter()
        write(to: &writer)
        return writer.encoded()
    }
}

/// A body in which nothing is said.
public struct EmptyBody: Body {
    /// Makes the empty body.
    public init() {}

    /// Reads nothing.
    public init(_ fields: Fields) throws(BodyError) {}

    /// Writes nothing.
    public func write(to fields: inout FieldWriter) {}
}
