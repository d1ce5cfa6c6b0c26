/// Goes once through encoded bytes and notes where each item is.
///
/// It takes deterministic encodings only (RFC 8949 section 4.2.1), though not every rule of theirs matters here: numbers
/// and lengths in their shortest form, no indefinite lengths, keys in strictly ascending order. So no key stands twice.
struct IndexWalk {
    private typealias Node = CBOR.View.Index.Node

    private let limits: CBOR.Limits
    /// Whether it is known that no two keys are equal; floats have more than one form.
    private let areKeysUnique: Bool
    private var depth = 0
    private var itemCount = 0
    private var isOutOfRoom = false

    /// Nil when the bytes are anything but one item in deterministic encoding, or exceed the limits.
    static func nodes(
        of input: Span<UInt8>, limits: CBOR.Limits, areKeysUnique: Bool
    ) -> [CBOR.View.Index.Node]? {
        guard input.count <= min(limits.byteCount, Int(UInt32.max)) else { return nil }
        var walk = IndexWalk(limits: limits, areKeysUnique: areKeysUnique)
        // An element, or a key with its value, mostly has more than twelve bytes.
        if let nodes = walk.nodes(of: input, room: min(input.count / 12 + 4, 1024)) { return nodes }
        guard walk.isOutOfRoom else { return nil }
        walk = IndexWalk(limits: limits, areKeysUnique: areKeysUnique)
        return walk.nodes(of: input, room: min(input.count, limits.itemCount))
    }

    private init(limits: CBOR.Limits, areKeysUnique: Bool) {
        self.limits = limits
        self.areKeysUnique = areKeysUnique
    }

    private mutating func nodes(of input: Span<UInt8>, room: Int) -> [Node]? {
        var isWhole = false
        let nodes = [Node](capacity: room) { nodes in
            isWhole = item(at: 0, input, &nodes) == input.count
        }
        return isWhole && itemCount <= limits.itemCount ? nodes : nil
    }

    private mutating func item(at start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>) -> Int? {
        item(key: 0, from: start, at: start, input, &nodes)
    }

    /// Notes the item behind a key, and returns the place behind the item; nil when it cannot be indexed.
    private mutating func item(
        key: UInt64, from beginning: Int, at start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        guard start < input.count, !nodes.isFull else {
            isOutOfRoom = nodes.isFull
            return nil
        }
        itemCount &+= 1
        var node = Node(
            key: key, beginning: UInt32(truncatingIfNeeded: beginning), start: UInt32(truncatingIfNeeded: start),
            next: UInt32(truncatingIfNeeded: nodes.count &+ 1), head: input[start])
        var argument = UInt64(node.head & 0x1F)
        var end = start &+ 1
        if argument >= 24 {
            guard let long = Self.longArgument(at: start, input) else { return nil }
            argument = long
            end = start &+ node.width
        }
        switch node.major {
        case .unsigned, .negative: break
        case .simple: guard node.head != 0xF8 || argument >= 32 else { return nil }
        case .bytes:
            guard argument <= UInt64(input.count &- end) else { return nil }
            end &+= Int(truncatingIfNeeded: argument)
        case .text:
            guard argument <= UInt64(input.count &- end) else { return nil }
            let content = end
            end &+= Int(truncatingIfNeeded: argument)
            node.isASCII = Self.isASCII(from: content, to: end, input)
            guard node.isASCII || Self.isText(from: content, to: end, input) else { return nil }
        case .array, .map, .tag: return nested(node, argument, from: end, input, &nodes)
        }
        nodes.append(node)
        return end
    }

    /// The number behind an item's first byte; nil when it is not there, or not in its shortest form.
    private static func longArgument(at start: Int, _ input: Span<UInt8>) -> UInt64? {
        let head = input[start]
        guard head & 0x1F < 28 else { return nil }
        let width = 1 << Int(head & 3)
        guard width < input.count - start else { return nil }
        let argument = input.number(at: start + 1, width: width)
        let least: UInt64 = width == 1 ? 24 : 1 << UInt64(width * 4)
        let isNumber = head < MajorType.simple.rawValue << 5
        return argument >= least || !isNumber ? argument : nil
    }

    /// Whether all bytes between two places are ASCII.
    static func isASCII(from start: Int, to end: Int, _ input: Span<UInt8>) -> Bool {
        var all: UInt64 = 0
        if end >= 8 {
            // The last eight bytes, of which some may stand before a short text; then eight and eight before them.
            all = input.word(at: end &- 8) & ~(UInt64.max << UInt64(truncatingIfNeeded: 8 &* (end &- start)))
            var place = start
            while place < end &- 8 {
                all |= input.word(at: place)
                place &+= 8
            }
        } else {
            for place in start..<end { all |= UInt64(input[place]) }
        }
        return all & 0x8080_8080_8080_8080 == 0
    }

    /// Whether there is UTF-8 between two places.
    private static func isText(from start: Int, to end: Int, _ input: Span<UInt8>) -> Bool {
        (try? UTF8Span(validating: input.extracting(start..<end))) != nil
    }
}

// MARK: What is inside

extension IndexWalk {
    private mutating func nested(
        _ node: Node, _ count: UInt64, from start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        guard depth < limits.depth, node.major == .tag || count <= UInt64(input.count) else { return nil }
        depth &+= 1
        defer { depth &-= 1 }
        let place = nodes.count
        nodes.append(node)
        let end =
            switch node.major {
            case .array: items(Int(truncatingIfNeeded: count), from: start, input, &nodes)
            case .map: fields(Int(truncatingIfNeeded: count), from: start, input, &nodes)
            default: items(1, from: start, input, &nodes)
            }
        nodes[place].next = UInt32(truncatingIfNeeded: nodes.count)
        return end
    }

    private mutating func items(
        _ count: Int, from start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        var place = start
        for _ in 0..<count {
            guard let end = item(at: place, input, &nodes) else { return nil }
            place = end
        }
        return place
    }

    private mutating func fields(
        _ count: Int, from start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        var place = start
        var (last, lastKey) = (UInt64(0), start..<start)
        for _ in 0..<count {
            guard let (prefix, end) = key(at: place, input, &nodes) else { return nil }
            guard last < prefix || Self.isAscending(lastKey, place..<end, input) else { return nil }
            (last, lastKey) = (prefix, place..<end)
            guard let behind = item(key: prefix, from: place, at: end, input, &nodes) else { return nil }
            place = behind
        }
        return place
    }

    /// How a key begins, and the place behind it; keys have no nodes.
    @inline(__always)
    private mutating func key(
        at start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> (prefix: UInt64, end: Int)? {
        guard start < input.count else { return nil }
        let count = Int(input[start] ^ 0x60)
        let end = start &+ 1 &+ count
        guard count < 24, end <= input.count else { return unusualKey(at: start, input, &nodes) }
        let prefix = EncodedKey.prefix(from: start, to: end, of: input)
        guard prefix & 0x8080_8080_8080_8080 == 0, count < 8 || Self.isASCII(from: start &+ 8, to: end, input) else {
            return unusualKey(at: start, input, &nodes)
        }
        itemCount &+= 1
        return (prefix, end)
    }

    /// The same of a key that is no short text of ASCII.
    private mutating func unusualKey(
        at start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> (prefix: UInt64, end: Int)? {
        guard areKeysUnique || MajorType(upperBitsOf: input[start]).hasOneForm else { return nil }
        let count = nodes.count
        defer { nodes.removeLast(nodes.count - count) }
        guard let end = item(at: start, input, &nodes) else { return nil }
        return (EncodedKey.prefix(from: start, to: end, of: input), end)
    }

    /// Whether a key comes before another one; none comes before all.
    private static func isAscending(_ key: Range<Int>, _ other: Range<Int>, _ input: Span<UInt8>) -> Bool {
        for offset in 0..<min(key.count, other.count) {
            let (mine, others) = (input[key.lowerBound + offset], input[other.lowerBound + offset])
            if mine != others { return mine < others }
        }
        return key.isEmpty
    }
}

extension MajorType {
    /// Whether equal items of this type are the same bytes; floats are not, nor what may hold them.
    fileprivate var hasOneForm: Bool { self == .unsigned || self == .negative || self == .bytes || self == .text }
}
