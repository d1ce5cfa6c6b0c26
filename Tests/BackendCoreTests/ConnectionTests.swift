import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct ConnectionTests {
    private var backend = TestBackend()

    private func request(_ user: String, token: [UInt8]? = nil, resume: String? = nil, last: Int? = nil)
        -> ConnectRequest
    {
        ConnectRequest {
            $0.token = token ?? backend.token(user)
            $0.user = User(id: user)
            $0.resume = resume
            $0.lastEvent = last
        }
    }

    @Test mutating func `the first event names the connection and the user`() throws {
        backend.connect("alice")
        guard case .connected(let event)? = backend.devices["alice"]?.events.first else {
            Issue.record("there is no connection.ok")
            return
        }
        #expect(event.me.id == "alice")
        #expect(event.connectionId.count == 36)
        #expect(!event.resumed)
        #expect(backend.devices["alice"]?.lastNumber == 1)
    }

    @Test mutating func `a request about the connection is traced with its user`() {
        backend.connect("alice")
        for route in [CoordinatorRoute.health, .disconnect] {
            backend.askRaw("alice", route, [])
            guard case .request(let trace)? = backend.traces.last else {
                Issue.record("\(route) has no trace")
                return
            }
            #expect(trace.userId == "alice", "\(route)")
        }
    }

    @Test mutating func `a token of another secret is 4_01`() {
        let forged = AccessToken(userId: "alice", issuedAt: backend.date).signed(with: Array("other".utf8))
        let response = backend.reconnect("alice", request("alice", token: forged))
        #expect(response.code == .unauthorized)
        #expect(response.refusal?.code == APIError.Code.tokenInvalid.rawValue)
    }

    @Test mutating func `an expired token is 4_01 with its reason`() {
        let token = backend.token("alice", expiresAfter: .seconds(10))
        backend.advance(by: .seconds(10))
        let response = backend.reconnect("alice", request("alice", token: token))
        #expect(response.code == .unauthorized)
        #expect(response.refusal?.code == APIError.Code.tokenExpired.rawValue)
    }

    @Test mutating func `a token that expires ends the connection's requests`() {
        backend.connect("alice")
        backend.reconnect("alice", request("alice", token: backend.token("alice", expiresAfter: .seconds(10))))
        #expect(backend.ask("alice", .getOrCreate).code == .created)
        backend.advance(by: .seconds(10))
        let response = backend.ask("alice", .get)
        #expect(response.code == .unauthorized)
        #expect(response.refusal?.code == APIError.Code.tokenExpired.rawValue)
    }

    @Test mutating func `a client cannot connect as another user`() {
        let body = ConnectRequest {
            $0.token = backend.token("alice")
            $0.user = User(id: "bob")
        }
        let response = backend.reconnect("bob", body)
        #expect(response.code == .unauthorized)
        #expect(response.refusal?.message == "user.id is bob, but the token is for alice")
    }

    @Test(arguments: ["alice", "stranger"], [CallRole.admin, "moderator", CallRole.host, "other"])
    mutating func `a user that connects, known or not, cannot give itself a role`(_ id: String, _ role: String) throws {
        let body = ConnectRequest {
            $0.token = backend.token(id)
            $0.user = User(id: id, name: "Alice", role: role)
        }
        let response = backend.reconnect(id, body)
        guard case .connected(let event)? = try EventBatch(decoding: response.payload).events.first else {
            Issue.record("there is no connection.ok")
            return
        }
        #expect(event.me.role == "user")
        #expect(event.me.name == "Alice")
    }

    @Test mutating func `a user whose name is too long does not connect`() {
        let cases: [(length: Int, refusal: String?)] = [(256, nil), (257, "user.name is 257 bytes long")]
        for (length, refusal) in cases {
            let body = ConnectRequest {
                $0.token = backend.token("alice")
                $0.user = User(id: "alice", name: String(repeating: "x", count: length))
            }
            #expect(backend.reconnect("alice", body).refusal?.message == refusal)
        }
    }

    @Test mutating func `an anonymous user has no event stream`() {
        let body = ConnectRequest {
            $0.token = backend.token("ghost")
            $0.user = User(id: "ghost", role: "anonymous")
        }
        #expect(backend.reconnect("ghost", body).code == .forbidden)
    }

    @Test mutating func `connecting without Observe is refused`() {
        let response = backend.reconnect("alice", request("alice"), observes: false)
        #expect(response.code == .badRequest)
        #expect(response.refusal?.message == "the option Observe is missing")
    }

    @Test mutating func `a body without token names the field`() {
        let response = backend.askRaw("alice", .connect, CBOR.map(["user": ["id": "alice"]]).encoded())
        #expect(response.code == .badRequest)
        #expect(response.refusal?.message == "token is missing")
    }

    @Test mutating func `an unknown connection is 4_01`() {
        let response = backend.ask("nobody", .get)
        #expect(response.code == .unauthorized)
        #expect(response.refusal?.code == APIError.Code.connectionNotFound.rawValue)
    }

    @Test mutating func `a request without connection is 4_00`() {
        let path = CoordinatorRoute.call(backend.cid, .get).path
        let request = ServerRequest(
            method: .get, path: path, peer: SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1))
        let effects = backend.coordinator.handle(.request(request), at: backend.now)
        guard case .respond(let response)? = effects.first else {
            Issue.record("there is no answer")
            return
        }
        #expect(response.refusal?.message == "the query connection_id is missing")
    }

    @Test mutating func `a closed connection is gone`() {
        backend.connect("alice")
        #expect(backend.askRaw("alice", .health, []).code == .content)
        #expect(backend.askRaw("alice", .disconnect, []).code == .deleted)
        #expect(backend.closed.count == 1)
        #expect(backend.ask("alice", .get).code == .unauthorized)
        backend.connect("bob")
        #expect(backend.askRaw("alice", .health, []).code == .unauthorized)
        #expect(backend.askRaw("bob", .health, []).code == .content)
    }

    @Test mutating func `of several connections the first that is named counts`() {
        backend.connect("alice")
        let own = "connection_id=\(backend.devices["alice"]?.connectionId ?? "")"
        #expect(backend.askRaw("alice", .health, [], query: ["connection_id=other"]).code == .content)
        backend.devices["alice"]?.connectionId = "other"
        let response = backend.askRaw("alice", .health, [], query: [own])
        #expect(response.refusal?.code == APIError.Code.connectionNotFound.rawValue)
    }

    @Test mutating func `a connection that is not text is none`() {
        backend.connect("alice")
        let own = "connection_id=\(backend.devices["alice"]?.connectionId ?? "")"
        var options = CoAP.Options()
        options.uriPath = CoordinatorRoute.health.path
        options.append(.uriQuery, Array("connection_id=".utf8) + [0xFF])
        options.append(.uriQuery, own)
        let request = ServerRequest(
            method: .get, options: options, observes: false, payload: CoAP.Payload([]),
            peer: backend.devices["alice"]?.peer ?? SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1))
        let effects = backend.coordinator.handle(.request(request), at: backend.now)
        guard case .respond(let response)? = effects.first else {
            Issue.record("there is no answer")
            return
        }
        #expect(response.code == .content)
    }

    @Test mutating func `a token for one call opens no other`() {
        backend.connect("alice")
        backend.reconnect("alice", request("alice", token: backend.token("alice", for: backend.cid)))
        #expect(backend.ask("alice", .getOrCreate).code == .created)
        #expect(backend.ask("alice", .getOrCreate, cid: CallCid(type: "default", id: "other")).code == .forbidden)
    }

    // MARK: Coming back

    @Test mutating func `a client that reconnects in time gets the missed events, in order, once`() {
        backend.connect("alice", "bob")
        backend.ring("alice", "bob")
        backend.settle()
        backend.lose("bob")
        backend.reject("alice", "cancel")
        backend.advance(by: .seconds(10))
        let id = backend.devices["bob"]?.connectionId
        backend.reconnect("bob", request("bob", resume: id, last: 3))
        #expect(backend.types("bob") == ["call.created", "call.ring", "call.rejected"])
        #expect(backend.devices["bob"]?.connectionId == id)
        #expect(backend.devices["bob"]?.lastNumber == 4)
        guard case .connected(let event)? = backend.devices["bob"]?.events[3] else {
            Issue.record("the resumed stream does not begin with connection.ok")
            return
        }
        #expect(event.resumed)
    }

    @Test mutating func `unacknowledged events are sent again`() {
        backend.connect("alice", "bob")
        backend.devices["bob"]?.isDeaf = true
        backend.ring("alice", "bob")
        backend.settle()
        backend.lose("bob")
        backend.reconnect("bob", request("bob", resume: backend.devices["bob"]?.connectionId, last: 1))
        #expect(backend.types("bob") == ["call.created", "call.ring"])
    }

    @Test mutating func `handled events are not repeated, acknowledged or not`() {
        backend.connect("alice", "bob")
        backend.devices["bob"]?.isDeaf = true
        backend.ring("alice", "bob")
        backend.settle()
        backend.lose("bob")
        backend.reconnect("bob", request("bob", resume: backend.devices["bob"]?.connectionId, last: 3))
        #expect(backend.types("bob").isEmpty)
        #expect(backend.devices["bob"]?.lastNumber == 3)
    }

    @Test mutating func `a client that reconnects too late must read again`() {
        backend.connect("alice", "bob")
        let id = backend.devices["bob"]?.connectionId
        backend.lose("bob")
        backend.advance(by: .seconds(60))
        backend.reconnect("bob", request("bob", resume: id, last: 1))
        #expect(backend.devices["bob"]?.connectionId != id)
        guard case .connected(let event)? = backend.devices["bob"]?.events.last else {
            Issue.record("there is no connection.ok")
            return
        }
        #expect(!event.resumed)
    }

    @Test mutating func `a client that handled fewer events than it acknowledged must read again`() {
        backend.connect("alice", "bob")
        backend.ring("alice", "bob")
        backend.settle()
        let id = backend.devices["bob"]?.connectionId
        backend.lose("bob")
        backend.reconnect("bob", request("bob", resume: id, last: 1))
        #expect(backend.devices["bob"]?.connectionId != id)
    }

    @Test mutating func `a client cannot resume another user's connection`() {
        backend.connect("alice", "bob")
        let id = backend.devices["bob"]?.connectionId
        backend.reconnect("alice", request("alice", resume: id, last: 1))
        #expect(backend.devices["alice"]?.connectionId != id)
        backend.ring("alice", "bob")
        backend.settle()
        #expect(backend.types("bob").last == "call.ring")
    }

    @Test mutating func `a new stream of a connection replaces the old one`() {
        backend.connect("alice")
        let old = backend.devices["alice"]?.stream
        backend.reconnect("alice", request("alice", resume: backend.devices["alice"]?.connectionId, last: 1))
        #expect(backend.closed == [old].compactMap { $0 })
        #expect(backend.devices["alice"]?.stream != old)
    }

    @Test mutating func `too much that waits ends the stream, and its client must read again`() {
        backend = TestBackend { $0.timeouts.retainedEvents = 3 }
        backend.connect("alice", "bob")
        backend.ring("alice", "bob")
        backend.settle()
        let id = backend.devices["bob"]?.connectionId
        backend.lose("bob")
        for _ in 0..<4 { backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = [:] }) }
        backend.reconnect("bob", request("bob", resume: id, last: 3))
        #expect(backend.devices["bob"]?.connectionId != id)
    }

    @Test(arguments: [10, 100_000])
    mutating func `the bytes of waiting events are limited, however few the events are`(limit: Int) throws {
        backend = TestBackend { $0.timeouts.retainedBytes = limit }
        backend.connect("alice", "bob")
        let stream = try #require(backend.devices["bob"]?.stream)
        backend.devices["bob"]?.isDeaf = true
        backend.ring("alice", "bob")
        backend.settle()
        #expect(backend.closed.contains(stream) == (limit == 10))
    }

    @Test mutating func `events that were acknowledged do not count as bytes that wait`() throws {
        backend = TestBackend { $0.timeouts.retainedBytes = 4000 }
        backend.connect("alice", "bob")
        let stream = try #require(backend.devices["bob"]?.stream)
        backend.ring("alice", "bob")
        for _ in 0..<100 {
            backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = [:] })
            backend.advance(by: .seconds(1))
        }
        #expect(!backend.closed.contains(stream))
    }

    @Test mutating func `a listener that never acknowledges is closed when too much waits`() throws {
        backend = TestBackend { $0.timeouts.retainedEvents = 3 }
        backend.connect("alice", "bob")
        let stream = try #require(backend.devices["bob"]?.stream)
        backend.devices["bob"]?.isDeaf = true
        backend.ring("alice", "bob")
        backend.settle()
        for _ in 0..<4 { backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = [:] }) }
        backend.settle()
        #expect(backend.closed.contains(stream))
    }
}

@Suite struct DeliveryTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob")
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(1))
    }

    @Test mutating func `one notification at a time, and events meanwhile share the next`() {
        let before = backend.devices["bob"]?.notificationCount ?? 0
        backend.devices["bob"]?.isDeaf = true
        for number in 0..<5 {
            backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = ["n": .integer(Int64(number))] })
            backend.settle()
        }
        backend.devices["bob"]?.isDeaf = false
        // The one under way has been lost to the test's device; its acknowledgement lets the others go.
        backend.acknowledge("bob")
        backend.settle()
        #expect(backend.devices["bob"]?.notificationCount == before + 1)
        #expect(backend.types("bob").filter { $0 == "custom" }.count == 4)
    }

    @Test mutating func `events beyond a datagram follow in the next notification`() {
        let before = backend.devices["bob"]?.notificationCount ?? 0
        for number in 0..<5 {
            let padding = CBOR.text(String(repeating: "x", count: 400))
            backend.ask(
                "alice", .sendEvent, SendEventRequest { $0.custom = ["n": .integer(Int64(number)), "p": padding] })
        }
        backend.settle()
        #expect(backend.devices["bob"]?.notificationCount == before + 3)
        #expect(backend.types("bob").suffix(5) == Array(repeating: "custom", count: 5))
        let numbers = backend.devices["bob"]?.events.compactMap { event -> Int64? in
            guard case .custom(let event) = event else { return nil }
            return event.custom["n"]?.integer
        }
        #expect(numbers == [0, 1, 2, 3, 4])
    }

    @Test mutating func `an event that is longer than a datagram goes alone`() {
        let before = backend.devices["bob"]?.notificationCount ?? 0
        let padding = CBOR.text(String(repeating: "x", count: 3000))
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = ["p": padding] })
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = ["p": 1] })
        backend.settle()
        #expect(backend.devices["bob"]?.notificationCount == before + 2)
    }

    @Test mutating func `the sender's own copy waits for company, but not for long`() {
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = ["n": 1] })
        backend.settle()
        #expect(backend.types("bob").last == "custom")
        #expect(backend.types("alice").last != "custom")
        backend.advance(by: .milliseconds(100))
        #expect(backend.types("alice").last == "custom")
    }

    @Test mutating func `pending events precede urgent ones`() {
        backend.join("alice")
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = ["n": 1] })
        backend.settle()
        #expect(
            backend.types("bob").suffix(3) == ["call.session_started", "call.session_participant_joined", "custom"])
    }

    @Test func `a batch of encoded events equals the codec's output`() throws {
        for count in [0, 1, 23, 24, 300] {
            for first in [1, 23, 24, 255, 256, 65_535, 65_536] {
                let event = CustomVideoEvent(
                    CallCid(type: "default", id: "x"), at: .virtualStart,
                    CustomPayload {
                        $0.custom = ["k": "v"]
                        $0.user = User(id: "alice")
                    })
                let outgoing = Array(repeating: OutgoingEvent(event), count: count)
                let events = Array(repeating: CoordinatorEvent.custom(event), count: count)
                #expect(
                    EncodedBatch.payload(first: first, events: outgoing[...])
                        == EventBatch {
                            $0.first = first
                            $0.events = events
                        }.encoded())
            }
        }
    }
}
