import Covering
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Muting, kicking, blocking and pinning: what the backend does, and what it refuses.
@Suite struct ModerationTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
        for name in ["alice", "bob", "carol"] {
            backend.join(name)
            backend.announce(name, .audio, .video)
            backend.settle()
        }
    }

    // MARK: Muting

    @Test(.covers("INTEG-42")) mutating func `a muted participant is silent for all, and is notified`() {
        let request = MuteUsersRequest {
            $0.userIds = ["bob", "bob"]
            $0.audio = true
        }
        #expect(backend.ask("alice", .muteUsers, request).code == .changed)
        backend.advance(by: .seconds(1))
        for name in ["alice", "bob", "carol"] {
            #expect(backend.received(name).suffix(1) == ["bob unpublishes audio: moderation"])
            #expect(backend.types(name).contains("call.user_muted"))
        }
        #expect(backend.published("bob") == [.video])
    }

    @Test mutating func `muting all participants exempts the moderator`() {
        backend.ask(
            "alice", .muteUsers,
            MuteUsersRequest {
                $0.muteAllUsers = true
                $0.audio = true
                $0.video = true
            })
        backend.settle()
        #expect(backend.published("alice") == [.audio, .video])
        #expect(backend.published("bob").isEmpty && backend.published("carol").isEmpty)
    }

    @Test(
        arguments: [
            (
                MuteUsersRequest { $0.userIds = ["bob"] },
                "audio or video, screenshare or screenshare_audio must be true"
            ),
            (MuteUsersRequest { $0.audio = true }, "user_ids must name a user, or mute_all_users be true"),
            (
                MuteUsersRequest {
                    $0.userIds = ["bob", "dave"]
                    $0.audio = true
                },
                "user_ids[1] names no participant of the call: dave"
            ),
        ])
    mutating func `a mute that cannot be names its field`(_ request: MuteUsersRequest, _ message: String) {
        let response = backend.ask("alice", .muteUsers, request)
        #expect(response.code == .badRequest && response.refusal?.message == message)
        #expect(backend.published("bob") == [.audio, .video])
    }

    // MARK: Kicking and blocking

    @Test mutating func `a kicked user leaves, and may join again`() {
        #expect(backend.ask("alice", .kick, KickUserRequest { $0.userId = "bob" }).code == .changed)
        backend.settle()
        #expect(backend.received("bob").last == "ended: kicked")
        #expect(backend.received("carol").last == "bob left")
        #expect(backend.types("bob").contains("call.kicked_user"))
        #expect(backend.join("bob", as: "again").code == .content)
    }

    @Test mutating func `a kicked and blocked user cannot join again, and gets both events`() {
        backend.ask(
            "alice", .kick,
            KickUserRequest {
                $0.userId = "bob"
                $0.block = true
            })
        backend.settle()
        #expect(backend.types("bob").filter { $0.hasSuffix("ed_user") } == ["call.kicked_user", "call.blocked_user"])
        #expect(backend.join("bob", as: "again").refusal?.message == "the user is blocked in default:standup")
    }

    @Test mutating func `to kick and block one must be allowed to do both`() {
        backend.ask(
            "alice", .userPermissions,
            UpdateUserPermissionsRequest {
                $0.userId = "bob"
                $0.grantPermissions = [.kickUser]
            })
        let response = backend.ask(
            "bob", .kick,
            KickUserRequest {
                $0.userId = "carol"
                $0.block = true
            })
        #expect(response.refusal?.message == "the capability block-users is missing in default:standup")
        #expect(backend.ask("bob", .kick, KickUserRequest { $0.userId = "carol" }).code == .changed)
    }

    @Test mutating func `a user cannot kick themselves or an absent user`() {
        let own = backend.ask("alice", .kick, KickUserRequest { $0.userId = "alice" })
        #expect(own.refusal?.message == "user_id is the asking user's own")
        let absent = backend.ask("alice", .kick, KickUserRequest { $0.userId = "dave" })
        #expect(absent.refusal?.message == "user_id names no participant of the call: dave")
        let unknown = backend.ask("alice", .kick, KickUserRequest { $0.userId = "zoe" })
        #expect(unknown.refusal?.message == "user_id names no known user: zoe")
    }

    // MARK: Pinning

    private mutating func pin(_ name: String, _ action: CallAction, _ userId: String, _ sessionId: String)
        -> ServerResponse
    {
        let response = backend.ask(
            name, action,
            ParticipantReference {
                $0.userId = userId
                $0.sessionId = sessionId
            })
        backend.settle()
        return response
    }

    @Test(.covers("SFUEV-07", "SFUEV-19", "SFUEV-21"))
    mutating func `pins are sent to all participants, and to later ones`() throws {
        #expect(pin("alice", .pin, "bob", "bob").code == .changed)
        #expect(backend.received("carol").last == "pinned: bob")
        #expect(pin("alice", .pin, "bob", "bob").code == .changed)
        #expect(backend.received("carol").filter { $0.hasPrefix("pinned") }.count == 1)
        backend.connect("dave")
        backend.join("dave")
        #expect(backend.joinedSessions["dave"]?.response?.callState.pins.map(\.sessionId) == ["bob"])
        #expect(pin("alice", .unpin, "bob", "bob").code == .changed)
        #expect(backend.received("dave").last == "pinned: ")
    }

    private mutating func rejoin(_ name: String, as sessionId: String, replacing previous: String) throws {
        let response = try backend.ask(name, .join, JoinCallRequest()).read(JoinCallResponse.self)
        backend.enter(
            name, response.credentials,
            SFUJoinRequest {
                $0.token = response.credentials.token
                $0.sessionId = sessionId
                $0.reconnectDetails = ReconnectDetails {
                    $0.strategy = .rejoin
                    $0.previousSessionId = previous
                }
            })
        backend.settle()
    }

    @Test mutating func `a pin ends with its session, or passes to the session that replaces it`() throws {
        _ = pin("alice", .pin, "bob", "bob")
        try rejoin("bob", as: "bob-2", replacing: "bob")
        #expect(backend.received("carol").suffix(2) == ["bob left", "bob joined pinned"])
        #expect(backend.joinedSessions["bob-2"]?.response?.callState.pins.map(\.sessionId) == ["bob-2"])
        #expect(pin("alice", .unpin, "bob", "bob-2").code == .changed)
        #expect(backend.received("carol").last == "pinned: ")
        _ = pin("alice", .pin, "bob", "bob-2")
        backend.leave("bob", "bob-2")
        backend.settle()
        backend.join("bob", as: "bob-3")
        #expect(backend.joinedSessions["bob-3"]?.response?.callState.pins.isEmpty == true)
    }

    @Test mutating func `a session that names that of another user as its previous one takes no pin over`() throws {
        _ = pin("alice", .pin, "bob", "bob")
        try rejoin("carol", as: "carol-2", replacing: "bob")
        #expect(backend.received("alice").last == "carol joined")
        #expect(backend.edges["sfu-1"]?.calls[backend.cid]?.pins.map(\.sessionId) == ["bob"])
        #expect(pin("alice", .unpin, "bob", "bob").code == .changed)
        #expect(backend.received("carol-2").last == "pinned: ")
    }

    @Test mutating func `a later SFU of the call gets the pins`() throws {
        backend = TestBackend { $0.sfuCount = 2 }
        backend.connect("alice", "bob")
        for name in ["alice", "bob"] { backend.join(name) }
        _ = pin("alice", .pin, "bob", "bob")
        let response = try backend.ask("alice", .join, JoinCallRequest { $0.migratingFrom = "sfu-1" })
            .read(JoinCallResponse.self)
        #expect(response.credentials.edgeName == "sfu-2")
        #expect(backend.edges["sfu-2"]?.calls[backend.cid]?.pins.map(\.sessionId) == ["bob"])
    }

    @Test mutating func `a pin without a session names its field`() {
        let absent = pin("alice", .pin, "bob", "nowhere")
        #expect(absent.refusal?.message == "session_id names no participant of the call: nowhere")
        let other = pin("alice", .pin, "carol", "bob")
        #expect(other.refusal?.message == "user_id is carol, but session_id belongs to bob")
        #expect(pin("bob", .pin, "carol", "carol").code == .forbidden)
    }
}
