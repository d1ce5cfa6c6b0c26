/// Decodes items in sequence; the caller passes the same whole input to each method.
struct CBORDecoder {
    private let limits: CBOR.Limits
    private var position: Int
    private var depth = 0
    private var itemCount = 0

    private init(limits: CBOR.Limits, position: Int = 0) {
        self.limits = limits
        self.position = position
    }

    static func wholeItem(_ input: Span<UInt8>, limits: CBOR.Limits) throws(CBORError) -> CBOR {
        guard input.count <= limits.byteCount else { throw .tooLong(count: input.count, limit: limits.byteCount) }
        var decoder = CBORDecoder(limits: limits)
        let item = try decoder.item(input)
        guard decoder.position == input.count else {
            throw .trailingBytes(offset: decoder.position, count: input.count - decoder.position)
        }
        return item
    }

    private mutating func item(_ input: Span<UInt8>) throws(CBORError) -> CBOR {
        let start = position
        let head = try head(input)
        itemCount += 1
        guard itemCount <= limits.itemCount else { throw .tooManyItems(offset: start, limit: limits.itemCount) }
        switch head.major {
        case .unsigned: return .unsigned(try head.definite(at: start))
        case .negative: return .negative(try head.definite(at: start))
        case .bytes: return .bytes(try bytes(head, input))
        case .text: return .text(try text(head, input))
        case .simple: return try simple(head, at: start)
        case .array, .map, .tag: return try nested(head, at: start, input)
        }
    }

    private mutating func nested(_ head: Head, at start: Int, _ input: Span<UInt8>) throws(CBORError) -> CBOR {
        guard depth < limits.depth else { throw .tooDeep(offset: start, limit: limits.depth) }
        depth += 1
        let item: CBOR
        switch head.major {
        case .array: item = .array(try array(head, input))
        case .map: item = .map(try map(head, at: start, input))
        default: item = .tagged(try head.definite(at: start), try self.item(input))
        }
        depth -= 1
        return item
    }
}

// MARK: Heads

extension CBORDecoder {
    private struct Head {
        let first: UInt8
        /// The number in the head; nil for an indefinite length and for a break.
        let argument: UInt64?

        var major: MajorType { MajorType(upperBitsOf: first) }

        func definite(at offset: Int) throws(CBORError) -> UInt64 {
            guard let argument else { throw .indefiniteScalar(offset: offset, byte: first) }
            return argument
        }
    }

    private mutating func head(_ input: Span<UInt8>) throws(CBORError) -> Head {
        guard position < input.count else { throw .truncated(offset: input.count, missing: 1) }
        let first = input[position]
        let information = first & 0x1F
        guard information >= 24 else {
            position += 1
            return Head(first: first, argument: UInt64(information))
        }
        guard information < 28 || information == 31 else { throw .reservedLength(offset: position, byte: first) }
        position += 1
        guard information != 31 else { return Head(first: first, argument: nil) }
        return Head(first: first, argument: try number(width: 1 << Int(information - 24), input))
    }

    private mutating func number(width: Int, _ input: Span<UInt8>) throws(CBORError) -> UInt64 {
        let end = try end(of: UInt64(width), input)
        var value: UInt64 = 0
        while position < end {
            value = value << 8 | UInt64(input[position])
            position += 1
        }
        return value
    }

    /// Returns the offset after the next `count` bytes, which must be present.
    private func end(of count: UInt64, _ input: Span<UInt8>) throws(CBORError) -> Int {
        let available = UInt64(input.count - position)
        guard count <= available else { throw .truncated(offset: input.count, missing: count - available) }
        return position + Int(truncatingIfNeeded: count)
    }

    private mutating func skipBreak(_ input: Span<UInt8>) throws(CBORError) -> Bool {
        guard position < input.count else { throw .truncated(offset: input.count, missing: 1) }
        guard input[position] == 0xFF else { return false }
        position += 1
        return true
    }
}

// MARK: Strings and simple values

extension CBORDecoder {
    private mutating func bytes(_ head: Head, _ input: Span<UInt8>) throws(CBORError) -> [UInt8] {
        var bytes: [UInt8] = []
        guard let count = head.argument else {
            while let count = try chunk(of: head, input) { try append(count, to: &bytes, input) }
            return bytes
        }
        try append(count, to: &bytes, input)
        return bytes
    }

    private mutating func append(
        _ count: UInt64, to bytes: inout [UInt8], _ input: Span<UInt8>
    ) throws(CBORError) {
        let end = try end(of: count, input)
        let chunk = input.extracting(position..<end)
        bytes.append(addingCapacity: chunk.count) { output in
            for index in chunk.indices { output.append(chunk[index]) }
        }
        position = end
    }

    private mutating func text(_ head: Head, _ input: Span<UInt8>) throws(CBORError) -> String {
        guard let count = head.argument else {
            var text = ""
            while let count = try chunk(of: head, input) { text += try self.text(count, input) }
            return text
        }
        return try text(count, input)
    }

    private mutating func text(_ count: UInt64, _ input: Span<UInt8>) throws(CBORError) -> String {
        let end = try end(of: count, input)
        do {
            let text = String(copying: try UTF8Span(validating: input.extracting(position..<end)))
            position = end
            return text
        } catch {
            throw .invalidText(offset: position)
        }
    }

    /// Returns the length of the next chunk of an indefinite-length string; nil at its end.
    private mutating func chunk(of string: Head, _ input: Span<UInt8>) throws(CBORError) -> UInt64? {
        guard try !skipBreak(input) else { return nil }
        let start = position
        let head = try head(input)
        guard head.major == string.major, let count = head.argument else {
            throw .wrongChunk(offset: start, byte: head.first)
        }
        return count
    }

    private func simple(_ head: Head, at start: Int) throws(CBORError) -> CBOR {
        guard let argument = head.argument else { throw .unexpectedBreak(offset: start) }
        switch head.first & 0x1F {
        case 20: return .boolean(false)
        case 21: return .boolean(true)
        case 22: return .null
        case 23: return .undefined
        case 25: return .float(Double(Float16(bitPattern: UInt16(truncatingIfNeeded: argument))))
        case 26: return .float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument))))
        case 27: return .float(Double(bitPattern: argument))
        case let information:
            let number = UInt8(truncatingIfNeeded: argument)
            guard information < 24 || number >= 32, let value = CBOR.SimpleValue(number) else {
                throw .reservedSimpleValue(offset: start, number: number)
            }
            return .simple(value)
        }
    }
}

// MARK: Arrays and maps

extension CBORDecoder {
    private mutating func array(_ head: Head, _ input: Span<UInt8>) throws(CBORError) -> [CBOR] {
        var elements: [CBOR] = []
        guard let announced = head.argument else {
            while try !skipBreak(input) { elements.append(try item(input)) }
            return elements
        }
        let count = try itemsToCome(announced, each: 1, input)
        elements.reserveCapacity(min(count, Self.greatestReservation))
        for _ in 0..<count { elements.append(try item(input)) }
        return elements
    }

    private mutating func map(_ head: Head, at start: Int, _ input: Span<UInt8>) throws(CBORError) -> CBOR.Map {
        var gathered = Gathered()
        guard let announced = head.argument else {
            while try !skipBreak(input) { gathered.append(try entry(input)) }
            return try ordered(gathered, at: start, input)
        }
        let count = try itemsToCome(announced, each: 2, input)
        gathered.entries.reserveCapacity(min(count, Self.greatestReservation))
        for _ in 0..<count { gathered.append(try entry(input)) }
        return try ordered(gathered, at: start, input)
    }

    /// The upper bound of capacity reserved from an announced length, which may be false.
    private static var greatestReservation: Int { 1024 }

    private func itemsToCome(_ count: UInt64, each size: UInt64, _ input: Span<UInt8>) throws(CBORError) -> Int {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
        _ = try end(of: overflow ? .max : bytes, input)
        return Int(truncatingIfNeeded: count)
    }

    private mutating func entry(_ input: Span<UInt8>) throws(CBORError) -> CBOR.Map.Entry {
        let key = try item(input)
        return CBOR.Map.Entry(key: CBOR.Map.OrderedKey(key), value: try item(input))
    }

    private struct Gathered {
        var entries: [CBOR.Map.Entry] = []
        var areAscending = true

        mutating func append(_ entry: CBOR.Map.Entry) {
            if areAscending, let last = entries.last {
                areAscending = last.key.order(to: entry.key) == .before
            }
            entries.append(entry)
        }
    }

    private func ordered(
        _ gathered: Gathered, at start: Int, _ input: Span<UInt8>
    ) throws(CBORError) -> CBOR.Map {
        guard !gathered.areAscending else { return CBOR.Map(ascending: gathered.entries) }
        let entries = CBOR.Map.sorted(gathered.entries)
        for (first, second) in zip(entries, entries.dropFirst()) where first.key == second.key {
            let offset = offsetOfSecond(first.key, inMapAt: start, input)
            throw .duplicateKey(offset: offset, key: first.key.item.diagnostic)
        }
        return CBOR.Map(ascending: entries)
    }

    /// Reads the map again to find the offset, so that valid maps need not store the offsets of their keys.
    private func offsetOfSecond(_ key: CBOR.Map.OrderedKey, inMapAt start: Int, _ input: Span<UInt8>) -> Int {
        var again = CBORDecoder(limits: limits, position: start)
        guard (try? again.head(input)) != nil else { return start }
        var isFirst = true
        while true {
            let offset = again.position
            guard let entry = try? again.entry(input) else { return start }
            if entry.key == key, !isFirst { return offset }
            if entry.key == key { isFirst = false }
        }
    }
}

extension MajorType {
    init(upperBitsOf byte: UInt8) {
        self =
            switch byte >> 5 {
            case 0: .unsigned
            case 1: .negative
            case 2: .bytes
            case 3: .text
            case 4: .array
            case 5: .map
            case 6: .tag
            default: .simple
            }
    }
}
