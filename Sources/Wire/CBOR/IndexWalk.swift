/// Walks once over encoded bytes and records the position of each item.
///
/// It accepts only encodings that follow these rules of RFC 8949 section 4.2.1: numbers and lengths in their shortest
/// form, no indefinite lengths, keys in strictly ascending order. So keys are unique.
struct IndexWalk {
    private typealias Node = CBOR.Index.Node

    private let limits: CBOR.Limits
    /// True when keys are known to be unique. Otherwise keys that may contain floats, which vary in form, are refused.
    private let areKeysUnique: Bool
    private var depth = 0
    /// The number of keys, which are items without nodes.
    private var keyCount = 0
    private var isOutOfRoom = false

    /// Returns nil when the bytes are not one item in deterministic encoding, or exceed the limits.
    static func nodes(
        of input: Span<UInt8>, from start: Int = 0, limits: CBOR.Limits, areKeysUnique: Bool
    ) -> [CBOR.Index.Node]? {
        let count = input.count - start
        guard count <= limits.byteCount, input.count <= Int(UInt32.max) else { return nil }
        var walk = IndexWalk(limits: limits, areKeysUnique: areKeysUnique)
        // An element, or a key with its value, usually has more than twelve bytes.
        if let nodes = walk.nodes(of: input, from: start, room: min(count / 12 + 4, 1024)) { return nodes }
        guard walk.isOutOfRoom else { return nil }
        walk = IndexWalk(limits: limits, areKeysUnique: areKeysUnique)
        return walk.nodes(of: input, from: start, room: min(count, limits.itemCount))
    }

    private init(limits: CBOR.Limits, areKeysUnique: Bool) {
        self.limits = limits
        self.areKeysUnique = areKeysUnique
    }

    private mutating func nodes(of input: Span<UInt8>, from start: Int, room: Int) -> [Node]? {
        var nodes = SpareNodes.take()
        // Reserving costs a third of creating the array with this capacity.
        nodes.reserveCapacity(room)
        var isWhole = false
        nodes.append(addingCapacity: room) { nodes in
            isWhole = items(1, from: start, input, &nodes) == input.count
        }
        return isWhole && nodes.count + keyCount <= limits.itemCount ? nodes : nil
    }

    /// Records an item, and returns the offset after it; nil when it cannot be indexed.
    @inline(__always)
    private mutating func item(
        key: UInt64, from beginning: Int, at start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        let word = input.paddedWord(at: start)
        let head = UInt8(truncatingIfNeeded: word >> 56)
        if head.opensContainer {
            guard let (argument, position) = Self.argument(at: start, beginningWith: word, input) else { return nil }
            return nested(key: key, from: beginning, at: start, head, argument, from: position, input, &nodes)
        }
        var isASCII = true
        var end = Self.shortText(at: start, beginningWith: word, input)?.end
        if end == nil {
            guard let (argument, position) = Self.argument(at: start, beginningWith: word, input) else { return nil }
            (end, isASCII) = Self.end(ofScalar: head, argument, from: position, input)
        }
        guard end != nil, !nodes.isFull else {
            isOutOfRoom = nodes.isFull
            return nil
        }
        nodes.append(
            Node(
                key: key, beginning: UInt32(truncatingIfNeeded: beginning), start: UInt32(truncatingIfNeeded: start),
                next: UInt32(truncatingIfNeeded: nodes.count &+ 1), head: head, isASCII: isASCII))
        return end
    }

    /// Returns the prefix of an ASCII text of fewer than 24 bytes and the offset after it; nil for any other item.
    ///
    /// Nearly all keys and most values are such texts. Two loads are enough for most of them.
    @inline(__always)
    private static func shortText(
        at start: Int, beginningWith word: UInt64, _ input: Span<UInt8>
    ) -> (prefix: UInt64, end: Int)? {
        let count = Int(truncatingIfNeeded: word >> 56 ^ 0x60)
        let end = start &+ 1 &+ count
        guard count < 24, end <= input.count else { return nil }
        guard count > 7 else {
            let prefix = EncodedKey.prefix(word, count: count &+ 1)
            return prefix & 0x8080_8080_8080_8080 == 0 ? (prefix, end) : nil
        }
        var all = word | input.word(at: end &- 8)
        if count > 15 { all |= input.word(at: start &+ 8) }
        return all & 0x8080_8080_8080_8080 == 0 ? (word, end) : nil
    }

    /// Returns the argument of a head and the offset after it; nil when it is truncated or not in its shortest form.
    @inline(__always)
    private static func argument(
        at start: Int, beginningWith word: UInt64, _ input: Span<UInt8>
    ) -> (argument: UInt64, end: Int)? {
        guard start < input.count else { return nil }
        let head = UInt8(truncatingIfNeeded: word >> 56)
        let information = head & 0x1F
        guard information >= 24 else { return (UInt64(information), start &+ 1) }
        guard information < 28 else { return nil }
        let width = 1 &<< Int(information & 3)
        let end = start &+ 1 &+ width
        guard end <= input.count else { return nil }
        let argument =
            width < 8 ? (word << 8) >> UInt64(truncatingIfNeeded: 64 &- 8 &* width) : input.word(at: start &+ 1)
        let least: UInt64 = width == 1 ? 24 : 1 << UInt64(truncatingIfNeeded: width &* 4)
        let isNumber = head < MajorType.simple.rawValue << 5
        return argument >= least || !isNumber ? (argument, end) : nil
    }

    /// Returns the offset after an item without content, nil when truncated, and true when it is an ASCII text.
    @inline(__always)
    private static func end(
        ofScalar head: UInt8, _ argument: UInt64, from position: Int, _ input: Span<UInt8>
    ) -> (Int?, isASCII: Bool) {
        switch MajorType(upperBitsOf: head) {
        case .bytes, .text:
            guard argument <= UInt64(input.count &- position) else { return (nil, false) }
            let end = position &+ Int(truncatingIfNeeded: argument)
            guard head >= MajorType.text.rawValue << 5 else { return (end, false) }
            let isASCII = isASCII(from: position, to: end, input)
            return (isASCII || isText(from: position, to: end, input) ? end : nil, isASCII)
        case .simple: return (head != 0xF8 || argument >= 32 ? position : nil, false)
        default: return (position, false)
        }
    }

    /// Returns true when all bytes between two offsets are ASCII.
    static func isASCII(from start: Int, to end: Int, _ input: Span<UInt8>) -> Bool {
        guard end &- start >= 8 else {
            let word = EncodedKey.prefix(input.paddedWord(at: start), count: end &- start)
            return word & 0x8080_8080_8080_8080 == 0
        }
        // The last eight bytes may overlap earlier ones.
        var all = input.word(at: end &- 8)
        var position = start
        while position < end &- 8 {
            all |= input.word(at: position)
            position &+= 8
        }
        return all & 0x8080_8080_8080_8080 == 0
    }

    /// Returns true when the bytes between two offsets are valid UTF-8.
    private static func isText(from start: Int, to end: Int, _ input: Span<UInt8>) -> Bool {
        (try? UTF8Span(validating: input.extracting(start..<end))) != nil
    }
}

// MARK: Content

extension IndexWalk {
    @inline(never)
    private mutating func nested(
        key: UInt64, from beginning: Int, at start: Int, _ head: UInt8, _ count: UInt64, from content: Int,
        _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        let isTag = head >= MajorType.tag.rawValue << 5
        guard depth < limits.depth, isTag || count <= UInt64(input.count), !nodes.isFull else {
            isOutOfRoom = nodes.isFull
            return nil
        }
        depth &+= 1
        defer { depth &-= 1 }
        let position = nodes.count
        nodes.append(
            Node(
                key: key, beginning: UInt32(truncatingIfNeeded: beginning), start: UInt32(truncatingIfNeeded: start),
                next: 0, head: head))
        let end =
            isTag || head < MajorType.map.rawValue << 5
            ? items(isTag ? 1 : Int(truncatingIfNeeded: count), from: content, input, &nodes)
            : fields(Int(truncatingIfNeeded: count), from: content, input, &nodes)
        nodes[position].next = UInt32(truncatingIfNeeded: nodes.count)
        return end
    }

    @inline(never)
    private mutating func items(
        _ count: Int, from start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        var position = start
        for _ in 0..<count {
            guard let end = item(key: 0, from: position, at: position, input, &nodes) else { return nil }
            position = end
        }
        return position
    }

    @inline(__always)
    private mutating func fields(
        _ count: Int, from start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> Int? {
        keyCount &+= count
        var position = start
        var (last, lastPosition) = (UInt64(0), -1)
        for _ in 0..<count {
            guard let (prefix, end) = key(at: position, input, &nodes) else { return nil }
            guard last < prefix || last == prefix && Self.isAscending(from: lastPosition, to: position, end, input)
            else {
                return nil
            }
            (last, lastPosition) = (prefix, position)
            guard let behind = item(key: prefix, from: position, at: end, input, &nodes) else { return nil }
            position = behind
        }
        return position
    }

    /// Returns the prefix of a key and the offset after it; keys have no nodes.
    @inline(__always)
    private mutating func key(
        at start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> (prefix: UInt64, end: Int)? {
        let word = input.paddedWord(at: start)
        return Self.shortText(at: start, beginningWith: word, input) ?? unusualKey(at: start, input, &nodes)
    }

    /// Returns the same for a key that is not a short ASCII text.
    @inline(never)
    private mutating func unusualKey(
        at start: Int, _ input: Span<UInt8>, _ nodes: inout OutputSpan<Node>
    ) -> (prefix: UInt64, end: Int)? {
        guard start < input.count else { return nil }
        guard areKeysUnique || MajorType(upperBitsOf: input[start]).hasOneForm else { return nil }
        let count = nodes.count
        defer { nodes.removeLast(nodes.count - count) }
        guard let end = items(1, from: start, input, &nodes) else { return nil }
        return (EncodedKey.prefix(from: start, to: end, of: input), end)
    }

    /// Returns true when the key is greater than another with the same prefix, or is the first key.
    @inline(never)
    private static func isAscending(from other: Int, to start: Int, _ end: Int, _ input: Span<UInt8>) -> Bool {
        guard other >= 0 else { return true }
        // Neither key is a prefix of the other, so bytes after the shorter key are never compared.
        for offset in stride(from: 0, to: end &- start, by: 8) {
            let count = end &- start &- offset
            let mine = EncodedKey.prefix(input.paddedWord(at: start &+ offset), count: count)
            let others = EncodedKey.prefix(input.paddedWord(at: other &+ offset), count: count)
            if mine != others { return others < mine }
        }
        return false
    }
}

extension MajorType {
    /// True when equal items of this type have equal bytes; false for floats and types that may contain them.
    fileprivate var hasOneForm: Bool { rawValue <= MajorType.text.rawValue }

}

extension UInt8 {
    /// True when an item that begins with this byte is an array, a map or a tag.
    fileprivate var opensContainer: Bool {
        self >= MajorType.array.rawValue << 5 && self < MajorType.simple.rawValue << 5
    }
}
