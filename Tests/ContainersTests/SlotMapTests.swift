import Chance
import Containers
import Testing

@Suite struct SlotMapTests {
    @Test(arguments: [UInt64(1), 2, 3]) func `each identifier finds its own value only`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var map = SlotMap<Int>()
        var values: [SlotID: Int] = [:]
        var ids: [SlotID] = []
        for round in 0..<5000 {
            if ids.isEmpty || generator.chance(0.4) {
                ids.append(map.insert(round))
                values[ids[ids.count - 1]] = round
            }
            let id = ids[Int(generator.next() % UInt64(ids.count))]
            if generator.chance(0.4) { #expect(map.remove(id) == values.removeValue(forKey: id)) }
            #expect(map[id] == values[id] && map.contains(id) == (values[id] != nil))
        }
        #expect(map.count == values.count)
        #expect(map.ids == values.keys.sorted { $0.slot < $1.slot })
    }

    @Test func `a slot is reused, and its former identifier finds nothing`() {
        var map = SlotMap<String>()
        let ids = ["a", "b", "c"].map { map.insert($0) }
        map.remove(ids[0])
        map.remove(ids[1])
        let new = map.insert("d")
        #expect(new.slot == ids[1].slot && new.number > ids[2].number)
        #expect(map[ids[1]] == nil && map.remove(ids[1]) == nil && map[new] == "d")
        #expect(map.id(at: new.slot) == new && map.id(at: ids[0].slot) == nil && map.id(at: 99) == nil)
    }

    @Test func `a value is changed in place, and an unknown identifier changes nothing`() {
        var map = SlotMap<[Int]>()
        let id = map.insert([1])
        map[id]?.append(2)
        #expect(map[id] == [1, 2])
        map.remove(id)
        map[id]?.append(3)
        #expect(map[id] == nil && map.count == 0)
    }

    @Test func `slots start again when all values are removed, numbers go on`() {
        var map = SlotMap<Int>()
        let old = map.insert(1)
        map.removeAll()
        let new = map.insert(2)
        #expect(new.slot == old.slot && new.number > old.number && map[old] == nil && map.ids == [new])
    }
}
