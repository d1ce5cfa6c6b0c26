import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Attempts to gain rights, to read the events of other calls, and to use the connections of others.
@Suite struct RightsAttackTests {
    private var backend = TestBackend { configuration in
        configuration.users += [User(id: "guest-eve", role: CallRole.guest)]
    }
    private let other = CallCid(type: "default", id: "other")

    /// A call of alice's, in which bob is moderator and carol is an ordinary member.
    init() {
        backend.connect("alice", "bob", "carol", "guest-eve")
        let data = CallData {
            $0.members = [
                MemberRequest {
                    $0.userId = "bob"
                    $0.role = CallRole.moderator
                },
                MemberRequest { $0.userId = "carol" },
            ]
        }
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = data })
        backend.settle()
    }

    private mutating func giveRole(_ requester: String, _ userId: String, _ role: String?) -> ServerResponse {
        backend.ask(
            requester, .updateMembers,
            UpdateCallMembersRequest {
                $0.updateMembers = [
                    MemberRequest {
                        $0.userId = userId
                        $0.role = role
                    }
                ]
            })
    }

    private mutating func remove(_ requester: String, _ userId: String) -> ServerResponse {
        backend.ask(requester, .updateMembers, UpdateCallMembersRequest { $0.removeMembers = [userId] })
    }

    @Test(arguments: [CallRole.host, CallRole.admin], ["bob", "carol", "dave"])
    mutating func `a moderator cannot assign a role above moderator`(_ role: String, _ userId: String) {
        #expect(giveRole("bob", userId, role).code == .forbidden)
        #expect(backend.ask("bob", .markEnded).code == .forbidden)
    }

    @Test mutating func `a moderator makes moderators and ordinary members`() {
        #expect(giveRole("bob", "carol", CallRole.moderator).code == .changed)
        #expect(giveRole("bob", "dave", nil).code == .changed)
    }

    @Test mutating func `a moderator neither degrades nor removes a host`() {
        #expect(giveRole("alice", "carol", CallRole.host).code == .changed)
        #expect(giveRole("bob", "carol", CallRole.callMember).code == .forbidden)
        #expect(giveRole("bob", "alice", CallRole.callMember).code == .forbidden)
        #expect(remove("bob", "carol").code == .forbidden)
        let revoke = UpdateUserPermissionsRequest {
            $0.userId = "carol"
            $0.revokePermissions = [.endCall]
        }
        #expect(backend.ask("bob", .userPermissions, revoke).code == .forbidden)
        #expect(backend.ask("carol", .markEnded).code == .changed)
    }

    @Test(arguments: OwnCapability.all) mutating func `a moderator grants itself nothing that it lacks`(
        _ capability: OwnCapability
    ) throws {
        let before = try #require(backend.coordinator.calls[backend.cid]).capabilities(of: User(id: "bob"))
        let grant = UpdateUserPermissionsRequest {
            $0.userId = "bob"
            $0.grantPermissions = [capability]
        }
        backend.ask("bob", .userPermissions, grant)
        let after = try #require(backend.coordinator.calls[backend.cid]).capabilities(of: User(id: "bob"))
        #expect(after == before)
    }

    @Test mutating func `a guest rings and notifies only the calls that it is a member of`() {
        let requested = [
            GetOrCreateCallRequest { $0.ring = true }, GetOrCreateCallRequest { $0.notify = true },
        ]
        for options in requested { #expect(backend.ask("guest-eve", .getOrCreate, options).code == .forbidden) }
        #expect(backend.ask("guest-eve", .ring, RingCallRequest()).code == .forbidden)
        #expect(backend.ask("guest-eve", .join, JoinCallRequest { $0.ring = true }).code == .forbidden)
        backend.settle()
        #expect(!backend.types("carol").contains("call.ring"))
        #expect(!backend.types("carol").contains("call.notification"))
        #expect(giveRole("alice", "guest-eve", nil).code == .changed)
        #expect(backend.ask("guest-eve", .ring, RingCallRequest()).code == .changed)
    }

    // MARK: Tokens for one call

    private mutating func connectForOther(_ resume: String? = nil) {
        let token = backend.token("carol", for: other)
        backend.reconnect(
            "carol",
            ConnectRequest {
                $0.token = token
                $0.user = User(id: "carol")
                $0.resume = resume
                $0.lastEvent = resume == nil ? nil : 1
            })
    }

    @Test mutating func `a token for one call brings no event of another one, nor its pending ring`() {
        backend.askRaw("carol", .disconnect, [])
        backend.devices["carol"]?.events = []
        backend.ask("alice", .ring, RingCallRequest())
        connectForOther()
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = ["n": 1] })
        backend.ask("alice", .markEnded)
        backend.advance(by: .seconds(20))
        #expect(backend.types("carol").isEmpty)
    }

    @Test mutating func `a token for one call finds no other call`() throws {
        backend.ask("alice", .getOrCreate, cid: other)
        func found() throws -> [CallCid] {
            try backend.ask("carol", .queryCalls, QueryCallsRequest()).read(QueryCallsResponse.self).records
                .map(\.call.cid).sorted()
        }
        let before = try found()
        #expect(before.contains(backend.cid))
        connectForOther()
        let after = try found()
        #expect(!after.contains(backend.cid))
    }

    @Test mutating func `a token for one call does not resume the stream of all calls`() {
        let id = backend.devices["carol"]?.connectionId
        backend.devices["carol"]?.events = []
        connectForOther(id)
        #expect(backend.devices["carol"]?.connectionId != id)
        #expect(backend.types("carol").isEmpty)
    }

    // MARK: Connections of others

    /// Another port of the host of all devices, as another process there has it, and another host.
    private static let elsewhere = [
        SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1),
        SocketAddress(host: HostAddress(127, 9, 9, 9), port: 1001),
    ]

    private static let routes: [CoordinatorRoute] =
        [.health, .disconnect] + CallAction.allCases.map { .call(TestBackend.cid, $0) }
        + EgressAction.all.map { .egress(TestBackend.cid, $0) }
        + ClientAction.allCases.filter { $0 != .createGuest }.map { .client($0) }

    private mutating func ask(_ route: CoordinatorRoute, as name: String, from peer: SocketAddress) -> ServerResponse {
        let request = ServerRequest(
            method: route.method, path: route.path,
            query: ["connection_id=\(backend.devices[name]?.connectionId ?? "")"], peer: peer)
        let effects = backend.coordinator.handle(.request(request), at: backend.now)
        for case .respond(let response) in effects { return response }
        return ServerResponse(.internalServerError)
    }

    @Test(arguments: elsewhere)
    mutating func `a connection id from another port or host is refused on every route, and its stream continues`(
        _ peer: SocketAddress
    ) throws {
        backend.advance(by: .seconds(1))
        let (before, seen) = (try backend.call(), backend.types("bob"))
        for route in Self.routes {
            let response = ask(route, as: "alice", from: peer)
            #expect(response.refusal?.code == APIError.Code.connectionNotFound.rawValue, "\(route)")
        }
        backend.advance(by: .seconds(1))
        #expect(try backend.call() == before)
        #expect(backend.types("bob") == seen)
        backend.devices["alice"]?.events = []
        backend.ask("carol", .sendEvent, SendEventRequest { $0.custom = ["n": 1] })
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice") == ["custom"])
        #expect(backend.askRaw("alice", .health, []).code == .content)
    }

    @Test mutating func `requests from another port do not keep a silent connection`() {
        backend = TestBackend { $0.timeouts.silence = .seconds(60) }
        backend.connect("alice")
        for _ in 0..<30 {
            _ = ask(.health, as: "alice", from: Self.elsewhere[0])
            backend.advance(by: .seconds(5))
        }
        #expect(backend.coordinator.connectionCount == 0)
    }

    @Test mutating func `a session id from another port is refused on every route of the SFU`() {
        backend.join("alice")
        backend.join("bob")
        let body: CBOR = [
            "session_id": "alice", "tracks": [], "mute_states": [], "publisher_stats": ["packets_sent": 1],
            "subscriber_stats": ["packets_received": 1, "packets_lost": 0],
            "token": .bytes(backend.token("bob", for: backend.cid)),
        ]
        for route in SFURoute.allCases {
            let request = ServerRequest(
                method: route.method, path: route.path, observes: route == .join, payload: body.encoded(),
                peer: Self.elsewhere[0])
            for case .respond(let response) in backend.edges["sfu-1"]?.handle(.request(request), at: backend.now) ?? []
            {
                #expect(response.code == .forbidden, "\(route)")
            }
        }
        #expect(backend.health("alice").code == .changed)
        #expect(backend.leave("bob").code == .changed)
        backend.advance(by: .seconds(1))
        #expect(backend.received("alice") == ["bob joined", "bob left"])
    }

    @Test(arguments: ["x", "e\u{301}", "\u{301}"])
    mutating func `a refusal does not repeat a long path`(_ part: String) {
        let request = ServerRequest(
            method: .get, path: [String](repeating: String(repeating: part, count: 120), count: 200),
            peer: SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1))
        let effects = backend.coordinator.handle(.request(request), at: backend.now)
        for case .respond(let response) in effects {
            #expect(response.refusal?.code == APIError.Code.notFound.rawValue)
            #expect(response.payload.count < 500)
        }
        #expect(!effects.isEmpty)
    }

    @Test(arguments: elsewhere)
    mutating func `a client presents its token at another port or host and continues there`(_ peer: SocketAddress) {
        let id = backend.devices["alice"]?.connectionId
        let body = ConnectRequest {
            $0.token = backend.token("alice")
            $0.user = User(id: "alice")
            $0.resume = id
            $0.lastEvent = backend.devices["alice"]?.lastNumber
        }
        let request = ServerRequest(
            method: CoordinatorRoute.connect.method, path: CoordinatorRoute.connect.path, observes: true,
            payload: body.encoded(), peer: peer)
        _ = backend.coordinator.handle(.request(request), at: backend.now)
        #expect(ask(.health, as: "alice", from: peer).code == .content)
        #expect(backend.askRaw("alice", .health, []).code == .unauthorized)
    }
}
