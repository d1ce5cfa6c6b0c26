/// First come, first served, in one array that is reused.
struct Line<Element> {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: consuming Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        // Mostly nobody else stands there.
        if head == 0, elements.count == 1 { return elements.popLast() }
        guard head < elements.count else { return nil }
        let first = elements[head]
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1024, head > count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }

    /// Who stands behind that many others.
    subscript(position: Int) -> Element { elements[head + position] }

    /// How many stand before the first one that matches, behind those that are passed over.
    func firstIndex(behind passed: Int = 0, where matches: (Element) -> Bool) -> Int? {
        elements[(head + passed)...].firstIndex(where: matches).map { $0 - head }
    }

    /// Lets somebody in behind that many others.
    mutating func insert(_ element: Element, behind others: Int) {
        elements.insert(element, at: head + others)
    }

    /// Sends away who stands there, and answers who that was.
    mutating func remove(_ range: Range<Int>) -> [Element] {
        let places = head + range.lowerBound..<head + range.upperBound
        defer { elements.removeSubrange(places) }
        return Array(elements[places])
    }
}
