/// The order of the entries of a ``TimerQueue``, by slot number.
///
/// It holds no elements and so is not generic: the code for the order is compiled once, in this module.
@usableFromInline
struct DeadlineHeap: Sendable {
    private struct Entry {
        let deadline: Instant
        let order: UInt64
        let slot: Int

        func precedes(_ other: Entry) -> Bool {
            deadline == other.deadline ? order < other.order : deadline < other.deadline
        }
    }

    private struct Slot {
        /// The order number of the slot's entry; zero when the slot is free.
        var order: UInt64
        /// The next free slot when this one is free, or -1.
        var nextFree = -1
    }

    /// The number of entries that may follow the heap unsorted. Most timers are cancelled before they need a
    /// position.
    private static let maxNew = 16

    /// The heap, followed by the unsorted entries. A cancelled entry keeps its position until it is first or last, or
    /// until cancelled entries outnumber the others.
    private var entries: [Entry] = []
    private var heapCount = 0
    private var slots: [Slot] = []
    private var firstFreeSlot = -1
    private var nextOrder: UInt64 = 1
    /// The earliest entry that is not cancelled.
    private var next: Entry?

    @usableFromInline
    private(set) var count = 0

    @usableFromInline
    init() {}

    @usableFromInline
    var nextDeadline: Instant? { next?.deadline }

    /// Adds an entry and returns its id, with a slot that was free or a new last one.
    @usableFromInline
    mutating func schedule(at deadline: Instant) -> TimerID {
        if entries.count - heapCount >= Self.maxNew { orderNew() }
        let id = TimerID(order: nextOrder, slot: takeSlot(nextOrder))
        let entry = Entry(deadline: deadline, order: id.order, slot: id.slot)
        entries.append(entry)
        nextOrder += 1
        count += 1
        if let known = next, known.precedes(entry) { return id }
        next = entry
        return id
    }

    /// Frees the slot of a pending entry.
    @usableFromInline
    mutating func cancel(_ id: TimerID) -> Bool {
        guard id.slot < slots.count, slots[id.slot].order == id.order else { return false }
        free(id.slot)
        if id.order == next?.order { next = first() }
        return true
    }

    /// Frees the slot of the first entry whose deadline is at or before `now`.
    @usableFromInline
    mutating func popDue(at now: Instant) -> (deadline: Instant, slot: Int)? {
        guard let due = next, due.deadline <= now else { return nil }
        free(due.slot)
        next = first()
        return (due.deadline, due.slot)
    }

    /// The entries with the earliest deadline, in the order of scheduling.
    var firstIDs: [TimerID] {
        let first = entries.filter { waits($0) && $0.deadline == next?.deadline }
        return first.sorted { $0.order < $1.order }.map { TimerID(order: $0.order, slot: $0.slot) }
    }

    @usableFromInline
    var inOrder: [(deadline: Instant, slot: Int)] {
        entries.filter(waits).sorted { $0.precedes($1) }.map { ($0.deadline, $0.slot) }
    }

    private func waits(_ entry: Entry) -> Bool { slots[entry.slot].order == entry.order }

    /// Returns the earliest pending entry, from the top of the heap or from the unsorted entries.
    private mutating func first() -> Entry? {
        while heapCount > 0, !waits(entries[0]) { removeTop() }
        var first = heapCount > 0 ? entries[0] : nil
        for position in heapCount..<entries.count where waits(entries[position]) {
            if let known = first, known.precedes(entries[position]) { continue }
            first = entries[position]
        }
        return first
    }

    private mutating func takeSlot(_ order: UInt64) -> Int {
        let slot = firstFreeSlot
        guard slot >= 0 else {
            slots.append(Slot(order: order))
            return slots.count - 1
        }
        firstFreeSlot = slots[slot].nextFree
        slots[slot].order = order
        return slot
    }

    private mutating func free(_ slot: Int) {
        slots[slot] = Slot(order: 0, nextFree: firstFreeSlot)
        firstFreeSlot = slot
        count -= 1
        while let last = entries.last, !waits(last) { entries.removeLast() }
        heapCount = min(heapCount, entries.count)
        if entries.count > 2 * count + Self.maxNew { orderAll() }
    }
}

// MARK: The heap

extension DeadlineHeap {
    /// Moves the pending unsorted entries into the heap.
    private mutating func orderNew() {
        for position in heapCount..<entries.count where waits(entries[position]) {
            heapCount += 1
            siftUp(entries[position], from: heapCount - 1)
        }
        entries.removeLast(entries.count - heapCount)
    }

    /// Rebuilds the heap from the pending entries.
    private mutating func orderAll() {
        heapCount = 0
        orderNew()
    }

    /// Fills the gap at the top with the heap's last entry, and the gap behind the heap with the last unsorted one.
    private mutating func removeTop() {
        heapCount -= 1
        if heapCount > 0 { siftDown(entries[heapCount], from: 0) }
        let last = entries.removeLast()
        if heapCount < entries.count { entries[heapCount] = last }
    }

    /// Sifts `moving` towards the top, beginning at a position that is free.
    private mutating func siftUp(_ moving: Entry, from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard moving.precedes(entries[parent]) else { break }
            entries[child] = entries[parent]
            child = parent
        }
        entries[child] = moving
    }

    /// Sifts `moving` towards the leaves, beginning at a position that is free.
    private mutating func siftDown(_ moving: Entry, from start: Int) {
        var parent = start
        while 2 * parent + 1 < heapCount {
            let left = 2 * parent + 1
            let right = left + 1
            let first = right < heapCount && entries[right].precedes(entries[left]) ? right : left
            guard entries[first].precedes(moving) else { break }
            entries[parent] = entries[first]
            parent = first
        }
        entries[parent] = moving
    }
}
