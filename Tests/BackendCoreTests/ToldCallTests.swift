import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct ToldCallTests {
    private static let start = Timestamp(milliseconds: 1)
    private static let later = Timestamp(milliseconds: 2)

    private static func call() -> CallRecord {
        CallRecord(
            CallCid(type: "default", id: "a"), type: CallType(name: "default", grants: [:]), creator: User(id: "alice"),
            members: [Member { $0.user = User(id: "bob") }], at: start)
    }

    private static let changes: [@Sendable (inout CallRecord) -> Void] = [
        { $0.team = "red" },
        { $0.updatedAt = later },
        { $0.startsAt = later },
        { $0.custom = ["key": .boolean(true)] },
        { $0.settings.backstage.enabled = true },
        { $0.isInBackstage = true },
        { _ = $0.setBlocked("carol", true, at: later) },
        { _ = $0.startSession("first") },
        { _ = $0.ring([], by: "alice", at: later, isVideo: true) },
        { _ = $0.changeSession { $0.ring.accept("bob", at: later) } },
        { _ = $0.changeSession { $0.start(at: later) } },
        {
            _ = $0.join(
                SessionParticipant {
                    $0.user = User(id: "bob")
                    $0.userSessionId = "b"
                    $0.role = "user"
                    $0.joinedAt = later
                },
                listing: 25)
        },
        { $0.changeSession { $0.end(at: later) } },
        { $0.thumbnail = ThumbnailResponse { $0.imageURL = "https://rollcall.invalid/a.jpg" } },
        { $0.endedAt = later },
    ]

    @Test func `what is told of a call is what it is now, whatever changed`() {
        var call = Self.call()
        for (number, change) in Self.changes.enumerated() {
            _ = call.tell()
            change(&call)
            let told = CallPayload { $0.call = call.tell() }.encoded()
            #expect(told == CallPayload { $0.call = call.response }.encoded(), "change \(number)")
        }
    }

    @Test func `what was told is told again as it was`() {
        var call = Self.call()
        let first = call.tell()
        call.areCountsDue = true
        let again = CallPayload { $0.call = call.tell() }.encoded()
        #expect(
            again == CallPayload { $0.call = first }.encoded()
                && again == CallPayload { $0.call = call.response }.encoded())
    }

    @Test func `members of a call are found, be they few or many`() {
        var call = Self.call()
        let names = (0..<20).map { "member \($0)" }
        for name in names {
            call.add(Member { $0.user = User(id: name) })
            #expect(call.member(name)?.userId == name && call.member("bob") != nil && call.member("nobody") == nil)
        }
        call.remove(["bob"] + names.dropLast(3))
        #expect(call.members.map(\.userId) == ["alice"] + names.suffix(3))
        #expect(names.filter { call.member($0) != nil } == names.suffix(3) && call.member("bob") == nil)
        for name in names {
            call.add(
                Member {
                    $0.user = User(id: name)
                    $0.role = "speaker"
                })
        }
        #expect(names.allSatisfy { call.member($0)?.role == "speaker" } && call.members.count == 21)
    }

    @Test func `a connection is not found under the receiver that had its place before`() {
        var table = ConnectionTable()
        let (old, new) = (ReceiverID(number: 1, slot: 0), ReceiverID(number: 2, slot: 0))
        table.add(Connection(id: "one", userId: "alice", receiver: old, lastHealth: Self.start, lastHeard: .start))
        table.remove(old)
        table.add(Connection(id: "two", userId: "bob", receiver: new, lastHealth: Self.start, lastHeard: .start))
        table[old]?.callCid = CallCid(type: "default", id: "a")
        #expect(table[new]?.callCid == nil && table[old] == nil && table[id: "one"] == nil)
        #expect(table[new]?.userId == "bob" && table.count == 1)
    }
}
