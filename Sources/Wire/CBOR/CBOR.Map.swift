extension CBOR {
    /// Keys and values in the order of the deterministic encoding; keys are unique.
    public struct Map: Hashable, Sendable {
        struct Entry: Hashable, Sendable {
            let key: OrderedKey
            var value: CBOR
        }

        private(set) var entries: [Entry]

        /// Creates an empty map.
        public init() {
            entries = []
        }

        /// Creates a map from pairs in any order; the last value of a duplicate key is kept.
        public init(_ pairs: [(CBOR, CBOR)]) {
            guard !pairs.isEmpty else {
                self.init()
                return
            }
            self.init(unsorted: pairs.map { Entry(key: OrderedKey($0.0), value: $0.1) })
        }

        /// Creates a map with text keys from pairs in any order; the last value of a duplicate key is kept.
        public init(_ pairs: [(String, CBOR)]) {
            self.init(unsorted: pairs.map { Entry(key: OrderedKey($0.0), value: $0.1) })
        }

        /// Creates a map from entries whose keys are known to ascend.
        init(ascending entries: [Entry]) {
            self.entries = entries
        }

        private init(unsorted: [Entry]) {
            entries = Self.isAscending(unsorted) ? unsorted : Self.sorted(unsorted)
            if !Self.isAscending(entries) { removeFormerDuplicates() }
        }

        /// Removes duplicates. The sort is stable, so the last value of a key ends its run.
        private mutating func removeFormerDuplicates() {
            let all = entries
            entries.removeAll(keepingCapacity: true)
            for entry in all {
                if entries.last?.key == entry.key { entries.removeLast() }
                entries.append(entry)
            }
        }

        /// Sorts indices instead of entries, which are large and reference counted.
        static func sorted(_ entries: [Entry]) -> [Entry] {
            entries.indices.sorted { left, right in
                let mine = entries[left].key.prefix
                let other = entries[right].key.prefix
                guard mine == other else { return mine < other }
                return entries[left].key.order(to: entries[right].key) == .before
            }
            .map { entries[$0] }
        }

        private static func isAscending(_ entries: [Entry]) -> Bool {
            zip(entries.indices, entries.indices.dropFirst()).allSatisfy { left, right in
                entries[left].key.order(to: entries[right].key) == .before
            }
        }

        /// The value of a text key; assigning nil removes the entry.
        public subscript(_ text: String) -> CBOR? {
            get { value(under: OrderedKey(text)) }
            set { set(newValue, under: OrderedKey(text)) }
        }

        /// The value of a key of any type; assigning nil removes the entry.
        public subscript(key key: CBOR) -> CBOR? {
            get { value(under: OrderedKey(key)) }
            set { set(newValue, under: OrderedKey(key)) }
        }

        private func value(under key: OrderedKey) -> CBOR? {
            let position = position(of: key)
            return position.isTaken ? entries[position.index].value : nil
        }

        private mutating func set(_ value: CBOR?, under key: OrderedKey) {
            let position = position(of: key)
            switch (position.isTaken, value) {
            case (true, let value?): entries[position.index].value = value
            case (true, nil): entries.remove(at: position.index)
            case (false, let value?): entries.insert(Entry(key: key, value: value), at: position.index)
            case (false, nil): break
            }
        }

        /// Returns the index of a key, or the index at which it would be inserted.
        private func position(of key: OrderedKey) -> (index: Int, isTaken: Bool) {
            var low = 0
            var high = entries.count
            while low < high {
                let middle = (low + high) / 2
                switch entries[middle].key.order(to: key) {
                case .same: return (middle, true)
                case .before: low = middle + 1
                case .after: high = middle
                }
            }
            return (low, false)
        }
    }
}

extension CBOR.Map: RandomAccessCollection {
    /// The index of the first entry.
    public var startIndex: Int { 0 }

    /// The index after the last entry.
    public var endIndex: Int { entries.count }

    /// The entry at an index, in the order of the encoding.
    public subscript(position: Int) -> (key: CBOR, value: CBOR) {
        (entries[position].key.item, entries[position].value)
    }
}

extension CBOR.Map: ExpressibleByDictionaryLiteral {
    /// Creates a map; the last value of a duplicate key is kept.
    public init(dictionaryLiteral elements: (CBOR, CBOR)...) {
        self.init(elements)
    }
}
