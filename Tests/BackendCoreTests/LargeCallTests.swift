import Signaling
import Testing
import Timing

@testable import BackendCore

/// Five participants in a call that shows two.
struct LargeCallTests {
    private var backend = TestBackend {
        $0.participantsShown = 2
        $0.users = ["a", "b", "c", "d", "e"].map { User(id: $0) }
    }

    init() {
        for name in ["a", "b", "c", "d", "e"] { backend.connect(name) }
        for name in ["a", "b", "c", "d", "e"] {
            backend.join(name)
            backend.settle()
        }
    }

    private func counts(_ name: String) -> [Int] {
        (backend.joinedSessions[name]?.events ?? []).compactMap {
            if case .healthCheckResponse(let count) = $0 { count.total } else { nil }
        }
    }

    @Test func `a newcomer sees the first participants and itself, without an event to them`() {
        #expect(backend.roster("b") == ["a", "b"])
        #expect(backend.roster("e") == ["a", "b", "e"])
        #expect(backend.joinedSessions["e"]?.response?.callState.participantCount.total == 5)
        #expect(backend.received("a") == ["b joined"])
    }

    @Test mutating func `everyone gets the count of all, once for many joins`() {
        backend.advance(by: BackendTimeouts().largeCallCounts)
        #expect(counts("a") == [5])
        #expect(counts("e") == [5])
    }

    @Test mutating func `the coordinator lists the first, and counts all`() throws {
        backend.advance(by: .seconds(2))
        let session = try #require(try backend.call().session)
        #expect(session.participants.map(\.user.id) == ["a", "b"])
        #expect(session.participantsCountByRole.values.reduce(0, +) == 5)
        #expect(backend.types("a").count { $0 == CallSessionParticipantJoinedEvent.type } == 2)
    }

    @Test mutating func `a place that becomes free is given to the next in the order of joining`() throws {
        backend.advance(by: .seconds(2))
        backend.leave("a")
        backend.advance(by: .seconds(2))
        #expect(backend.received("b").suffix(3) == ["a left", "c changed", "health_check_response"])
        #expect(counts("b").last == 4)
        #expect(try backend.call().session?.participants.map(\.user.id) == ["b", "c"])
    }

    @Test mutating func `a hidden participant that leaves is only counted`() {
        backend.advance(by: .seconds(2))
        let before = backend.received("a")
        backend.leave("d")
        backend.settle()
        #expect(backend.received("a") == before)
        backend.advance(by: .seconds(2))
        #expect(counts("a").last == 4)
    }

    @Test(arguments: ["pinned", "dominant"])
    mutating func `a hidden participant is shown before an event that needs it`(reason: String) {
        let reference = ParticipantReference {
            $0.userId = "e"
            $0.sessionId = "e"
        }
        if reason == "pinned" {
            backend.ask("a", .pin, reference)
        } else {
            backend.notice(.dominantSpeakerChanged(reference))
        }
        backend.settle()
        #expect(backend.received("b").contains("e changed"))
    }

    @Test mutating func `tracks of a hidden participant are invisible, except for a shared screen`() {
        let before = backend.received("b").count
        backend.announce("e", .audio)
        backend.settle()
        #expect(backend.received("b").count == before)
        backend.announce("e", .audio, .screenShare)
        backend.settle()
        #expect(backend.received("b").suffix(2) == ["e changed", "e publishes screenshare"])
    }

    @Test mutating func `a newcomer takes a free place before those that are hidden`() {
        backend.advance(by: .seconds(2))
        backend.leave("a")
        backend.connect("f")
        backend.join("f")
        backend.settle()
        #expect(backend.received("b").suffix(2) == ["a left", "f joined"])
    }

    @Test mutating func `changes of a hidden participant reach its own client alone, and its voice no client`() throws {
        let hidden = try #require(backend.edges["sfu-1"]?.sessions["e"]?.participant)
        let level = AudioLevel {
            $0.reference = hidden.reference
            $0.level = 0.5
        }
        let quality = ConnectionQualityUpdate {
            $0.reference = hidden.reference
            $0.connectionQuality = .poor
        }
        let events: [SFUEvent] = [
            .participantUpdated(hidden), .connectionQualityChanged([quality]), .audioLevelChanged([level]),
        ]
        let before = (backend.received("a"), backend.received("e").count)
        for event in events { backend.notice(event) }
        backend.settle()
        #expect(backend.received("a") == before.0)
        #expect(Array(backend.received("e").dropFirst(before.1)) == ["e changed", "connection_quality_changed"])
    }
}
