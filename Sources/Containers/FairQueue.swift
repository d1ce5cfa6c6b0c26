/// Elements in a queue for each source. Sources are served in turn, so a flood of one source delays the others by one
/// element each.
///
/// A source may occupy half of the room that the others leave free. So a new source always finds room beside a flood of
/// one source, and no queue must be searched to make room.
package struct FairQueue<Source: Hashable, Element> {
    private struct Waiting {
        var elements = RingBuffer<(element: Element, cost: Int)>()
        var cost = 0
    }

    /// The maximum cost of all elements.
    private let capacity: Int
    private var queues: [Source: Waiting] = [:]
    /// The sources with waiting elements, the next one first.
    private var turns = RingBuffer<Source>()
    private var cost = 0

    /// The number of elements that found no room.
    package private(set) var dropped = 0

    /// Creates an empty queue with room for elements of this cost.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// True when no element is waiting.
    package var isEmpty: Bool { queues.isEmpty }

    /// Adds an element to the queue of its source, or drops it. A dropped element is not created.
    ///
    /// - Parameter cost: The room that the element takes, at least one.
    package mutating func append(_ element: @autoclosure () -> Element, from source: Source, cost: Int) {
        let own = queues[source]?.cost ?? 0
        guard own + cost <= capacity - self.cost else {
            dropped += 1
            return
        }
        if own == 0 { turns.append(source) }
        queues[source, default: Waiting()].cost += cost
        queues[source]?.elements.append((element(), cost))
        self.cost += cost
    }

    /// Returns the next element of the next source, which then waits for another turn; nil when no element is waiting.
    package mutating func next() -> (element: Element, source: Source)? {
        guard let source = turns.popFirst(), let next = queues[source]?.elements.popFirst() else { return nil }
        cost -= next.cost
        queues[source]?.cost -= next.cost
        if queues[source]?.elements.count == 0 {
            queues[source] = nil
        } else {
            turns.append(source)
        }
        return (next.element, source)
    }
}
