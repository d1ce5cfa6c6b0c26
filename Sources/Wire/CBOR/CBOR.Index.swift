extension CBOR {
    /// Encoded bytes with the positions of all items except keys; every map is in deterministic order.
    ///
    /// Items are identified by the positions of their nodes, so that a query counts no reference.
    package final class Index: Sendable {
        /// One item: the outermost one, an element, or a value with its key. The nodes of its content follow.
        struct Node: Sendable {
            /// The prefix of the item's key; see ``EncodedKey``.
            let key: UInt64
            /// The offset of the key's first byte, or of the item's when it has no key. The previous item ends there.
            let beginning: UInt32
            let start: UInt32
            /// The position after the nodes of the item's content.
            var next: UInt32
            let head: UInt8
            /// True for a text whose bytes are all ASCII. Such texts are compared and hashed in place.
            var isASCII = false

            var major: MajorType { MajorType(upperBitsOf: head) }
            /// The number of bytes of the head.
            var width: Int { head & 0x1F < 24 ? 1 : 1 &+ 1 << Int(head & 3) }
        }

        let bytes: [UInt8]
        let nodes: [Node]
        /// The path of the outermost item in an enclosing document.
        private let root: String

        /// Decodes bytes that are one whole data item from `start` on, in deterministic encoding or not.
        package convenience init(
            decoding bytes: [UInt8], from start: Int = 0, limits: CBOR.Limits = .default
        ) throws(CBORError) {
            if let nodes = IndexWalk.nodes(of: bytes.span, from: start, limits: limits, areKeysUnique: false) {
                self.init(bytes, nodes, root: "")
            } else {
                // The tree decoder reports the error, or gives the deterministic form.
                self.init(try CBOR(decoding: Array(bytes[start...]), limits: limits))
            }
        }

        /// Encodes an item; one nested deeper than ``CBOR/Limits/greatestDepth`` reads as undefined.
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

extension CBOR.Index {
    /// Returns a copy of the item as a value.
    package func item(at position: Int) -> CBOR {
        item(in: Int(nodes[position].start)..<end(of: position))
    }

    private func item(in range: Range<Int>) -> CBOR {
        // An item within validated bytes always decodes.
        let limits = CBOR.Limits(depth: CBOR.Limits.greatestDepth)
        return (try? CBOR(decoding: bytes[range], limits: limits)) ?? .undefined
    }

    /// Returns the item's bytes.
    package func encoding(ofItemAt position: Int) -> ArraySlice<UInt8> {
        bytes[Int(nodes[position].start)..<end(of: position)]
    }

    /// Returns the number of the item's bytes.
    package func size(ofItemAt position: Int) -> Int { end(of: position) - Int(nodes[position].start) }

    /// Returns true when the item has the given encoding.
    package func isItem(at position: Int, encodedAs encoding: ArraySlice<UInt8>) -> Bool {
        let (start, end, bytes) = (Int(nodes[position].start), end(of: position), bytes)
        return bytes.span.extracting(start..<end).isSame(as: encoding.span)
    }

    /// Returns a hash of the item's bytes; the middle of a long item is not included.
    package func hash(ofItemAt position: Int) -> UInt64 {
        let (start, end, bytes) = (Int(nodes[position].start), end(of: position), bytes)
        let item = bytes.span.extracting(start..<end)
        // The first bytes identify a call or a user, and the last ones the latest change.
        return item.count <= 64 ? item.mixed : item.extracting(first: 32).mixed ^ item.extracting(last: 32).mixed &* 3
    }

    /// Returns true when the item is a map.
    package func isMap(at position: Int) -> Bool { nodes[position].major == .map }

    /// Returns true when the item is null.
    package func isNull(at position: Int) -> Bool { nodes[position].head == 0xF6 }

    /// Returns the text; nil when the item is of another type.
    package func text(at position: Int) -> String? {
        guard nodes[position].major == .text else { return nil }
        let bytes = bytes
        // Sound: every text was validated when the bytes were indexed.
        let text = UTF8Span(
            unchecked: bytes.span.extracting(content(of: position)), isKnownASCII: nodes[position].isASCII)
        return String(copying: text)
    }

    /// Returns the number of the item's text among known texts; nil for any other item.
    package func number(ofTextAt position: Int, among texts: KnownTexts) -> Int? {
        guard nodes[position].major == .text else { return nil }
        let bytes = bytes
        return texts.number(ofTextFrom: Int(nodes[position].start), to: end(of: position), of: bytes.span)
    }

    /// Returns the parts of a text before and after the first separator. Without a separator the second part is empty.
    /// Returns nil when the item is not text.
    package func halves(ofTextAt position: Int, around separator: Unicode.ASCII.CodeUnit) -> (String, String)? {
        guard nodes[position].major == .text else { return nil }
        let (bytes, isASCII) = (bytes, nodes[position].isASCII)
        let content = bytes.span.extracting(content(of: position))
        var middle = 0
        while middle < content.count, content[middle] != separator { middle += 1 }
        // Sound: the text was validated when the bytes were indexed, and a whole character parts it.
        let first = UTF8Span(unchecked: content.extracting(..<middle), isKnownASCII: isASCII)
        let second = UTF8Span(unchecked: content.extracting(min(middle + 1, content.count)...), isKnownASCII: isASCII)
        return (String(copying: first), String(copying: second))
    }

    /// Returns the bytes; nil when the item is of another type.
    package func bytes(at position: Int) -> [UInt8]? {
        nodes[position].major == .bytes ? Array(bytes[content(of: position)]) : nil
    }

    /// Returns the whole number; nil when the item is of another type or out of range.
    package func integer(at position: Int) -> Int64? {
        let node = nodes[position]
        switch node.major {
        case .unsigned: return Int64(exactly: argument(of: node))
        case .negative: return Int64(exactly: argument(of: node)).map { ~$0 }
        default: return nil
        }
    }

    /// Returns the Boolean value; nil when the item is of another type.
    package func boolean(at position: Int) -> Bool? {
        switch nodes[position].head {
        case 0xF4: false
        case 0xF5: true
        default: nil
        }
    }

    /// Returns the floating-point number; nil when the item is of another type, such as a whole number.
    package func double(at position: Int) -> Double? {
        nodes[position].major == .simple ? item(at: position).double : nil
    }

    /// Returns the argument in an item's head.
    private func argument(of node: Node) -> UInt64 {
        guard node.width > 1 else { return UInt64(node.head & 0x1F) }
        let bytes = bytes
        return bytes.span.number(at: Int(node.start) + 1, width: node.width - 1)
    }

    private func content(of position: Int) -> Range<Int> {
        Int(nodes[position].start) + nodes[position].width..<end(of: position)
    }

    /// Returns the offset after the item's last byte.
    private func end(of position: Int) -> Int {
        let next = Int(nodes[position].next)
        return next < nodes.count ? Int(nodes[next].beginning) : bytes.count
    }
}

// MARK: Content

extension CBOR.Index {
    /// Returns the position of the value of a text key; nil when it is absent or the item is not a map.
    package func value(under name: String, inMapAt position: Int) -> Int? {
        let name = name.utf8.span
        return value(inMapAt: position, underPrefix: EncodedKey.prefix(ofText: name)) { end, bytes in
            EncodedKey.isWhole(name, endingAt: end, of: bytes)
        }
    }

    /// Returns the position of the value of a text key; nil when it is absent or null, or the item is not a map.
    package func valueOtherThanNull(under name: String, inMapAt position: Int) -> Int? {
        let name = name.utf8.span
        let value = value(inMapAt: position, underPrefix: EncodedKey.prefix(ofText: name)) { end, bytes in
            EncodedKey.isWhole(name, endingAt: end, of: bytes)
        }
        return value.flatMap { isNull(at: $0) ? nil : $0 }
    }

    /// Returns the position of the value of a number below 24; nil when it is absent or the item is not a map.
    package func value(underSmall number: UInt8, inMapAt position: Int) -> Int? {
        value(inMapAt: position, underPrefix: UInt64(number) << 56) { _, _ in true }
    }

    @inline(__always)
    private func value(
        inMapAt position: Int, underPrefix prefix: UInt64, _ isKeyEnding: (Int, Span<UInt8>) -> Bool
    ) -> Int? {
        let (bytes, allNodes) = (bytes, nodes)
        let nodes = allNodes.span
        guard nodes[position].major == .map else { return nil }
        let end = Int(nodes[position].next)
        var value = position &+ 1
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

    /// Returns the position of a tag's content; nil when the item has another tag or none.
    package func content(ofTag number: UInt64, at position: Int) -> Int? {
        nodes[position].major == .tag && argument(of: nodes[position]) == number ? position + 1 : nil
    }

    /// Returns the positions of the elements; nil when the item is not an array.
    package func elements(ofArrayAt position: Int) -> CBOR.Index.Elements? {
        guard nodes[position].major == .array else { return nil }
        return CBOR.Index.Elements(self, position, count: Int(clamping: argument(of: nodes[position])))
    }

    /// Returns the positions of the values; nil when the item is not a map.
    package func values(ofMapAt position: Int) -> [Int]? {
        nodes[position].major == .map ? children(of: position) : nil
    }

    /// Returns the key of a value.
    package func key(ofValueAt position: Int) -> CBOR {
        item(in: Int(nodes[position].beginning)..<Int(nodes[position].start))
    }

    /// Returns the key of a value; nil when it is not text.
    package func textKey(ofValueAt position: Int) -> String? {
        let (start, end, bytes) = (Int(nodes[position].beginning), Int(nodes[position].start), bytes)
        guard MajorType(upperBitsOf: bytes[start]) == .text, bytes[start] & 0x1F < 24 else {
            return key(ofValueAt: position).text
        }
        return try? String(copying: UTF8Span(validating: bytes.span.extracting(start + 1..<end)))
    }

    /// Returns the positions of the direct children.
    private func children(of position: Int) -> [Int] {
        var children: [Int] = []
        var child = position + 1
        while child < nodes[position].next {
            children.append(child)
            child = Int(nodes[child].next)
        }
        return children
    }

    /// Returns the path of an item, including the path of the outermost one.
    package func path(to position: Int) -> String {
        let inner = innerPath(to: position)
        return root.isEmpty || inner.isEmpty ? root + inner : "\(root).\(inner)"
    }

    private func innerPath(to position: Int) -> String {
        var path = ""
        var outer = 0
        while outer != position {
            let children = children(of: outer)
            guard let child = children.lastIndex(where: { $0 <= position }) else { break }
            switch nodes[outer].major {
            case .array: path += "[\(child)]"
            case .map:
                // A key that is not text is shown in diagnostic notation.
                let key = key(ofValueAt: children[child])
                path += (path.isEmpty ? "" : ".") + (key.text ?? key.diagnostic)
            default: break
            }
            outer = children[child]
        }
        return path
    }
}
