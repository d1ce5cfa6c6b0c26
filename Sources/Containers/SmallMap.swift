/// A map that searches a few keys one by one, and hashes only when there are more.
///
/// Keys and values lie in dense lists. A value can be read and changed in place by its slot, without another search.
public struct SmallMap<Key: MapKey, Value> {
    /// The greatest number of keys without an index.
    @inlinable
    static var few: Int { 8 }

    @usableFromInline
    var keys: [Key] = []
    /// The values by slot. They are not optional, because a read of one field would copy the whole optional value.
    public var values: [Value] = []
    @usableFromInline
    var index: HashIndex

    /// Creates an empty map in which keys cannot be made to collide without knowledge of `secret`.
    @inlinable
    public init(secret: UInt64 = 0) {
        index = HashIndex(secret: secret)
    }

    /// The number of values.
    @inlinable
    public var count: Int { keys.count }

    /// True when the map has no value.
    @inlinable
    public var isEmpty: Bool { keys.isEmpty }

    /// Allocates room for a number of values.
    @inlinable
    public mutating func reserveCapacity(_ count: Int) {
        keys.reserveCapacity(count)
        values.reserveCapacity(count)
    }

    /// The slot of a key, which is valid until the next removal.
    @inlinable
    @inline(__always)
    public func slot(of key: Key) -> Int? {
        if index.isUnused {
            for slot in keys.indices where keys[slot] == key { return slot }
            return nil
        }
        return index.bucket(of: key.word) { keys[Int($0)] == key }.map { Int(index.number(in: $0)) }
    }

    /// A copy of the value of a key. Assigning nil removes the key.
    @inlinable
    public subscript(key: Key) -> Value? {
        get { slot(of: key).map { values[$0] } }
        set {
            if let newValue { insert(newValue, for: key) } else { remove(key) }
        }
    }

    /// Returns true when the key has a value.
    @inlinable
    public func contains(_ key: Key) -> Bool {
        slot(of: key) != nil
    }

    /// Sets the value of a key and returns its slot.
    @discardableResult
    @inlinable
    public mutating func insert(_ value: consuming Value, for key: Key) -> Int {
        if let slot = slot(of: key) {
            values[slot] = value
            return slot
        }
        keys.append(key)
        values.append(value)
        if !index.isUnused {
            addToIndex(count - 1)
        } else if count > Self.few {
            for slot in keys.indices { addToIndex(slot) }
        }
        return count - 1
    }

    /// Removes a key and returns its value. The last value moves to its slot.
    @discardableResult
    @inlinable
    public mutating func remove(_ key: Key) -> Value? {
        slot(of: key).map { take(from: $0) }
    }

    /// Removes and returns the value of a slot. The last value moves there.
    @inlinable
    public mutating func take(from slot: Int) -> Value {
        if !index.isUnused { removeFromIndex(slot) }
        let lastKey = keys.removeLast()
        var value = values.removeLast()
        if slot < keys.count {
            keys[slot] = lastKey
            swap(&values[slot], &value)
        }
        if index.isMostlyVacant { rebuild() }
        return value
    }

    /// Removes the values that `isUnwanted` accepts.
    @inlinable
    public mutating func removeAll(where isUnwanted: (Value) -> Bool) {
        // Backwards, so that every value that moves was looked at before.
        for slot in values.indices.reversed() where isUnwanted(values[slot]) { _ = take(from: slot) }
    }

    /// Removes all values.
    @inlinable
    public mutating func removeAll() {
        self = SmallMap(secret: index.secret)
    }
}

extension SmallMap {
    /// Moves the keys and values, whose slots stay, to lists and an index of their size.
    @usableFromInline
    mutating func rebuild() {
        var moved = [Value]()
        moved.reserveCapacity(values.count)
        moved.append(contentsOf: values)
        values = moved
        keys = keys.map { $0 }
        index.removeAll()
        guard count > Self.few else { return }
        for slot in keys.indices { addToIndex(slot) }
    }

    @inlinable
    mutating func addToIndex(_ slot: Int) {
        index.insert(UInt32(truncatingIfNeeded: slot), keys[slot].word)
    }

    /// Removes the slot's number, and gives the number to the last key, which moves there.
    @inlinable
    mutating func removeFromIndex(_ slot: Int) {
        if let bucket = bucket(of: slot) { index.remove(bucket) }
        let last = keys.count - 1
        if slot != last, let bucket = bucket(of: last) { index.replace(bucket, UInt32(truncatingIfNeeded: slot)) }
    }

    @inlinable
    func bucket(of slot: Int) -> Int? {
        index.bucket(of: keys[slot].word) { $0 == UInt32(truncatingIfNeeded: slot) }
    }
}

extension SmallMap: Sendable where Value: Sendable {}
