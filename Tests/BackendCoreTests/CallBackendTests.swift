import Chance
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import Backend
@testable import BackendCore

/// The servers together, each on its own socket.
@MainActor
@Suite struct CallBackendTests {
    private let world: BackendWorld
    private let backend: CallBackend
    private let edges = (1...2).map { SocketAddress(host: HostAddress(127, 0, 1, UInt8($0)), port: 5683) }

    init() throws {
        world = try BackendWorld()
        backend = try #require(world.backend)
    }

    private func text(_ response: CoAP.Response?) -> String? {
        response.flatMap { String(validating: $0.payload, as: UTF8.self) }
    }

    // MARK: Resources

    private static let ofCoordinator = [
        "</video/connect>;rt=\"rollcall.connect\";ct=60;obs", "</video/call>;rt=\"rollcall.call\";ct=60",
        "</video/calls>;rt=\"rollcall.queryCalls\";ct=60", "</video/call/members>;rt=\"rollcall.queryMembers\";ct=60",
        "</video/call/stats>;rt=\"rollcall.queryCallStats\";ct=60",
        "</video/devices>;rt=\"rollcall.createDevice\";ct=60",
        "</video/edges>;rt=\"rollcall.getEdges\";ct=60", "</video/guest>;rt=\"rollcall.createGuest\";ct=60",
    ]
    private static let ofSFU = SFURoute.allCases.map { route in
        "</sfu/\(route.rawValue)>;rt=\"rollcall.\(route.rawValue)\";ct=60" + (route == .join ? ";obs" : "")
    }

    @Test func `a server lists its resources, all of them or those that a query selects`() throws {
        let client = BackendClient(1, in: world)
        func list(_ query: String..., of server: SocketAddress? = nil) -> [String]? {
            let answer = client.ask(
                .get, [".well-known", "core"], query: query, to: server ?? backend.coordinatorAddress)
            guard answer?.code == .content else { return nil }
            // A list without links has no body, so it has no format either.
            guard answer?.payload.isEmpty == false else { return [] }
            guard answer?.contentFormat == .linkFormat else { return nil }
            return text(answer)?.split(separator: ",").map(String.init)
        }
        let all = Self.ofCoordinator
        #expect(list() == all)
        #expect(list(of: edges[0]) == Self.ofSFU && list(of: edges[1]) == Self.ofSFU)
        #expect(list("rt=rollcall.call") == [all[1]] && list("rt=rollcall.ca") == [])
        #expect(list("rt=rollcall.query*") == Array(all[2...4]) && list("rt=*") == all)
        #expect(list("href=/video/call") == [all[1]] && list("href=/video/call*") == Array(all[1...4]))
        #expect(list("ct=60") == all && list("ct=50") == [])
        #expect(list("href=/video/call*", "rt=rollcall.queryM*") == [all[3]])
        #expect(list("obs") == [] && list("title=*") == all && list("title=x") == [] && list("rt=a=b") == [])
        #expect(list("rt=rollcall.call=") == [])
    }

    @Test func `the list is for GET alone, and has no other format than that of links`() {
        let client = BackendClient(1, in: world)
        let path = [".well-known", "core"]
        for (accept, code) in [(CoAP.ContentFormat.linkFormat, CoAP.Code.content), (.cbor, .notAcceptable)] {
            var answer: CoAP.Response?
            let request = CoAP.Request(code: .get, path: path, accept: accept)
            client.socket.request(request, to: edges[0]) { answer = try? $0.get() }
            world.settle()
            #expect(answer?.code == code)
        }
        #expect(client.ask(.post, path, to: edges[0])?.code == .notFound)
        #expect(client.ask(.get, path + ["x"], to: edges[0])?.code == .notFound)
    }

    // MARK: Counters

    @Test func `all counters begin at zero, and each counts its own kind at its server`() throws {
        let zero = backend.counters
        #expect(
            (zero.malformed, zero.rejected, zero.challenged, zero.duplicates, zero.retransmissions) == (0, 0, 0, 0, 0))
        #expect(zero.drops.isEmpty && zero.tally == ServerTally() && backend.drops(at: "coordinator").isEmpty)
        let stranger = world.bind(SocketAddress(host: HostAddress(127, 1, 0, 9), port: 1))
        func send(_ bytes: [UInt8], _ times: Int, to server: SocketAddress) {
            for _ in 0..<times { stranger.send(bytes, to: server) }
            world.settle()
        }
        send([0x40], 2, to: backend.coordinatorAddress)
        send([0x40], 1, to: edges[1])
        send(CoAP.Message(type: .acknowledgement, code: .empty, messageID: 1).encoded(), 3, to: edges[0])
        send(CoAP.Message(type: .confirmable, code: .get, messageID: 2).encoded(), 4, to: edges[0])
        send([0x80, 0], 5, to: backend.coordinatorAddress)
        let client = BackendClient(1, in: world)
        try client.connect("alice")
        let request = CoAP.Message(type: .nonConfirmable, code: .get, messageID: 2)
        // The client rejects the response to a request that it does not know, and the coordinator knows no such message.
        for _ in 0..<7 { client.socket.socket.send(request.encoded(), to: backend.coordinatorAddress) }
        world.settle()
        let counters = backend.counters
        #expect((counters.malformed, counters.rejected, counters.challenged) == (3, 3 + 1, 4 + 1))
        #expect((counters.duplicates, counters.retransmissions) == (6, 0))
        #expect(counters.drops == [.mediaOnSignalingPort: 5])
        #expect(backend.drops(at: "coordinator") == ["malformedCoAP": 2, "rejectedCoAP": 1, "mediaOnSignalingPort": 5])
        #expect(backend.drops(at: "sfu-1") == ["rejectedCoAP": 3] && backend.drops(at: "sfu-2") == ["malformedCoAP": 1])
        #expect(Set(CallBackend.dropReasons).count == MediaDrop.allCases.count + 2)
        #expect(CallBackend.dropReasons.suffix(2) == ["malformedCoAP", "rejectedCoAP"])
        #expect(
            world.transport.filter { $0.hasPrefix("sfu") }
                == ["sfu-2 malformed"] + Array(repeating: "sfu-1 rejected", count: 3)
                + Array(repeating: "sfu-1 challenged", count: 4))
        client.socket.close()
        backend.cause(.fail(BackendWorld.call, .captions))
        backend.sendCustom(["type": "custom"], to: ["alice"])
        world.pass(.seconds(5))
        #expect(backend.counters.retransmissions == 1)
    }

    @Test func `the counts of a server are kept when it crashes, and are not added twice`() throws {
        let client = BackendClient(1, in: world)
        for (index, edge) in edges.enumerated() {
            for _ in 0...index { client.ask(.post, ["sfu", "health"], [:], to: edge) }
        }
        #expect(backend.counters.tally.requests == 3)
        #expect(backend.counters.tally.refusals.values.reduce(0, +) == 3)
        client.ask(.get, ["video", "nothing"], to: backend.coordinatorAddress)
        #expect(backend.counters.tally.requests == 4)
        backend.crash(edge: "sfu-2")
        backend.crash(edge: "sfu-2")
        #expect(backend.counters.tally.requests == 4)
        try backend.restart(edge: "sfu-2")
        try backend.restart(edge: "sfu-1")
        try backend.restart(edge: "sfu-9")
        #expect(backend.counters.tally.requests == 4)
        client.ask(.post, ["sfu", "health"], [:], to: edges[1])
        #expect(backend.counters.tally.requests == 5)
    }

    @Test func `frequent drops are traced ever less often`() {
        let stranger = world.bind(SocketAddress(host: HostAddress(127, 1, 0, 9), port: 1))
        for _ in 0..<70 { stranger.send([0x80, 0], to: backend.coordinatorAddress) }
        world.settle()
        let counts = world.traces.compactMap { if case .dropped(_, _, let count) = $0 { count } else { nil } }
        #expect(counts == [1, 2, 3, 4, 8, 16, 32, 64])
        #expect(backend.drops(at: "coordinator") == ["mediaOnSignalingPort": 70])
    }

    // MARK: Failures

    @Test func `requests fail as often as asked, at the servers and of the kind that are meant`() throws {
        let client = BackendClient(1, in: world)
        try client.connect("alice")
        let full = APIError(.sfuFull, "full", advice: "")
        let limited = APIError(.rateLimited, "slow", advice: "")
        backend.failCoordinator(RequestFailure(next: 0, error: full) { _, _ in true })
        backend.failCoordinator(RequestFailure(next: 2, error: limited) { method, _ in method == .get })
        backend.failCoordinator(RequestFailure(next: 1, error: full) { _, path in path.last == "standup" })
        func codes(_ method: CoAP.Code, _ count: Int) -> [CoAP.Code?] {
            (0..<count).map { _ in client.call(method, "x")?.code }
        }
        #expect(codes(.post, 1) == [.notFound])
        #expect(codes(.get, 1) == [.tooManyRequests])
        #expect(client.call(.post, body: [:])?.code == .serviceUnavailable)
        #expect(codes(.get, 2) == [.tooManyRequests, .notFound])
        backend.failSFUs(
            RequestFailure(next: 1, error: full) { method, path in method == .post && path.first == "sfu" })
        let responses = (0..<2).flatMap { _ in edges.map { client.ask(.post, ["sfu", "x"], to: $0)?.code } }
        #expect(responses == [.serviceUnavailable, .serviceUnavailable, .notFound, .notFound])
    }

    // MARK: Addresses and life

    @Test func `an address that one server has proved is trusted by all`() {
        for first in 0..<3 {
            let client = BackendClient(UInt8(10 + first), in: world)
            let servers = [backend.coordinatorAddress] + edges
            client.ask(.get, ["x"], to: servers[first])
            let challenges = backend.counters.challenged
            #expect(challenges == first + 1)
            for server in servers { client.ask(.get, ["x"], to: server) }
            #expect(backend.counters.challenged == challenges)
        }
    }

    @Test func `a stopped backend has closed each socket and waits for nothing`() throws {
        let client = BackendClient(1, in: world)
        try client.connect("alice")
        client.call(.post, body: [:])
        _ = try client.join("session")
        let media = edges.map { SocketAddress(host: $0.host, port: 5004) }
        #expect(world.bound.isSuperset(of: edges + media + [backend.coordinatorAddress]))
        backend.stop()
        #expect(world.bound == [client.socket.address])
        client.socket.close()
        #expect(world.waiting == 0)
    }

    @Test func `a crashed SFU is closed and unknown, and a restarted one is empty and serves again`() throws {
        let clients = (1...2).map { BackendClient(UInt8($0), in: world) }
        for (client, user) in zip(clients, ["alice", "bob"]) { try client.connect(user) }
        clients[0].call(.post, body: ["data": ["members": [["user_id": "bob"]]]])
        let edge = try #require(try clients[0].join("first"))
        #expect(backend.edgeNames == ["sfu-1", "sfu-2"])
        #expect(backend.sessionIds(on: edge) == ["first"] && backend.sessionCount == 1 && backend.connectionCount == 2)
        #expect(backend.read(session: "first")?.call.participants.map(\.user.id) == ["alice"])
        #expect(backend.read(session: "second") == nil && backend.differenceOfServers == nil)
        #expect(backend.calls.map(\.participants) == [["alice"]])
        backend.crash(edge: edge)
        let address = try #require(backend.edgeNames.firstIndex(of: edge).map { edges[$0] })
        #expect(!world.bound.contains(address))
        #expect(backend.sessionIds(on: edge).isEmpty && backend.read(session: "first") == nil)
        let other = try clients[1].join("second")
        #expect(other != nil && other != edge)
        backend.command(.full(true), edge: edge)
        try backend.restart(edge: edge)
        #expect(world.bound.contains(address) && backend.sessionIds(on: edge).isEmpty)
        #expect(clients[0].ask(.get, [".well-known", "core"], to: address)?.code == .content)
        #expect(backend.sessionCount == 1)
    }

    @Test func `an SFU whose address cannot be bound gets no participants`() throws {
        let client = BackendClient(1, in: world)
        try client.connect("alice")
        client.call(.post, body: [:])
        let edge = try #require(try client.join("first"))
        world.unavailable = [edges[try #require(backend.edgeNames.firstIndex(of: edge))]]
        #expect(throws: BackendWorld.AddressInUse.self) { try backend.restart(edge: edge) }
        let other = try client.join("second")
        #expect(other != nil && other != edge)
    }

    @Test func `users and calls that are forgotten are as if they had never been`() throws {
        let client = BackendClient(1, in: world)
        backend.admit([User(id: "carol")])
        #expect(backend.user("carol")?.id == "carol" && backend.user("dave") == nil)
        try client.connect("alice")
        client.call(.post, body: ["data": ["members": [["user_id": "carol"]]]])
        #expect(backend.calls.map(\.cid) == [BackendWorld.call])
        #expect(backend.membership(of: BackendWorld.call)?.members.contains("carol") == true)
        #expect(
            backend.read(BackendWorld.call, by: "alice") != nil && backend.read(BackendWorld.call, by: "dave") == nil)
        backend.forget(users: ["carol"], calls: [BackendWorld.call])
        #expect(backend.user("carol") == nil && backend.user("alice") != nil)
        #expect(backend.calls.isEmpty && backend.membership(of: BackendWorld.call) == nil)
    }

    @Test func `leftovers name their server, and none are left when all have gone`() throws {
        let client = BackendClient(1, in: world)
        #expect(backend.leftovers.isEmpty)
        try client.connect("alice")
        client.call(.post, body: [:])
        let edge = try #require(try client.join("session"))
        let names = Set(backend.leftovers.map { $0.split(separator: ":")[0] })
        #expect(names == ["coordinator", Substring(edge)])
        #expect(backend.leftovers.contains("coordinator: the participant alice in default:standup"))
    }

    @Test func `servers trace only while the traces are read, restarted ones too`() throws {
        let client = BackendClient(1, in: world)
        func traced() -> Int {
            let before = world.traces.count
            for server in [backend.coordinatorAddress] + edges { client.ask(.get, ["x"], to: server) }
            return world.traces.count - before
        }
        #expect(traced() == 3)
        let keep = backend.onTrace
        backend.onTrace = nil
        #expect(traced() == 0)
        try backend.restart(edge: "sfu-1")
        backend.onTrace = keep
        #expect(traced() == 3)
        try backend.restart(edge: "sfu-2")
        #expect(traced() == 3)
    }

    @Test func `users that are within their limit again are dropped without another request`() throws {
        let client = BackendClient(1, in: world)
        try client.connect("alice")
        _ = try client.join("a")
        world.pass(.seconds(20))
        #expect(backend.coordinator.machine.limiter.count > 0)
        backend.removeExpired()
        #expect(backend.coordinator.machine.limiter.count == 0)
    }

    @Test func `every SFU forgets ended sessions in time without another request`() throws {
        let client = BackendClient(1, in: world)
        let peer = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
        for edge in edges {
            #expect(client.ask(.post, ["sfu", "leave"], ["session_id": "s"], to: edge)?.code == .changed)
        }
        func remembered() -> [Bool?] {
            backend.edgeNames.map { backend.machine(of: $0)?.endedSessions.contains("s", from: peer) }
        }
        world.pass(.seconds(300))
        #expect(remembered() == [true, true])
        backend.removeExpired()
        #expect(remembered() == [false, false])
    }

    @Test func `a token expires when it is asked to, and otherwise never`() throws {
        world.pass(.seconds(10))
        let tokens = [backend.token(userId: "alice"), backend.token(userId: "alice", expiresAfter: .seconds(60))]
        let client = BackendClient(1, in: world)
        func codes() -> [CoAP.Code?] {
            tokens.map { token in
                client.ask(
                    .fetch, ["video", "connect"], ["token": .bytes(token), "user": ["id": "alice"]],
                    to: backend.coordinatorAddress, observe: true)?.code
            }
        }
        #expect(codes() == [.content, .content])
        world.pass(.seconds(59))
        #expect(codes() == [.content, .content])
        world.pass(.seconds(2))
        #expect(codes() == [.content, .unauthorized])
    }

    @Test func `a backend that starts later has the dates of its scheduler`() throws {
        let later = try BackendWorld(after: .seconds(3600))
        let answer = try #require(try BackendClient(1, in: later).connect("alice"))
        let events = try CBOR(decoding: answer.payload).map?["events"]?.array
        #expect(events?.first?.map?["created_at"] == .integer(later.date.milliseconds))
    }
}
