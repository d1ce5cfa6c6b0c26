extension CBOR.Map {
    /// A key and the first eight bytes of its deterministic encoding, which nearly always decide the order.
    struct OrderedKey: Hashable, Sendable {
        let prefix: UInt64
        let item: CBOR

        init(_ item: CBOR) {
            self.item = item
            prefix =
                switch item {
                case .text(let text): Self.prefix(of: text)
                case .unsigned(let value) where value < 24: value << 56
                default: Self.prefix(of: item)
                }
        }

        init(_ text: String) {
            item = .text(text)
            prefix = Self.prefix(of: text)
        }

        /// Returns the order of this key and another (RFC 8949 section 4.2.1).
        func order(to other: OrderedKey) -> CBOR.Order {
            guard prefix == other.prefix else { return prefix < other.prefix ? .before : .after }
            return isWholePrefix ? .same : CBOR.Order(of: item, and: other.item)
        }

        /// True when the prefix holds the whole encoding, as it does for texts of up to seven bytes.
        private var isWholePrefix: Bool {
            (0x60...0x67).contains(prefix >> 56)
        }

        /// Returns a text's prefix. The first byte holds a length below 24; the second holds one below 256.
        private static func prefix(of text: String) -> UInt64 {
            let bytes = text.utf8.span
            let isShort = bytes.count < 24
            guard bytes.count < 256 else { return prefix(of: .text(text)) }
            var prefix = UInt64(truncatingIfNeeded: isShort ? 0x60 | bytes.count : 0x78 << 8 | bytes.count)
            prefix <<= isShort ? 56 : 48
            var shift: UInt64 = isShort ? 56 : 48
            for index in 0..<Swift.min(bytes.count, isShort ? 7 : 6) {
                shift &-= 8
                prefix |= UInt64(bytes[index]) << shift
            }
            return prefix
        }

        private static func prefix(of item: CBOR) -> UInt64 {
            let bytes = item.encoded().prefix(8)
            return bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(64 - 8 * bytes.count)
        }
    }
}
