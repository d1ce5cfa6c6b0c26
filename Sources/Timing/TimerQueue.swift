/// Names one entry of a ``TimerQueue``.
public struct TimerID: Hashable, Sendable {
    let order: UInt64
    @usableFromInline
    let slot: Int
}

/// What is due when, keyed by deadline and, between equal deadlines, by the order of scheduling.
///
/// Scheduling, taking and cancelling cost O(log n).
public struct TimerQueue<Element> {
    @usableFromInline
    var heap = DeadlineHeap()
    @usableFromInline
    var elements: [Element?] = []

    /// Makes a queue with nothing in it.
    @inlinable
    public init() {}

    /// How many entries wait.
    @inlinable
    public var count: Int { heap.count }

    /// Whether nothing waits.
    @inlinable
    public var isEmpty: Bool { heap.count == 0 }

    /// The earliest deadline, or nil when nothing waits.
    @inlinable
    public var nextDeadline: Instant? { heap.nextDeadline }

    /// Adds `element`, due at `deadline`, behind all that were added before with the same deadline.
    @inlinable
    public mutating func schedule(_ element: consuming Element, at deadline: Instant) -> TimerID {
        let id = heap.schedule(at: deadline)
        if id.slot == elements.count { elements.append(element) } else { elements[id.slot] = element }
        return id
    }

    /// Takes the entry out before its time; nil when it was taken or cancelled already.
    @discardableResult
    @inlinable
    public mutating func cancel(_ id: TimerID) -> Element? {
        heap.cancel(id) ? take(id.slot) : nil
    }

    /// Takes the first entry whose deadline is at or before `now`.
    @inlinable
    public mutating func popDue(at now: Instant) -> (deadline: Instant, element: Element)? {
        guard let due = heap.popDue(at: now), let element = take(due.slot) else { return nil }
        return (due.deadline, element)
    }

    /// The waiting entries in the order in which they fall due; for messages, not for speed.
    public var inOrder: [(deadline: Instant, element: Element)] {
        heap.inOrder.compactMap { due in elements[due.slot].map { (due.deadline, $0) } }
    }

    @inlinable
    mutating func take(_ slot: Int) -> Element? {
        elements[slot].take()
    }
}

extension TimerQueue: Sendable where Element: Sendable {}
