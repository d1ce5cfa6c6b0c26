/// A queue, first in, first out. Its storage is a ring, which is allocated only to grow.
public struct RingBuffer<Element> {
    /// The number of slots is zero or a power of two.
    @usableFromInline
    var ring: [Element?] = []
    @usableFromInline
    var head = 0
    @usableFromInline
    var length = 0

    /// Creates an empty queue.
    @inlinable
    public init() {}

    /// The number of elements.
    @inlinable
    public var count: Int { length }

    /// Adds an element at the end.
    @inlinable
    public mutating func append(_ element: consuming Element) {
        if count == ring.count { grow() }
        ring[slot(of: count)] = element
        length += 1
    }

    /// Removes and returns the first element, or nil when the queue is empty.
    @inlinable
    public mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let first = ring[head].take()
        head = slot(of: 1)
        length -= 1
        return first
    }

    /// Inserts an element in front of the one at a position, or at the end.
    @inlinable
    public mutating func insert(_ element: consuming Element, at position: Int) {
        append(element)
        for later in (position + 1..<count).reversed() { ring.swapAt(slot(of: later), slot(of: later - 1)) }
    }

    /// Removes and returns the elements in a range.
    @inlinable
    public mutating func remove(_ range: Range<Int>) -> [Element] {
        let removed = range.compactMap { ring[slot(of: $0)].take() }
        for position in range.upperBound..<count {
            ring.swapAt(slot(of: position), slot(of: position - range.count))
        }
        length -= range.count
        return removed
    }

    @inlinable
    func slot(of position: Int) -> Int { (head + position) & (ring.count - 1) }

    @inlinable
    mutating func grow() { setCapacity(Swift.max(ring.count * 2, 2)) }

    /// Allocates slots for at least a number of elements.
    @inlinable
    mutating func reserve(_ count: Int) {
        var capacity = Swift.max(ring.count, 2)
        while capacity < count { capacity *= 2 }
        if capacity > ring.count { setCapacity(capacity) }
    }

    /// Moves the elements to a ring of a power of two. They are moved and not copied: a long queue would stop the process.
    @inlinable
    mutating func setCapacity(_ capacity: Int) {
        var larger: [Element?] = []
        larger.reserveCapacity(capacity)
        for position in 0..<length { larger.append(ring[slot(of: position)].take()) }
        larger.append(contentsOf: repeatElement(nil, count: capacity - length))
        ring = larger
        head = 0
    }
}

extension RingBuffer: RandomAccessCollection, MutableCollection {
    /// The position of the first element, which is zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// The position after the last element.
    @inlinable
    public var endIndex: Int { length }

    /// The element at a position from the front.
    @inlinable
    public subscript(position: Int) -> Element {
        get {
            guard position < count, let element = ring[slot(of: position)] else { preconditionFailure() }
            return element
        }
        _modify {
            guard position < count, var element = ring[slot(of: position)].take() else { preconditionFailure() }
            defer { ring[slot(of: position)] = element }
            yield &element
        }
    }
}

extension RingBuffer: Sendable where Element: Sendable {}
