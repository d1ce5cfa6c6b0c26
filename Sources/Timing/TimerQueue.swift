/// Names one entry of a ``TimerQueue``.
public struct TimerID: Hashable, Sendable {
    fileprivate let order: UInt64
}

/// What is due when: a heap keyed by deadline and, between equal deadlines, by the order of scheduling.
///
/// Scheduling and taking cost O(log n). Cancelling is O(1): the entry's place in the heap stays until its deadline
/// comes or until most of the heap is made of such places.
public struct TimerQueue<Element> {
    private struct Place {
        let deadline: Instant
        let order: UInt64

        func precedes(_ other: Place) -> Bool {
            deadline == other.deadline ? order < other.order : deadline < other.deadline
        }
    }

    private var heap: [Place] = []
    private var elements: [UInt64: Element] = [:]
    private var nextOrder: UInt64 = 0

    /// Makes a queue with nothing in it.
    public init() {}

    /// How many entries wait.
    public var count: Int { elements.count }

    /// Whether nothing waits.
    public var isEmpty: Bool { elements.isEmpty }

    /// The earliest deadline, or nil when nothing waits.
    public var nextDeadline: Instant? { heap.first?.deadline }

    /// Adds `element`, due at `deadline`, behind all that were added before with the same deadline.
    public mutating func schedule(_ element: Element, at deadline: Instant) -> TimerID {
        let order = nextOrder
        nextOrder += 1
        elements[order] = element
        heap.append(Place(deadline: deadline, order: order))
        siftUp(from: heap.count - 1)
        return TimerID(order: order)
    }

    /// Takes the entry out before its time; nil when it was taken or cancelled already.
    @discardableResult
    public mutating func cancel(_ id: TimerID) -> Element? {
        guard let element = elements.removeValue(forKey: id.order) else { return nil }
        if heap.count > 64, heap.count > elements.count * 2 { rebuild() }
        dropCancelledHead()
        return element
    }

    /// Takes the first entry whose deadline is at or before `now`.
    public mutating func popDue(at now: Instant) -> (deadline: Instant, element: Element)? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        removeHead()
        let element = elements.removeValue(forKey: first.order)
        dropCancelledHead()
        return element.map { (first.deadline, $0) }
    }

    /// The waiting entries in the order in which they fall due; for messages, not for speed.
    public var inOrder: [(deadline: Instant, element: Element)] {
        heap.sorted { $0.precedes($1) }.compactMap { place in
            elements[place.order].map { (place.deadline, $0) }
        }
    }

    private mutating func dropCancelledHead() {
        while let first = heap.first, elements[first.order] == nil { removeHead() }
    }

    private mutating func rebuild() {
        heap = heap.filter { elements[$0.order] != nil }.sorted { $0.precedes($1) }
    }

    private mutating func removeHead() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown(from: 0)
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].precedes(heap[first]) { first = child }
            }
            guard first != parent else { return }
            heap.swapAt(parent, first)
            parent = first
        }
    }
}

extension TimerQueue: Sendable where Element: Sendable {}
