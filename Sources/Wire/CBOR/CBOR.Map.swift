extension CBOR {
    /// Keys and values in the order of the deterministic encoding; no key stands twice.
    public struct Map: Hashable, Sendable {
        struct Entry: Hashable, Sendable {
            let key: CBOR
            var value: CBOR
        }

        private(set) var entries: [Entry]

        /// Makes a map with nothing in it.
        public init() {
            entries = []
        }

        /// Makes a map from keys and values in any order; of two values for one key the later counts.
        public init(_ pairs: [(CBOR, CBOR)]) {
            self.init(unsorted: pairs.map { Entry(key: $0.0, value: $0.1) })
        }

        /// Makes a map with texts as keys, given in any order; of two values for one key the later counts.
        public init(_ pairs: [(String, CBOR)]) {
            self.init(unsorted: pairs.map { Entry(key: .text($0.0), value: $0.1) })
        }

        /// Takes over entries whose keys are known to ascend.
        init(ascending entries: [Entry]) {
            self.entries = entries
        }

        private init(unsorted: [Entry]) {
            entries = []
            entries.reserveCapacity(unsorted.count)
            // The sort is stable, so the later of two equal keys is the last of its run.
            for entry in Self.isAscending(unsorted) ? unsorted : Self.sorted(unsorted) {
                if let last = entries.last, Order(of: last.key, and: entry.key) == .same { entries.removeLast() }
                entries.append(entry)
            }
        }

        static func sorted(_ entries: [Entry]) -> [Entry] {
            entries.sorted { Order(of: $0.key, and: $1.key) == .before }
        }

        private static func isAscending(_ entries: [Entry]) -> Bool {
            zip(entries, entries.dropFirst()).allSatisfy { Order(of: $0.key, and: $1.key) == .before }
        }

        /// The value under a text.
        public subscript(_ text: String) -> CBOR? {
            get { self[key: .text(text)] }
            set { self[key: .text(text)] = newValue }
        }

        /// The value under any key; setting nil takes the key out.
        public subscript(key key: CBOR) -> CBOR? {
            get {
                let place = place(of: key)
                return place.isTaken ? entries[place.index].value : nil
            }
            set {
                let place = place(of: key)
                switch (place.isTaken, newValue) {
                case (true, let value?): entries[place.index].value = value
                case (true, nil): entries.remove(at: place.index)
                case (false, let value?): entries.insert(Entry(key: key, value: value), at: place.index)
                case (false, nil): break
                }
            }
        }

        /// Where the key stands, or where it would.
        private func place(of key: CBOR) -> (index: Int, isTaken: Bool) {
            var low = 0
            var high = entries.count
            while low < high {
                let middle = (low + high) / 2
                switch Order(of: entries[middle].key, and: key) {
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
    /// The place of the first entry.
    public var startIndex: Int { 0 }

    /// The place behind the last entry.
    public var endIndex: Int { entries.count }

    /// The entry at a place in the order of the encoding.
    public subscript(position: Int) -> (key: CBOR, value: CBOR) {
        (entries[position].key, entries[position].value)
    }
}

extension CBOR.Map: ExpressibleByDictionaryLiteral {
    /// Makes a map; of two values for one key the later counts.
    public init(dictionaryLiteral elements: (CBOR, CBOR)...) {
        self.init(elements)
    }
}
