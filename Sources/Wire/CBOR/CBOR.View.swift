extension CBOR {
    /// A data item that is read where it lies in encoded bytes, without a tree of items.
    ///
    /// The bytes are checked and indexed as a whole, once; views of the items inside share them. A view costs as much as
    /// a reference.
    public struct View: Sendable {
        private let index: Index
        private let place: Int

        /// Reads bytes that are one whole data item, in deterministic encoding or not.
        ///
        /// - Throws: what reading a ``CBOR`` from the bytes throws.
        public init(decoding bytes: [UInt8], limits: Limits = .default) throws(CBORError) {
            self.init(try Index(decoding: bytes, limits: limits), 0)
        }

        /// Makes a view of an item; one that is nested deeper than ``Limits/greatestDepth`` shows as undefined.
        public init(_ item: CBOR) {
            self.init(Index(item), 0)
        }

        package init(_ index: Index, _ place: Int) {
            self.index = index
            self.place = place
        }

        /// The item as a value of its own.
        public var item: CBOR { index.item(at: place) }

        // MARK: Scalars

        /// Whether the item is null.
        public var isNull: Bool { index.isNull(at: place) }

        /// Whether the item is a map.
        public var isMap: Bool { index.isMap(at: place) }

        /// The text; nil when the item is none.
        public var text: String? { index.text(at: place) }

        /// Whether the item is this text; that costs less than to make one to compare with.
        public func isText(_ text: String) -> Bool { index.isText(text, at: place) }

        /// The bytes; nil when the item is no byte string.
        public var bytes: [UInt8]? { index.bytes(at: place) }

        /// The whole number; nil when the item is none or does not fit.
        public var integer: Int64? { index.integer(at: place) }

        /// True or false; nil when the item is neither.
        public var boolean: Bool? { index.boolean(at: place) }

        /// The floating-point number; nil when the item is none, even if it is a whole number.
        public var double: Double? { index.double(at: place) }

        // MARK: What is inside

        /// The value under a text; nil when the item is no map or has no such key.
        public func value(under name: String) -> View? {
            index.value(under: name, inMapAt: place).map { View(index, $0) }
        }

        /// The elements; nil when the item is no array.
        public var array: Elements? { index.elements(ofArrayAt: place) }

        /// The keys and values, in the order of the deterministic encoding; nil when the item is no map.
        public var entries: [(key: CBOR, value: View)]? {
            index.values(ofMapAt: place)?.map { (index.key(ofValueAt: $0), View(index, $0)) }
        }

        /// Where the item stands in the outermost one, such as `data.members[2].custom`; empty for that one itself.
        public var path: String { index.path(to: place) }
    }
}
