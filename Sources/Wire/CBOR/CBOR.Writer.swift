extension CBOR {
    /// Writes data items as bytes in deterministic encoding (RFC 8949 section 4.2.1), without a tree of items.
    ///
    /// A map's fields may be written in any order. They are sorted by the encodings of their keys when the map ends,
    /// unless they already ascend. The last value of a duplicate key is kept.
    public struct Writer: ~Copyable, Sendable {
        private var output: ByteBuffer
        /// The innermost open map.
        private var map = OpenMap(start: 0)

        /// An open map.
        public struct OpenMap: Sendable {
            fileprivate let start: Int
            fileprivate var fieldCount = 0
            /// The offset of the last key; zero before the first key.
            fileprivate var lastKey = 0
            /// The prefix of the last key; see ``EncodedKey``.
            fileprivate var lastPrefix: UInt64 = 0
            /// True when the keys so far ascend.
            fileprivate var isAscending = true
        }

        /// Creates an empty writer with the given capacity.
        public init(capacity: Int = 944) {
            output = ByteBuffer(capacity: capacity)
        }

        /// Returns the written bytes; all maps must have ended.
        public consuming func finished() -> [UInt8] {
            output.finished()
        }

        // MARK: Items

        /// Writes a text.
        public mutating func write(_ text: String) {
            _ = append(text: text.utf8.span)
        }

        /// Writes two texts, separated by an ASCII character, as one text.
        public mutating func write(_ text: String, _ separator: UInt8, _ other: String) {
            let (units, others) = (text.utf8.span, other.utf8.span)
            append(.text, UInt64(units.count + 1 + others.count))
            output.append(units)
            output.append(UInt64(separator), width: 1, others)
        }

        /// Writes a byte string.
        public mutating func write(_ bytes: [UInt8]) {
            append(.bytes, UInt64(bytes.count))
            output.append(bytes.span)
        }

        /// Writes a whole number.
        public mutating func write(_ number: Int64) {
            if number < 0 {
                append(.negative, UInt64(~number))
            } else {
                append(.unsigned, UInt64(number))
            }
        }

        /// Writes a Boolean value.
        public mutating func write(_ truth: Bool) {
            append(.simple, truth ? 21 : 20)
        }

        /// Writes a floating-point number in its shortest exact form.
        public mutating func write(_ number: Double) {
            let half = Float16(number)
            let single = Float(number)
            if number.isNaN {
                // The only NaN of deterministic encodings (RFC 8949 section 4.2.2).
                append(.simple, 25, 0x7E00, width: 2)
            } else if Double(half) == number {
                append(.simple, 25, UInt64(half.bitPattern), width: 2)
            } else if Double(single) == number {
                append(.simple, 26, UInt64(single.bitPattern), width: 4)
            } else {
                append(.simple, 27, number.bitPattern, width: 8)
            }
        }

        /// Writes an encoded item.
        public mutating func write(encoded item: [UInt8]) {
            output.append(item.span)
        }

        /// Begins an array; the given number of items must follow.
        public mutating func beginArray(count: Int) {
            append(.array, UInt64(count))
        }

        // MARK: Maps

        /// Begins a map with keys of any type; the given number of entries must follow, in the order of the encoding.
        public mutating func beginMap(count: Int) {
            append(.map, UInt64(count))
        }

        /// Begins a map and returns the enclosing one. The map's fields must follow, then ``end(backTo:)``.
        public mutating func beginMap() -> OpenMap {
            let outer = map
            map = OpenMap(start: output.count)
            output.append(MajorType.map.rawValue << 5)
            return outer
        }

        /// Begins a field; exactly one item must follow.
        public mutating func key(_ name: String) {
            let key = output.count
            let prefix = append(text: name.utf8.span)
            if prefix <= map.lastPrefix, map.lastKey > 0,
                CBOR.Order(ofTextAt: map.lastKey, andTextAt: key, in: output.bytes) != .before
            {
                map.isAscending = false
            }
            map.fieldCount += 1
            map.lastKey = key
            map.lastPrefix = prefix
        }

        /// Ends the innermost map.
        public mutating func end(backTo outer: OpenMap) {
            let fieldCount = map.isAscending ? map.fieldCount : sortFields()
            if fieldCount < 24 {
                output.replace(map.start, MajorType.map.rawValue << 5 | UInt8(truncatingIfNeeded: fieldCount))
            } else {
                let fields = takeFields()
                output.cut(to: map.start)
                append(.map, UInt64(fieldCount))
                output.append(fields.span)
            }
            map = outer
        }

        /// Sorts the fields of the innermost map, and returns their number.
        private mutating func sortFields() -> Int {
            let fields = fieldsInOrder()
            let start = map.start + 1
            let written = takeFields()
            for field in fields {
                output.append(written.span.extracting((field.lowerBound - start)..<(field.upperBound - start)))
            }
            return fields.count
        }

        /// Removes and returns the content of the innermost map.
        private mutating func takeFields() -> [UInt8] {
            let start = map.start + 1
            let fields = Array(output.bytes[start..<output.count])
            output.cut(to: start)
            return fields
        }

        /// Returns the ranges of the fields in the order of their keys; replaced duplicates are omitted.
        private func fieldsInOrder() -> [Range<Int>] {
            var fields: [Range<Int>] = []
            fields.reserveCapacity(map.fieldCount)
            var key = map.start + 1
            let bytes = output.bytes
            while key < output.count {
                let field = key..<Self.end(ofItemAt: Self.end(ofItemAt: key, in: bytes), in: bytes)
                var position = fields.count
                var order = CBOR.Order.after
                while position > 0, order == .after {
                    order = CBOR.Order(ofTextAt: fields[position - 1].lowerBound, andTextAt: key, in: bytes)
                    if order != .before { position -= 1 }
                }
                if order == .same { fields[position] = field } else { fields.insert(field, at: position) }
                key = field.upperBound
            }
            return fields
        }

        /// Returns the offset after a whole item that this writer wrote.
        private static func end(ofItemAt start: Int, in bytes: [UInt8]) -> Int {
            let information = bytes[start] & 0x1F
            var position = start + 1
            var argument = Int(information)
            if information >= 24 {
                argument = 0
                for _ in 0..<(1 << Int(information - 24)) {
                    argument = argument << 8 | Int(bytes[position])
                    position += 1
                }
            }
            switch MajorType(upperBitsOf: bytes[start]) {
            case .unsigned, .negative, .simple: return position
            case .bytes, .text: return position + argument
            case .array: for _ in 0..<argument { position = end(ofItemAt: position, in: bytes) }
            case .map: for _ in 0..<(argument * 2) { position = end(ofItemAt: position, in: bytes) }
            case .tag: position = end(ofItemAt: position, in: bytes)
            }
            return position
        }

        // MARK: Heads

        /// Appends an item's head with its argument in the shortest form (RFC 8949 section 3).
        mutating func append(_ major: MajorType, _ argument: UInt64) {
            switch argument {
            case ..<24: output.append(major.rawValue << 5 | UInt8(truncatingIfNeeded: argument))
            case ...0xFF: append(major, 24, argument, width: 1)
            case ...0xFFFF: append(major, 25, argument, width: 2)
            case ...0xFFFF_FFFF: append(major, 26, argument, width: 4)
            default: append(major, 27, argument, width: 8)
            }
        }

        /// Appends a head whose argument takes `width` bytes.
        @inline(__always)
        private mutating func append(_ major: MajorType, _ information: UInt8, _ argument: UInt64, width: Int) {
            output.append(major.rawValue << 5 | information, argument, width: width)
        }

        /// Appends a text, and returns its prefix; see ``EncodedKey``.
        @inline(never)
        private mutating func append(text: Span<UInt8>) -> UInt64 {
            let prefix = EncodedKey.prefix(ofText: text)
            if text.count < 24 {
                output.append(prefix, beginning: text)
            } else {
                append(.text, UInt64(text.count))
                output.append(text)
            }
            return prefix
        }
    }
}

extension CBOR.Order {
    /// Compares two encoded texts, which must be whole.
    fileprivate init(ofTextAt left: Int, andTextAt right: Int, in bytes: [UInt8]) {
        let bytes = bytes.span
        self = .same
        // The heads hold the lengths: when the heads are equal, so are the sizes.
        var offset = 0
        var size = 1
        while offset < size {
            let (mine, other) = (bytes[left + offset], bytes[right + offset])
            guard mine == other else {
                self = mine < other ? .before : .after
                return
            }
            if offset == 0 { size = Self.size(ofTextAt: left, in: bytes) }
            offset += 1
        }
    }

    /// Returns the number of bytes of an encoded text, including its head.
    private static func size(ofTextAt start: Int, in bytes: Span<UInt8>) -> Int {
        let information = bytes[start] & 0x1F
        guard information >= 24 else { return 1 + Int(information) }
        let width = 1 << Int(information - 24)
        var count = 0
        for offset in 1...width { count = count << 8 | Int(bytes[start + offset]) }
        return 1 + width + count
    }
}
