import Covering
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Reconnections at an SFU, and calls on several SFUs.
@Suite struct SeveralSFUsTests {
    var backend: TestBackend

    init() throws {
        backend = TestBackend { $0.sfuCount = 2 }
        backend.connect("alice", "bob", "carol")
    }

    private mutating func join(
        _ name: String, _ sessionId: String, _ details: ReconnectDetails? = nil, from: String? = nil
    ) throws -> ServerResponse {
        let request = JoinCallRequest {
            $0.create = true
            $0.migratingFrom = from
        }
        let response = try backend.ask(name, .join, request).read(JoinCallResponse.self)
        return backend.enter(
            name, response.credentials,
            SFUJoinRequest {
                $0.token = response.credentials.token
                $0.sessionId = sessionId
                $0.fastReconnect = details?.strategy == .fast
                $0.reconnectDetails = details
            })
    }

    private func roster(_ answer: ServerResponse) throws -> [String] {
        try answer.read(SFUJoinResponse.self).callState.participants.map(\.sessionId)
    }

    @Test mutating func `a fast reconnect resumes an existing session`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b")
        backend.loseSession("b")
        let answer = try join("bob", "b", ReconnectDetails { $0.strategy = .fast })
        #expect(try answer.read(SFUJoinResponse.self).reconnected)
        backend.settle()
        #expect(backend.received("a") == ["bob joined"])
    }

    @Test(arguments: [ReconnectStrategy.unspecified, .rejoin, .migrate])
    mutating func `a join with the session id of a participant on another SFU is refused, and ends nothing`(
        _ strategy: ReconnectStrategy
    ) throws {
        _ = try join("alice", "a")
        let details = ReconnectDetails {
            $0.strategy = strategy
            $0.previousSessionId = "a"
            $0.fromSFU = "sfu-1"
        }
        let answer = try join("bob", "a", details, from: "sfu-1")
        #expect(answer.code == .forbidden)
        backend.settle()
        #expect(backend.edges["sfu-1"]?.sessionNames == ["a"])
        #expect(backend.edges["sfu-2"]?.sessionNames == [])
        #expect(backend.coordinator.calls[backend.cid]?.session?.participants.map(\.user.id) == ["alice"])
        #expect(backend.joinedSessions["a"]?.isClosed == false)
    }

    @Test mutating func `a report of a join with another user's session id ends the newcomer alone`() throws {
        _ = try join("alice", "a")
        let report = SessionReport.joined(
            backend.cid, userId: "bob", sessionId: "a", replacing: nil, at: backend.date)
        let effects = backend.coordinator.handle(.report(report, edge: "sfu-2"), at: backend.now)
        let orders = effects.compactMap { effect -> String? in
            if case .order(let edge, .replace(_, "a")) = effect { edge } else { nil }
        }
        #expect(orders == ["sfu-2"])
        #expect(backend.coordinator.calls[backend.cid]?.session?.participants.map(\.user.id) == ["alice"])
    }

    @Test(.covers("RTC-FASTING-03")) mutating func `a fast reconnect closes the stream that it replaces`() throws {
        _ = try join("bob", "b")
        let first = try #require(backend.joinedSessions["b"]?.stream)
        #expect(!backend.closed.contains(first))
        _ = try join("bob", "b", ReconnectDetails { $0.strategy = .fast })
        #expect(backend.closed.contains(first))
        let second = try #require(backend.joinedSessions["b"]?.stream)
        #expect(second != first)
        #expect(!backend.closed.contains(second))
    }

    @Test mutating func `a fast reconnect to a session that has ended is refused`() throws {
        _ = try join("alice", "a")
        #expect(try join("bob", "b", ReconnectDetails { $0.strategy = .fast }).code == .notFound)
        backend.settle()
    }

    @Test mutating func `a rejoin replaces the named session`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b")
        let answer = try join(
            "bob", "b2",
            ReconnectDetails {
                $0.strategy = .rejoin
                $0.previousSessionId = "b"
            })
        #expect(try roster(answer) == ["a", "b2"])
        backend.settle()
        #expect(backend.received("a") == ["bob joined", "bob left", "bob joined"])
    }

    @Test mutating func `a session that moves to another SFU can replace one of its user there`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b1")
        _ = try join("bob", "b2", from: "sfu-1")
        _ = try join("bob", "b1", ReconnectDetails { $0.previousSessionId = "b2" }, from: "sfu-1")
        backend.settle()
        let participants = backend.coordinator.calls[backend.cid]?.session?.participants
        #expect(participants?.map(\.userSessionId).sorted() == ["a", "b1"])
    }

    @Test mutating func `a rejoin does not replace another user's session`() throws {
        _ = try join("alice", "a")
        let answer = try join(
            "bob", "b",
            ReconnectDetails {
                $0.strategy = .rejoin
                $0.previousSessionId = "a"
            })
        #expect(try roster(answer) == ["a", "b"])
    }

    @Test(arguments: [ReconnectStrategy.unspecified, .rejoin, .migrate])
    mutating func `a join that names the session of another user on another SFU as its previous one ends nothing`(
        _ strategy: ReconnectStrategy
    ) throws {
        _ = try join("alice", "a")
        _ = try join("carol", "c", from: "sfu-1")
        let details = ReconnectDetails {
            $0.strategy = strategy
            $0.previousSessionId = "a"
            $0.fromSFU = "sfu-1"
        }
        #expect(try roster(try join("bob", "b", details, from: "sfu-1")) == ["a", "b", "c"])
        backend.settle()
        #expect(backend.received("c") == ["bob joined"])
        #expect(backend.edges["sfu-1"]?.sessionNames == ["a"])
        #expect(backend.joinedSessions["a"]?.isClosed == false)
    }

    @Test mutating func `participants on different SFUs see each other`() throws {
        _ = try join("alice", "a")
        let answer = try join("bob", "b", from: "sfu-1")
        #expect(try roster(answer) == ["a", "b"])
        backend.settle()
        #expect(backend.received("a") == ["bob joined"])
        backend.leave("bob", "b")
        backend.settle()
        #expect(backend.received("a") == ["bob joined", "bob left"])
    }

    @Test mutating func `a migration keeps the session, without a leave or a join`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b")
        let answer = try join(
            "bob", "b",
            ReconnectDetails {
                $0.strategy = .migrate
                $0.fromSFU = "sfu-1"
            }, from: "sfu-1")
        #expect(try roster(answer) == ["a", "b"])
        backend.settle()
        #expect(backend.received("a") == ["bob joined", "bob changed"])
        #expect(backend.received("b") == ["participant_migration_complete"])
        #expect(backend.edges["sfu-1"]?.sessions["b"] == nil)
        #expect(backend.edges["sfu-2"]?.sessions["b"] != nil)
    }

    @Test mutating func `a migrating join that arrives after the leave at the former SFU is refused`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b")
        let response = try backend.ask("bob", .join, JoinCallRequest { $0.migratingFrom = "sfu-1" })
            .read(JoinCallResponse.self)
        #expect(backend.leave("bob", "b").code == .changed)
        let late = SFUJoinRequest {
            $0.token = response.credentials.token
            $0.sessionId = "b"
            $0.reconnectDetails = ReconnectDetails { $0.strategy = .migrate }
        }
        #expect(backend.enter("bob", response.credentials, late).refusal == APIError.sessionIsOver("b"))
        backend.settle()
        #expect(backend.edges["sfu-2"]?.sessionNames == [])
    }

    @Test mutating func `a rejoin on another SFU ends the session on the first one`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b")
        let answer = try join(
            "bob", "b2",
            ReconnectDetails {
                $0.strategy = .rejoin
                $0.previousSessionId = "b"
            }, from: "sfu-1")
        #expect(try roster(answer) == ["a", "b2"])
        backend.settle()
        #expect(backend.edges["sfu-1"]?.sessions.keys.sorted() == ["a"])
        #expect(backend.received("a") == ["bob joined", "bob left", "bob joined"])
    }

    @Test(arguments: [ReconnectStrategy.rejoin, .migrate])
    mutating func `a track that was muted unnoticed on one SFU is muted on the next one`(
        _ strategy: ReconnectStrategy
    ) throws {
        func details(_ strategy: ReconnectStrategy) -> ReconnectDetails {
            ReconnectDetails {
                $0.strategy = strategy
                $0.previousSessionId = "b"
                $0.announcedTracks = [.audio, .video].map { type in TrackInfo { $0.trackType = type } }
            }
        }
        _ = try join("alice", "a")
        _ = try join("bob", "b", details(.unspecified))
        backend.settle()
        backend.joinedSessions["b"]?.isDeaf = true
        let mute = MuteUsersRequest {
            $0.userIds = ["bob"]
            $0.audio = true
        }
        #expect(backend.ask("alice", .muteUsers, mute).code == .changed)
        backend.settle()
        let sessionId = strategy == .migrate ? "b" : "b2"
        _ = try join("bob", sessionId, details(strategy), from: "sfu-1")
        backend.settle()
        #expect(backend.edges["sfu-2"]?.sessions[sessionId]?.participant.publishedTracks == [.video])
        #expect(backend.received(sessionId).contains("bob unpublishes audio: moderation"))
        // The participants on the former SFU receive the mute after the announced tracks.
        let arrival = strategy == .migrate ? "bob changed" : "bob joined"
        #expect(backend.received("a").suffix(2) == [arrival, "bob unpublishes audio: moderation"])
    }

    @Test mutating func `an SFU that drains or is gone gets no participants`() throws {
        for state in [EdgeState.draining, .gone] {
            backend.setEdge("sfu-1", state)
            let response = try backend.ask("alice", .join, JoinCallRequest { $0.create = true }).read(
                JoinCallResponse.self)
            #expect(response.credentials.edgeName == "sfu-2")
        }
        backend.setEdge("sfu-2", .gone)
        #expect(backend.ask("alice", .join, JoinCallRequest()).code == .internalServerError)
        backend.setEdge("sfu-1", .serving)
        #expect(backend.ask("alice", .join, JoinCallRequest()).code == .changed)
    }

    @Test mutating func `a participant of a lost SFU is removed after the reconnect deadline`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b", from: "sfu-1")
        backend.edges["sfu-1"] = nil
        backend.setEdge("sfu-1", .gone)
        for _ in 0..<6 {
            backend.advance(by: .seconds(5))
            backend.health("bob", "b")
        }
        backend.advance(by: .milliseconds(4_999))
        #expect(backend.received("b") == [])
        backend.advance(by: .milliseconds(1))
        #expect(backend.received("b") == ["alice left"])
        guard case .participantLeft(let alice)? = backend.joinedSessions["b"]?.events.last else { return }
        #expect(alice.sessionId == "a" && alice.roles == [CallRole.host] && alice.joinedAt == .virtualStart)
    }

    @Test mutating func `a rejoin after the loss of an SFU leaves one participant of the user at once`() throws {
        _ = try join("alice", "a")
        _ = try join("bob", "b", from: "sfu-1")
        backend.edges["sfu-1"] = nil
        backend.setEdge("sfu-1", .gone)
        let details = ReconnectDetails {
            $0.strategy = .rejoin
            $0.previousSessionId = "a"
        }
        #expect(try roster(join("alice", "a2", details)) == ["b", "a2"])
        let participants = backend.coordinator.calls[backend.cid]?.session?.participants
        #expect(participants?.map(\.userSessionId) == ["b", "a2"])
        backend.settle()
        #expect(backend.received("b") == ["alice left", "alice joined"])
    }

    @Test mutating func `a full SFU refuses new participants, and lets its own reconnect`() throws {
        _ = try join("alice", "a")
        backend.command(.full(true), "sfu-1")
        #expect(try join("bob", "b").code == .serviceUnavailable)
        #expect(try join("alice", "a", ReconnectDetails { $0.strategy = .fast }).code == .content)
        backend.command(.full(false), "sfu-1")
        #expect(try join("bob", "b").code == .content)
    }
}
