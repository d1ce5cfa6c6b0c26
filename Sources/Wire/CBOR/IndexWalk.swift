/// Goes once through encoded bytes and notes where each item is.
///
/// It takes deterministic encodings only (RFC 8949 section 4.2.1), though not every rule of theirs matters here: numbers
/// and lengths in their shortest form, no indefinite lengths, keys in strictly ascending order. So no key stands twice.
struct IndexWalk {
    private let limits: CBOR.Limits
    /// Whether it is known that no two keys are equal; floats have more than one form.
    private let areKeysUnique: Bool
    private var position = 0
    private var depth = 0
    private var nodes: [CBOR.View.Index.Node] = []

    /// Nil when the bytes are anything but one item in deterministic encoding, or exceed the limits.
    static func nodes(
        of input: Span<UInt8>, limits: CBOR.Limits, areKeysUnique: Bool
    ) -> [CBOR.View.Index.Node]? {
        guard input.count <= min(limits.byteCount, Int(UInt32.max)) else { return nil }
        var walk = IndexWalk(limits: limits, areKeysUnique: areKeysUnique)
        // Keys and values have some ten bytes; where they have fewer the array grows.
        walk.nodes.reserveCapacity(min(input.count / 8 + 4, 1024))
        guard walk.item(input), walk.position == input.count else { return nil }
        return walk.nodes
    }

    private init(limits: CBOR.Limits, areKeysUnique: Bool) {
        self.limits = limits
        self.areKeysUnique = areKeysUnique
    }

    /// False when the next item cannot be indexed.
    private mutating func item(_ input: Span<UInt8>) -> Bool {
        let start = position
        guard nodes.count < limits.itemCount, start < input.count else { return false }
        let head = input[start]
        position += 1
        var argument = UInt64(head & 0x1F)
        if argument >= 24 {
            guard let long = longArgument(head, input) else { return false }
            argument = long
        }
        var node = CBOR.View.Index.Node(
            start: UInt32(truncatingIfNeeded: start), head: head, width: UInt8(truncatingIfNeeded: position - start))
        switch node.major {
        case .unsigned, .negative: break
        case .bytes: guard skip(argument, input) else { return false }
        case .text: guard text(argument, &node, input) else { return false }
        case .simple: guard head & 0x1F != 24 || argument >= 32 else { return false }
        case .array, .map, .tag: return nested(node, argument, input)
        }
        node.end = UInt32(truncatingIfNeeded: position)
        node.next = UInt32(truncatingIfNeeded: nodes.count + 1)
        nodes.append(node)
        return true
    }

    /// The number behind a head's first byte; nil when it is not there, or not in its shortest form.
    private mutating func longArgument(_ first: UInt8, _ input: Span<UInt8>) -> UInt64? {
        let information = first & 0x1F
        guard information < 28 else { return nil }
        let width = 1 << Int(information - 24)
        guard width <= input.count - position else { return nil }
        var argument: UInt64 = 0
        for _ in 0..<width {
            argument = argument << 8 | UInt64(input[position])
            position += 1
        }
        let least: UInt64 = width == 1 ? 24 : 1 << UInt64(width * 4)
        let isNumber = first < MajorType.simple.rawValue << 5
        return argument >= least || !isNumber ? argument : nil
    }

    private mutating func skip(_ count: UInt64, _ input: Span<UInt8>) -> Bool {
        guard count <= UInt64(input.count - position) else { return false }
        position += Int(truncatingIfNeeded: count)
        return true
    }

    private mutating func text(_ count: UInt64, _ node: inout CBOR.View.Index.Node, _ input: Span<UInt8>) -> Bool {
        let start = position
        guard skip(count, input) else { return false }
        let text = input.extracting(start..<position)
        var all: UInt8 = 0
        for place in text.indices { all |= text[place] }
        node.isASCII = all < 0x80
        return node.isASCII || (try? UTF8Span(validating: text)) != nil
    }

    private mutating func nested(_ node: CBOR.View.Index.Node, _ count: UInt64, _ input: Span<UInt8>) -> Bool {
        guard depth < limits.depth, node.major == .tag || count <= UInt64(input.count) else { return false }
        depth += 1
        defer { depth -= 1 }
        let place = nodes.count
        nodes.append(node)
        let isWhole =
            switch node.major {
            case .array: items(Int(truncatingIfNeeded: count), input)
            case .map: fields(Int(truncatingIfNeeded: count), of: place, input)
            default: item(input)
            }
        nodes[place].end = UInt32(truncatingIfNeeded: position)
        nodes[place].next = UInt32(truncatingIfNeeded: nodes.count)
        return isWhole
    }

    private mutating func items(_ count: Int, _ input: Span<UInt8>) -> Bool {
        for _ in 0..<count { guard item(input) else { return false } }
        return true
    }

    private mutating func fields(_ count: Int, of map: Int, _ input: Span<UInt8>) -> Bool {
        var last: Range<Int>?
        var marks: UInt32 = 0
        for _ in 0..<count {
            let (start, place) = (position, nodes.count)
            guard item(input) else { return false }
            let (key, node) = (start..<position, nodes[place])
            guard areKeysUnique || node.major.hasOneForm, isAscending(last, key, input) else { return false }
            last = key
            if node.major == .text { marks |= CBOR.View.Index.mark(of: input.extracting(node.content)) }
            guard item(input) else { return false }
        }
        nodes[map].keyMarks = marks
        return true
    }

    private func isAscending(_ last: Range<Int>?, _ key: Range<Int>, _ input: Span<UInt8>) -> Bool {
        guard let last else { return true }
        for offset in 0..<min(last.count, key.count) {
            let (mine, other) = (input[last.lowerBound + offset], input[key.lowerBound + offset])
            if mine != other { return mine < other }
        }
        return last.count < key.count
    }
}

extension MajorType {
    /// Whether equal items of this type are the same bytes; floats are not, nor what may hold them.
    fileprivate var hasOneForm: Bool { self == .unsigned || self == .negative || self == .bytes || self == .text }
}
