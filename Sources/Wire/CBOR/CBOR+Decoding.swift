extension CBOR {
    /// The limits of a decoder for untrusted input.
    public struct Limits: Hashable, Sendable {
        /// The upper bound of `depth`, since decoding uses the stack.
        public static let greatestDepth = 256

        /// The maximum nesting of arrays, maps and tags; at most ``greatestDepth``.
        public let depth: Int
        /// The maximum number of items; each key and each value counts.
        public let itemCount: Int
        /// The maximum number of input bytes.
        public let byteCount: Int

        /// Limits far above the size of the project's own messages.
        public static let `default` = Limits()

        /// Creates limits; a depth above ``greatestDepth`` is reduced to it.
        public init(depth: Int = 64, itemCount: Int = 262_144, byteCount: Int = 4_194_304) {
            self.depth = min(depth, Self.greatestDepth)
            self.itemCount = itemCount
            self.byteCount = byteCount
        }
    }

    /// Decodes bytes that are one whole data item, in deterministic encoding or not.
    public init(decoding bytes: [UInt8], limits: Limits = .default) throws(CBORError) {
        self = try CBORDecoder.wholeItem(bytes.span, limits: limits)
    }

    /// Decodes bytes that are one whole data item, in deterministic encoding or not. Offsets in errors count from the
    /// slice's first byte.
    public init(decoding bytes: ArraySlice<UInt8>, limits: Limits = .default) throws(CBORError) {
        self = try CBORDecoder.wholeItem(bytes.span, limits: limits)
    }
}
