extension CBOR {
    /// Writes data items straight into bytes, in deterministic encoding (RFC 8949 section 4.2.1), without a tree of items.
    ///
    /// A map's fields may come in any order: those that are not in the order of their keys' encodings are put into it
    /// when the map ends; of two fields with one key the later counts.
    public struct Writer: Sendable {
        /// What was written so far; maps that were begun and not ended are not whole.
        public private(set) var bytes: [UInt8] = []
        /// The innermost map that was begun and not ended.
        private var map = OpenMap(start: 0)

        /// A map that was begun.
        public struct OpenMap: Sendable {
            fileprivate let start: Int
            fileprivate var fieldCount = 0
            /// Where the last key lies.
            fileprivate var lastKey = 0
            /// Whether each key so far comes behind the one before it.
            fileprivate var isAscending = true
        }

        /// Makes a writer with nothing written, and room for so many bytes.
        public init(capacity: Int = 512) {
            bytes.reserveCapacity(capacity)
        }

        /// Writes any item.
        public mutating func write(_ item: CBOR) {
            item.encode(into: &bytes)
        }

        /// Writes a text.
        public mutating func write(_ text: String) {
            bytes.append(text: text)
        }

        /// Writes a whole number.
        public mutating func write(_ number: Int64) {
            if number < 0 {
                bytes.append(.negative, UInt64(~number))
            } else {
                bytes.append(.unsigned, UInt64(number))
            }
        }

        /// Writes true or false.
        public mutating func write(_ truth: Bool) {
            bytes.append(.simple, truth ? 21 : 20)
        }

        /// Begins a list of so many items; they must follow.
        public mutating func beginArray(count: Int) {
            bytes.append(.array, UInt64(count))
        }

        // MARK: Maps

        /// Begins a map; its fields must follow, and then ``end(backTo:)`` with the map that it is in, which this returns.
        public mutating func beginMap() -> OpenMap {
            defer { map = OpenMap(start: bytes.count - 1) }
            bytes.append(.map, 0)
            return map
        }

        /// Begins a field; exactly one item must follow.
        public mutating func key(_ name: String) {
            let key = bytes.count
            bytes.append(text: name)
            if map.fieldCount > 0, CBOR.Order(ofTextAt: map.lastKey, andTextAt: key, in: bytes) != .before {
                map.isAscending = false
            }
            map.fieldCount += 1
            map.lastKey = key
        }

        /// Ends the map that was begun last.
        public mutating func end(backTo outer: OpenMap) {
            let count = map.isAscending ? map.fieldCount : sortFields()
            if count < 24 {
                bytes[map.start] = MajorType.map.rawValue << 5 | UInt8(truncatingIfNeeded: count)
            } else {
                var head: [UInt8] = []
                head.append(.map, UInt64(count))
                bytes.replaceSubrange(map.start...map.start, with: head)
            }
            map = outer
        }

        /// Puts the fields of the innermost map into order, and returns how many there are.
        private mutating func sortFields() -> Int {
            let fields = fieldsInOrder()
            // Only what is in the map is copied: a list of maps would otherwise be copied for each of them.
            let start = map.start + 1
            let written = Array(bytes[start...])
            bytes.removeSubrange(start...)
            for field in fields {
                bytes.append(contentsOf: written[(field.lowerBound - start)..<(field.upperBound - start)])
            }
            return fields.count
        }

        /// Where the fields lie, each behind those with lesser keys; one whose key came again is left out.
        private func fieldsInOrder() -> [Range<Int>] {
            var fields: [Range<Int>] = []
            fields.reserveCapacity(map.fieldCount)
            var key = map.start + 1
            while key < bytes.count {
                let field = key..<Self.end(ofItemAt: Self.end(ofItemAt: key, in: bytes), in: bytes)
                var place = fields.count
                var order = CBOR.Order.after
                while place > 0, order == .after {
                    order = CBOR.Order(ofTextAt: fields[place - 1].lowerBound, andTextAt: key, in: bytes)
                    if order != .before { place -= 1 }
                }
                if order == .same { fields[place] = field } else { fields.insert(field, at: place) }
                key = field.upperBound
            }
            return fields
        }

        /// The place behind a whole item that was written here.
        private static func end(ofItemAt start: Int, in bytes: [UInt8]) -> Int {
            let information = bytes[start] & 0x1F
            var place = start + 1
            var argument = Int(information)
            if information >= 24 {
                argument = 0
                for _ in 0..<(1 << Int(information - 24)) {
                    argument = argument << 8 | Int(bytes[place])
                    place += 1
                }
            }
            switch MajorType(upperBitsOf: bytes[start]) {
            case .unsigned, .negative, .simple: return place
            case .bytes, .text: return place + argument
            case .array: for _ in 0..<argument { place = end(ofItemAt: place, in: bytes) }
            case .map: for _ in 0..<(argument * 2) { place = end(ofItemAt: place, in: bytes) }
            case .tag: place = end(ofItemAt: place, in: bytes)
            }
            return place
        }
    }
}

extension CBOR.Order {
    /// The order of two encoded texts, which must be whole.
    fileprivate init(ofTextAt left: Int, andTextAt right: Int, in bytes: [UInt8]) {
        let bytes = bytes.span
        self = .same
        for offset in 0..<Self.size(ofTextAt: left, in: bytes) where bytes[left + offset] != bytes[right + offset] {
            self = bytes[left + offset] < bytes[right + offset] ? .before : .after
            return
        }
    }

    /// How many bytes a text has, its head included.
    private static func size(ofTextAt start: Int, in bytes: Span<UInt8>) -> Int {
        let information = bytes[start] & 0x1F
        guard information >= 24 else { return 1 + Int(information) }
        let width = 1 << Int(information - 24)
        var count = 0
        for offset in 1...width { count = count << 8 | Int(bytes[start + offset]) }
        return 1 + width + count
    }
}
