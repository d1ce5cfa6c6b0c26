import Signaling
import Testing
import Timing

@testable import BackendCore

@Suite struct CallTableTests {
    private func call(_ id: String) -> CallRecord {
        let type = CallType(name: "default", grants: [:])
        return CallRecord(
            CallCid(type: "default", id: id), type: type, creator: User(id: "alice"), members: [],
            at: Timestamp(milliseconds: 1))
    }

    private func cid(_ id: String) -> CallCid { CallCid(type: "default", id: id) }

    @Test func `a call is found by its name, changed in its place and taken out`() {
        var table = CallTable()
        table.insert(call("a"), for: cid("a"))
        table.insert(call("b"), for: cid("b"))
        table[cid("a")]?.team = "red"
        #expect(table.inPlace(cid("a")) { $0.team } == "red" && table.inPlace(cid("c")) { $0.team } == nil)
        #expect(table[cid("a")]?.team == "red" && table[cid("b")]?.team == nil)
        table.removeValue(forKey: cid("a"))
        #expect(table[cid("a")] == nil && Array(table.keys) == [cid("b")])
        #expect(table.values.map(\.cid) == [cid("b")])
    }

    @Test func `calls are found in turns, and no more once they are gone`() {
        var table = CallTable()
        let ids = (0..<300).map { "call\($0)" }
        for id in ids { table.insert(call(id), for: cid(id)) }
        for id in ids + ids { #expect(table.inPlace(cid(id)) { $0.cid } == cid(id)) }
        for id in ids where id.hasSuffix("7") { table.removeValue(forKey: cid(id)) }
        for id in ids { #expect(table.contains(cid(id)) == !id.hasSuffix("7")) }
        table.insert(call("call7"), for: cid("call7"))
        #expect(table[cid("call7")]?.cid == cid("call7") && table[cid("call17")] == nil)
    }

    @Test func `a name is the same however its letters are put together`() {
        let (together, apart) = (cid("caf\u{E9}"), cid("cafe\u{301}"))
        var table = CallTable()
        table.insert(call("caf\u{E9}"), for: together)
        #expect(table.contains(apart) && table.contains(together) && table.contains(apart))
        table.removeValue(forKey: together)
        table.insert(call("other"), for: cid("other"))
        #expect(!table.contains(apart) && !table.contains(together) && table[apart] == nil)
    }

    @Test func `to change a call that is not there leaves nothing behind`() {
        var table = CallTable()
        table[cid("a")]?.team = "red"
        #expect(table.isEmpty && table.values.isEmpty)
        table.insert(call("b"), for: cid("b"))
        table.removeValue(forKey: cid("b"))
        table.insert(call("c"), for: cid("c"))
        #expect(table.values.map(\.cid) == [cid("c")])
    }
}
