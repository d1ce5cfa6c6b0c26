/// A map in the order of insertion, from which the first value can be removed at a constant cost.
///
/// A few keys are searched one by one, more are hashed.
public struct OrderedMap<Key: MapKey, Value> {
    @usableFromInline
    struct Entry {
        @usableFromInline
        let key: Key
        /// Nil when the value was removed or replaced by a later one.
        @usableFromInline
        var value: Value?

        @inlinable
        init(key: Key, value: consuming Value) {
            self.key = key
            self.value = value
        }
    }

    /// The greatest number of entries without an index.
    @inlinable
    static var few: Int { 8 }

    /// The first entry always has a value.
    @usableFromInline
    var entries = RingBuffer<Entry>()
    /// The number of the first entry. Numbers in the index grow by one with each insertion, and wrap.
    @usableFromInline
    var firstNumber: UInt32 = 0
    @usableFromInline
    var index: HashIndex
    @usableFromInline
    var valueCount = 0

    /// Creates an empty map in which keys cannot be made to collide without knowledge of `secret`.
    @inlinable
    public init(secret: UInt64 = 0) {
        index = HashIndex(secret: secret)
    }

    /// Creates a map of values in their order. Of several values with one key, the last one counts.
    @inlinable
    public init(_ values: some Sequence<Value>, by key: (Value) -> Key) {
        self.init()
        for value in values { self[key(value)] = value }
    }

    /// The number of values.
    @inlinable
    public var count: Int { valueCount }

    /// True when the map has no value.
    @inlinable
    public var isEmpty: Bool { valueCount == 0 }

    /// The number of entries in memory. Removed values are counted until their entries are dropped.
    @inlinable
    public var storedCount: Int { entries.count }

    /// The values in the order of insertion.
    @inlinable
    public var values: [Value] { entries.compactMap(\.value) }

    /// The value that was inserted first.
    @inlinable
    public var first: Value? { entries.first?.value }

    /// A copy of the value of a key. A new value keeps the place of the former one; nil removes the key.
    @inlinable
    public subscript(key: Key) -> Value? {
        get { position(of: key).flatMap { entries[$0].value } }
        set {
            guard let newValue else {
                remove(key)
                return
            }
            if !update(key, { $0 = newValue }) { append(newValue, for: key) }
        }
    }

    /// Returns true when the key has a value.
    @inlinable
    public func contains(_ key: Key) -> Bool {
        position(of: key) != nil
    }

    /// Adds a value at the end and returns the former value of its key.
    @discardableResult
    @inlinable
    public mutating func append(_ value: consuming Value, for key: Key) -> Value? {
        let former = remove(key)
        entries.append(Entry(key: key, value: value))
        valueCount += 1
        if !index.isUnused {
            addToIndex(entries.count - 1)
        } else if entries.count > Self.few {
            rebuild()
        }
        return former
    }

    /// Changes the value of a key in place. Returns false when the key has none.
    @discardableResult
    @inlinable
    public mutating func update(_ key: Key, _ change: (inout Value) -> Void) -> Bool {
        guard let position = position(of: key), var value = entries[position].value.take() else { return false }
        change(&value)
        entries[position].value = value
        return true
    }

    /// Removes a key and returns its value.
    @discardableResult
    @inlinable
    public mutating func remove(_ key: Key) -> Value? {
        guard let position = position(of: key) else { return nil }
        removeFromIndex(position)
        valueCount -= 1
        let value = entries[position].value.take()
        dropEmptyEntries()
        return value
    }

    /// Removes and returns the first value.
    @discardableResult
    @inlinable
    public mutating func popFirst() -> Value? {
        guard count > 0 else { return nil }
        removeFromIndex(0)
        valueCount -= 1
        let value = entries[0].value.take()
        dropEmptyEntries()
        return value
    }
}

extension OrderedMap {
    @inlinable
    func position(of key: Key) -> Int? {
        if index.isUnused { return entries.firstIndex { $0.key == key && $0.value != nil } }
        let bucket = index.bucket(of: key.word) { entries[position(ofNumber: $0)].key == key }
        return bucket.map { position(ofNumber: index.number(in: $0)) }
    }

    @inlinable
    func position(ofNumber number: UInt32) -> Int {
        Int(number &- firstNumber)
    }

    @inlinable
    func number(at position: Int) -> UInt32 {
        firstNumber &+ UInt32(truncatingIfNeeded: position)
    }

    @inlinable
    mutating func addToIndex(_ position: Int) {
        index.insert(number(at: position), entries[position].key.word)
    }

    @inlinable
    mutating func removeFromIndex(_ position: Int) {
        guard !index.isUnused else { return }
        let number = number(at: position)
        if let bucket = index.bucket(of: entries[position].key.word, where: { $0 == number }) { index.remove(bucket) }
    }

    /// Drops the empty entries at the start, and all of them when they are more than half. Returns memory that a few
    /// remaining entries do not need.
    @inlinable
    mutating func dropEmptyEntries() {
        while let first = entries.first, first.value == nil {
            _ = entries.popFirst()
            firstNumber &+= 1
        }
        if index.isMostlyVacant || (entries.count > 64 && entries.count > 2 * count) { rebuild() }
    }

    /// Makes the list without empty entries, and its index if the entries are many.
    @inlinable
    mutating func rebuild() {
        var filled = RingBuffer<Entry>()
        filled.reserve(count)
        while let entry = entries.popFirst() {
            if entry.value != nil { filled.append(entry) }
        }
        entries = filled
        index.removeAll()
        guard entries.count > Self.few else { return }
        index.reserve(entries.count)
        for position in entries.indices { addToIndex(position) }
    }
}

extension OrderedMap: Sendable where Value: Sendable {}
extension OrderedMap.Entry: Sendable where Value: Sendable {}
