import Signaling
import Testing
import Timing

@testable import BackendCore

@Suite struct SessionCountTests {
    private static func participant(_ id: String, _ role: String) -> SessionParticipant {
        SessionParticipant {
            $0.user = User(id: id)
            $0.userSessionId = id
            $0.role = role
            $0.joinedAt = Timestamp(milliseconds: 1)
        }
    }

    @Test func `present participants are counted by role, without those that left`() {
        let session = Session(id: "a")
        #expect(session.countByRole.isEmpty)
        for (id, role) in [("a", "host"), ("b", "user"), ("c", "user"), ("d", "anonymous"), ("e", "user")] {
            _ = session.join(Self.participant(id, role), listing: 100)
        }
        #expect(session.countByRole == ["host": 1, "user": 3, "anonymous": 1])
        #expect(session.response.anonymousParticipantCount == 1)
        _ = session.leave("a")
        _ = session.leave("c")
        #expect(session.response.participantsCountByRole == ["user": 2, "anonymous": 1])
        session.end(at: Timestamp(milliseconds: 2))
        #expect(session.countByRole.isEmpty)
    }

    @Test func `a session that has ended leaves nothing of its participants`() {
        let session = Session(id: "a")
        for id in ["a", "b", "c"] {
            _ = session.join(Self.participant(id, "user"), listing: 1)
            session.place(id, on: "sfu-1")
        }
        #expect(session.leftovers.contains { $0.hasPrefix("2 unlisted") } && session.leftovers.count == 5)
        session.end(at: Timestamp(milliseconds: 2))
        #expect(session.leftovers.isEmpty)
    }

    @Test func `a participant that left is at no SFU, and may come again`() {
        let session = Session(id: "a")
        for id in ["a", "b"] {
            _ = session.join(Self.participant(id, "user"), listing: 1)
            session.place(id, on: "sfu-1")
        }
        _ = session.leave("a")
        #expect(session.edge(of: "a") == .none && session.edge(of: "b") == .some("sfu-1"))
    }
}
