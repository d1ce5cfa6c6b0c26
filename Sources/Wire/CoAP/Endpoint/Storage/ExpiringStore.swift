import Timing

/// Values that are forgotten after a while, and the oldest of them earlier when they become too many or too large.
///
/// Nothing here asks to be woken: what has expired goes when the store is used next. An endpoint that only remembers
/// is idle. It remembers each message for minutes, so there are far more values than fit into a processor's cache, and
/// hardly one is ever asked for: a key that is not there is known as such without looking at a value.
struct ExpiringStore<Key: TableKey, Value: Sendable>: Sendable {
    private struct Place {
        let key: Key
        /// Nil when it was removed or replaced.
        var value: Value?
        var cost: Int
        let deadline: Instant
    }

    private let lifetime: Nanoseconds
    private let maxCount: Int
    private let maxCost: Int
    /// In the order of insertion, which is that of the deadlines; those before `head` are over.
    private var places: [Place] = []
    private var head = 0
    private var index: PlaceIndex
    /// The number of the place at `head`.
    private var firstNumber: UInt32 = 0
    private(set) var count = 0
    private(set) var cost = 0

    init(lifetime: Duration, maxCount: Int = .max, maxCost: Int, secret: UInt64) {
        self.lifetime = lifetime.nanoseconds
        index = PlaceIndex(secret: secret)
        self.maxCount = max(maxCount, 1)
        self.maxCost = maxCost
    }

    var placeCount: Int { places.count - head }

    /// The value, if it has not expired.
    mutating func value(for key: Key, at now: Instant) -> Value? {
        purge(at: now)
        return find(key).flatMap { places[$0.position].value }
    }

    /// Keeps the value from now on; the older ones make room.
    mutating func insert(_ value: consuming Value, for key: Key, cost: Int, at now: Instant) {
        let number = firstNumber &+ UInt32(truncatingIfNeeded: placeCount)
        if let (bucket, former) = find(key) {
            vacate(former)
            index.replace(bucket, number)
        } else {
            index.insert(number, key.word, count: count)
        }
        places.append(Place(key: key, value: value, cost: cost, deadline: now.later(by: lifetime)))
        count += 1
        self.cost += cost
        purge(at: now)
        if placeCount > 64, placeCount > 2 * count { dropVacantPlaces() }
    }

    /// Changes the value, if it has not expired; its place in the order stays.
    mutating func change(_ key: Key, cost: Int, at now: Instant, _ change: (inout Value) -> Void) {
        purge(at: now)
        guard let position = find(key)?.position, var value = places[position].value.take() else { return }
        change(&value)
        places[position].value = value
        self.cost += cost - places[position].cost
        places[position].cost = cost
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let (bucket, position) = find(key) else { return nil }
        index.remove(bucket)
        return vacate(position)
    }

    /// The value, if it has not expired, which is kept no more.
    mutating func take(_ key: Key, at now: Instant) -> Value? {
        purge(at: now)
        return remove(key)
    }

    private func find(_ key: Key) -> (bucket: Int, position: Int)? {
        guard count > 0 else { return nil }
        var search = index.search(for: key.word)
        while let (bucket, number) = index.next(&search) {
            let position = head + Int(number &- firstNumber)
            if places[position].key == key { return (bucket, position) }
        }
        return nil
    }

    @discardableResult
    private mutating func vacate(_ position: Int) -> Value? {
        cost -= places[position].cost
        count -= 1
        return places[position].value.take()
    }

    private mutating func purge(at now: Instant) {
        while head < places.count {
            let isVacant = places[head].value == nil
            guard isVacant || places[head].deadline <= now || count > maxCount || cost > maxCost else { return }
            if !isVacant {
                index.remove(firstNumber, places[head].key.word)
                vacate(head)
            }
            head += 1
            firstNumber &+= 1
            if head >= 64, head * 2 >= places.count {
                places.removeFirst(head)
                head = 0
            }
        }
    }

    private mutating func dropVacantPlaces() {
        places = places[head...].filter { $0.value != nil }
        head = 0
        index.removeAll()
        var number = firstNumber
        for position in places.indices {
            index.insert(number, places[position].key.word, count: position)
            number &+= 1
        }
    }
}
