/// A dictionary that removes its oldest entries, so that memory does not grow with the capture.
struct BoundedTable<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        let order: Int
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var arrivals: [(key: Key, order: Int)] = []
    private var head = 0
    private var count = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(key: Key) -> Value? { entries[key]?.value }

    /// Changes an entry, if it exists.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard let index = entries.index(forKey: key) else { return }
        change(&entries.values[index].value)
    }

    mutating func remove(_ key: Key) -> Value? { entries.removeValue(forKey: key)?.value }

    /// Inserts an entry as the newest one. Returns an entry that was removed for it.
    mutating func insert(_ value: Value, for key: Key) -> Value? {
        count += 1
        entries[key] = Entry(value: value, order: count)
        arrivals.append((key, count))
        defer { compact() }
        while entries.count > capacity, head < arrivals.count {
            let oldest = arrivals[head]
            head += 1
            guard let entry = entries[oldest.key], entry.order == oldest.order else { continue }
            entries.removeValue(forKey: oldest.key)
            return entry.value
        }
        return nil
    }

    /// The values in the order of insertion.
    var values: [Value] {
        entries.values.sorted { $0.order < $1.order }.map(\.value)
    }

    private mutating func compact() {
        if arrivals.count > 4 * capacity + 64 {
            arrivals = arrivals[head...].filter { entries[$0.key]?.order == $0.order }
            head = 0
        } else if head > 4096, head > arrivals.count / 2 {
            arrivals.removeFirst(head)
            head = 0
        }
    }
}
