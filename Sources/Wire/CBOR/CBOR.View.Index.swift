extension CBOR.View {
    /// Encoded bytes with the places of all items in them but keys; every map is in deterministic order.
    ///
    /// Items are named by their nodes' places. To ask here instead of through a view spares counting a reference.
    package final class Index: Sendable {
        /// One item: the outermost one, an element, or a value with its key. The nodes of the items inside of it follow.
        struct Node: Sendable {
            /// How the item's key begins; see ``EncodedKey``.
            let key: UInt64
            /// Where the key's first byte is, and that of an item without a key; the item before ends there.
            let beginning: UInt32
            let start: UInt32
            /// The node behind those of the items inside.
            var next: UInt32
            let head: UInt8
            /// Of a text, whether all its bytes are ASCII; strings that are known to be are compared and hashed as they lie.
            var isASCII = false

            var major: MajorType { MajorType(upperBitsOf: head) }
            /// How many bytes the head has.
            var width: Int { head & 0x1F < 24 ? 1 : 1 &+ 1 << Int(head & 3) }
        }

        let bytes: [UInt8]
        let nodes: [Node]
        /// The way to the outermost item from something greater that it lies in.
        private let root: String

        /// Reads bytes that are, from a place on, one whole data item, in deterministic encoding or not.
        package convenience init(
            decoding bytes: [UInt8], from start: Int = 0, limits: CBOR.Limits = .default
        ) throws(CBORError) {
            if let nodes = IndexWalk.nodes(of: bytes.span, from: start, limits: limits, areKeysUnique: false) {
                self.init(bytes, nodes, root: "")
            } else {
                // The decoder of trees says what is wrong, or what the deterministic form is.
                self.init(try CBOR(decoding: Array(bytes[start...]), limits: limits))
            }
        }

        /// Encodes an item; one that is nested deeper than ``CBOR/Limits/greatestDepth`` shows as undefined.
        package convenience init(_ item: CBOR, root: String = "") {
            let encoding = item.encoded()
            let limits = CBOR.Limits(depth: CBOR.Limits.greatestDepth, itemCount: .max, byteCount: .max)
            if let nodes = IndexWalk.nodes(of: encoding.span, limits: limits, areKeysUnique: true) {
                self.init(encoding, nodes, root: root)
            } else {
                self.init([0xF7], [Node(key: 0, beginning: 0, start: 0, next: 1, head: 0xF7)], root: root)
            }
        }

        private init(_ bytes: [UInt8], _ nodes: [Node], root: String) {
            self.bytes = bytes
            self.nodes = nodes
            self.root = root
        }

        deinit { SpareNodes.keep(nodes) }
    }
}

// MARK: Scalars

extension CBOR.View.Index {
    /// The item as a value of its own.
    package func item(at place: Int) -> CBOR {
        item(in: Int(nodes[place].start)..<end(of: place))
    }

    private func item(in range: Range<Int>) -> CBOR {
        // An item inside of checked bytes can be read.
        let limits = CBOR.Limits(depth: CBOR.Limits.greatestDepth)
        return (try? CBOR(decoding: bytes[range], limits: limits)) ?? .undefined
    }

    /// The item's bytes.
    package func encoding(ofItemAt place: Int) -> ArraySlice<UInt8> {
        bytes[Int(nodes[place].start)..<end(of: place)]
    }

    /// How many bytes the item has.
    package func size(ofItemAt place: Int) -> Int { end(of: place) - Int(nodes[place].start) }

    /// Whether the item's bytes are these.
    package func isItem(at place: Int, encodedAs encoding: ArraySlice<UInt8>) -> Bool {
        let (start, end, bytes) = (Int(nodes[place].start), end(of: place), bytes)
        return bytes.span.extracting(start..<end).isSame(as: encoding.span)
    }

    /// A number for the item's bytes, the same for the same bytes; of a long one the middle does not count.
    package func hash(ofItemAt place: Int) -> UInt64 {
        let (start, end, bytes) = (Int(nodes[place].start), end(of: place), bytes)
        let item = bytes.span.extracting(start..<end)
        // The first bytes name a call or a user, the last ones are what came last.
        return item.count <= 64 ? item.mixed : item.extracting(first: 32).mixed ^ item.extracting(last: 32).mixed &* 3
    }

    /// Whether the item is a map.
    package func isMap(at place: Int) -> Bool { nodes[place].major == .map }

    /// Whether the item is null.
    package func isNull(at place: Int) -> Bool { nodes[place].head == 0xF6 }

    /// The text; nil when the item is none.
    package func text(at place: Int) -> String? {
        guard nodes[place].major == .text else { return nil }
        let bytes = bytes
        // Sound: every text was validated when the bytes were indexed.
        let text = UTF8Span(unchecked: bytes.span.extracting(content(of: place)), isKnownASCII: nodes[place].isASCII)
        return String(copying: text)
    }

    /// Whether the item is this text; that costs less than to make one to compare with.
    package func isText(_ text: String, at place: Int) -> Bool {
        let (start, end, bytes) = (Int(nodes[place].start), end(of: place), bytes)
        let text = text.utf8.span
        return EncodedKey.prefix(ofText: text) == EncodedKey.prefix(from: start, to: end, of: bytes.span)
            && EncodedKey.isWhole(text, endingAt: end, of: bytes.span)
    }

    /// Which of some texts the item is; nil when it is none of them.
    package func number(ofTextAt place: Int, among texts: KnownTexts) -> Int? {
        guard nodes[place].major == .text else { return nil }
        let bytes = bytes
        return texts.number(ofTextFrom: Int(nodes[place].start), to: end(of: place), of: bytes.span)
    }

    /// The parts of a text before and behind the first of an ASCII character; all and nothing when there is none, and nil
    /// when the item is no text.
    package func halves(ofTextAt place: Int, around separator: Unicode.ASCII.CodeUnit) -> (String, String)? {
        guard nodes[place].major == .text else { return nil }
        let (bytes, isASCII) = (bytes, nodes[place].isASCII)
        let content = bytes.span.extracting(content(of: place))
        var middle = 0
        while middle < content.count, content[middle] != separator { middle += 1 }
        // Sound: the text was validated when the bytes were indexed, and a whole character parts it.
        let first = UTF8Span(unchecked: content.extracting(..<middle), isKnownASCII: isASCII)
        let second = UTF8Span(unchecked: content.extracting(min(middle + 1, content.count)...), isKnownASCII: isASCII)
        return (String(copying: first), String(copying: second))
    }

    /// The bytes; nil when the item is no byte string.
    package func bytes(at place: Int) -> [UInt8]? {
        nodes[place].major == .bytes ? Array(bytes[content(of: place)]) : nil
    }

    /// The whole number; nil when the item is none or does not fit.
    package func integer(at place: Int) -> Int64? {
        let node = nodes[place]
        switch node.major {
        case .unsigned: return Int64(exactly: argument(of: node))
        case .negative: return Int64(exactly: argument(of: node)).map { ~$0 }
        default: return nil
        }
    }

    /// True or false; nil when the item is neither.
    package func boolean(at place: Int) -> Bool? {
        switch nodes[place].head {
        case 0xF4: false
        case 0xF5: true
        default: nil
        }
    }

    /// The floating-point number; nil when the item is none, even if it is a whole number.
    package func double(at place: Int) -> Double? {
        nodes[place].major == .simple ? item(at: place).double : nil
    }

    /// The number in an item's head.
    private func argument(of node: Node) -> UInt64 {
        guard node.width > 1 else { return UInt64(node.head & 0x1F) }
        let bytes = bytes
        return bytes.span.number(at: Int(node.start) + 1, width: node.width - 1)
    }

    private func content(of place: Int) -> Range<Int> {
        Int(nodes[place].start) + nodes[place].width..<end(of: place)
    }

    /// The place behind the item's last byte.
    private func end(of place: Int) -> Int {
        let next = Int(nodes[place].next)
        return next < nodes.count ? Int(nodes[next].beginning) : bytes.count
    }
}

// MARK: What is inside

extension CBOR.View.Index {
    /// The place of the value under a text; nil when there is none, or the item is no map.
    package func value(under name: String, inMapAt place: Int) -> Int? {
        let name = name.utf8.span
        return value(inMapAt: place, underPrefix: EncodedKey.prefix(ofText: name)) { end, bytes in
            EncodedKey.isWhole(name, endingAt: end, of: bytes)
        }
    }

    /// The same, and nil when the value is null, too.
    package func valueOtherThanNull(under name: String, inMapAt place: Int) -> Int? {
        let name = name.utf8.span
        let value = value(inMapAt: place, underPrefix: EncodedKey.prefix(ofText: name)) { end, bytes in
            EncodedKey.isWhole(name, endingAt: end, of: bytes)
        }
        return value.flatMap { isNull(at: $0) ? nil : $0 }
    }

    /// The place of the value under a number below 24; nil when there is none, or the item is no map.
    package func value(underSmall number: UInt8, inMapAt place: Int) -> Int? {
        value(inMapAt: place, underPrefix: UInt64(number) << 56) { _, _ in true }
    }

    @inline(__always)
    private func value(
        inMapAt place: Int, underPrefix prefix: UInt64, _ isKeyEnding: (Int, Span<UInt8>) -> Bool
    ) -> Int? {
        let (bytes, allNodes) = (bytes, nodes)
        let nodes = allNodes.span
        guard nodes[place].major == .map else { return nil }
        let end = Int(nodes[place].next)
        var value = place &+ 1
        while value < end {
            // Keys ascend.
            if nodes[value].key >= prefix {
                guard nodes[value].key == prefix else { return nil }
                if isKeyEnding(Int(nodes[value].start), bytes.span) { return value }
            }
            value = Int(nodes[value].next)
        }
        return nil
    }

    /// The place of what a number tags; nil when the item has no such tag.
    package func content(ofTag number: UInt64, at place: Int) -> Int? {
        nodes[place].major == .tag && argument(of: nodes[place]) == number ? place + 1 : nil
    }

    /// The places of the elements; nil when the item is no array.
    package func elements(ofArrayAt place: Int) -> CBOR.View.Elements? {
        guard nodes[place].major == .array else { return nil }
        return CBOR.View.Elements(self, place, count: Int(clamping: argument(of: nodes[place])))
    }

    /// The places of the values; nil when the item is no map.
    package func values(ofMapAt place: Int) -> [Int]? {
        nodes[place].major == .map ? children(of: place) : nil
    }

    /// The key of a value.
    package func key(ofValueAt place: Int) -> CBOR {
        item(in: Int(nodes[place].beginning)..<Int(nodes[place].start))
    }

    /// The key of a value as a text; nil when it is none.
    package func textKey(ofValueAt place: Int) -> String? {
        let (start, end, bytes) = (Int(nodes[place].beginning), Int(nodes[place].start), bytes)
        guard MajorType(upperBitsOf: bytes[start]) == .text, bytes[start] & 0x1F < 24 else {
            return key(ofValueAt: place).text
        }
        return try? String(copying: UTF8Span(validating: bytes.span.extracting(start + 1..<end)))
    }

    /// The nodes of what is directly inside.
    private func children(of place: Int) -> [Int] {
        var children: [Int] = []
        var child = place + 1
        while child < nodes[place].next {
            children.append(child)
            child = Int(nodes[child].next)
        }
        return children
    }

    /// The way to an item from where the outermost one lies.
    package func path(to place: Int) -> String {
        let inner = innerPath(to: place)
        return root.isEmpty || inner.isEmpty ? root + inner : "\(root).\(inner)"
    }

    private func innerPath(to place: Int) -> String {
        var path = ""
        var outer = 0
        while outer != place {
            let children = children(of: outer)
            guard let position = children.lastIndex(where: { $0 <= place }) else { break }
            switch nodes[outer].major {
            case .array: path += "[\(position)]"
            case .map:
                // A key is told as what it stands for.
                let key = key(ofValueAt: children[position])
                path += (path.isEmpty ? "" : ".") + (key.text ?? key.diagnostic)
            default: break
            }
            outer = children[position]
        }
        return path
    }
}
