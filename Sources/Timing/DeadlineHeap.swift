/// Which of the numbered slots of a ``TimerQueue`` falls due when.
///
/// It holds no elements and so is not generic: all the work on the order is compiled once, in this room.
@usableFromInline
struct DeadlineHeap: Sendable {
    private struct Place {
        let deadline: Instant
        let order: UInt64
        let slot: Int

        func precedes(_ other: Place) -> Bool {
            deadline == other.deadline ? order < other.order : deadline < other.deadline
        }
    }

    private struct Slot {
        /// Of the entry in the slot; zero while there is none.
        var order: UInt64
        /// Where its place is among the places; while there is no entry the next free slot, or -1.
        var position: Int
    }

    /// So many places may lie behind the heap in no order. Most timers are cancelled before they would have to be in one.
    private static let mostNew = 16

    /// First those in the heap, then the new ones.
    private var places: [Place] = []
    private var heapCount = 0
    private var slots: [Slot] = []
    private var firstFreeSlot = -1
    private var nextOrder: UInt64 = 1

    @usableFromInline
    init() {}

    @usableFromInline
    var count: Int { places.count }

    @usableFromInline
    var nextDeadline: Instant? {
        guard var next = places.first?.deadline else { return nil }
        for position in max(heapCount, 1)..<max(places.count, 1) { next = min(next, places[position].deadline) }
        return next
    }

    /// Takes the slot that the entry gets: one that was free, or the one behind all others.
    @usableFromInline
    mutating func schedule(at deadline: Instant) -> TimerID {
        if places.count - heapCount == Self.mostNew { orderAll() }
        let order = nextOrder
        nextOrder += 1
        let slot = takeSlot(order, position: places.count)
        places.append(Place(deadline: deadline, order: order, slot: slot))
        return TimerID(order: order, slot: slot)
    }

    /// Frees the slot of an entry that still waits.
    @usableFromInline
    mutating func cancel(_ id: TimerID) -> Bool {
        guard id.slot < slots.count, slots[id.slot].order == id.order else { return false }
        removePlace(at: slots[id.slot].position)
        free(id.slot)
        return true
    }

    /// Frees the slot of the first entry whose deadline is at or before `now`.
    @usableFromInline
    mutating func popDue(at now: Instant) -> (deadline: Instant, slot: Int)? {
        guard let next = nextDeadline, next <= now else { return nil }
        let position = firstPosition
        let slot = places[position].slot
        removePlace(at: position)
        free(slot)
        return (next, slot)
    }

    /// Where the place is that is first, of which there must be one: at the top of the heap, or among the new ones.
    private var firstPosition: Int {
        var first = 0
        for position in max(heapCount, 1)..<places.count where places[position].precedes(places[first]) {
            first = position
        }
        return first
    }

    @usableFromInline
    var inOrder: [(deadline: Instant, slot: Int)] {
        places.sorted { $0.precedes($1) }.map { ($0.deadline, $0.slot) }
    }

    private mutating func takeSlot(_ order: UInt64, position: Int) -> Int {
        let slot = firstFreeSlot
        guard slot >= 0 else {
            slots.append(Slot(order: order, position: position))
            return slots.count - 1
        }
        firstFreeSlot = slots[slot].position
        slots[slot] = Slot(order: order, position: position)
        return slot
    }

    private mutating func free(_ slot: Int) {
        slots[slot] = Slot(order: 0, position: firstFreeSlot)
        firstFreeSlot = slot
    }
}

// MARK: The heap

extension DeadlineHeap {
    /// Takes the new places into the heap.
    private mutating func orderAll() {
        while heapCount < places.count {
            heapCount += 1
            siftUp(places[heapCount - 1], from: heapCount - 1)
        }
    }

    private mutating func put(_ place: Place, at position: Int) {
        places[position] = place
        slots[place.slot].position = position
    }

    /// Closes the gap: of the new places the last one goes there, and of the heap the last one, which moves up or down.
    private mutating func removePlace(at position: Int) {
        var gap = position
        if gap < heapCount {
            heapCount -= 1
            if gap < heapCount { fill(gap, with: places[heapCount]) }
            gap = heapCount
        }
        let last = places.removeLast()
        if gap < places.count { put(last, at: gap) }
    }

    private mutating func fill(_ gap: Int, with place: Place) {
        let isEarly = gap > 0 && place.precedes(places[(gap - 1) / 2])
        if isEarly { siftUp(place, from: gap) } else { siftDown(place, from: gap) }
    }

    /// Puts `moving` where it belongs, starting with a position that is free.
    private mutating func siftUp(_ moving: Place, from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard moving.precedes(places[parent]) else { break }
            put(places[parent], at: child)
            child = parent
        }
        put(moving, at: child)
    }

    /// Puts `moving` where it belongs, starting with a position that is free.
    private mutating func siftDown(_ moving: Place, from start: Int) {
        var parent = start
        while 2 * parent + 1 < heapCount {
            let left = 2 * parent + 1
            let right = left + 1
            let first = right < heapCount && places[right].precedes(places[left]) ? right : left
            guard places[first].precedes(moving) else { break }
            put(places[first], at: parent)
            parent = first
        }
        put(moving, at: parent)
    }
}
