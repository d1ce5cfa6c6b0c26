extension CoAP {
    /// The body of a message, or one block of it: of a message that was read the end of its bytes, shared and not copied.
    public struct Payload: Sendable {
        /// The bytes that it is the end of.
        let bytes: [UInt8]
        /// Where it begins in the bytes.
        let start: Int

        /// Makes a payload of all these bytes.
        public init(_ bytes: [UInt8] = []) {
            self.init(bytes, from: 0)
        }

        /// Makes a payload of these bytes, but for those before a place inside of them or at their end.
        init(_ bytes: [UInt8], from start: Int) {
            self.bytes = bytes
            self.start = start
        }

        /// How many bytes it has.
        public var count: Int { bytes.count - start }

        /// Whether there is none.
        public var isEmpty: Bool { count == 0 }

        /// The payload alone, which is a copy unless nothing lies before it.
        public var array: [UInt8] { start == 0 ? bytes : Array(slice) }

        /// The payload where it lies.
        var slice: ArraySlice<UInt8> { bytes[start...] }

        /// A part of the payload, counted from its first byte.
        func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
            bytes[start + range.lowerBound..<start + range.upperBound]
        }
    }
}

extension CoAP.Payload: Hashable {
    /// Whether the bytes are the same, wherever they lie.
    public static func == (lhs: CoAP.Payload, rhs: CoAP.Payload) -> Bool {
        lhs.slice == rhs.slice
    }

    /// Feeds the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(slice)
    }
}

extension CBOR.View.Index {
    /// Reads a payload that is one whole data item, in deterministic encoding or not.
    package convenience init(decoding payload: CoAP.Payload) throws(CBORError) {
        try self.init(decoding: payload.bytes, from: payload.start)
    }
}
