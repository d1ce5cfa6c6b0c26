/// First in, first out, at constant cost.
struct Queue<Element> {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { head == elements.count }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        // Mostly nobody else stands there.
        if head == 0, elements.count == 1 { return elements.popLast() }
        guard !isEmpty else { return nil }
        let element = elements[head]
        head += 1
        if isEmpty {
            elements.removeAll(keepingCapacity: elements.count <= 16)
            head = 0
        } else if head >= 32, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements = elements[head...].filter { !isUnwanted($0) }
        head = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
