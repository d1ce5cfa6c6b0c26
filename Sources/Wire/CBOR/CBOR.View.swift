extension CBOR {
    /// A data item that is read in place from encoded bytes, without a tree of items.
    ///
    /// The bytes are validated and indexed once, as a whole; views of nested items share them. A view costs as much as
    /// a reference.
    public struct View: Sendable {
        private let index: Index
        private let position: Int

        /// Decodes bytes that are one whole data item, in deterministic encoding or not.
        ///
        /// - Throws: The errors of decoding a ``CBOR`` from the bytes.
        public init(decoding bytes: [UInt8], limits: Limits = .default) throws(CBORError) {
            self.init(try Index(decoding: bytes, limits: limits), 0)
        }

        /// Creates a view of an item; one nested deeper than ``Limits/greatestDepth`` reads as undefined.
        public init(_ item: CBOR) {
            self.init(Index(item), 0)
        }

        package init(_ index: Index, _ position: Int) {
            self.index = index
            self.position = position
        }

        /// A copy of the item as a value.
        public var item: CBOR { index.item(at: position) }

        // MARK: Scalars

        /// True when the item is null.
        public var isNull: Bool { index.isNull(at: position) }

        /// True when the item is a map.
        public var isMap: Bool { index.isMap(at: position) }

        /// The text; nil when the item is of another type.
        public var text: String? { index.text(at: position) }

        /// Returns true when the item is this text; that costs less than creating a string.
        public func isText(_ text: String) -> Bool { index.isText(text, at: position) }

        /// The bytes; nil when the item is of another type.
        public var bytes: [UInt8]? { index.bytes(at: position) }

        /// The whole number; nil when the item is of another type or out of range.
        public var integer: Int64? { index.integer(at: position) }

        /// The Boolean value; nil when the item is of another type.
        public var boolean: Bool? { index.boolean(at: position) }

        /// The floating-point number; nil when the item is of another type, such as a whole number.
        public var double: Double? { index.double(at: position) }

        // MARK: Content

        /// Returns the value of a text key; nil when it is absent or the item is not a map.
        public func value(under name: String) -> View? {
            index.value(under: name, inMapAt: position).map { View(index, $0) }
        }

        /// The elements; nil when the item is not an array.
        public var array: Elements? { index.elements(ofArrayAt: position) }

        /// The keys and values, in the order of the deterministic encoding; nil when the item is not a map.
        public var entries: [(key: CBOR, value: View)]? {
            index.values(ofMapAt: position)?.map { (index.key(ofValueAt: $0), View(index, $0)) }
        }

        /// The path of the item in the outermost one, such as `data.members[2].custom`; empty for the outermost one.
        public var path: String { index.path(to: position) }
    }
}
