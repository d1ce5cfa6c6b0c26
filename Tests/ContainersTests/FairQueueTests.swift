import Chance
import Containers
import Testing

@Suite struct FairQueueTests {
    /// The same as plain lists, without a thought for speed.
    private struct Model {
        let capacity: Int
        var turns: [UInt16] = []
        var queues: [UInt16: [[UInt8]]] = [:]
        var dropped = 0

        private static func cost(_ queue: [[UInt8]]) -> Int { queue.reduce(0) { $0 + $1.count + 256 } }

        mutating func add(_ bytes: [UInt8], from port: UInt16) {
            let all = queues.values.reduce(0) { $0 + Self.cost($1) }
            guard Self.cost((queues[port] ?? []) + [bytes]) <= capacity - all else {
                dropped += 1
                return
            }
            if queues[port, default: []].isEmpty { turns.append(port) }
            queues[port, default: []].append(bytes)
        }

        mutating func next() -> (bytes: [UInt8], port: UInt16)? {
            guard !turns.isEmpty else { return nil }
            let port = turns.removeFirst()
            guard let bytes = queues[port]?.removeFirst() else { return nil }
            if queues[port]?.isEmpty == false { turns.append(port) }
            return (bytes, port)
        }
    }

    @Test(arguments: UInt64(1)...20) func `elements come in turn and are dropped as in a model`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = FairQueue<UInt16, [UInt8]>(capacity: 5_000)
        var model = Model(capacity: 5_000)
        for step in 0..<2_000 {
            if generator.chance(step / 200 % 2 == 0 ? 0.7 : 0.3) {
                let port = UInt16(1 + generator.next() % 4)
                let bytes = [UInt8](repeating: UInt8(step & 255), count: Int(generator.next() % 300))
                queue.append(bytes, from: port, cost: bytes.count + 256)
                model.add(bytes, from: port)
            } else {
                let (real, expected) = (queue.next(), model.next())
                #expect(real?.element == expected?.bytes && real?.source == expected?.port)
            }
            #expect(queue.dropped == model.dropped && queue.isEmpty == model.turns.isEmpty)
        }
        #expect(model.dropped > 0)
    }

    @Test func `a source takes exactly half of the room that others leave free`() {
        var queue = FairQueue<Int, Int>(capacity: 1_024)
        func dropped(after element: Int, from source: Int) -> Int {
            queue.append(element, from: source, cost: element)
            return queue.dropped
        }
        #expect(dropped(after: 513, from: 1) == 0)
        #expect(queue.next()?.element == 513 && queue.isEmpty)
        #expect(dropped(after: 1025, from: 1) == 1)
        #expect(dropped(after: 1024, from: 1) == 1)
        #expect(dropped(after: 256, from: 2) == 2)
        #expect(queue.next()?.element == 1024)
        #expect(dropped(after: 256, from: 1) == 2 && dropped(after: 256, from: 1) == 2)
        #expect(dropped(after: 256, from: 1) == 3)
        #expect(dropped(after: 256, from: 2) == 3)
        #expect((0..<4).map { _ in queue.next()?.source } == [1, 2, 1, nil])
        #expect(queue.isEmpty)
    }
}
