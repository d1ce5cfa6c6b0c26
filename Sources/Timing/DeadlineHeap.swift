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

    private var places: [Place] = []
    /// The order of the entry in each slot; what a place says otherwise is no more.
    private var occupants: [UInt64] = []
    private var freeSlots: [Int] = []
    private var nextOrder: UInt64 = 1

    @usableFromInline
    init() {}

    @usableFromInline
    var count: Int { occupants.count - freeSlots.count }

    @usableFromInline
    var nextDeadline: Instant? { places.first?.deadline }

    /// Takes the slot that the entry gets: one that was free, or the one behind all others.
    @usableFromInline
    mutating func schedule(at deadline: Instant) -> TimerID {
        let order = nextOrder
        nextOrder += 1
        let slot = freeSlots.popLast() ?? occupants.count
        if slot == occupants.count { occupants.append(order) } else { occupants[slot] = order }
        places.append(Place(deadline: deadline, order: order, slot: slot))
        siftUp(from: places.count - 1)
        return TimerID(order: order, slot: slot)
    }

    /// Frees the slot of an entry that still waits.
    @usableFromInline
    mutating func cancel(_ id: TimerID) -> Bool {
        guard id.slot < occupants.count, occupants[id.slot] == id.order else { return false }
        free(id.slot)
        if places.count > 64, places.count > count * 2 { rebuild() }
        dropCancelledHead()
        return true
    }

    /// Frees the slot of the first entry whose deadline is at or before `now`.
    @usableFromInline
    mutating func popDue(at now: Instant) -> (deadline: Instant, slot: Int)? {
        guard let first = places.first, first.deadline <= now else { return nil }
        removeHead()
        free(first.slot)
        dropCancelledHead()
        return (first.deadline, first.slot)
    }

    @usableFromInline
    var inOrder: [(deadline: Instant, slot: Int)] {
        places.filter(isWaiting).sorted { $0.precedes($1) }.map { ($0.deadline, $0.slot) }
    }

    private func isWaiting(_ place: Place) -> Bool {
        occupants[place.slot] == place.order
    }

    private mutating func free(_ slot: Int) {
        occupants[slot] = 0
        freeSlots.append(slot)
    }

    private mutating func dropCancelledHead() {
        while let first = places.first, !isWaiting(first) { removeHead() }
    }

    private mutating func rebuild() {
        places = places.filter(isWaiting).sorted { $0.precedes($1) }
    }
}

// MARK: The heap

extension DeadlineHeap {
    private mutating func removeHead() {
        let last = places.removeLast()
        if !places.isEmpty { siftDown(last) }
    }

    private mutating func siftUp(from start: Int) {
        let moving = places[start]
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard moving.precedes(places[parent]) else { break }
            places[child] = places[parent]
            child = parent
        }
        places[child] = moving
    }

    /// Puts `moving` where it belongs, starting with the head, whose place is free.
    private mutating func siftDown(_ moving: Place) {
        var parent = 0
        while 2 * parent + 1 < places.count {
            let left = 2 * parent + 1
            let right = left + 1
            let first = right < places.count && places[right].precedes(places[left]) ? right : left
            guard places[first].precedes(moving) else { break }
            places[parent] = places[first]
            parent = first
        }
        places[parent] = moving
    }
}
