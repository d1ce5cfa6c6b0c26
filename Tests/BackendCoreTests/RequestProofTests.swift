import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// A client that proves its requests, and an attacker that reads them and forges its address.
@Suite struct RequestProofTests {
    /// The requests of one proving client, as they are on the wire.
    private struct Client {
        let prover: RequestProver
        let peer: SocketAddress
        var connectionId = ""

        init(_ backend: TestBackend, port: UInt16 = 5001) throws {
            let key = [UInt8](repeating: UInt8(truncatingIfNeeded: port), count: 32)
            prover = try #require(RequestProver(with: backend.configuration.serverKey, privateKey: key))
            peer = SocketAddress(host: HostAddress(127, 1, 0, 1), port: port)
        }

        func connect(
            _ backend: TestBackend, _ user: String = "alice", token: [UInt8]? = nil, resume: String? = nil,
            at date: Timestamp? = nil
        ) -> ServerRequest {
            var body = ConnectRequest {
                $0.token = token ?? backend.token(user)
                $0.user = User(id: user)
                $0.resume = resume
            }
            prover.seal(&body, at: date ?? backend.date)
            let route = CoordinatorRoute.connect
            return wire(CoAP.Request(code: route.method, path: route.path, observe: true, payload: body.encoded()))
        }

        func ask(_ route: CoordinatorRoute, _ body: [UInt8] = [], query: [String] = []) -> ServerRequest {
            wire(
                CoAP.Request(
                    code: route.method, path: route.path, query: ["connection_id=\(connectionId)"] + query,
                    payload: body))
        }

        func ask(_ route: SFURoute, _ body: some Body, observe: Bool = false) -> ServerRequest {
            wire(
                CoAP.Request(code: route.method, path: route.path, observe: observe, payload: body.encoded()),
                to: "sfu-1")
        }

        private func wire(_ request: CoAP.Request, to server: String = ServerName.coordinator) -> ServerRequest {
            var request = request
            prover.prove(&request, to: server)
            return request.onTheWire(from: peer)
        }
    }

    private func isRefused(_ answer: ServerResponse) throws -> Bool {
        try APIError(decoding: answer.payload).code == APIError.Code.proofInvalid.rawValue
            && answer.code == .unauthorized
    }

    private func connected(_ backend: inout TestBackend) throws -> Client {
        var client = try Client(backend)
        let answer = backend.take(client.connect(backend))
        #expect(answer.code == .content, "\(String(decoding: answer.payload, as: UTF8.self))")
        guard case .connected(let event)? = try EventBatch(decoding: answer.payload).events.first else {
            throw TestFailure()
        }
        client.connectionId = event.connectionId
        return client
    }

    private struct TestFailure: Error {}

    @Test func `a proved request is served once, and its copy is refused`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        let request = alice.ask(.health)
        #expect(backend.take(request).code == .content)
        for _ in 0..<3 { #expect(try isRefused(backend.take(request))) }
        #expect(backend.take(alice.ask(.health)).code == .content)
    }

    @Test func `requests that the network reorders are each served once`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        let requests = (0..<500).map { _ in alice.ask(.health) }
        for request in requests.reversed() { #expect(backend.take(request).code == .content) }
        for request in requests { #expect(try isRefused(backend.take(request))) }
    }

    @Test func `each change of a proved request is refused, and the request is still served afterwards`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        let body = GetOrCreateCallRequest { $0.notify = true }.encoded()
        let route = CoordinatorRoute.call(backend.cid, .getOrCreate)
        let request = alice.ask(route, body)
        var forgeries: [ServerRequest] = []
        func forge(_ change: (inout ServerRequest) -> Void) {
            var copy = request
            change(&copy)
            forgeries.append(copy)
        }
        forge { $0.options.removeAll(.requestProof) }
        forge { $0.method = .get }
        forge { $0.observes = true }
        forge { $0.options.uriPath[3] = "other" }
        forge { $0.options.uriPath.append("accept") }
        forge { $0.options.uriQuery.append("ring=true") }
        forge { $0.options.contentFormat = nil }
        forge { $0.options.accept = .cbor }
        forge { $0.payload = CoAP.Payload() }
        forge { $0.payload = CoAP.Payload(body + [0]) }
        forge { $0.payload = CoAP.Payload(GetOrCreateCallRequest { $0.ring = true }.encoded()) }
        forge { $0.options.append(CoAP.Option(.uriHost, "rollcall")) }
        let value = try #require(request.options.first { $0.number == .requestProof }?.value)
        for place in value.indices {
            for bit in 0..<8 {
                forge {
                    var changed = value
                    changed[place] ^= 1 << UInt8(bit)
                    $0.options.removeAll(.requestProof)
                    $0.options.append(CoAP.Option(.requestProof, changed))
                }
            }
        }
        for forgery in forgeries { #expect(try isRefused(backend.take(forgery))) }
        #expect(backend.coordinator.calls[backend.cid] == nil)
        #expect(backend.take(request).code == .created)
    }

    @Test func `options that belong to single messages are no part of the proof`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        var request = alice.ask(.health)
        request.options.echo = [1, 2, 3]
        request.options.size1 = 4
        request.options.block1 = CoAP.Block(number: 1, hasMore: false, size: .bytes1024)
        #expect(backend.take(request).code == .content)
    }

    @Test func `a copied or stripped connect opens and resumes nothing`() throws {
        var backend = TestBackend()
        var alice = try Client(backend)
        let connect = alice.connect(backend)
        let answer = backend.take(connect)
        guard case .connected(let event)? = try EventBatch(decoding: answer.payload).events.first else {
            throw TestFailure()
        }
        alice.connectionId = event.connectionId
        #expect(try isRefused(backend.take(connect)))
        var elsewhere = connect
        elsewhere.peer = SocketAddress(host: HostAddress(127, 1, 0, 66), port: 6666)
        #expect(try isRefused(backend.take(elsewhere)))
        elsewhere.options.removeAll(.requestProof)
        #expect(try isRefused(backend.take(elsewhere)))
        let resume = alice.connect(backend, resume: alice.connectionId)
        #expect(backend.take(resume).code == .content)
        var copy = resume
        copy.peer = elsewhere.peer
        #expect(try isRefused(backend.take(copy)))
        #expect(backend.coordinator.connectionCount == 1)
        #expect(backend.take(alice.ask(.health)).code == .content)
    }

    @Test func `no request of a connection contains its token in clear text`() throws {
        let backend = TestBackend()
        let token = backend.token("alice")
        let request = try Client(backend).connect(backend)
        let signature = token.suffix(32)
        let bytes = request.payload.array
        #expect(!(0...bytes.count - 32).contains { bytes[$0..<$0 + 32] == signature })
    }

    @Test func `a connect of yesterday is refused by a server that has forgotten its number`() throws {
        var backend = TestBackend()
        let request = try Client(backend).connect(backend, at: backend.date.advanced(by: .seconds(-61)))
        let answer = backend.take(request)
        #expect(answer.code == .unauthorized)
        #expect(try APIError(decoding: answer.payload).message.contains("sent_at"))
        #expect(backend.coordinator.connectionCount == 0)
    }

    @Test func `keys of guests displace the numbers of guests alone`() throws {
        let backend = TestBackend()
        var clients = ProvingClients(backend.configuration, server: ServerName.coordinator)
        var random = SeededGenerator(seed: 1)
        func client() throws -> ProvingClient {
            let key = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            return try clients.client(key, at: backend.date)
        }
        let (alice, guest) = (try client(), try client())
        clients.remember(alice, of: "alice", at: backend.date)
        clients.remember(guest, of: "guest-a", at: backend.date)
        for _ in 0..<ProvingClients.maxCountOfGuests { clients.remember(try client(), of: "guest-b", at: backend.date) }
        #expect(try clients.client(alice.clientKey, at: backend.date) === alice)
        #expect(try clients.client(guest.clientKey, at: backend.date) !== guest)
    }

    @Test func `a copied resume is refused although the server has forgotten all keys without a connection`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        let resume = alice.connect(backend, resume: alice.connectionId)
        #expect(backend.take(resume).code == .content)
        backend.coordinator.provingClients = ProvingClients(backend.configuration, server: ServerName.coordinator)
        var copy = resume
        copy.peer = SocketAddress(host: HostAddress(127, 1, 0, 66), port: 6666)
        #expect(try isRefused(backend.take(copy)))
        #expect(backend.take(alice.ask(.health)).code == .content)
    }

    @Test func `a connection with a key is neither resumed nor used without it, by its own user's token either`() throws
    {
        var backend = TestBackend()
        let alice = try connected(&backend)
        backend.connect("alice.phone")
        let phone = try #require(backend.devices["alice.phone"])
        let body = ConnectRequest {
            $0.token = backend.token("alice")
            $0.user = User(id: "alice")
            $0.resume = alice.connectionId
        }
        _ = backend.reconnect("alice.phone", body)
        #expect(backend.devices["alice.phone"]?.connectionId != alice.connectionId)
        #expect(backend.take(alice.ask(.health)).code == .content)
        var other = try Client(backend, port: phone.peer.port)
        other.connectionId = phone.connectionId
        // Its connection has no key, so a proof is an error, and none is demanded.
        #expect(try isRefused(backend.take(other.ask(.health))))
    }

    @Test func `another client's key is of no use on the connection`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        var bob = try Client(backend, port: 5002)
        #expect(backend.take(bob.connect(backend, "bob")).code == .content)
        bob.connectionId = alice.connectionId
        var request = bob.ask(.disconnect)
        request.peer = alice.peer
        #expect(try isRefused(backend.take(request)))
        #expect(backend.coordinator.connectionCount == 2)
    }

    @Test func `a backend that requires proofs accepts no client without a key`() throws {
        var backend = TestBackend { $0.requiresProofs = true }
        backend.connect("bob")
        #expect(backend.devices["bob"]?.connectionId.isEmpty == true)
        _ = try connected(&backend)
        #expect(backend.coordinator.connectionCount == 1)
    }

    @Test func `a token that belongs to a key connects the client with that key alone`() throws {
        var backend = TestBackend()
        let (alice, thief) = (try Client(backend), try Client(backend, port: 6666))
        var sample = ConnectRequest { $0.user = User(id: "alice") }
        alice.prover.seal(&sample, at: backend.date)
        let token = AccessToken(userId: "alice", issuedAt: backend.date, clientKey: sample.clientKey)
            .signed(with: backend.configuration.secret)
        let refused = backend.take(thief.connect(backend, token: token))
        #expect(refused.refusal?.message == "token: it belongs to a client with another key")
        #expect(backend.take(alice.connect(backend, token: token)).code == .content)
    }

    @Test func `a client that presents no token for the memory's time is forgotten`() throws {
        let backend = TestBackend()
        var clients = ProvingClients(backend.configuration, server: ServerName.coordinator)
        var random = SeededGenerator(seed: 1)
        for user in ["alice", "guest-a"] {
            weak var remembered: ProvingClient?
            do {
                let key = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                let client = try clients.client(key, at: backend.date)
                clients.remember(client, of: user, at: backend.date)
                remembered = client
            }
            let end = backend.date.advanced(by: ProvingClients.memory)
            clients.removeExpired(at: end.advanced(by: .seconds(-1)))
            #expect(remembered != nil)
            clients.removeExpired(at: end)
            #expect(remembered == nil, "\(user)")
        }
    }

    @Test func `keys of low order and sealed tokens of other numbers are refused`() throws {
        var backend = TestBackend()
        let alice = try Client(backend)
        for key in [[UInt8](repeating: 0, count: 32), [1], []] {
            let body = ConnectRequest {
                $0.user = User(id: "alice")
                $0.clientKey = key
                $0.sealedToken = [1, 2, 3]
            }
            let answer = backend.take(
                ServerRequest(
                    method: .fetch, path: CoordinatorRoute.connect.path, observes: true, payload: body.encoded(),
                    peer: alice.peer))
            #expect(answer.code == .badRequest)
        }
        var early = ConnectRequest {
            $0.token = backend.token("alice")
            $0.user = User(id: "alice")
        }
        alice.prover.seal(&early, at: backend.date)
        _ = alice.ask(.health)
        var request = CoAP.Request(
            code: .fetch, path: CoordinatorRoute.connect.path, observe: true, payload: early.encoded())
        alice.prover.prove(&request, to: ServerName.coordinator)
        #expect(backend.take(request.onTheWire(from: alice.peer)).code == .unauthorized)
        #expect(backend.coordinator.connectionCount == 0)
    }

    // MARK: SFU

    private func joined(_ backend: inout TestBackend, _ alice: Client) throws -> (token: [UInt8], join: ServerRequest) {
        let create = JoinCallRequest { $0.create = true }.encoded()
        let answer = backend.take(alice.ask(.call(backend.cid, .join), create))
        let credentials = try JoinCallResponse(decoding: answer.payload).credentials
        let join = alice.ask(
            SFURoute.join,
            SFUJoinRequest {
                $0.token = credentials.token
                $0.sessionId = "session"
            }, observe: true)
        return (credentials.token, join)
    }

    @Test func `a forged, copied or stripped request at an SFU ends no session and joins none`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        let (token, join) = try joined(&backend, alice)
        var stripped = join
        stripped.options.removeAll(.requestProof)
        #expect(try isRefused(backend.take(stripped, at: "sfu-1")))
        let thief = try Client(backend, port: 6666)
        let stolen = SFUJoinRequest {
            $0.token = token
            $0.sessionId = "stolen"
        }
        #expect(try isRefused(backend.take(thief.ask(SFURoute.join, stolen, observe: true), at: "sfu-1")))
        #expect(backend.take(join, at: "sfu-1").code == .content)
        var elsewhere = join
        elsewhere.peer = thief.peer
        #expect(try isRefused(backend.take(elsewhere, at: "sfu-1")))

        let leave = SFULeaveRequest { $0.sessionId = "session" }
        let withToken = SFULeaveRequest {
            $0.sessionId = "session"
            $0.token = token
        }
        for body in [leave, withToken] {
            var forged = thief.ask(SFURoute.leave, body)
            forged.peer = alice.peer
            #expect(try isRefused(backend.take(forged, at: "sfu-1")))
            forged.options.removeAll(.requestProof)
            #expect(try isRefused(backend.take(forged, at: "sfu-1")))
        }
        let health = alice.ask(SFURoute.health, SFUHealthRequest { $0.sessionId = "session" })
        #expect(backend.take(health, at: "sfu-1").code == .changed)
        #expect(try isRefused(backend.take(health, at: "sfu-1")))
        #expect(backend.edges["sfu-1"]?.sessionNames == ["session"])
        #expect(backend.take(alice.ask(SFURoute.leave, leave), at: "sfu-1").code == .changed)
        #expect(backend.edges["sfu-1"]?.sessionNames.isEmpty == true)
        // The copy of the join stays without effect after the session's end.
        backend.now = backend.now.advanced(by: .seconds(600))
        #expect(try isRefused(backend.take(join, at: "sfu-1")))
    }

    @Test func `forged requests at an SFU do not use up the requests of their user`() throws {
        var backend = TestBackend { $0.rateLimit = RateLimit(requests: 3, window: .seconds(3)) }
        let alice = try connected(&backend)
        let (_, join) = try joined(&backend, alice)
        #expect(backend.take(join, at: "sfu-1").code == .content)
        let health = alice.ask(SFURoute.health, SFUHealthRequest { $0.sessionId = "session" })
        var forged = health
        forged.options.removeAll(.requestProof)
        for _ in 0..<5 { #expect(try isRefused(backend.take(forged, at: "sfu-1"))) }
        #expect(backend.take(health, at: "sfu-1").code == .changed)
    }

    @Test func `a sealed token counts up to a minute before and after its date`() throws {
        for (seconds, code) in [(-61, CoAP.Code.unauthorized), (-60, .content), (60, .content), (61, .unauthorized)] {
            var backend = TestBackend()
            let client = try Client(backend)
            let date = backend.date.advanced(by: .seconds(seconds))
            #expect(backend.take(client.connect(backend, at: date)).code == code, "\(seconds)")
        }
    }

    @Test func `a join with a token of any bearer has no proof`() throws {
        var backend = TestBackend()
        backend.connect("alice")
        let answer = backend.ask("alice", .join, JoinCallRequest { $0.create = true })
        let body = SFUJoinRequest {
            $0.token = (try? JoinCallResponse(decoding: answer.payload).credentials.token) ?? []
            $0.sessionId = "session"
        }
        let join = try Client(backend).ask(SFURoute.join, body, observe: true)
        #expect(try isRefused(backend.take(join, at: "sfu-1")))
        var plain = join
        plain.options.removeAll(.requestProof)
        #expect(backend.take(plain, at: "sfu-1").code == .content)
    }

    @Test func `a proof for one server is none for another`() throws {
        var backend = TestBackend()
        let alice = try connected(&backend)
        let (_, join) = try joined(&backend, alice)
        #expect(backend.take(join, at: "sfu-1").code == .content)
        var request = CoAP.Request(
            code: .post, path: SFURoute.leave.path, payload: SFULeaveRequest { $0.sessionId = "session" }.encoded())
        alice.prover.prove(&request, to: ServerName.coordinator)
        #expect(try isRefused(backend.take(request.onTheWire(from: alice.peer), at: "sfu-1")))
    }
}

extension CoAP.Request {
    /// The request as a server receives it.
    fileprivate func onTheWire(from peer: SocketAddress) -> ServerRequest {
        var all = path.map { CoAP.Option(.uriPath, $0) } + query.map { CoAP.Option(.uriQuery, $0) } + options
        if !payload.isEmpty { all.append(CoAP.Option(.contentFormat, 60)) }
        return ServerRequest(
            method: code, options: CoAP.Options(all), observes: observe, payload: CoAP.Payload(payload), peer: peer)
    }
}

extension TestBackend {
    /// Returns the answer of the coordinator, or of an SFU, to a request.
    fileprivate mutating func take(_ request: ServerRequest, at edge: String? = nil) -> ServerResponse {
        let effects =
            edge.map { edges[$0]?.handle(.request(request), at: now) ?? [] }
            ?? coordinator.handle(.request(request), at: now)
        return perform(effects, edge: edge)
    }
}
