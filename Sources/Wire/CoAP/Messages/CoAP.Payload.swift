extension CoAP {
    /// A message's body, or one block of it. Of a decoded message it is the end of the datagram, which is not copied.
    public struct Payload: Sendable {
        /// The bytes that end with the payload.
        let bytes: [UInt8]
        /// The offset of the payload in the bytes.
        let start: Int

        /// Creates a payload of all these bytes.
        public init(_ bytes: [UInt8] = []) {
            self.init(bytes, from: 0)
        }

        /// Creates a payload of the bytes from an offset on, which is in bounds or at the end.
        init(_ bytes: [UInt8], from start: Int) {
            self.bytes = bytes
            self.start = start
        }

        /// The number of bytes.
        public var count: Int { bytes.count - start }

        /// True when the payload has no bytes.
        public var isEmpty: Bool { count == 0 }

        /// The payload as an array; a copy unless it begins at the first byte.
        public var array: [UInt8] { start == 0 ? bytes : Array(slice) }

        /// The payload as a slice, without a copy.
        var slice: ArraySlice<UInt8> { bytes[start...] }

        /// Returns a part of the payload, relative to its first byte.
        func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
            bytes[start + range.lowerBound..<start + range.upperBound]
        }
    }
}

extension CoAP.Payload: Hashable {
    /// Returns true when both payloads have the same bytes.
    public static func == (lhs: CoAP.Payload, rhs: CoAP.Payload) -> Bool {
        lhs.slice == rhs.slice
    }

    /// Feeds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(slice)
    }
}

extension CBOR.Index {
    /// Decodes a payload that is one whole data item, in deterministic encoding or not.
    package convenience init(decoding payload: CoAP.Payload) throws(CBORError) {
        try self.init(decoding: payload.bytes, from: payload.start)
    }
}
