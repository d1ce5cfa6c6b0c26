extension CBOR.View {
    /// A sequence of the elements of an array.
    public struct Elements: Sequence, IteratorProtocol {
        /// The number of elements.
        public let count: Int
        private let index: Index
        private var position: Int
        private let end: Int

        init(_ index: Index, _ array: Int, count: Int) {
            self.index = index
            self.count = count
            position = array + 1
            end = Int(index.nodes[array].next)
        }

        /// The same number as ``count``.
        public var underestimatedCount: Int { count }

        /// Returns the next element; nil after the last one.
        public mutating func next() -> CBOR.View? {
            nextPosition().map { CBOR.View(index, $0) }
        }

        /// Returns the position of the next element in the index.
        package mutating func nextPosition() -> Int? {
            guard position < end else { return nil }
            defer { position = Int(index.nodes[position].next) }
            return position
        }
    }
}
