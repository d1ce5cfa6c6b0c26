extension CBOR.Index {
    /// The positions of an array's elements.
    package struct Elements {
        /// The number of elements.
        package let count: Int
        private let index: CBOR.Index
        private var position: Int
        private let end: Int

        init(_ index: CBOR.Index, _ array: Int, count: Int) {
            self.index = index
            self.count = count
            position = array + 1
            end = Int(index.nodes[array].next)
        }

        /// Returns the position of the next element; nil after the last one.
        package mutating func nextPosition() -> Int? {
            guard position < end else { return nil }
            defer { position = Int(index.nodes[position].next) }
            return position
        }
    }
}
