extension CBOR.View {
    /// The elements of an array, one after the other.
    public struct Elements: Sequence, IteratorProtocol {
        /// How many there are.
        public let count: Int
        private let index: Index
        private var place: Int
        private let end: Int

        init(_ index: Index, _ array: Int, count: Int) {
            self.index = index
            self.count = count
            place = array + 1
            end = Int(index.nodes[array].next)
        }

        /// The same as ``count``.
        public var underestimatedCount: Int { count }

        /// The next element; nil behind the last one.
        public mutating func next() -> CBOR.View? {
            nextPlace().map { CBOR.View(index, $0) }
        }

        /// Where the next element is in the index.
        package mutating func nextPlace() -> Int? {
            guard place < end else { return nil }
            defer { place = Int(index.nodes[place].next) }
            return place
        }
    }
}
