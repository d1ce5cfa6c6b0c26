/// A map whose values expire, the oldest one first. When values are too many or too large, the oldest ones go earlier.
///
/// No timer is needed: expired values are removed when the map is used next.
public struct ExpiringMap<Key: MapKey, Value, Deadline: Comparable & Sendable> {
    @usableFromInline
    struct Entry {
        @usableFromInline
        var value: Value
        @usableFromInline
        var cost: Int
        @usableFromInline
        let deadline: Deadline

        @inlinable
        init(value: consuming Value, cost: Int, deadline: Deadline) {
            self.value = value
            self.cost = cost
            self.deadline = deadline
        }
    }

    @usableFromInline
    var entries: OrderedMap<Key, Entry>
    /// The deadline of the first entry, kept here because most uses need nothing else of it.
    @usableFromInline
    var nextDeadline: Deadline?
    @usableFromInline
    let maxCount: Int
    @usableFromInline
    let maxCost: Int
    @usableFromInline
    var totalCost = 0

    /// Creates an empty map.
    ///
    /// - Parameters:
    ///   - maxCount: The greatest number of values, at least 1.
    ///   - maxCost: The greatest sum of costs.
    ///   - secret: A number without which keys cannot be made to collide.
    @inlinable
    public init(maxCount: Int = .max, maxCost: Int = .max, secret: UInt64 = 0) {
        entries = OrderedMap(secret: secret)
        self.maxCount = max(maxCount, 1)
        self.maxCost = maxCost
    }

    /// The number of values, expired ones included until the next use.
    @inlinable
    public var count: Int { entries.count }

    /// The sum of the values' costs.
    @inlinable
    public var cost: Int { totalCost }

    /// The number of entries in memory.
    @inlinable
    public var storedCount: Int { entries.storedCount }

    /// Returns the value of a key unless it has expired.
    @inlinable
    public mutating func value(for key: Key, at now: Deadline) -> Value? {
        purge(at: now)
        return entries[key]?.value
    }

    /// True when the key was in the map at the last change, even if its value has expired since.
    @inlinable
    public func contains(_ key: Key) -> Bool {
        entries.contains(key)
    }

    /// Sets the value of a key until a deadline, which must not be before the deadlines of earlier insertions.
    @inlinable
    public mutating func insert(
        _ value: consuming Value, for key: Key, cost: Int = 0, until deadline: Deadline, at now: Deadline
    ) {
        let former = entries.append(Entry(value: value, cost: cost, deadline: deadline), for: key)
        totalCost += cost - (former?.cost ?? 0)
        if former != nil || nextDeadline == nil { nextDeadline = entries.first?.deadline }
        purge(at: now)
    }

    /// Changes a value in place unless it has expired. Its deadline stays.
    @inlinable
    public mutating func update(_ key: Key, cost: Int, at now: Deadline, _ change: (inout Value) -> Void) {
        purge(at: now)
        var former = cost
        entries.update(key) {
            change(&$0.value)
            former = $0.cost
            $0.cost = cost
        }
        totalCost += cost - former
    }

    /// Removes a key and returns its value, which may have expired.
    @discardableResult
    @inlinable
    public mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.remove(key) else { return nil }
        forget(entry)
        return entry.value
    }

    /// Removes a key and returns its value unless it has expired.
    @inlinable
    public mutating func take(_ key: Key, at now: Deadline) -> Value? {
        purge(at: now)
        return remove(key)
    }

    /// Removes all values that have expired.
    @inlinable
    public mutating func removeExpired(at now: Deadline) {
        purge(at: now)
    }

    @inlinable
    mutating func purge(at now: Deadline) {
        while let deadline = nextDeadline, deadline <= now || count > maxCount || cost > maxCost {
            guard let entry = entries.popFirst() else { return }
            forget(entry)
        }
    }

    @inlinable
    mutating func forget(_ entry: Entry) {
        totalCost -= entry.cost
        nextDeadline = entries.first?.deadline
    }
}

extension ExpiringMap: Sendable where Value: Sendable {}
extension ExpiringMap.Entry: Sendable where Value: Sendable {}
