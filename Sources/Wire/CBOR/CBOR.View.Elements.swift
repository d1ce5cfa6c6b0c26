extension CBOR.View {
    /// The elements of an array, one after the other.
    public struct Elements: Sequence, IteratorProtocol {
        /// How many there are.
        public let count: Int
        private let index: Index
        private var place: Int
        private let end: Int

        init(_ index: Index, _ array: Int) {
            self.index = index
            count = Int(clamping: index.argument(of: index.nodes[array]))
            place = array + 1
            end = Int(index.nodes[array].next)
        }

        /// The same as ``count``.
        public var underestimatedCount: Int { count }

        /// The next element; nil behind the last one.
        public mutating func next() -> CBOR.View? {
            guard place < end else { return nil }
            defer { place = Int(index.nodes[place].next) }
            return CBOR.View(index, place)
        }
    }
}
