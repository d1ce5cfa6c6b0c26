extension CBOR {
    /// How much a decoder takes from others before it gives up.
    public struct Limits: Hashable, Sendable {
        /// The deepest nesting that any limit can allow, since decoding uses the stack.
        public static let greatestDepth = 256

        /// How many arrays, maps and tags may stand inside one another; at most ``greatestDepth``.
        public let depth: Int
        /// How many items there may be in all; each key and each value counts.
        public let itemCount: Int
        /// How many bytes the input may have.
        public let byteCount: Int

        /// What the project's own messages never come near to.
        public static let `default` = Limits()

        /// Makes limits; a depth above ``greatestDepth`` is cut to it.
        public init(depth: Int = 64, itemCount: Int = 262_144, byteCount: Int = 4_194_304) {
            self.depth = min(depth, Self.greatestDepth)
            self.itemCount = itemCount
            self.byteCount = byteCount
        }
    }

    /// Reads bytes that are one whole data item, in deterministic encoding or not.
    public init(decoding bytes: [UInt8], limits: Limits = .default) throws(CBORError) {
        self = try CBORDecoder.wholeItem(bytes.span, limits: limits)
    }

    /// Reads bytes that are one whole data item, in deterministic encoding or not; offsets in errors count from the
    /// slice's first byte.
    public init(decoding bytes: ArraySlice<UInt8>, limits: Limits = .default) throws(CBORError) {
        self = try CBORDecoder.wholeItem(bytes.span, limits: limits)
    }
}
