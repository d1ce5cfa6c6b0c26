import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Orders of the coordinator to an SFU, and joins of sessions that the SFU has.
@Suite struct SFUOrderTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
        for name in ["alice", "bob"] {
            backend.join(name)
            backend.settle()
        }
    }

    private mutating func order(_ order: SessionOrder) {
        backend.perform(backend.edges["sfu-1"]?.handle(.order(order), at: backend.now) ?? [], edge: "sfu-1")
        backend.settle()
    }

    private mutating func enter(
        _ name: String, _ sessionId: String, _ change: (inout SFUJoinRequest) -> Void
    ) throws -> ServerResponse {
        let response = try backend.ask(name, .join, JoinCallRequest()).read(JoinCallResponse.self)
        var body = SFUJoinRequest {
            $0.token = response.credentials.token
            $0.sessionId = sessionId
        }
        change(&body)
        return backend.enter(name, response.credentials, body)
    }

    private func participant(_ name: String) -> SFUParticipant {
        SFUParticipant {
            $0.user = User(id: name)
            $0.sessionId = name
            $0.joinedAt = .virtualStart
            $0.roles = [CallRole.user]
        }
    }

    /// The changes of sessions in the record.
    private var changes: [BackendTrace.SessionChange] {
        backend.traces.compactMap { if case .session(let change, _, _, _) = $0 { change } else { nil } }
    }

    // MARK: Admission

    @Test mutating func `a user that is admitted again with other rights learns of them, and loses its tracks`() {
        backend.announce("bob", .audio, .video)
        let grants = CallGrants([.sendAudio])
        order(
            .admit(
                backend.cid, User(id: "bob", name: "Robert"), roles: ["listener"], grants, noiseCancellation: true,
                startedAt: nil))
        #expect(backend.received("bob").prefix(1) == ["call_grants_updated"])
        #expect(backend.received("alice").suffix(2) == ["bob unpublishes video: permissionRevoked", "bob changed"])
        #expect(backend.edges["sfu-1"]?.read("bob")?.grants == grants)
        #expect(backend.edges["sfu-1"]?.sessions["bob"]?.participant.roles == ["listener"])
        #expect(backend.mute("bob", .video, false).code == .forbidden)
    }

    @Test mutating func `an order to release a session in another call changes nothing`() {
        order(.release(CallCid(type: "default", id: "other"), sessionId: "bob"))
        #expect(backend.edges["sfu-1"]?.sessionNames == ["alice", "bob"])
        #expect(backend.joinedSessions["bob"]?.isClosed == false)
    }

    @Test mutating func `an update of a participant elsewhere that is unknown here is sent as a join`() {
        order(.relay(backend.cid, .participantUpdated(participant("dave")), from: "sfu-2"))
        #expect(backend.received("alice").suffix(1) == ["dave joined"])
        order(.relay(backend.cid, .participantUpdated(participant("dave")), from: "sfu-2"))
        #expect(backend.received("alice").suffix(1) == ["dave changed"])
    }

    @Test mutating func `a participant that an event describes anew is described so to later ones`() throws {
        var changed = try #require(backend.edges["sfu-1"]?.sessions["bob"]?.participant)
        changed.roles = ["speaker"]
        backend.notice(.participantUpdated(changed))
        backend.join("carol")
        let found = backend.joinedSessions["carol"]?.response?.callState.participants
        #expect(found?.map(\.roles).contains(["speaker"]) == true)
    }

    @Test mutating func `completed migrations that were withheld are sent when they no longer are`() {
        backend.command(.withholdMigrations(true), "sfu-1")
        for name in ["alice", "bob"] { order(.completeMigration(backend.cid, sessionId: name)) }
        #expect(!backend.received("bob").contains("participant_migration_complete"))
        backend.command(.withholdMigrations(false), "sfu-1")
        backend.settle()
        for name in ["alice", "bob"] {
            #expect(backend.received(name).suffix(1) == ["participant_migration_complete"])
        }
    }

    // MARK: Joins

    @Test mutating func `a join that announces two tracks of a type is refused`() throws {
        let response = try enter("carol", "carol") {
            $0.announcedTracks = [.audio, .video, .audio].map { type in TrackInfo { $0.trackType = type } }
        }
        #expect(response.refusal?.message == "announced_tracks[2].track_type is there twice")
        #expect(backend.edges["sfu-1"]?.sessionNames == ["alice", "bob"])
    }

    @Test mutating func `a refused join does not begin the session of its call`() throws {
        backend = TestBackend()
        backend.connect("carol")
        backend.ask("carol", .getOrCreate)
        let response = try enter("carol", "carol") {
            $0.announcedTracks = [.audio, .audio].map { type in TrackInfo { $0.trackType = type } }
        }
        #expect(response.code == .badRequest)
        #expect(try #require(backend.edges["sfu-1"]?.calls[backend.cid]).startedAt == nil)
        backend.advance(by: .seconds(5))
        #expect(try enter("carol", "carol") { _ in }.code == .content)
        #expect(try #require(backend.edges["sfu-1"]?.calls[backend.cid]).startedAt == backend.date)
    }

    @Test mutating func `an attempt to rejoin may be repeated, and excludes the earlier ones`() throws {
        func rejoin(_ attempt: Int) throws -> CoAP.Code {
            try enter("carol", "carol") {
                $0.reconnectDetails = ReconnectDetails {
                    $0.strategy = .rejoin
                    $0.reconnectAttempt = attempt
                }
            }.code
        }
        #expect(try rejoin(1) == .content && rejoin(1) == .content)
        #expect(try rejoin(3) == .content && rejoin(3) == .content)
        #expect(try rejoin(2) == .forbidden && rejoin(1) == .forbidden)
        let resumed = try enter("carol", "carol") { $0.fastReconnect = true }
        #expect(resumed.code == .content)
        #expect(try rejoin(3) == .forbidden && rejoin(4) == .content)
    }

    @Test(arguments: [(true, false), (false, true), (true, true)])
    mutating func `a fast reconnect of a session that is gone is refused, however the client asks for it`(
        _ isFast: Bool, _ hasStrategy: Bool
    ) throws {
        let response = try enter("carol", "gone") {
            $0.fastReconnect = isFast
            if hasStrategy { $0.reconnectDetails = ReconnectDetails { $0.strategy = .fast } }
        }
        #expect(response.refusal?.message == "session_id gone is not kept any more")
    }

    @Test mutating func `a fast reconnect brings the client's subscriptions`() throws {
        let wanted = TrackSubscription(
            participant("alice").reference, .video, dimension: VideoDimension(width: 320, height: 180))
        let response = try enter("bob", "bob") {
            $0.fastReconnect = true
            $0.reconnectDetails = ReconnectDetails {
                $0.strategy = .fast
                $0.subscriptions = [wanted]
            }
        }
        #expect(response.code == .content && backend.edges["sfu-1"]?.read("bob")?.subscriptions == [wanted])
    }

    @Test mutating func `the capabilities of a client are those of its last join, also of a fast reconnect`() throws {
        let pause = InboundVideoState {
            $0.reference = participant("alice").reference
            $0.trackType = .video
            $0.paused = true
        }
        let capability = ClientCapability.subscriberVideoPause.rawValue
        for (capabilities, count) in [([capability], 1), ([], 0)] {
            let response = try enter("bob", "bob") {
                $0.fastReconnect = true
                $0.capabilities = capabilities
            }
            #expect(response.code == .content)
            backend.notice(.inboundStateNotification([pause]))
            backend.settle()
            #expect(backend.received("bob").count { $0 == "inbound_state_notification" } == count)
        }
    }

    @Test mutating func `a request to move that was not acknowledged follows the response of a reconnect at once`()
        throws
    {
        backend.joinedSessions["bob"]?.isDeaf = true
        backend.command(.goAway(.rebalance), "sfu-1")
        backend.settle()
        #expect(try enter("bob", "bob") { $0.fastReconnect = true }.code == .content)
        #expect(backend.received("bob").isEmpty)
        backend.settle()
        #expect(backend.received("bob") == ["go_away"])
    }

    @Test(arguments: [(ReconnectStrategy.fast, false), (.rejoin, false), (.rejoin, true)])
    mutating func `a track that was muted unnoticed is not published by a reconnect before its client is notified`(
        _ strategy: ReconnectStrategy, hasEnded: Bool
    ) throws {
        func reconnect(_ sessionId: String, _ strategy: ReconnectStrategy) throws {
            let response = try enter("bob", sessionId) {
                $0.fastReconnect = strategy == .fast
                $0.reconnectDetails = ReconnectDetails {
                    $0.strategy = strategy
                    $0.previousSessionId = "bob"
                    $0.announcedTracks = [.audio, .video].map { type in TrackInfo { $0.trackType = type } }
                }
            }
            #expect(response.code == .content)
        }
        backend.announce("bob", .audio, .video)
        backend.settle()
        backend.joinedSessions["bob"]?.isDeaf = true
        order(.mute(backend.cid, userIds: ["bob"], [.audio]))
        if hasEnded {
            backend.loseSession("bob")
            backend.advance(by: .seconds(15))
        }
        #expect(backend.edges["sfu-1"]?.sessionNames == (hasEnded ? ["alice"] : ["alice", "bob"]))
        let sessionId = strategy == .fast ? "bob" : "bob2"
        for _ in 0..<2 {
            try reconnect(sessionId, strategy)
            #expect(backend.published(sessionId) == [.video])
        }
        backend.settle()
        #expect(backend.received(sessionId) == ["bob unpublishes audio: moderation"])
        try reconnect(sessionId, .fast)
        #expect(backend.published(sessionId) == [.audio, .video])
    }

    @Test mutating func `a track that its client publishes after a mute is published by a reconnect as well`() throws {
        backend.announce("bob", .audio)
        backend.settle()
        backend.joinedSessions["bob"]?.isDeaf = true
        order(.mute(backend.cid, userIds: ["bob"], [.audio]))
        #expect(backend.mute("bob", .audio, false).code == .changed)
        _ = try enter("bob", "bob") {
            $0.fastReconnect = true
            $0.reconnectDetails = ReconnectDetails {
                $0.strategy = .fast
                $0.announcedTracks = [TrackInfo { $0.trackType = .audio }]
            }
        }
        backend.settle()
        #expect(backend.published("bob") == [.audio] && backend.received("bob").isEmpty)
    }

    @Test func `a session that was resumed is watched by its new deadline`() throws {
        var backend = TestBackend {
            $0.timeouts.health = .seconds(5)
            $0.timeouts.fastReconnect = .seconds(60)
        }
        backend.connect("alice")
        backend.join("alice")
        backend.loseSession("alice")
        backend.join("alice")
        #expect(backend.health("alice").code == .changed)
        backend.advance(by: .seconds(5))
        #expect(backend.health("alice").refusal?.message == "the signal of session_id alice was lost")
    }

    // MARK: The record

    @Test mutating func `the record distinguishes a leave, a removal and an absence`() {
        backend.traces = []
        backend.leave("alice")
        order(.remove(backend.cid, userId: "bob", .kicked))
        backend.join("carol")
        backend.advance(by: .seconds(36))
        #expect(changes == [.left, .removed, .joined, .signalLost, .stale])
    }

    @Test mutating func `the record names the user of a leave`() {
        backend.traces = []
        backend.leave("bob")
        let users = backend.traces.compactMap { trace -> String? in
            if case .request(let request) = trace, request.route == .sfu(.leave) { request.userId } else { nil }
        }
        #expect(users == ["bob"])
    }

    // MARK: Media

    @Test mutating func `a path that opens and one that moves are recorded, and a track that is given up ends`() throws
    {
        let sfu = try #require(backend.edges["sfu-1"])
        let response = try enter("carol", "carol") { request in
            request.wantsMedia = true
            request.announcedTracks = [
                TrackInfo {
                    $0.trackType = .audio
                    $0.ssrc = 7
                }
            ]
        }
        let credentials = try #require(try response.read(SFUJoinResponse.self).path?.credentials)
        let first = try #require(backend.devices["carol"]?.peer)
        let second = SocketAddress(host: first.host, port: 4444)
        func exchange(_ message: STUN.Message, from peer: SocketAddress) throws -> [STUN.Message] {
            let key = STUN.Protection(key: Array(credentials.password.utf8))
            let bytes = try #require(message.encoded(key))
            return try sfu.receiveMedia(bytes, from: peer, at: backend.now) { _ in }.compactMap { effect in
                if case .trace(let trace) = effect { backend.traces.append(trace) }
                guard case .datagram(let bytes, _) = effect else { return nil }
                return try STUN.Message(decoding: bytes)
            }
        }
        var random = SeededGenerator(seed: 1)
        func check(from peer: SocketAddress) throws -> [STUN.Message] {
            let id = STUN.TransactionID(from: &random)
            let name = STUN.Attribute.username(credentials.username)
            return try exchange(STUN.Message(.request, transactionID: id, attributes: [name]), from: peer)
        }
        _ = try check(from: first)
        let own = try #require(try check(from: second).last { $0.messageClass == .request })
        _ = try exchange(own.response(.success, []), from: second)
        let paths = backend.traces.compactMap { trace -> BackendTrace.PathChange? in
            if case .path(let change, "carol", "carol", _) = trace { change } else { nil }
        }
        #expect(paths == [.opened, .moved])
        let voice = TrackName(sessionId: "carol", type: .audio)
        #expect(sfu.media.trackOfName[voice] != nil)
        backend.devices["carol"] = TestBackend.Device(user: "carol", peer: second)
        #expect(backend.announce("carol").code == .changed)
        #expect(sfu.media.trackOfName[voice] == nil)
    }
}
