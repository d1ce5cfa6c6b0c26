import Containers
import Testing

@testable import Loop

@Suite struct DescriptorTests {
    @Test func `five hundred readable descriptors are served in the order of their watches`() throws {
        #expect(try behaviour("watch-order") == ["true"])
    }

    @Test func `readable descriptors are served, with their consequences, before time advances`() throws {
        #expect(
            try behaviour("watch-before-time") == [
                "0.000 s: readable", "0.000 s: and what follows", "1.000 s: a second later",
            ])
    }

    @Test func `a watch that has ended is not served although its descriptor is readable`() throws {
        #expect(try behaviour("watch-ended") == ["0.000 s: first", "0"])
    }

    @Test func `an announced arrival is served at once, and others when the loop polls the kernel`() throws {
        #expect(try behaviour("watch-announced") == ["1.000 s: readable", "2.000 s: readable"])
    }

    @Test func `descriptors are served while a task never rests`() throws {
        #expect(
            try behaviour("watch-while-busy") == [
                "0.000 s: readable", "0.000 s: seen by a task that never rests",
            ])
    }

    @Test func `a descriptor that does not exist cannot be watched`() throws {
        #expect(
            try behaviour("watch-impossible") == [
                "descriptor 12345 cannot be watched: Bad file descriptor", "0",
            ])
    }
}

@MainActor
@Suite struct WatchTableTests {
    private var table = WatchTable()

    @Test mutating func `slots are served lowest first, each once`() {
        var served: [Int] = []
        let ids = (0..<4).map { index in table.add(Int32(index)) { served.append(index) } }
        for id in [ids[3], ids[1], ids[3], ids[0]] { table.mark(id) }
        table.beginServing()
        while let action = table.next(nil) { action() }
        #expect(served == [0, 1, 3])
        #expect(!table.hasMarked)
    }

    @Test mutating func `a slot is taken again and its old name means nothing`() {
        let old = table.add(7) {}
        #expect(table.remove(old) == 7)
        let new = table.add(8) {}
        #expect(new.slot == old.slot)
        #expect(table.remove(old) == nil)
        table.mark(old)
        #expect(!table.hasMarked)
        #expect(table.remove(new) == 8)
        #expect(table.count == 0)
    }

    @Test mutating func `a watch is registered with the kernel on request only`() {
        let ids = (0..<3).map { table.add(Int32(10 + $0)) {} }
        table.setPolled(ids[1])
        #expect(table.isPolled(ids[1]) && !table.isPolled(ids[2]))
        #expect(table.remove(ids[0]) == 10)
        #expect(table.unpolled.map(\.descriptor) == [12])
    }

    @Test mutating func `kernel events of unused slots are ignored`() {
        table.mark(slot: 99)
        #expect(!table.hasMarked)
    }
}
