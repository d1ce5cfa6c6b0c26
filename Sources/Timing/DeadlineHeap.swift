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
        /// Where in the heap its place is.
        var position: Int
    }

    private var places: [Place] = []
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var nextOrder: UInt64 = 1

    @usableFromInline
    init() {}

    @usableFromInline
    var count: Int { places.count }

    @usableFromInline
    var nextDeadline: Instant? { places.first?.deadline }

    /// Takes the slot that the entry gets: one that was free, or the one behind all others.
    @usableFromInline
    mutating func schedule(at deadline: Instant) -> TimerID {
        let order = nextOrder
        nextOrder += 1
        let place = Place(deadline: deadline, order: order, slot: takeSlot(order))
        places.append(place)
        siftUp(place, from: places.count - 1)
        return TimerID(order: order, slot: place.slot)
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
        guard let first = places.first, first.deadline <= now else { return nil }
        removePlace(at: 0)
        free(first.slot)
        return (first.deadline, first.slot)
    }

    @usableFromInline
    var inOrder: [(deadline: Instant, slot: Int)] {
        places.sorted { $0.precedes($1) }.map { ($0.deadline, $0.slot) }
    }

    private mutating func takeSlot(_ order: UInt64) -> Int {
        guard !freeSlots.isEmpty else {
            slots.append(Slot(order: order, position: 0))
            return slots.count - 1
        }
        let slot = freeSlots.removeLast()
        slots[slot].order = order
        return slot
    }

    private mutating func free(_ slot: Int) {
        slots[slot].order = 0
        freeSlots.append(slot)
    }
}

// MARK: The heap

extension DeadlineHeap {
    private mutating func put(_ place: Place, at position: Int) {
        places[position] = place
        slots[place.slot].position = position
    }

    /// Fills the gap with the last place, which goes up or down from there.
    private mutating func removePlace(at gap: Int) {
        let last = places.removeLast()
        guard gap < places.count else { return }
        if gap > 0, last.precedes(places[(gap - 1) / 2]) { siftUp(last, from: gap) } else { siftDown(last, from: gap) }
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
        while 2 * parent + 1 < places.count {
            let left = 2 * parent + 1
            let right = left + 1
            let first = right < places.count && places[right].precedes(places[left]) ? right : left
            guard places[first].precedes(moving) else { break }
            put(places[first], at: parent)
            parent = first
        }
        put(moving, at: parent)
    }
}
