/// First come, first served, in one array that is reused.
struct Line<Element> {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
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

    /// How many stand before the first one that matches.
    func firstIndex(where matches: (Element) -> Bool) -> Int? {
        elements[head...].firstIndex(where: matches).map { $0 - head }
    }
}
