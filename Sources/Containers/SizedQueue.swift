/// Keys in the order of insertion, each with a size, and the sum of the sizes.
///
/// Its user bounds the sum: ``rotate()`` returns the keys from the first on, so that some can be removed.
package struct SizedQueue<Key: MapKey>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        var size: Int
    }

    private var entries = OrderedMap<Key, Entry>()
    /// The sum of all sizes.
    package private(set) var total = 0

    package init() {}

    package var count: Int { entries.count }

    /// Returns the size of a key, or nil for an unknown key.
    package subscript(_ key: Key) -> Int? { entries[key]?.size }

    /// Sets the size of a key. A new key is the last one; others keep their position.
    package mutating func set(_ key: Key, _ size: Int) {
        total += size - (self[key] ?? 0)
        if !entries.update(key, { $0.size = size }) { entries.append(Entry(key: key, size: size), for: key) }
    }

    package mutating func remove(_ key: Key) {
        total -= entries.remove(key)?.size ?? 0
    }

    /// Returns the first key and moves it to the end; nil when there is none.
    package mutating func rotate() -> Key? {
        guard let entry = entries.popFirst() else { return nil }
        entries.append(entry, for: entry.key)
        return entry.key
    }
}
