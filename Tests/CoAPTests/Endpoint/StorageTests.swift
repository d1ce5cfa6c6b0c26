import Chance
import Testing
import Timing

@testable import Wire

private struct Key: TableKey, ExpressibleByIntegerLiteral {
    let word: UInt64

    init(_ number: Int) {
        word = UInt64(number)
    }

    init(integerLiteral value: Int) {
        self.init(value)
    }
}

@Suite struct StorageTests {
    private func at(_ seconds: Int64) -> Instant { .start.advanced(by: .seconds(seconds)) }

    @Test func `a value is kept for its lifetime`() {
        var store = ExpiringStore<Key, String>(lifetime: .seconds(10), maxCost: 100, secret: 7)
        store.insert("a", for: 1, cost: 1, at: at(0))
        #expect(store.value(for: 1, at: at(9)) == "a")
        #expect(store.value(for: 1, at: at(10)) == nil)
        #expect(store.count == 0 && store.cost == 0)
    }

    @Test func `the oldest go first when there are too many or they are too large`() {
        var store = ExpiringStore<Key, Int>(lifetime: .seconds(10), maxCount: 3, maxCost: 100, secret: 7)
        for key in 1...4 { store.insert(key, for: Key(key), cost: 1, at: at(0)) }
        #expect(store.value(for: 1, at: at(0)) == nil && store.count == 3)
        store.insert(5, for: 5, cost: 98, at: at(0))
        #expect(store.count == 3 && store.cost == 100)
        store.insert(6, for: 6, cost: 101, at: at(0))
        #expect(store.count == 0 && store.cost == 0)
    }

    @Test func `a value that replaces another lives its own time`() {
        var store = ExpiringStore<Key, String>(lifetime: .seconds(10), maxCost: 100, secret: 7)
        store.insert("a", for: 1, cost: 5, at: at(0))
        store.insert("b", for: 1, cost: 7, at: at(5))
        #expect(store.value(for: 1, at: at(12)) == "b")
        #expect(store.cost == 7)
        store.change(1, cost: 2, at: at(12)) { $0 = "c" }
        #expect(store.take(1, at: at(12)) == "c")
        #expect(store.cost == 0 && store.take(1, at: at(12)) == nil)
    }

    @Test func `places of removed values do not pile up`() {
        var store = ExpiringStore<Key, Int>(lifetime: .seconds(1000), maxCost: 100, secret: 7)
        for key in 0..<10_000 {
            store.insert(key, for: Key(key), cost: 1, at: at(0))
            store.remove(Key(key))
        }
        #expect(store.count == 0 && store.placeCount <= 65)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `a store holds what was put in, and no longer than its lifetime`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var store = ExpiringStore<Key, Int>(lifetime: .seconds(50), maxCost: .max, secret: generator.next())
        var known: [UInt64: (value: Int, end: Int)] = [:]
        for second in 0..<5000 {
            let number = Int(generator.next() % 100) << (second % 2 == 0 ? 0 : 40)
            let now = at(Int64(second))
            known = known.filter { $0.value.end > second }
            if generator.chance(0.2) {
                let expected = known.removeValue(forKey: UInt64(number))?.value
                #expect(store.take(Key(number), at: now) == expected)
            } else {
                store.insert(second, for: Key(number), cost: 1, at: now)
                known[UInt64(number)] = (second, second + 50)
            }
            #expect(store.value(for: Key(number), at: now) == known[UInt64(number)]?.value)
            #expect(store.count == known.count && store.cost == known.count)
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `a table holds what a dictionary holds`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var table = KeyTable<Key, Int>(secret: generator.next())
        var dictionary: [UInt64: Int] = [:]
        for round in 0..<20_000 {
            // Few keys, and many that differ in their upper bits only.
            let number = Int(generator.next() % 200) << (round % 2 == 0 ? 0 : 40)
            if generator.chance(0.5) {
                #expect(table.remove(Key(number)) == dictionary.removeValue(forKey: UInt64(number)))
            } else {
                table.insert(round, for: Key(number))
                dictionary[UInt64(number)] = round
            }
            #expect(table[Key(number)] == dictionary[UInt64(number)])
            #expect(table.count == dictionary.count)
        }
        for (number, value) in dictionary { #expect(table[Key(Int(number))] == value) }
        table.removeAll { $0 % 2 == 0 }
        #expect(table.count == dictionary.values.count { $0 % 2 != 0 })
        #expect(!table.contains(Key(-1 & 0xFFFF_FFFF)))
    }

    @Test func `a queue gives back what it got, in order`() {
        var queue = Queue<Int>()
        var expected = 0
        for number in 0..<1000 {
            queue.append(number)
            guard number % 3 == 0 else { continue }
            #expect(queue.first == expected)
            #expect(queue.popFirst() == expected)
            expected += 1
        }
        #expect(queue.count == 1000 - expected)
        while let next = queue.popFirst() {
            #expect(next == expected)
            expected += 1
        }
        #expect(expected == 1000 && queue.isEmpty && queue.popFirst() == nil)
    }

    @Test func `idle peers are forgotten`() {
        var endpoint = CoAP.Endpoint(generator: .init(seed: 1))
        let ping = CoAP.Message(type: .confirmable, code: .get, messageID: 1).encoded()
        for port in UInt16(1)...5000 {
            let peer = SocketAddress(host: HostAddress(127, 0, 0, 1), port: port)
            for case .request(let request) in endpoint.receive(ping, from: peer, at: .start) {
                _ = endpoint.respond(CoAP.Response(code: .content), to: request.id, at: .start)
            }
        }
        #expect(endpoint.peers.count <= 1024)
    }
}
