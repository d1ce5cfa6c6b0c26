extension CBOR.View {
    /// Encoded bytes with the places of all items in them; every map is in deterministic order.
    final class Index: Sendable {
        /// One item. The nodes of the items inside of it follow: in a map each key's before its value's.
        struct Node: Sendable {
            let start: UInt32
            /// The place behind the item's last byte.
            var end: UInt32 = 0
            /// The node behind those of the items inside.
            var next: UInt32 = 0
            /// Of a map, the marks of its keys that are texts: a text whose mark is not among them is none of them.
            var keyMarks: UInt32 = 0
            let head: UInt8
            /// How many bytes the head has.
            let width: UInt8
            /// Of a text, whether all its bytes are ASCII; strings that are known to be are compared and hashed as they lie.
            var isASCII = false

            var major: MajorType { MajorType(upperBitsOf: head) }
            var range: Range<Int> { Int(start)..<Int(end) }
            var content: Range<Int> { Int(start) + Int(width)..<Int(end) }
        }

        /// One bit of 32 for a text, the same for the same text.
        static func mark(of text: Span<UInt8>) -> UInt32 {
            guard let last = text.indices.last else { return 1 }
            return 1 << UInt32((text[0] &* 5 &+ text[last] &* 3 &+ UInt8(truncatingIfNeeded: text.count)) & 31)
        }

        let bytes: [UInt8]
        let nodes: [Node]

        /// Nil when the bytes are not one item in deterministic encoding that keeps the limits.
        init?(_ bytes: [UInt8], limits: CBOR.Limits) {
            guard let nodes = IndexWalk.nodes(of: bytes.span, limits: limits, areKeysUnique: false) else { return nil }
            self.bytes = bytes
            self.nodes = nodes
        }

        init(ownEncodingOf item: CBOR) {
            let encoding = item.encoded()
            let limits = CBOR.Limits(depth: CBOR.Limits.greatestDepth, itemCount: .max, byteCount: .max)
            if let nodes = IndexWalk.nodes(of: encoding.span, limits: limits, areKeysUnique: true) {
                bytes = encoding
                self.nodes = nodes
            } else {
                bytes = CBOR.undefined.encoded()
                nodes = [Node(start: 0, end: 1, next: 1, head: bytes[0], width: 1)]
            }
        }
    }
}

extension CBOR.View.Index {
    /// The number in an item's head.
    func argument(of node: Node) -> UInt64 {
        guard node.width > 1 else { return UInt64(node.head & 0x1F) }
        var value: UInt64 = 0
        for offset in 1..<Int(node.width) { value = value << 8 | UInt64(bytes[Int(node.start) + offset]) }
        return value
    }

    /// The node of the value under a text; nil when there is none, or no map.
    func value(under name: String, inMapAt place: Int) -> Int? {
        let name = name.utf8.span
        guard nodes[place].major == .map, nodes[place].keyMarks & Self.mark(of: name) != 0 else { return nil }
        let (bytes, nodes) = (bytes, nodes)
        let head = MajorType.textHead(count: name.count)
        let end = Int(nodes[place].next)
        var key = place + 1
        while key < end {
            let node = nodes[key]
            // Keys ascend by their encodings, whose first bytes are the heads.
            guard node.head <= head else { return nil }
            let value = Int(node.next)
            if node.head == head, Self.isSame(bytes.span, node.content, name) { return value }
            key = Int(nodes[value].next)
        }
        return nil
    }

    static func isSame(_ bytes: Span<UInt8>, _ content: Range<Int>, _ name: Span<UInt8>) -> Bool {
        guard content.count == name.count else { return false }
        for offset in name.indices where bytes[content.lowerBound + offset] != name[offset] { return false }
        return true
    }

    /// The nodes of what is directly inside, keys and values alike.
    func children(of place: Int) -> [Int] {
        var children: [Int] = []
        var child = place + 1
        while child < nodes[place].next {
            children.append(child)
            child = Int(nodes[child].next)
        }
        return children
    }

    /// The way from the outermost item to another one.
    func path(to place: Int) -> String {
        var path = ""
        var outer = 0
        while outer != place {
            let children = children(of: outer)
            guard let position = children.lastIndex(where: { $0 <= place }) else { break }
            switch nodes[outer].major {
            case .array: path += "[\(position)]"
            case .map:
                // A key is told as what it stands for.
                let key = CBOR.View(self, children[position & ~1])
                path += (path.isEmpty ? "" : ".") + (key.text ?? key.item.diagnostic)
            default: break
            }
            outer = children[position]
        }
        return path
    }
}
