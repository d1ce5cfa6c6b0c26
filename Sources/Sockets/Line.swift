/// A queue, first in, first out: a ring buffer that allocates only to grow.
struct Line<Element> {
    private var ring: [Element?] = []
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: consuming Element) {
        if count == ring.count { grow() }
        ring[place(of: count)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let first = ring[head].take()
        head = place(of: 1)
        count -= 1
        return first
    }

    /// The element at a position, or nil behind the last one.
    subscript(position: Int) -> Element? { position < count ? ring[place(of: position)] : nil }

    /// Returns the position of the first match, not counting the first `passed` elements.
    func firstIndex(behind passed: Int = 0, where matches: (Element) -> Bool) -> Int? {
        (passed..<count).first { ring[place(of: $0)].map(matches) ?? false }
    }

    /// Inserts an element at a position.
    mutating func insert(_ element: Element, behind others: Int) {
        append(element)
        for position in (others + 1..<count).reversed() { ring.swapAt(place(of: position), place(of: position - 1)) }
    }

    /// Removes and returns the elements in a range.
    mutating func remove(_ range: Range<Int>) -> [Element] {
        let removed = range.compactMap { ring[place(of: $0)].take() }
        for position in range.upperBound..<count {
            ring.swapAt(place(of: position), place(of: position - range.count))
        }
        count -= range.count
        return removed
    }

    /// The capacity is a power of two.
    private func place(of position: Int) -> Int { (head + position) & (ring.count - 1) }

    private mutating func grow() {
        ring = Array(ring[head...] + ring[..<head]) + Array(repeating: nil, count: max(ring.count, 2))
        head = 0
    }
}
