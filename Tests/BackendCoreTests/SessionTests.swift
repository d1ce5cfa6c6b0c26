import Containers
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct SessionTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    @Test mutating func `the first join begins the session and the last leave ends it`() throws {
        backend.join("alice")
        backend.join("bob")
        backend.advance(by: .seconds(1))
        #expect(
            backend.types("alice") == [
                "call.created", "call.session_started", "call.session_participant_joined",
                "call.session_participant_joined", "call.session_participant_count_updated",
            ])
        #expect(try backend.call().session?.participants.map(\.user.id) == ["alice", "bob"])
        #expect(try backend.call().session?.participantsCountByRole == ["host": 1, "user": 1])
        backend.leave("alice")
        backend.leave("bob")
        backend.advance(by: .seconds(1))
        #expect(
            backend.types("alice").suffix(4) == [
                "call.session_participant_left", "call.session_participant_left", "call.session_ended",
                "call.session_participant_count_updated",
            ])
        let session = try #require(try backend.call().session)
        #expect(session.endedAt != nil)
        #expect(session.participantsCountByRole.isEmpty)
    }

    @Test mutating func `a participant that enters after the end of the session begins the next one`() throws {
        backend.join("alice")
        let credentials = try backend.ask("bob", .join, JoinCallRequest()).read(JoinCallResponse.self).credentials
        let first = try backend.call().session?.id
        backend.leave("alice")
        #expect(try backend.call().session?.endedAt != nil)
        let entry = SFUJoinRequest {
            $0.token = credentials.token
            $0.sessionId = "bob"
        }
        #expect(backend.enter("bob", credentials, entry).code == .content)
        let session = try #require(try backend.call().session)
        #expect(session.id != first && session.endedAt == nil)
        #expect(session.participants.map(\.user.id) == ["bob"])
    }

    @Test mutating func `a leave carries the duration of the session`() throws {
        backend.join("alice")
        backend.advance(by: .seconds(7))
        backend.leave("alice")
        backend.advance(by: .seconds(1))
        let left = backend.devices["alice"]?.events.compactMap { event -> Duration? in
            guard case .sessionParticipantLeft(let event) = event else { return nil }
            return event.duration
        }
        #expect(left == [.seconds(7)])
    }

    @Test mutating func `a join after the end of a session begins another one`() throws {
        backend.join("alice")
        let first = try backend.call().currentSessionId
        backend.leave("alice")
        backend.join("alice", as: "again")
        #expect(try backend.call().currentSessionId != first)
    }

    @Test mutating func `ring, accept and two joins are one session`() throws {
        backend.ring("alice", "bob")
        let first = try backend.call().currentSessionId
        backend.ask("bob", .accept)
        backend.join("alice")
        backend.join("bob")
        #expect(try backend.call().currentSessionId == first)
        #expect(try backend.call().session?.acceptedBy.keys.sorted() == ["bob"])
    }

    @Test mutating func `counts of many joins are sent once`() {
        for name in ["alice", "bob", "carol"] { backend.join(name) }
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice").filter { $0 == "call.session_participant_count_updated" }.count == 1)
    }

    @Test mutating func `a join without create of an unknown call is 4_04`() {
        #expect(backend.join("alice", create: false).code == .notFound)
    }

    @Test mutating func `the credentials lead to an SFU and are for this call and user`() throws {
        let response = backend.ask("alice", .join, JoinCallRequest { $0.create = true })
        let credentials = try response.read(JoinCallResponse.self).credentials
        #expect(credentials.edgeName == "sfu-1")
        #expect(credentials.host == "127.0.1.1")
        let token = try AccessToken(credentials.token, secret: backend.configuration.secret, at: backend.date)
        #expect(token.userId == "alice")
        #expect(token.callCid == backend.cid)
    }

    @Test mutating func `a migrating client gets another SFU`() throws {
        backend = TestBackend { $0.sfuCount = 2 }
        backend.connect("alice")
        backend.join("alice")
        let response = backend.ask("alice", .join, JoinCallRequest { $0.migratingFrom = "sfu-1" })
        #expect(try response.read(JoinCallResponse.self).credentials.edgeName == "sfu-2")
    }
}

@Suite struct SFUTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    private mutating func credentials(_ name: String) throws -> SFUCredentials {
        try backend.ask(name, .join, JoinCallRequest { $0.create = true }).read(JoinCallResponse.self).credentials
    }

    @Test mutating func `a new participant sees all others in the order of joining, and they see it`() {
        for name in ["carol", "alice", "bob"] {
            backend.join(name)
            backend.settle()
        }
        #expect(backend.roster("carol") == ["carol"])
        #expect(backend.roster("bob") == ["carol", "alice", "bob"])
        #expect(backend.received("carol") == ["alice joined", "bob joined"])
        #expect(backend.received("bob").isEmpty)
        #expect(backend.joinedSessions["bob"]?.response?.callState.participantCount.total == 3)
    }

    @Test mutating func `other participants see a leave`() {
        backend.join("alice")
        backend.join("bob")
        backend.settle()
        #expect(backend.leave("bob").code == .changed)
        backend.settle()
        #expect(backend.received("alice") == ["bob joined", "bob left"])
        #expect(backend.joinedSessions["bob"]?.isClosed == true)
        #expect(backend.leave("bob").code == .changed)
        #expect(backend.received("alice").count == 2)
    }

    @Test mutating func `two devices of a user are two sessions`() {
        backend.connect("bob.tablet")
        backend.join("alice")
        backend.join("bob")
        backend.join("bob.tablet")
        #expect(backend.roster("bob.tablet") == ["alice", "bob", "bob"])
        backend.leave("bob")
        backend.settle()
        #expect(backend.received("alice") == ["bob joined", "bob joined", "bob left"])
    }

    @Test mutating func `a token that is not for a call, not ours, or expired is 4_01`() throws {
        let good = try credentials("alice")
        for token in [
            backend.token("alice"), [1, 2, 3],
            AccessToken(userId: "alice", issuedAt: backend.date, callCid: backend.cid).signed(with: [9]),
            backend.token("alice", expiresAfter: .zero, for: backend.cid),
        ] {
            #expect(
                backend.enter(
                    "alice", good,
                    SFUJoinRequest {
                        $0.token = token
                        $0.sessionId = "s"
                    }
                ).code == .unauthorized)
        }
        #expect(
            backend.enter(
                "alice", good,
                SFUJoinRequest {
                    $0.token = good.token
                    $0.sessionId = "s"
                }
            ).code == .content)
    }

    @Test mutating func `a valid token does not admit a user without a join at the coordinator`() throws {
        let good = try credentials("alice")
        let token = backend.token("bob", for: backend.cid)
        #expect(
            backend.enter(
                "bob", good,
                SFUJoinRequest {
                    $0.token = token
                    $0.sessionId = "s"
                }
            ).code == .forbidden)
    }

    @Test mutating func `a client cannot take over, end or change another's session`() throws {
        backend.join("alice")
        let bob = try credentials("bob")
        #expect(
            backend.enter(
                "bob", bob,
                SFUJoinRequest {
                    $0.token = bob.token
                    $0.sessionId = "alice"
                }
            ).code == .forbidden)
        #expect(backend.leave("bob", "alice").code == .forbidden)
        #expect(backend.health("bob", "alice").code == .forbidden)
        #expect(backend.health("alice").code == .changed)
    }

    @Test mutating func `a leave from another address counts with a token of the session's user and call alone`() {
        backend.join("alice")
        backend.join("bob")
        let tokens: [(token: [UInt8], status: CoAP.Code)] = [
            (backend.token("bob", for: backend.cid), .forbidden),
            (backend.token("alice", for: CallCid(type: "default", id: "office")), .forbidden),
            (backend.token("alice"), .forbidden),
            (backend.token("alice", for: backend.cid), .changed),
        ]
        for (token, status) in tokens {
            #expect(backend.edges["sfu-1"]?.sessions["alice"] != nil)
            let leave = SFULeaveRequest {
                $0.sessionId = "alice"
                $0.token = token
            }
            #expect(backend.askSFU("bob", .leave, leave, session: "alice").code == status)
        }
        #expect(backend.edges["sfu-1"]?.sessionNames == ["bob"])
    }

    @Test(arguments: [("alice", "retro"), ("bob", "standup"), ("bob", "retro")])
    mutating func `a session id in use is refused to other users, and to its own user in another call`(
        _ user: String, _ call: String
    ) throws {
        backend.join("alice")
        let cid = CallCid(type: "default", id: call)
        let response = backend.ask(user, .join, JoinCallRequest { $0.create = true }, cid: cid)
        let credentials = try response.read(JoinCallResponse.self).credentials
        let answer = backend.enter(
            user, credentials,
            SFUJoinRequest {
                $0.token = credentials.token
                $0.sessionId = "alice"
            })
        #expect(answer.refusal?.message == "session_id alice belongs to another participant")
        #expect(backend.edges["sfu-1"]?.sessions["alice"]?.cid == backend.cid)
        #expect(backend.health("alice").code == .changed)
        backend.join("carol")
        backend.settle()
        #expect(backend.received("alice") == ["carol joined"])
    }

    @Test mutating func `a second join under one session id resumes the session`() throws {
        backend.join("alice")
        backend.join("bob")
        backend.settle()
        let bob = try credentials("bob")
        backend.enter(
            "bob", bob,
            SFUJoinRequest {
                $0.token = bob.token
                $0.sessionId = "bob"
            })
        #expect(backend.joinedSessions["bob"]?.response?.reconnected == true)
        #expect(backend.roster("bob") == ["alice", "bob"])
        backend.settle()
        #expect(backend.received("alice") == ["bob joined"])
    }

    @Test mutating func `a rejoin replaces the former session`() throws {
        backend.join("alice")
        backend.join("bob")
        let bob = try credentials("bob")
        backend.enter(
            "bob", bob,
            SFUJoinRequest {
                $0.token = bob.token
                $0.sessionId = "bob-2"
                $0.reconnectDetails = ReconnectDetails {
                    $0.strategy = .rejoin
                    $0.previousSessionId = "bob"
                }
            })
        backend.settle()
        #expect(backend.received("alice") == ["bob joined", "bob left", "bob joined"])
        #expect(backend.roster("bob-2") == ["alice", "bob"])
    }

    @Test mutating func `a rejoin does not replace another user's session`() throws {
        backend.join("alice")
        let bob = try credentials("bob")
        backend.enter(
            "bob", bob,
            SFUJoinRequest {
                $0.token = bob.token
                $0.sessionId = "bob"
                $0.reconnectDetails = ReconnectDetails {
                    $0.strategy = .rejoin
                    $0.previousSessionId = "alice"
                }
            })
        #expect(backend.roster("bob") == ["alice", "bob"])
    }

    @Test mutating func `a late join never restores a session`() throws {
        backend.join("bob")
        backend.leave("bob")
        let bob = try credentials("bob")
        let response = backend.enter(
            "bob", bob,
            SFUJoinRequest {
                $0.token = bob.token
                $0.sessionId = "bob"
            })
        #expect(response.code == .forbidden)
        #expect(response.refusal?.message == "session_id bob is over")
    }

    @Test mutating func `a leave that overtakes its join wins`() throws {
        let bob = try credentials("bob")
        #expect(backend.leave("bob", "s").code == .changed)
        #expect(
            backend.enter(
                "bob", bob,
                SFUJoinRequest {
                    $0.token = bob.token
                    $0.sessionId = "s"
                }
            ).code == .forbidden)
    }

    @Test mutating func `a leave for an unused id does not exclude its later owner`() throws {
        backend.leave("carol", "s")
        let bob = try credentials("bob")
        #expect(
            backend.enter(
                "bob", bob,
                SFUJoinRequest {
                    $0.token = bob.token
                    $0.sessionId = "s"
                }
            ).code == .content)
    }

    @Test mutating func `a client without health checks is removed, and others remain`() throws {
        backend.join("alice")
        backend.join("bob")
        for _ in 0..<4 {
            backend.advance(by: .seconds(5))
            if backend.now < Instant(nanoseconds: 20_000_000_000) { backend.health("alice") }
        }
        #expect(backend.received("alice") == ["bob joined"])
        #expect(backend.health("bob").refusal?.advice == "reconnect to the session")
        backend.advance(by: .seconds(14))
        #expect(backend.received("alice") == ["bob joined"])
        #expect(backend.health("alice").code == .changed)
        backend.advance(by: .seconds(1))
        #expect(backend.received("alice") == ["bob joined", "bob left"])
        #expect(backend.health("bob").code == .notFound)
        let traces = backend.traces
        for (timer, ending) in [("health of bob", BackendTrace.SessionChange.signalLost), ("return to bob", .stale)] {
            let fired = try #require(traces.firstIndex(of: .timer(timer)))
            let changed = try #require(
                traces.firstIndex { trace in
                    guard case .session(let change, _, _, "bob") = trace else { return false }
                    return change == ending
                })
            #expect(fired < changed, "\(timer)")
        }
    }

    @Test mutating func `a health response has the participant count`() throws {
        backend.join("alice")
        backend.join("bob")
        #expect(try backend.health("alice").read(SFUHealthResponse.self).participantCount.total == 2)
    }

    @Test mutating func `a session ends when its client does not reconnect in time after a lost stream`() {
        backend.join("alice")
        backend.join("bob")
        backend.loseSession("bob")
        backend.advance(by: .milliseconds(14_999))
        backend.health("alice")
        #expect(backend.received("alice") == ["bob joined"])
        backend.advance(by: .milliseconds(1))
        #expect(backend.received("alice") == ["bob joined", "bob left"])
    }

    @Test mutating func `a session with a cancelled observation waits for its leave`() {
        backend.join("alice")
        backend.join("bob")
        backend.loseSession("bob", .deregistered)
        backend.settle()
        #expect(backend.received("alice") == ["bob joined"])
        backend.leave("bob")
        backend.settle()
        #expect(backend.received("alice") == ["bob joined", "bob left"])
    }

    @Test mutating func `a body without session id names the field`() throws {
        backend.join("alice")
        let response = backend.askSFU("alice", .leave, EmptyBody(), session: "alice")
        #expect(response.refusal?.message == "session_id is missing")
    }

    @Test mutating func `nothing remains after the last leave`() {
        backend.join("alice")
        backend.join("bob")
        backend.leave("alice")
        backend.leave("bob")
        backend.advance(by: .seconds(1))
        #expect(backend.edges["sfu-1"]?.sessions.isEmpty == true)
        #expect(backend.edges["sfu-1"]?.sessionIds.isEmpty == true)
        #expect(backend.edges["sfu-1"]?.nextWake == nil)
        #expect(backend.coordinator.nextWake == nil)
    }
}
