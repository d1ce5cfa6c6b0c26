import Containers
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct CallRecordTests {
    private static let start = Timestamp(milliseconds: 1)
    private static let later = Timestamp(milliseconds: 2)

    private static func call() -> CallRecord {
        CallRecord(
            CallCid(type: "default", id: "a"), type: CallType(name: "default", grants: [:]), creator: User(id: "alice"),
            members: [Member { $0.user = User(id: "bob") }], at: start)
    }

    private static let changes: [@Sendable (CallRecord) -> Void] = [
        { $0.team = "red" },
        { $0.updatedAt = later },
        { $0.startsAt = later },
        { $0.custom = ["key": .boolean(true)] },
        { $0.settings.backstage.enabled = true },
        { $0.isInBackstage = true },
        { $0.setBlocked("carol", true, at: later) },
        { _ = $0.startSession("first") },
        { _ = $0.ring([], by: "alice", at: later, isVideo: true) },
        { _ = $0.session?.ring.accept("bob", at: later) },
        { _ = $0.session?.start(at: later) },
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
        { $0.session?.timerEndsAt = later },
        { $0.session?.updateParticipants(of: "bob") { $0.user = User(id: "bob", name: "Bob") } },
        { $0.session?.goLive(at: later) },
        { $0.session?.stopLive(at: later) },
        { $0.session?.end(at: later) },
        { _ = $0.startSession("second") },
        { $0.thumbnail = ThumbnailResponse { $0.imageURL = "https://rollcall.invalid/a.jpg" } },
        { $0.endedAt = later },
    ]

    @Test func `the response of a call is current after every change`() {
        let call = Self.call()
        for (number, change) in Self.changes.enumerated() {
            _ = call.response
            change(call)
            let kept = CallPayload { $0.call = call.response }.encoded()
            #expect(kept == CallPayload { $0.call = call.makeResponse() }.encoded(), "change \(number)")
        }
    }

    @Test func `a response that was handed out does not change with the call`() {
        let call = Self.call()
        _ = call.startSession("first")
        let before = call.response
        let bytes = CallPayload { $0.call = before }.encoded()
        _ = call.session?.start(at: Self.later)
        call.team = "red"
        #expect(CallPayload { $0.call = before }.encoded() == bytes)
        #expect(CallPayload { $0.call = call.response }.encoded() != bytes)
    }

    @Test func `members of a call are found among few and among many`() {
        let call = Self.call()
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

    @Test func `a connection is not found under a former receiver of its slot`() {
        var table = ConnectionTable()
        let (old, new) = (ReceiverID(number: 1, slot: 0), ReceiverID(number: 2, slot: 0))
        let first = Connection(
            id: "one", user: User(id: "alice"), receiver: old, completeAt: Self.start, lastReceived: .start)
        table.add(first)
        table.remove(first)
        table.add(
            Connection(id: "two", user: User(id: "bob"), receiver: new, completeAt: Self.start, lastReceived: .start))
        #expect(table[old] == nil && table[id: "one"] == nil)
        #expect(table[new]?.userId == "bob" && table.count == 1)
    }
    @Test func `blocked users are sorted, whatever the order of the blocks`() {
        let call = Self.call()
        for name in ["dave", "bob", "carol"] { call.setBlocked(name, true, at: Self.later) }
        #expect(call.response.blockedUserIds == ["bob", "carol", "dave"])
        for _ in 1...2 { call.setBlocked("carol", false, at: Self.later) }
        #expect(call.response.blockedUserIds == ["bob", "dave"])
    }

    @Test func `the capabilities by role include the roles of each member in the application and in the call`() {
        #expect(Self.call().capabilitiesByRole.keys.sorted() == [CallRole.callMember, CallRole.host, CallRole.user])
        let own = CallRecord(
            CallCid(type: "default", id: "a"), type: CallType(name: "default", grants: [:]),
            creator: User(id: "alice", role: CallRole.admin), members: [], at: Self.start)
        #expect(own.capabilitiesByRole.keys.sorted() == [CallRole.admin, CallRole.host])
    }
}
