import Chance
import Testing

@testable import Containers

/// Keys of which many differ in their upper bits only, so that they compete for the same buckets.
struct Key: MapKey, Hashable {
    let word: UInt64

    init(_ number: Int) {
        word = UInt64(number % 2 == 0 ? number : number << 40)
    }

    /// A key out of so many.
    static func any(of count: Int, _ generator: inout SeededGenerator) -> Key {
        Key(Int(generator.next() % UInt64(count)))
    }
}

@Suite struct SmallMapTests {
    @Test(arguments: [4, 12, 200], [UInt64(1), 2, 3])
    func `a small map holds the same as a dictionary`(keys: Int, _ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var map = SmallMap<Key, Int>(secret: generator.next())
        var dictionary: [Key: Int] = [:]
        for round in 0..<10_000 {
            let key = Key.any(of: keys, &generator)
            #expect(map[key] == dictionary[key])
            if generator.chance(0.5) {
                #expect(map.remove(key) == dictionary.removeValue(forKey: key))
            } else {
                map[key] = round
                dictionary[key] = round
            }
            #expect(map.contains(key) == (dictionary[key] != nil))
            #expect(map.count == dictionary.count && map.isEmpty == dictionary.isEmpty)
        }
        #expect(map.values.sorted() == dictionary.values.sorted())
        map.removeAll { $0 % 2 == 0 }
        dictionary = dictionary.filter { $0.value % 2 != 0 }
        #expect(map.values.sorted() == dictionary.values.sorted())
        for (key, value) in dictionary { #expect(map[key] == value) }
        map.removeAll()
        #expect(map.isEmpty && dictionary.keys.allSatisfy { map[$0] == nil })
    }

    @Test func `a value is changed in place by its slot`() {
        var map = SmallMap<String, [Int]>()
        let slot = map.insert([1], for: "a")
        map.values[slot].append(2)
        #expect(map["a"] == [1, 2] && map.slot(of: "a") == slot && map.slot(of: "b") == nil)
    }

    @Test(arguments: [3, 30]) func `the last value moves to a slot that is emptied`(count: Int) {
        var map = SmallMap<String, Int>()
        for number in 0..<count { map["\(number)"] = number }
        #expect(map.take(from: 0) == 0)
        #expect(map.slot(of: "\(count - 1)") == 0 && map["0"] == nil && map.count == count - 1)
    }
}

@Suite struct OrderedMapTests {
    @Test(arguments: [4, 12, 200], [UInt64(1), 2, 3])
    func `an ordered map holds the same as a list of pairs`(keys: Int, _ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var map = OrderedMap<Key, Int>(secret: generator.next())
        var list: [(key: Key, value: Int)] = []
        for round in 0..<10_000 {
            let key = Key.any(of: keys, &generator)
            let index = list.firstIndex { $0.key == key }
            #expect(map[key] == index.map { list[$0].value })
            switch generator.next() % 5 {
            case 0:
                #expect(map.remove(key) == index.map { list.remove(at: $0).value })
            case 1:
                #expect(map.popFirst() == (list.isEmpty ? nil : list.removeFirst().value))
            case 2:
                map[key] = round
                if let index { list[index].value = round } else { list.append((key, round)) }
            default:
                #expect(map.append(round, for: key) == index.map { list.remove(at: $0).value })
                list.append((key, round))
            }
            #expect(map.values == list.map(\.value))
            #expect(map.count == list.count && map.first == list.first?.value)
        }
        #expect(map.storedCount <= 2 * max(map.count, 33))
    }

    @Test func `of several values with one key the last one counts, in the first one's place`() {
        let map = OrderedMap(["ax", "bx", "ay"]) { String($0.prefix(1)) }
        #expect(map.values == ["ay", "bx"])
    }

    @Test(arguments: [0, 5, 100]) func `a flood of keys leaves no memory behind`(_ rest: Int) {
        var ordered = OrderedMap<Key, Int>(secret: 1)
        var small = SmallMap<Key, Int>(secret: 1)
        for number in 0..<20_000 {
            ordered.append(number, for: Key(2 * number))
            small.insert(number, for: Key(2 * number))
        }
        #expect(ordered.index.buckets.count > 32_768 && small.index.buckets.count > 32_768)
        for number in 0..<20_000 - rest {
            ordered.popFirst()
            small.remove(Key(2 * number))
        }
        #expect(ordered.index.buckets.count <= 8192 && small.index.buckets.count <= 8192)
        #expect(small.keys.capacity <= 8192 && small.values.capacity <= 8192)
        let left = Array(20_000 - rest..<20_000)
        #expect(ordered.values == left && small.values.sorted() == left)
        for number in left { #expect(ordered[Key(2 * number)] == number && small[Key(2 * number)] == number) }
        for number in 0..<1_000 {
            ordered.append(number, for: Key(2 * number))
            small.insert(number, for: Key(2 * number))
        }
        #expect(ordered.count == rest + 1_000 && small[Key(1998)] == 999)
    }

    @Test func `entries of removed values do not pile up`() {
        var map = OrderedMap<Key, Int>()
        map.append(0, for: Key(0))
        for number in 1..<10_000 {
            map.append(number, for: Key(number))
            map.remove(Key(number))
        }
        #expect(map.count == 1 && map.storedCount <= 66)
    }
}

@Suite struct ExpiringMapTests {
    @Test func `a value expires at its deadline`() {
        var map = ExpiringMap<Key, String, Int>()
        map.insert("a", for: Key(1), until: 10, at: 0)
        #expect(map.value(for: Key(1), at: 9) == "a")
        #expect(map.value(for: Key(1), at: 10) == nil)
        #expect(map.count == 0)
    }

    @Test func `the oldest values go first when they are too many or too large`() {
        var map = ExpiringMap<Key, Int, Int>(maxCount: 3, maxCost: 100)
        for key in 1...4 { map.insert(key, for: Key(key), cost: 1, until: 10, at: 0) }
        #expect(map.value(for: Key(1), at: 0) == nil && map.count == 3)
        map.insert(5, for: Key(5), cost: 98, until: 10, at: 0)
        #expect(map.count == 3 && map.cost == 100)
        map.insert(6, for: Key(6), cost: 101, until: 10, at: 0)
        #expect(map.count == 0 && map.cost == 0)
    }

    @Test func `a value that replaces another has its own deadline and cost`() {
        var map = ExpiringMap<Key, String, Int>(maxCost: 100)
        map.insert("a", for: Key(1), cost: 5, until: 10, at: 0)
        map.insert("b", for: Key(1), cost: 7, until: 15, at: 5)
        #expect(map.value(for: Key(1), at: 12) == "b" && map.cost == 7)
        map.update(Key(1), cost: 2, at: 12) { $0 = "c" }
        #expect(map.cost == 2)
        #expect(map.take(Key(1), at: 12) == "c")
        #expect(map.cost == 0 && map.take(Key(1), at: 12) == nil)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `a map holds each value until its deadline`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var map = ExpiringMap<Key, Int, Int>(secret: generator.next())
        var known: [Key: (value: Int, end: Int)] = [:]
        for now in 0..<5000 {
            let key = Key.any(of: 100, &generator)
            known = known.filter { $0.value.end > now }
            if generator.chance(0.2) {
                #expect(map.take(key, at: now) == known.removeValue(forKey: key)?.value)
            } else {
                map.insert(now, for: key, cost: 1, until: now + 50, at: now)
                known[key] = (now, now + 50)
            }
            #expect(map.value(for: key, at: now) == known[key]?.value)
            #expect(map.count == known.count && map.cost == known.count)
        }
    }
}
