import Chance
import Containers
import Testing

@Suite struct RingBufferTests {
    @Test(arguments: [UInt64(1), 2, 3, 4]) func `a ring buffer holds the same as an array`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var ring = RingBuffer<Int>()
        var array: [Int] = []
        for round in 0..<5000 {
            let position = Int(generator.next() % UInt64(array.count + 1))
            switch generator.next() % 8 {
            case 0...2:
                ring.append(round)
                array.append(round)
            case 3...4:
                #expect(ring.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
            case 5:
                ring.insert(round, at: position)
                array.insert(round, at: position)
            case 6 where position < array.count:
                ring[position] += 1
                array[position] += 1
            default:
                let range = position..<min(position + 3, array.count)
                #expect(ring.remove(range) == Array(array[range]))
                array.removeSubrange(range)
            }
            #expect(ring.elementsEqual(array) && ring.first == array.first)
        }
    }

    @Test func `an element is released when it leaves`() {
        final class Element {}
        var ring = RingBuffer<Element>()
        weak var first: Element?
        do {
            let element = Element()
            first = element
            ring.append(element)
            ring.append(Element())
        }
        #expect(first != nil)
        _ = ring.popFirst()
        #expect(first == nil && ring.count == 1)
    }
}
