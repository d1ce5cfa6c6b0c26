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
            if let index = Index(bytes, limits: limits) {
                self.init(index, 0)
            } else {
                // The decoder of trees says what is wrong, or what the deterministic form is.
                self.init(try CBOR(decoding: bytes, limits: limits))
            }
        }

        /// Makes a view of an item; one that is nested deeper than ``Limits/greatestDepth`` shows as undefined.
        public init(_ item: CBOR) {
            self.init(Index(ownEncodingOf: item), 0)
        }

        init(_ index: Index, _ place: Int) {
            self.index = index
            self.place = place
        }

        private var node: Index.Node { index.nodes[place] }

        /// The item as a value of its own.
        public var item: CBOR {
            // An item inside of checked bytes can be read.
            (try? CBOR(decoding: index.bytes[node.range], limits: Limits(depth: Limits.greatestDepth))) ?? .undefined
        }

        // MARK: Scalars

        /// Whether the item is null.
        public var isNull: Bool { node.head == 0xF6 }

        /// Whether the item is a map.
        public var isMap: Bool { node.major == .map }

        /// The text; nil when the item is none.
        public var text: String? {
            guard node.major == .text else { return nil }
            let bytes = index.bytes
            // Sound: every text was validated when the bytes were indexed.
            let units = bytes.span.extracting(node.content)
            return String(copying: UTF8Span(unchecked: units, isKnownASCII: node.isASCII))
        }

        /// Whether the item is this text; that costs less than to make one to compare with.
        public func isText(_ text: String) -> Bool {
            guard node.major == .text else { return false }
            let bytes = index.bytes
            return Index.isSame(bytes.span, node.content, text.utf8.span)
        }

        /// The bytes; nil when the item is no byte string.
        public var bytes: [UInt8]? {
            node.major == .bytes ? Array(index.bytes[node.content]) : nil
        }

        /// The whole number; nil when the item is none or does not fit.
        public var integer: Int64? {
            switch node.major {
            case .unsigned: Int64(exactly: index.argument(of: node))
            case .negative: Int64(exactly: index.argument(of: node)).map { ~$0 }
            default: nil
            }
        }

        /// True or false; nil when the item is neither.
        public var boolean: Bool? {
            switch node.head {
            case 0xF4: false
            case 0xF5: true
            default: nil
            }
        }

        /// The floating-point number; nil when the item is none, even if it is a whole number.
        public var double: Double? {
            node.major == .simple ? item.double : nil
        }

        // MARK: What is inside

        /// The value under a text; nil when the item is no map or has no such key.
        public func value(under name: String) -> View? {
            index.value(under: name, inMapAt: place).map { View(index, $0) }
        }

        /// The elements; nil when the item is no array.
        public var array: Elements? {
            node.major == .array ? Elements(index, place) : nil
        }

        /// The keys and values, in the order of the deterministic encoding; nil when the item is no map.
        public var entries: [(key: View, value: View)]? {
            guard node.major == .map else { return nil }
            let children = index.children(of: place)
            return stride(from: 0, to: children.count, by: 2).map {
                (View(index, children[$0]), View(index, children[$0 + 1]))
            }
        }

        /// Where the item stands in the outermost one, such as `data.members[2].custom`; empty for that one itself.
        public var path: String { index.path(to: place) }
    }
}
