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
