extension CoAP {
    /// The client's choice of zero to eight bytes that match a response to its request (RFC 7252 section 5.3.1).
    public struct Token: Hashable, Sendable {
        /// The bytes as a number; the first is the most significant.
        let value: UInt64
        let length: UInt8

        init(value: UInt64, length: UInt8) {
            self.value = value
            self.length = length
        }

        /// The token without bytes.
        public static let empty = Token(value: 0, length: 0)

        /// Creates a token of up to eight bytes; returns nil when there are more.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count <= 8 else { return nil }
            value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
            length = UInt8(truncatingIfNeeded: bytes.count)
        }

        /// The number of bytes.
        public var count: Int { Int(length) }

        /// The bytes.
        public var bytes: [UInt8] {
            var bytes: [UInt8] = []
            append(to: &bytes)
            return bytes
        }

        func append(to bytes: inout [UInt8]) {
            var shift = UInt64(length) * 8
            while shift > 0 {
                shift -= 8
                bytes.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
    }
}

extension CoAP.Token: CustomStringConvertible {
    /// Hexadecimal digits, two per byte.
    public var description: String {
        bytes.hexadecimal
    }
}
