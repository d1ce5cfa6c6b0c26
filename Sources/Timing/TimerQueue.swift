/// Identifies one entry of a ``TimerQueue``.
public struct TimerID: Hashable, Sendable {
    let order: UInt64
    @usableFromInline
    let slot: Int
}

/// A priority queue of elements by deadline. Elements with equal deadlines keep the order of scheduling.
///
/// Scheduling, removal and cancellation take O(log n).
public struct TimerQueue<Element> {
    @usableFromInline
    var heap = DeadlineHeap()
    @usableFromInline
    var elements: [Element?] = []

    /// Creates an empty queue.
    @inlinable
    public init() {}

    /// The number of pending entries.
    @inlinable
    public var count: Int { heap.count }

    /// True when no entry is pending.
    @inlinable
    public var isEmpty: Bool { heap.count == 0 }

    /// The earliest deadline, or nil when the queue is empty.
    @inlinable
    public var nextDeadline: Instant? { heap.nextDeadline }

    /// Adds `element` at `deadline`, after every earlier entry with the same deadline.
    @inlinable
    public mutating func schedule(_ element: consuming Element, at deadline: Instant) -> TimerID {
        let id = heap.schedule(at: deadline)
        if id.slot == elements.count { elements.append(element) } else { elements[id.slot] = element }
        return id
    }

    /// Removes an entry and returns its element, or nil when it was removed before.
    @discardableResult
    @inlinable
    public mutating func cancel(_ id: TimerID) -> Element? {
        heap.cancel(id) ? take(id.slot) : nil
    }

    /// Removes and returns the first entry whose deadline is at or before `now`.
    @inlinable
    public mutating func popDue(at now: Instant) -> (deadline: Instant, element: Element)? {
        guard let due = heap.popDue(at: now), let element = take(due.slot) else { return nil }
        return (due.deadline, element)
    }

    /// The entries with the earliest deadline in the order of scheduling, if it is at or before `now`.
    ///
    /// It looks at all entries, and is not fast.
    package func due(at now: Instant) -> [(id: TimerID, element: Element)] {
        guard let nextDeadline, nextDeadline <= now else { return [] }
        return heap.firstIDs.compactMap { id in elements[id.slot].map { (id, $0) } }
    }

    /// The pending entries by deadline. It sorts all of them and serves messages.
    public var inOrder: [(deadline: Instant, element: Element)] {
        heap.inOrder.compactMap { due in elements[due.slot].map { (due.deadline, $0) } }
    }

    @inlinable
    mutating func take(_ slot: Int) -> Element? {
        elements[slot].take()
    }
}

extension TimerQueue: Sendable where Element: Sendable {}
