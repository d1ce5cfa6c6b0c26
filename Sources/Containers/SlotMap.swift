/// Identifies one value of a ``SlotMap``.
public struct SlotID: Hashable, Sendable {
    /// Greater than the numbers of all values that were inserted before.
    public let number: UInt64
    /// The index of the value. It is reused after a removal.
    public let slot: Int

    /// Creates an identifier.
    @inlinable
    public init(number: UInt64, slot: Int) {
        self.number = number
        self.slot = slot
    }
}

extension SlotID: MapKey {
    /// The number, which no other identifier of the map has.
    @inlinable
    public var word: UInt64 { number }
}

/// Values that are found by an identifier at a constant cost. Identifiers of removed values find nothing.
///
/// The slot that was freed last is reused first.
public struct SlotMap<Value> {
    /// The numbers of the values by slot; zero in a free slot.
    @usableFromInline
    var numbers: [UInt64] = []
    @usableFromInline
    var values: [Value?] = []
    @usableFromInline
    var free: [Int] = []
    @usableFromInline
    var nextNumber: UInt64 = 1

    /// Creates an empty map.
    @inlinable
    public init() {}

    /// The number of values.
    @inlinable
    public var count: Int { numbers.count - free.count }

    /// The identifiers of all values in the order of their slots.
    @inlinable
    public var ids: [SlotID] {
        numbers.indices.compactMap { id(at: $0) }
    }

    /// The identifier of the value in a slot, or nil when the slot is free.
    @inlinable
    public func id(at slot: Int) -> SlotID? {
        guard slot < numbers.count, numbers[slot] != 0 else { return nil }
        return SlotID(number: numbers[slot], slot: slot)
    }

    /// Returns true when the identifier names a value.
    @inlinable
    public func contains(_ id: SlotID) -> Bool {
        id.slot < numbers.count && numbers[id.slot] == id.number
    }

    /// The value of an identifier, or nil after its removal. Changes happen in place; nil must not be assigned.
    @inlinable
    public subscript(id: SlotID) -> Value? {
        get { contains(id) ? values[id.slot] : nil }
        _modify {
            if contains(id) {
                yield &values[id.slot]
            } else {
                var none: Value?
                yield &none
            }
        }
    }

    /// Adds a value and returns its identifier.
    @inlinable
    public mutating func insert(_ value: consuming Value) -> SlotID {
        let id = SlotID(number: nextNumber, slot: free.popLast() ?? numbers.count)
        nextNumber += 1
        if id.slot == numbers.count {
            numbers.append(id.number)
            values.append(value)
        } else {
            numbers[id.slot] = id.number
            values[id.slot] = value
        }
        return id
    }

    /// Removes and returns a value, or returns nil when it was removed before.
    @discardableResult
    @inlinable
    public mutating func remove(_ id: SlotID) -> Value? {
        guard contains(id) else { return nil }
        numbers[id.slot] = 0
        free.append(id.slot)
        return values[id.slot].take()
    }

    /// Removes all values. Later ones take slots from the first on.
    @inlinable
    public mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        free.removeAll(keepingCapacity: true)
    }
}

extension SlotMap: Sendable where Value: Sendable {}
