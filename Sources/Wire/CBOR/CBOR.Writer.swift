extension CBOR {
    /// Writes data items straight into bytes, in deterministic encoding (RFC 8949 section 4.2.1), without a tree of items.
    ///
    /// A map's fields may come in any order: those that are not in the order of their keys' encodings are put into it
    /// when the map ends; of two fields with one key the later counts.
    public struct Writer: Sendable {
        /// What was written so far; maps that were begun and not ended are not whole.
        public private(set) var bytes: [UInt8] = []
        /// Where the keys of the open maps lie.
        private var keys: [Int] = []

        /// A map that was begun.
        public struct OpenMap: Sendable {
            fileprivate let start: Int
            fileprivate let firstKey: Int
        }

        /// Makes a writer with nothing written, and room for so many bytes.
        public init(capacity: Int = 512) {
            bytes.reserveCapacity(capacity)
            keys.reserveCapacity(24)
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

        /// Begins a map; its fields must follow, and then ``end(_:)``.
        public mutating func beginMap() -> OpenMap {
            let map = OpenMap(start: bytes.count, firstKey: keys.count)
            bytes.append(.map, 0)
            return map
        }

        /// Begins a field; exactly one item must follow.
        public mutating func key(_ name: String) {
            keys.append(bytes.count)
            bytes.append(text: name)
        }

        /// Ends a map and with it all that was begun in it.
        public mutating func end(_ map: OpenMap) {
            if !isAscending(from: map.firstKey) { sortFields(of: map) }
            let count = keys.count - map.firstKey
            keys.removeLast(count)
            if count < 24 {
                bytes[map.start] = MajorType.map.rawValue << 5 | UInt8(truncatingIfNeeded: count)
            } else {
                var head: [UInt8] = []
                head.append(.map, UInt64(count))
                bytes.replaceSubrange(map.start...map.start, with: head)
            }
        }

        private func isAscending(from firstKey: Int) -> Bool {
            guard keys.count > firstKey + 1 else { return true }
            for index in (firstKey + 1)..<keys.count
            where CBOR.Order(ofTextAt: keys[index - 1], andTextAt: keys[index], in: bytes) != .before {
                return false
            }
            return true
        }

        private mutating func sortFields(of map: OpenMap) {
            let fields = fieldsInOrder(of: map)
            // Only what is in the map is copied: a list of maps would otherwise be copied for each of them.
            let start = map.start + 1
            let written = Array(bytes[start...])
            bytes.removeSubrange(start...)
            keys.removeSubrange(map.firstKey...)
            for field in fields {
                keys.append(bytes.count)
                bytes.append(contentsOf: written[(field.lowerBound - start)..<(field.upperBound - start)])
            }
        }

        /// Where the fields lie, each behind those with lesser keys; one whose key came again is left out.
        private func fieldsInOrder(of map: OpenMap) -> [Range<Int>] {
            var fields: [Range<Int>] = []
            fields.reserveCapacity(keys.count - map.firstKey)
            for index in keys.indices[map.firstKey...] {
                let field = keys[index]..<(index + 1 < keys.count ? keys[index + 1] : bytes.count)
                var place = fields.count
                var order = CBOR.Order.after
                while place > 0, order == .after {
                    order = CBOR.Order(
                        ofTextAt: fields[place - 1].lowerBound, andTextAt: field.lowerBound, in: bytes)
                    if order != .before { place -= 1 }
                }
                if order == .same { fields[place] = field } else { fields.insert(field, at: place) }
            }
            return fields
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
