import Covering
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct CallTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    @Test mutating func `a call is created once and read from then on`() throws {
        let first = backend.ask("alice", .getOrCreate)
        #expect(first.code == .created)
        #expect(try first.read(GetCallResponse.self).created)
        let second = backend.ask("bob", .getOrCreate)
        #expect(second.code == .changed)
        let response = try second.read(GetCallResponse.self)
        #expect(!response.created)
        #expect(response.call.createdBy.id == "alice")
    }

    @Test mutating func `the creator is a member and host`() throws {
        let answer = backend.ring("alice", "bob")
        let response = try answer.read(GetCallResponse.self)
        #expect(response.members.map(\.userId) == ["alice", "bob"])
        #expect(response.members.first?.role == "host")
        #expect(response.ownCapabilities.contains(.endCall))
    }

    @Test mutating func `a creator among the members is the host, with the data that was given`() throws {
        let request = GetOrCreateCallRequest {
            $0.data = CallData {
                $0.members = [
                    MemberRequest {
                        $0.userId = "alice"
                        $0.custom = ["seat": 1]
                    }
                ]
            }
        }
        let members = try backend.ask("alice", .getOrCreate, request).read(GetCallResponse.self).members
        #expect(members.map(\.role) == ["host"])
        #expect(members.map(\.custom) == [["seat": 1]])
    }

    @Test mutating func `an unknown call is 4_04`() {
        for action in CallAction.allCases where action != .getOrCreate {
            let body: any Body =
                switch action {
                case .sendEvent: SendEventRequest { $0.custom = [:] }
                case .block, .unblock, .kick, .userPermissions: UserIdRequest { $0.userId = "bob" }
                case .pin, .unpin:
                    ParticipantReference {
                        $0.userId = "bob"
                        $0.sessionId = "bob"
                    }
                default: EmptyBody()
                }
            let answer = backend.askRaw("alice", .call(backend.cid, action), body.encoded())
            #expect(answer.code == .notFound, "\(action)")
            #expect(answer.refusal?.code == APIError.Code.callNotFound.rawValue, "\(action)")
        }
    }

    @Test mutating func `a request about a call of an unknown type names the type and those that exist`() {
        let cid = CallCid(type: "party", id: "1")
        var responses = CallAction.allCases.map { action in
            let body: any Body =
                switch action {
                case .sendEvent: SendEventRequest { $0.custom = [:] }
                case .block, .unblock, .kick, .userPermissions: UserIdRequest { $0.userId = "bob" }
                case .pin, .unpin:
                    ParticipantReference {
                        $0.userId = "bob"
                        $0.sessionId = "bob"
                    }
                case .join: JoinCallRequest { $0.create = false }
                default: EmptyBody()
                }
            return backend.askRaw("alice", .call(cid, action), body.encoded())
        }
        responses.append(backend.ask("alice", .join, JoinCallRequest { $0.create = true }, cid: cid))
        responses.append(backend.askRaw("alice", .egress(cid, .goLive), []))
        responses.append(backend.askRaw("alice", .egress(cid, .listRecordings), []))
        responses.append(
            backend.ask(
                "alice", .queryMembers,
                QueryCallMembersRequest {
                    $0.type = "party"
                    $0.id = "1"
                }))
        for answer in responses {
            #expect(answer.code == .notFound)
            #expect(answer.refusal?.message == "there is no call type party")
            #expect(answer.refusal?.advice == "known are default, livestream, audio_room, development")
        }
    }

    @Test mutating func `an unknown member is refused by the field's name, and nothing is created`() {
        let answer = backend.ring("alice", "bob", "zoe")
        #expect(answer.code == .badRequest)
        #expect(answer.refusal?.message == "data.members[1].user_id names no known user: zoe")
        #expect(backend.ask("alice", .get).code == .notFound)
    }

    @Test mutating func `only members can be rung`() {
        backend.ring("alice", "bob")
        let answer = backend.ask("alice", .ring, RingCallRequest { $0.membersIds = ["bob", "carol"] })
        #expect(answer.refusal?.message == "members_ids[1] names no member of default:standup: carol")
    }

    @Test(arguments: [
        ("ring", CBOR.map(["ring": 1]), "ring must be true or false"),
        ("members", .map(["data": ["members": ["bob"]]]), "data.members[0] must be a map"),
        ("user_id", .map(["data": ["members": [["user": "bob"]]]]), "data.members[0].user_id is missing"),
        (
            "timeout", .map(["data": ["settings_override": ["ring": ["missed_call_timeout_ms": -1]]]]),
            "data.settings_override.ring.missed_call_timeout_ms must lie between 0 and 86400000 milliseconds"
        ),
    ])
    func `a malformed body is 4_00 and names the field`(_ name: String, _ body: CBOR, _ message: String) {
        var backend = backend
        let answer = backend.askRaw("alice", .call(backend.cid, .getOrCreate), body.encoded())
        #expect(answer.code == .badRequest)
        #expect(answer.refusal?.message == message)
        #expect(backend.coordinator.calls.isEmpty)
    }

    @Test mutating func `bytes that are not CBOR are 4_00`() {
        let answer = backend.askRaw("alice", .call(backend.cid, .getOrCreate), [0xFF, 0x00])
        #expect(answer.code == .badRequest)
    }

    @Test mutating func `a path that leads nowhere is 4_04, a wrong method 4_05`() {
        let peer = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
        for (method, path, code) in [
            (CoAP.Code.get, ["video", "nothing"], CoAP.Code.notFound),
            (.get, [], .notFound),
            (.delete, ["video", "call", "default", "x"], .methodNotAllowed),
        ] {
            let effects = backend.coordinator.handle(
                .request(ServerRequest(method: method, path: path, peer: peer)), at: backend.now)
            guard case .respond(let answer)? = effects.first else {
                Issue.record("there is no answer")
                return
            }
            #expect(answer.code == code)
            if code == .methodNotAllowed { #expect(answer.refusal?.advice == "it takes GET, POST, PATCH") }
        }
    }

    @Test mutating func `a read rings only when its query says so`() {
        backend.ask("alice", .getOrCreate)
        let route = CoordinatorRoute.call(backend.cid, .get)
        for (value, code) in [("false", CoAP.Code.content), ("true", .content), ("no", .badRequest)] {
            #expect(backend.askRaw("alice", route, [], query: ["ring=\(value)"]).code == code)
            #expect((backend.coordinator.calls[backend.cid]?.session != nil) == (value != "false"))
        }
    }

    @Test mutating func `an override changes only the named settings`() throws {
        let override = CallSettingsRequest { $0.ring = RingSettingsRequest { $0.autoCancelTimeout = .seconds(30) } }
        let data = CallData { $0.settingsOverride = override }
        let cid = CallCid(type: "livestream", id: "show")
        let answer = backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = data }, cid: cid)
        let call = try answer.read(GetCallResponse.self).call
        #expect(call.settings.ring.autoCancelTimeout == .seconds(30))
        #expect(call.settings.backstage.enabled)
        #expect(call.backstage)
    }

    @Test mutating func `a custom event reaches all members and watchers`() {
        backend.connect("dave")
        backend.ring("alice", "bob")
        backend.ask("dave", .get)
        backend.ask("bob", .sendEvent, SendEventRequest { $0.custom = ["type": "participant.ready"] })
        backend.advance(by: .seconds(1))
        for name in ["alice", "bob", "dave"] {
            guard case .custom(let event)? = backend.devices[name]?.events.last else {
                Issue.record("\(name) was not told")
                return
            }
            #expect(event.user.id == "bob")
            #expect(event.custom["type"] == "participant.ready")
        }
        #expect(!backend.types("carol").contains("custom"))
    }

    @Test mutating func `the end is sent to all, once, and to the SFU`() throws {
        backend.ring("alice", "bob")
        backend.join("bob")
        #expect(backend.ask("alice", .markEnded).code == .changed)
        #expect(backend.ask("alice", .markEnded).code == .changed)
        backend.advance(by: .seconds(1))
        #expect(backend.types("bob").filter { $0 == "call.ended" }.count == 1)
        #expect(backend.received("bob") == ["ended: ended"])
        #expect(backend.joinedSessions["bob"]?.isClosed == true)
        let call = try backend.call()
        #expect(call.endedAt != nil)
        #expect(call.session?.participants.isEmpty == true)
    }

    @Test mutating func `joins, rings and accepts fail after the end`() {
        backend.ring("alice", "bob")
        backend.ask("alice", .markEnded)
        #expect(backend.join("bob").refusal?.code == APIError.Code.callEnded.rawValue)
        #expect(backend.ask("alice", .ring, RingCallRequest()).code == .forbidden)
        #expect(backend.ask("bob", .accept).code == .forbidden)
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.ring = true }).code == .forbidden)
    }
}

@Suite struct PermissionTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
        backend.ring("alice", "bob")
    }

    @Test(arguments: [
        (CallAction.get, "bob", true), (.get, "carol", true), (.getOrCreate, "carol", true), (.join, "carol", true),
        (.ring, "carol", true), (.sendEvent, "carol", true), (.markEnded, "alice", true), (.markEnded, "bob", false),
        (.markEnded, "carol", false), (.block, "alice", true), (.block, "bob", false), (.unblock, "alice", true),
        (.unblock, "carol", false), (.accept, "bob", true), (.accept, "carol", false), (.reject, "alice", true),
        (.reject, "bob", true), (.reject, "carol", false),
    ])
    func `in a default call the host may do everything and others take part`(
        _ action: CallAction, _ user: String, _ isAllowed: Bool
    ) {
        var backend = backend
        let body: any Body =
            switch action {
            case .sendEvent: SendEventRequest { $0.custom = [:] }
            case .block, .unblock: UserIdRequest { $0.userId = "dave" }
            default: EmptyBody()
            }
        let answer = backend.askRaw(user, .call(backend.cid, action), body.encoded())
        #expect(answer.code == (isAllowed ? .changed : .forbidden) || (isAllowed && answer.code == .content))
    }

    @Test func `a refusal names the missing capability`() {
        var backend = backend
        let answer = backend.ask("bob", .markEnded)
        #expect(answer.refusal?.message == "the capability end-call is missing in default:standup")
        #expect(answer.refusal?.code == APIError.Code.notAllowed.rawValue)
    }

    @Test mutating func `in a development call every user has every capability`() {
        let cid = CallCid(type: "development", id: "x")
        backend.ask("alice", .getOrCreate, cid: cid)
        #expect(backend.ask("bob", .markEnded, cid: cid).code == .changed)
    }

    @Test mutating func `an admin of the application may do everything everywhere`() {
        backend = TestBackend { $0.users.append(User(id: "root", role: "admin")) }
        backend.connect("alice", "root")
        backend.ring("alice")
        #expect(backend.ask("root", .markEnded).code == .changed)
    }

    @Test(.covers("INTEG-26")) mutating func `in backstage only hosts join, until the time before the start`() throws {
        let cid = CallCid(type: "livestream", id: "show")
        let settings = CallSettingsRequest {
            $0.backstage = BackstageSettingsRequest {
                $0.enabled = true
                $0.joinAheadTime = .seconds(60)
            }
        }
        let data = CallData {
            $0.settingsOverride = settings
            $0.startsAt = backend.date.advanced(by: .seconds(600))
        }
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = data }, cid: cid)
        #expect(backend.ask("alice", .join, JoinCallRequest(), cid: cid).code == .changed)
        let refused = backend.ask("bob", .join, JoinCallRequest(), cid: cid)
        #expect(refused.code == .forbidden)
        #expect(refused.refusal?.message == "livestream:show is in backstage")
        backend.advance(by: .seconds(540))
        #expect(backend.ask("bob", .join, JoinCallRequest(), cid: cid).code == .changed)
    }

    @Test mutating func `the audience of a livestream cannot publish`() throws {
        let cid = CallCid(type: "livestream", id: "show")
        backend.ask("alice", .getOrCreate, cid: cid)
        let answer = try backend.ask("bob", .get, cid: cid).read(GetCallResponse.self)
        #expect(!answer.ownCapabilities.contains(.sendAudio))
        #expect(answer.ownCapabilities.contains(.joinCall))
    }

    @Test mutating func `a blocked user is notified, leaves the session and has no rights`() throws {
        backend.join("bob")
        backend.join("alice")
        backend.settle()
        backend.ask("alice", .block, UserIdRequest { $0.userId = "bob" })
        backend.settle()
        #expect(backend.types("bob").last == "call.blocked_user")
        #expect(backend.received("bob").last == "ended: kicked")
        #expect(backend.received("alice") == ["bob left"])
        #expect(try backend.call().blockedUserIds == ["bob"])
        let body = SendEventRequest { $0.custom = [:] }.encoded()
        for action in CallAction.allCases {
            let answer = backend.askRaw("bob", .call(backend.cid, action), action == .sendEvent ? body : [])
            #expect(answer.code == .forbidden || answer.refusal?.message == "user_id is missing", "\(action)")
        }
        let before = backend.types("bob")
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = [:] })
        backend.advance(by: .seconds(1))
        #expect(backend.types("bob").filter { $0 == "custom" }.isEmpty)
        #expect(backend.types("bob").count == before.count)
    }

    @Test mutating func `an unblocked user may join again`() {
        backend.ask("alice", .block, UserIdRequest { $0.userId = "bob" })
        backend.ask("alice", .unblock, UserIdRequest { $0.userId = "bob" })
        backend.settle()
        #expect(backend.types("bob").last == "call.unblocked_user")
        #expect(backend.join("bob").code == .content)
    }

    @Test mutating func `a user cannot block themselves or an unknown user`() {
        #expect(
            backend.ask("alice", .block, UserIdRequest { $0.userId = "alice" }).refusal?.message
                == "user_id is the asking user's own")
        #expect(
            backend.ask("alice", .block, UserIdRequest { $0.userId = "zoe" }).refusal?.message
                == "user_id names no known user: zoe")
    }
}
