import Timing

/// Values that are forgotten after a while, and the oldest of them earlier when they become too many or too large.
///
/// Nothing here asks to be woken: what has expired goes when the store is used next. An endpoint that only remembers
/// is idle.
struct ExpiringStore<Key: TableKey, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var cost: Int
        let serial: UInt64
    }

    private struct Place {
        let key: Key
        let serial: UInt64
        let deadline: Instant
    }

    private let lifetime: Nanoseconds
    private let maxCount: Int
    private let maxCost: Int
    private var entries: KeyTable<Key, Entry>
    /// In the order of insertion, which is that of the deadlines; removed and replaced entries keep their places.
    private var order = Queue<Place>()
    private var nextSerial: UInt64 = 0
    private(set) var cost = 0

    init(lifetime: Duration, maxCount: Int = .max, maxCost: Int, secret: UInt64) {
        self.lifetime = lifetime.nanoseconds
        entries = KeyTable(secret: secret)
        self.maxCount = max(maxCount, 1)
        self.maxCost = maxCost
    }

    var count: Int { entries.count }
    var placeCount: Int { order.count }

    /// The value, if it has not expired.
    mutating func value(for key: Key, at now: Instant) -> Value? {
        purge(at: now)
        return entries.slot(of: key).map { entries.values[$0].value }
    }

    /// Keeps the value from now on; the older ones make room.
    mutating func insert(_ value: consuming Value, for key: Key, cost: Int, at now: Instant) {
        nextSerial += 1
        let entry = Entry(value: value, cost: cost, serial: nextSerial)
        if let slot = entries.slot(of: key) {
            self.cost -= entries.values[slot].cost
            entries.values[slot] = entry
        } else {
            entries.insert(entry, for: key)
        }
        self.cost += cost
        order.append(Place(key: key, serial: nextSerial, deadline: now.later(by: lifetime)))
        purge(at: now)
        if order.count > 64, order.count > 2 * entries.count { dropVacantPlaces() }
    }

    /// Changes the value, if it has not expired; its place in the order stays.
    mutating func change(_ key: Key, cost: Int, at now: Instant, _ change: (inout Value) -> Void) {
        purge(at: now)
        guard let slot = entries.slot(of: key) else { return }
        self.cost += cost - entries.values[slot].cost
        entries.values[slot].cost = cost
        change(&entries.values[slot].value)
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.remove(key) else { return nil }
        cost -= entry.cost
        return entry.value
    }

    /// The value, if it has not expired, which is kept no more.
    mutating func take(_ key: Key, at now: Instant) -> Value? {
        purge(at: now)
        return remove(key)
    }

    private mutating func purge(at now: Instant) {
        while let first = order.first {
            guard first.deadline <= now || entries.count > maxCount || cost > maxCost else { return }
            _ = order.popFirst()
            if Self.isCurrent(first, in: entries) { remove(first.key) }
        }
    }

    private mutating func dropVacantPlaces() {
        let entries = entries
        order.removeAll { !Self.isCurrent($0, in: entries) }
    }

    private static func isCurrent(_ place: Place, in entries: KeyTable<Key, Entry>) -> Bool {
        entries.slot(of: place.key).map { entries.values[$0].serial } == place.serial
    }
}
