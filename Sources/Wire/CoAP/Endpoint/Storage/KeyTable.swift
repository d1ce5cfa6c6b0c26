/// What can be looked up in a ``KeyTable``.
protocol TableKey: Equatable, Sendable {
    /// A number that equal keys have in common and other keys hardly do.
    var word: UInt64 { get }
}

/// Values by key: a list as long as they are few, then a hash table with open addressing.
///
/// An endpoint looks things up a dozen times for each message. A dictionary hashes every key anew with a function that
/// resists attackers; here one multiplication with a secret factor does, and a value can be read and changed in its place,
/// by slot. Nothing depends on the order of the slots.
struct KeyTable<Key: TableKey, Value> {
    /// So many keys are looked at one by one, which costs less than to keep buckets.
    private static var few: Int { 8 }

    /// For each bucket the slot plus one; zero means vacant. There are none before there are more than a few keys.
    private var buckets: [UInt32] = []
    private var keys: [Key] = []
    /// The values by slot, none of them optional: of those the whole would be copied to read a part.
    var values: [Value] = []
    private let secret: UInt64

    /// Makes a table in which those who do not know `secret` cannot make keys collide.
    init(secret: UInt64) {
        self.secret = secret | 1
    }

    var count: Int { keys.count }

    /// Where the value is, and stays until one is removed.
    @inline(__always)
    func slot(of key: Key) -> Int? {
        if buckets.isEmpty {
            for slot in keys.indices where keys[slot] == key { return slot }
            return nil
        }
        return bucket(of: key).map { Int(buckets[$0]) - 1 }
    }

    /// A copy of the value; to change it in its place use `values` and its slot.
    subscript(key: Key) -> Value? {
        slot(of: key).map { values[$0] }
    }

    func contains(_ key: Key) -> Bool {
        slot(of: key) != nil
    }

    /// Puts a value in the place of the one that the key had, if any, and returns where that is.
    @discardableResult
    mutating func insert(_ value: consuming Value, for key: Key) -> Int {
        if let slot = slot(of: key) {
            values[slot] = value
            return slot
        }
        keys.append(key)
        values.append(value)
        if buckets.isEmpty ? count > Self.few : count * 2 > buckets.count {
            grow()
        } else if !buckets.isEmpty {
            occupy(keys.count - 1)
        }
        return keys.count - 1
    }

    /// Takes a value out; the last one moves to its slot.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let slot = slot(of: key) else { return nil }
        return take(from: slot)
    }

    /// Takes out the value of a slot, to which the last one moves.
    mutating func take(from slot: Int) -> Value {
        if !buckets.isEmpty { release(slot, movingHere: keys.count - 1) }
        let lastKey = keys.removeLast()
        var value = values.removeLast()
        if slot < keys.count {
            keys[slot] = lastKey
            swap(&values[slot], &value)
        }
        return value
    }

    /// Removes the values that `isUnwanted`.
    mutating func removeAll(where isUnwanted: (Value) -> Bool) {
        // From behind, so that the one that moves has been looked at.
        for slot in values.indices.reversed() where isUnwanted(values[slot]) { remove(keys[slot]) }
    }
}

extension KeyTable {
    private func home(of key: Key) -> Int {
        let mixed = (key.word ^ secret &>> 17) &* (secret ^ 0x9E37_79B9_7F4A_7C14)
        return Int(truncatingIfNeeded: (mixed ^ mixed &>> 32)) & (buckets.count - 1)
    }

    private func next(_ bucket: Int) -> Int {
        (bucket + 1) & (buckets.count - 1)
    }

    private func bucket(of key: Key) -> Int? {
        var bucket = home(of: key)
        while buckets[bucket] != 0 {
            if keys[Int(buckets[bucket]) - 1] == key { return bucket }
            bucket = next(bucket)
        }
        return nil
    }

    /// Gives up the bucket of a slot, to which the value of another one is about to move.
    private mutating func release(_ slot: Int, movingHere last: Int) {
        if let bucket = bucket(of: keys[slot]) { vacate(bucket) }
        if slot != last, let moved = bucket(of: keys[last]) { buckets[moved] = UInt32(truncatingIfNeeded: slot + 1) }
    }

    private mutating func occupy(_ slot: Int) {
        var bucket = home(of: keys[slot])
        while buckets[bucket] != 0 { bucket = next(bucket) }
        buckets[bucket] = UInt32(truncatingIfNeeded: slot + 1)
    }

    /// Closes the gap: whoever stands behind it and may stand in it moves there.
    private mutating func vacate(_ bucket: Int) {
        var gap = bucket
        var candidate = next(gap)
        while buckets[candidate] != 0 {
            let wanted = home(of: keys[Int(buckets[candidate]) - 1])
            let distance = (candidate - wanted) & (buckets.count - 1)
            if distance >= (candidate - gap) & (buckets.count - 1) {
                buckets[gap] = buckets[candidate]
                gap = candidate
            }
            candidate = next(candidate)
        }
        buckets[gap] = 0
    }

    private mutating func grow() {
        buckets = [UInt32](repeating: 0, count: max(buckets.count * 2, Self.few * 4))
        for slot in keys.indices { occupy(slot) }
    }
}

extension KeyTable: Sendable where Value: Sendable {}
