import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct RingingTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    @Test mutating func `a ring reaches every rung member and not the caller`() {
        backend.ring("alice", "bob", "carol")
        backend.settle()
        #expect(backend.types("bob") == ["call.created", "call.ring"])
        #expect(backend.types("carol") == ["call.created", "call.ring"])
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice") == ["call.created"])
    }

    @Test mutating func `events of one instant share one notification`() {
        backend.ring("alice", "bob")
        backend.settle()
        #expect(backend.devices["bob"]?.notificationCount == 1)
        #expect(backend.devices["bob"]?.lastNumber == 3)
    }

    @Test mutating func `a ring carries the call, its members, its session and its caller`() throws {
        backend.ring("alice", "bob")
        backend.settle()
        guard case .ring(let event)? = backend.devices["bob"]?.events.last else {
            Issue.record("bob was not rung")
            return
        }
        #expect(event.user.id == "alice")
        #expect(event.members.map(\.userId) == ["alice", "bob"])
        #expect(event.sessionId == (try backend.call()).currentSessionId)
        #expect(!event.sessionId.isEmpty)
    }

    @Test mutating func `the caller and all members learn that a callee accepted`() throws {
        backend.ring("alice", "bob", "carol")
        #expect(backend.ask("bob", .accept).code == .changed)
        backend.settle()
        #expect(backend.types("alice").last == "call.accepted")
        #expect(backend.types("carol").last == "call.accepted")
        backend.advance(by: .seconds(1))
        #expect(backend.types("bob").last == "call.accepted")
        #expect(try backend.call().session?.acceptedBy == ["bob": backend.date.advanced(by: .seconds(-1))])
    }

    @Test mutating func `a rejection carries its reason to all`() throws {
        backend.ring("alice", "bob", "carol")
        backend.reject("bob", "busy")
        backend.settle()
        guard case .rejected(let event)? = backend.devices["alice"]?.events.last else {
            Issue.record("alice was not told")
            return
        }
        #expect(event.user?.id == "bob")
        #expect(event.reason == "busy")
        #expect(event.call.session?.rejectedBy.keys.sorted() == ["bob"])
        #expect(backend.types("carol").last == "call.rejected")
    }

    @Test mutating func `two callees may answer differently`() throws {
        backend.ring("alice", "bob", "carol")
        backend.ask("bob", .accept)
        backend.reject("carol", "decline")
        let session = try #require(try backend.call().session)
        #expect(session.acceptedBy.keys.sorted() == ["bob"])
        #expect(session.rejectedBy.keys.sorted() == ["carol"])
    }

    @Test mutating func `the caller gets every rejection`() throws {
        backend.ring("alice", "bob", "carol")
        backend.reject("bob")
        backend.reject("carol")
        backend.settle()
        #expect(backend.types("alice").filter { $0 == "call.rejected" }.count == 2)
        #expect(try backend.call().session?.rejectedBy.keys.sorted() == ["bob", "carol"])
    }

    @Test mutating func `a cancel stops the ring on every device`() {
        backend.ring("alice", "bob", "carol")
        backend.reject("alice", "cancel")
        backend.settle()
        #expect(backend.types("bob") == ["call.created", "call.ring", "call.rejected"])
        #expect(backend.types("carol").last == "call.rejected")
    }

    @Test mutating func `an accept after the cancel is refused`() throws {
        backend.ring("alice", "bob")
        backend.reject("alice", "cancel")
        let response = backend.ask("bob", .accept)
        #expect(response.code == .forbidden)
        #expect(response.refusal?.message == "the ring of default:standup was taken back")
        backend.advance(by: .seconds(1))
        #expect(!backend.types("alice").contains("call.accepted"))
        #expect(try backend.call().session?.acceptedBy.isEmpty == true)
    }

    @Test mutating func `a cancel after the accept is sent, and the accept remains`() throws {
        backend.ring("alice", "bob")
        backend.ask("bob", .accept)
        #expect(backend.reject("alice", "cancel").code == .changed)
        backend.settle()
        #expect(backend.types("bob").suffix(2) == ["call.accepted", "call.rejected"])
        let session = try #require(try backend.call().session)
        #expect(session.acceptedBy.keys.sorted() == ["bob"])
        #expect(session.rejectedBy.keys.sorted() == ["alice"])
    }

    @Test mutating func `a repeated accept sends one event`() {
        backend.ring("alice", "bob")
        #expect(backend.ask("bob", .accept).code == .changed)
        #expect(backend.ask("bob", .accept).code == .changed)
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice").filter { $0 == "call.accepted" }.count == 1)
    }

    @Test mutating func `a repeated rejection sends one event`() {
        backend.ring("alice", "bob")
        #expect(backend.reject("bob", "decline").code == .changed)
        #expect(backend.reject("bob", "timeout").code == .changed)
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice").filter { $0 == "call.rejected" }.count == 1)
    }

    @Test mutating func `an accept after the own rejection is refused`() {
        backend.ring("alice", "bob")
        backend.reject("bob")
        #expect(backend.ask("bob", .accept).refusal?.message == "the user has rejected the ring of default:standup")
    }

    @Test mutating func `a rejection after the own accept changes nothing`() throws {
        backend.ring("alice", "bob")
        backend.ask("bob", .accept)
        #expect(backend.reject("bob", "timeout").code == .changed)
        backend.advance(by: .seconds(1))
        #expect(try backend.call().session?.rejectedBy.isEmpty == true)
        #expect(!backend.types("alice").contains("call.rejected"))
    }

    @Test mutating func `a user without a ring can neither accept nor reject`() {
        backend.ring("alice", "bob")
        #expect(backend.ask("carol", .accept).code == .forbidden)
        #expect(backend.reject("carol").code == .forbidden)
        #expect(backend.ask("alice", .accept).code == .forbidden)
    }

    @Test mutating func `a ring on two devices is answered by the first`() throws {
        backend.connect("bob.tablet")
        backend.ring("alice", "bob")
        backend.settle()
        #expect(backend.types("bob.tablet").last == "call.ring")
        backend.ask("bob.tablet", .accept)
        backend.settle()
        #expect(backend.types("bob").last == "call.accepted")
        #expect(backend.reject("bob", "timeout").code == .changed)
        #expect(try backend.call().session?.acceptedBy.keys.sorted() == ["bob"])
    }

    @Test mutating func `a rejection on one device ends the ring on the other`() {
        backend.connect("bob.tablet")
        backend.ring("alice", "bob")
        backend.reject("bob", "decline")
        backend.settle()
        #expect(backend.types("bob.tablet").last == "call.rejected")
        #expect(backend.ask("bob.tablet", .accept).code == .forbidden)
    }

    @Test mutating func `the caller's other device learns of the accept`() {
        backend.connect("alice.tablet")
        backend.ring("alice", "bob")
        backend.ask("bob", .accept)
        backend.settle()
        #expect(backend.types("alice.tablet").last == "call.accepted")
    }

    @Test mutating func `ringing some members rings only them`() {
        backend.ask(
            "alice", .getOrCreate,
            GetOrCreateCallRequest {
                $0.data = CallData { $0.members = ["bob", "carol"].map { id in MemberRequest { $0.userId = id } } }
            })
        backend.ask("alice", .ring, RingCallRequest { $0.membersIds = ["carol"] })
        backend.advance(by: .seconds(1))
        #expect(backend.types("bob") == ["call.created"])
        #expect(backend.types("carol") == ["call.created", "call.ring"])
    }

    @Test mutating func `ringing again after all rejections starts a new session`() throws {
        backend.ring("alice", "bob")
        let first = try backend.call().currentSessionId
        backend.reject("bob")
        backend.ask("alice", .ring, RingCallRequest())
        let session = try #require(try backend.call().session)
        #expect(session.id != first)
        #expect(session.rejectedBy.isEmpty)
        #expect(backend.ask("bob", .accept).code == .changed)
    }

    @Test mutating func `ringing another member keeps the session and its answers`() throws {
        backend.ask(
            "alice", .getOrCreate,
            GetOrCreateCallRequest {
                $0.data = CallData { $0.members = ["bob", "carol"].map { id in MemberRequest { $0.userId = id } } }
            })
        backend.ask("alice", .ring, RingCallRequest { $0.membersIds = ["bob"] })
        let first = try backend.call().currentSessionId
        backend.ask("bob", .accept)
        backend.ask("alice", .ring, RingCallRequest { $0.membersIds = ["carol"] })
        let session = try #require(try backend.call().session)
        #expect(session.id == first)
        #expect(session.acceptedBy.keys.sorted() == ["bob"])
    }

    @Test mutating func `a user in the session is not rung`() {
        backend.ring("alice", "bob", "carol")
        backend.ask("bob", .accept)
        backend.join("bob")
        backend.advance(by: .seconds(1))
        backend.ask("alice", .ring, RingCallRequest())
        backend.settle()
        #expect(backend.types("bob").last != "call.ring")
        #expect(backend.types("carol").filter { $0 == "call.ring" }.count == 2)
    }

    @Test mutating func `a notification reaches the members without a ring`() {
        let data = CallData { $0.members = [MemberRequest { $0.userId = "bob" }] }
        backend.ask(
            "alice", .getOrCreate,
            GetOrCreateCallRequest {
                $0.data = data
                $0.notify = true
            })
        backend.settle()
        #expect(backend.types("bob") == ["call.created", "call.notification"])
        #expect(backend.ask("bob", .accept).code == .forbidden)
    }
}

@Suite struct MissedCallTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    @Test mutating func `a callee that never answers gets a missed call, to the millisecond`() throws {
        backend.ring("alice", "bob", "carol")
        backend.ask("carol", .accept)
        backend.advance(by: .milliseconds(14_999))
        #expect(!backend.types("bob").contains("call.missed"))
        backend.advance(by: .milliseconds(1))
        #expect(backend.types("bob").last == "call.missed")
        #expect(!backend.types("carol").contains("call.missed"))
        #expect(try backend.call().session?.missedBy.keys.sorted() == ["bob"])
        #expect(backend.coordinator.calls[backend.cid]?.ringTimers.isEmpty == true)
    }

    @Test mutating func `a timeout of zero means never`() {
        let settings = CallSettingsRequest { $0.ring = RingSettingsRequest { $0.missedCallTimeout = .zero } }
        backend.ring("alice", "bob", settings: settings)
        backend.advance(by: .seconds(86_400))
        #expect(!backend.types("bob").contains("call.missed"))
    }

    @Test mutating func `the call's own timeout counts`() {
        let settings = CallSettingsRequest {
            $0.ring = RingSettingsRequest { $0.missedCallTimeout = .milliseconds(30_500) }
        }
        backend.ring("alice", "bob", settings: settings)
        backend.advance(by: .milliseconds(30_499))
        #expect(!backend.types("bob").contains("call.missed"))
        backend.advance(by: .milliseconds(1))
        #expect(backend.types("bob").contains("call.missed"))
    }

    @Test mutating func `nothing is pending after the last answer`() {
        backend.ring("alice", "bob")
        backend.ask("bob", .accept)
        backend.advance(by: .seconds(1))
        #expect(backend.coordinator.nextWake == nil)
    }

    @Test mutating func `a user that joined without an accept has not missed the call`() {
        backend.ring("alice", "bob")
        backend.join("bob")
        for _ in 0..<3 {
            backend.advance(by: .seconds(5))
            backend.health("bob")
        }
        backend.advance(by: .seconds(1))
        #expect(!backend.types("bob").contains("call.missed"))
    }

    @Test mutating func `a late accept still counts as long as the caller waits`() throws {
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(16))
        #expect(backend.ask("bob", .accept).code == .changed)
        let session = try #require(try backend.call().session)
        #expect(session.missedBy.isEmpty)
        #expect(session.acceptedBy.keys.sorted() == ["bob"])
    }

    @Test mutating func `the timer of a former ring does not touch the next one`() {
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(10))
        backend.reject("alice", "cancel")
        backend.ask("alice", .ring, RingCallRequest())
        backend.advance(by: .seconds(10))
        #expect(!backend.types("bob").contains("call.missed"))
        backend.advance(by: .seconds(5))
        #expect(backend.types("bob").filter { $0 == "call.missed" }.count == 1)
    }

    @Test mutating func `a callee that rejects and then rings the others does not miss the first ring`() throws {
        backend.ring("alice", "bob", "carol")
        backend.reject("carol", "decline")
        backend.advance(by: .seconds(5))
        backend.ask("carol", .ring, RingCallRequest())
        backend.advance(by: .seconds(10))
        #expect(!backend.types("carol").contains("call.missed"))
        backend.advance(by: .seconds(5))
        #expect(backend.types("bob").contains("call.missed"))
        #expect(try backend.call().session?.missedBy.keys.contains("carol") == false)
    }

    @Test mutating func `no call is missed after its end`() {
        backend.ring("alice", "bob")
        backend.ask("alice", .markEnded)
        backend.advance(by: .seconds(60))
        #expect(backend.types("bob") == ["call.created", "call.ring", "call.ended"])
        #expect(backend.coordinator.calls[backend.cid]?.ringTimers.isEmpty == true)
    }

    @Test mutating func `nothing is pending when the only rung user is blocked`() {
        backend.ring("alice", "bob")
        backend.ask("alice", .block, UserIdRequest { $0.userId = "bob" })
        backend.advance(by: .seconds(1))
        #expect(backend.coordinator.nextWake == nil)
    }

    @Test mutating func `a ring that is open at the end of a session goes on in the next one, and is missed in time`()
        throws
    {
        backend.ring("alice", "bob", "carol")
        backend.ask("carol", .accept)
        backend.join("alice", as: "first")
        backend.leave("alice", "first")
        backend.advance(by: .seconds(5))
        backend.join("alice", as: "second")
        let state = try backend.ask("alice", .getRingState).read(RingStateResponse.self)
        #expect(state.isRinging && state.rungUserIds == ["bob"])
        backend.advance(by: .milliseconds(9_999))
        #expect(!backend.types("bob").contains("call.missed"))
        backend.advance(by: .milliseconds(1))
        #expect(backend.types("bob").contains("call.missed") && !backend.types("carol").contains("call.missed"))
    }
}
