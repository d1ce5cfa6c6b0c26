import Covering
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// The rights in a call: by role, by grants and revocations, and by the limit of requests.
@Suite struct GrantTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
        for name in ["alice", "bob", "carol"] {
            backend.join(name)
            backend.settle()
        }
    }

    private mutating func permissions(
        _ name: String, _ userId: String, grant: [OwnCapability] = [], revoke: [OwnCapability] = []
    ) -> ServerResponse {
        backend.ask(
            name, .userPermissions,
            UpdateUserPermissionsRequest {
                $0.userId = userId
                $0.grantPermissions = grant
                $0.revokePermissions = revoke
            })
    }

    @Test mutating func `a revoked permission ends at once, on the coordinator and on the SFU`() throws {
        backend.announce("bob", .audio, .video)
        #expect(permissions("alice", "bob", revoke: [.sendAudio]).code == .changed)
        backend.settle()
        let call = try #require(backend.coordinator.calls[backend.cid])
        #expect(!call.allows(User(id: "bob"), .sendAudio) && call.allows(User(id: "carol"), .sendAudio))
        #expect(backend.received("carol").suffix(1) == ["bob unpublishes audio: permissionRevoked"])
        #expect(
            backend.received("bob").suffix(2) == ["call_grants_updated", "bob unpublishes audio: permissionRevoked"])
        #expect(backend.types("bob").contains("call.permissions_updated"))
        let response = backend.mute("bob", .audio, false)
        #expect(response.refusal?.message == "the capability send-audio is missing in default:standup")
    }

    @Test mutating func `the rights that a harness reads follow the permissions, of known users and calls`() throws {
        _ = permissions("alice", "bob", revoke: [.sendAudio])
        let machine = backend.coordinator
        let ofBob = try #require(machine.capabilities(in: backend.cid, of: "bob"))
        #expect(ofBob.contains(.sendVideo) && !ofBob.contains(.sendAudio))
        #expect(machine.read(backend.cid, by: "bob")?.ownCapabilities == ofBob)
        let other = CallCid(type: "default", id: "other")
        #expect(machine.capabilities(in: other, of: "bob") == nil && machine.read(other, by: "bob") == nil)
        #expect(machine.capabilities(in: backend.cid, of: "x") == nil && machine.read(backend.cid, by: "x") == nil)
    }

    @Test func `a role that no call type has grants nothing, alone and beside another one`() {
        for type in CallType.documented {
            #expect(type.capabilities(of: ["stranger"]).isEmpty)
            for capability in OwnCapability.all {
                #expect(!type.grants(capability, to: "stranger"))
                let alone = type.grants(capability, to: CallRole.user)
                #expect(type.grants(capability, to: CallRole.user, "stranger") == alone)
            }
        }
    }

    @Test func `a capability that is not documented is granted to the roles that have it`() {
        let fly = OwnCapability(rawValue: "fly")
        let type = CallType(name: "air", grants: ["pilot": [fly], "passenger": []])
        #expect(type.grants(fly, to: "pilot") && !type.grants(fly, to: "passenger"))
        #expect(type.grants(fly, to: "passenger", "pilot") && type.grants(fly, to: "pilot", "passenger"))
        #expect(!type.grants(fly, to: "passenger", "stranger"))
        #expect(type.capabilities(of: ["pilot"]).isEmpty)
    }

    @Test mutating func `a user without the right to react may still rate the call`() {
        _ = permissions("alice", "bob", revoke: [.createReaction])
        #expect(backend.ask("bob", .lowerHand).code == .forbidden)
        let responses = (0...6).map { rating in
            backend.ask("bob", .submitFeedback, CollectUserFeedbackRequest { $0.rating = rating }).code
        }
        #expect(responses == [.badRequest] + Array(repeating: .changed, count: 5) + [.badRequest])
    }

    @Test mutating func `a permission that is granted again can be used, and does not act by itself`() {
        backend.announce("bob", .audio)
        _ = permissions("alice", "bob", revoke: [.sendAudio])
        _ = permissions("alice", "bob", grant: [.sendAudio])
        backend.settle()
        #expect(backend.published("bob").isEmpty)
        #expect(backend.mute("bob", .audio, false).code == .changed)
        #expect(backend.published("bob") == [.audio])
    }

    @Test mutating func `a right beyond one's role can be granted, and its use revoked`() {
        let mute = MuteUsersRequest {
            $0.userIds = ["carol"]
            $0.audio = true
        }
        #expect(backend.ask("bob", .muteUsers, mute).code == .forbidden)
        _ = permissions("alice", "bob", grant: [.muteUsers])
        #expect(backend.ask("bob", .muteUsers, mute).code == .changed)
        _ = permissions("alice", "bob", revoke: [.muteUsers])
        #expect(backend.ask("bob", .muteUsers, mute).code == .forbidden)
    }

    @Test mutating func `unchanged permissions send no event`() {
        _ = permissions("alice", "bob", revoke: [.sendAudio])
        backend.settle()
        let before = backend.types("carol")
        #expect(permissions("alice", "bob", revoke: [.sendAudio]).code == .changed)
        backend.settle()
        #expect(backend.types("carol") == before)
    }

    @Test(
        arguments: [
            (
                UpdateUserPermissionsRequest {
                    $0.userId = "zoe"
                    $0.grantPermissions = [.sendAudio]
                },
                "user_id names no known user: zoe"
            ),
            (
                UpdateUserPermissionsRequest {
                    $0.userId = "bob"
                    $0.grantPermissions = [OwnCapability(rawValue: "fly")]
                },
                "grant_permissions[0] is not a capability: fly"
            ),
            (
                UpdateUserPermissionsRequest {
                    $0.userId = "bob"
                    $0.revokePermissions = [.sendAudio, OwnCapability(rawValue: "fly")]
                },
                "revoke_permissions[1] is not a capability: fly"
            ),
            (
                UpdateUserPermissionsRequest {
                    $0.userId = "bob"
                    $0.grantPermissions = [.sendAudio, OwnCapability(rawValue: "swim")]
                    $0.revokePermissions = [OwnCapability(rawValue: "fly")]
                },
                "grant_permissions[1] is not a capability: swim"
            ),
            (
                UpdateUserPermissionsRequest {
                    $0.userId = "bob"
                    $0.grantPermissions = [.sendAudio]
                    $0.revokePermissions = [.sendAudio]
                },
                "revoke_permissions takes send-audio away, which grant_permissions gives"
            ),
            (
                UpdateUserPermissionsRequest { $0.userId = "bob" },
                "grant_permissions or revoke_permissions must name a capability"
            ),
        ])
    mutating func `permissions that cannot be name their field`(
        _ request: UpdateUserPermissionsRequest, _ message: String
    ) {
        let response = backend.ask("alice", .userPermissions, request)
        #expect(response.code == .badRequest && response.refusal?.message == message)
    }

    @Test mutating func `a permission request reaches only users that can grant it, with missing permissions only`()
        throws
    {
        _ = permissions("alice", "bob", revoke: [.sendAudio])
        let request = RequestPermissionRequest { $0.permissions = [.sendAudio, .sendVideo] }
        #expect(backend.ask("bob", .requestPermission, request).code == .changed)
        backend.settle()
        let asked = backend.devices["alice"]?.events.compactMap { event -> [OwnCapability]? in
            guard case .permissionRequest(let event) = event else { return nil }
            return event.user.id == "bob" ? event.permissions : nil
        }
        #expect(asked == [[.sendAudio]])
        #expect(!backend.types("carol").contains("call.permission_request"))
        #expect(!backend.types("bob").contains("call.permission_request"))
        let nothing = backend.ask("bob", .requestPermission, RequestPermissionRequest { $0.permissions = [] })
        #expect(nothing.refusal?.message == "permissions must name a capability")
    }

    @Test mutating func `a blocked user has no rights, not even to request permissions`() {
        backend.ask("alice", .block, UserIdRequest { $0.userId = "bob" })
        for action in CallAction.allCases {
            #expect(backend.ask("bob", action, UserIdRequest { $0.userId = "carol" }).code != .changed, "\(action)")
        }
    }
}

/// How many requests of one user are taken.
@Suite struct RateLimitTests {
    private var backend = TestBackend { $0.rateLimit = RateLimit(requests: 4, window: .seconds(8)) }

    init() {
        backend.connect("alice", "bob")
    }

    @Test mutating func `too many requests are refused with when to try again, and that helps`() throws {
        for _ in 0..<3 { #expect(backend.ask("alice", .getOrCreate).code.isSuccess) }
        let refused = backend.ask("alice", .get)
        #expect(refused.code == .tooManyRequests)
        let refusal = try #require(refused.refusal)
        #expect(refusal.message == "alice makes more than 4 requests in 8.0 seconds")
        #expect(refusal.advice == "try again in 2000 ms")
        backend.advance(by: .milliseconds(1999))
        #expect(backend.ask("alice", .get).code == .tooManyRequests)
        backend.advance(by: .milliseconds(1))
        #expect(backend.ask("alice", .get).code == .content)
        #expect(backend.ask("alice", .get).code == .tooManyRequests)
    }

    @Test mutating func `one user's requests do not count for another`() {
        for _ in 0..<9 { backend.ask("alice", .getOrCreate) }
        #expect(backend.ask("bob", .get).code == .content)
    }

    @Test mutating func `an SFU counts for itself`() {
        for _ in 0..<2 { backend.ask("alice", .getOrCreate) }
        #expect(backend.join("alice").code == .content)
        for _ in 0..<3 { #expect(backend.health("alice").code == .changed) }
        #expect(backend.health("alice").code == .tooManyRequests)
    }

    @Test mutating func `each new guest of a host counts as one request`() {
        let responses = (0..<5).map { number in
            let body = CreateGuestRequest { $0.user = User(id: "g\(number)") }
            return backend.askRaw("stranger", .client(.createGuest), body.encoded()).code
        }
        #expect(responses == Array(repeating: .created, count: 4) + [.tooManyRequests])
    }

    @Test mutating func `a list of devices counts as one request, and a query of a hundred calls as two`() throws {
        let type = try #require(CallType.documented.first)
        for number in 0..<100 {
            let cid = CallCid(type: "default", id: "c\(number)")
            backend.coordinator.calls[cid] = CallRecord(
                cid, type: type, creator: User(id: "carol"), members: [], at: backend.date)
        }
        let lists = (0..<4).map { _ in backend.ask("alice", .listDevices).code }
        #expect(lists == [.content, .content, .content, .tooManyRequests])
        let queries = (0..<2).map { _ in backend.ask("bob", .queryCalls, QueryCallsRequest()).code }
        #expect(queries == [.content, .tooManyRequests])
    }

    @Test mutating func `a refusal by the limit names its user in the record`() {
        for _ in 0..<3 { backend.ask("alice", .getOrCreate) }
        backend.traces = []
        backend.ask("alice", .get)
        let body = ConnectRequest {
            $0.token = backend.token("alice")
            $0.user = User(id: "alice")
        }
        backend.reconnect("alice", body)
        let users = backend.traces.map { trace -> String? in
            guard case .request(let request) = trace, request.code == .tooManyRequests else { return nil }
            return request.userId
        }
        #expect(users == ["alice", "alice"])
    }

    @Test mutating func `without a limit any number is taken`() {
        backend = TestBackend { $0.rateLimit = nil }
        backend.connect("alice")
        for _ in 0..<5000 { #expect(backend.ask("alice", .getOrCreate).code.isSuccess) }
    }

    @Test mutating func `custom data that is too long is 4_13 and names its field`() {
        backend = TestBackend { $0.customDataLimit = 100 }
        backend.connect("alice")
        backend.ask("alice", .getOrCreate)
        let long = CBOR.Map([("text", .text(String(repeating: "x", count: 100)))])
        let response = backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = long })
        #expect(response.code == .requestEntityTooLarge)
        #expect(response.refusal?.message == "custom is 108 bytes long")
        #expect(response.refusal?.advice == "at most 100 bytes are taken")
        let other = CallCid(type: "default", id: "other")
        let create = GetOrCreateCallRequest { $0.data = CallData { $0.custom = long } }
        #expect(
            backend.ask("alice", .getOrCreate, create, cid: other).refusal?.message == "data.custom is 108 bytes long")
        #expect(backend.ask("alice", .get, cid: other).code == .notFound)
    }
}
