import Chance
import Containers
import Testing

@Suite struct SizedQueueTests {
    @Test(arguments: [UInt64(1), 2, 3, 4]) func `a queue holds the same as a list of keys and sizes`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = SizedQueue<String>()
        var list: [(key: String, size: Int)] = []
        for size in 0..<5000 {
            let key = "key \(generator.next() % 100)"
            let known = list.firstIndex { $0.key == key }
            switch generator.next() % 4 {
            case 0...1:
                queue.set(key, size)
                if let known { list[known].size = size } else { list.append((key, size)) }
            case 2:
                queue.remove(key)
                if let known { list.remove(at: known) }
            default:
                let first = list.isEmpty ? nil : list.removeFirst()
                if let first { list.append(first) }
                #expect(queue.rotate() == first?.key)
            }
            #expect(queue[key] == list.first { $0.key == key }?.size)
            #expect(queue.count == list.count && queue.total == list.reduce(0) { $0 + $1.size })
        }
    }
}
