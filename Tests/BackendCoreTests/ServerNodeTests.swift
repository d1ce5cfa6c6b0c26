import Backend
import Chance
import Signaling
import Sockets
import Testing
import Timing
import Wire

/// One server on its sockets: the ways to its machine and from it.
@MainActor
@Suite struct ServerNodeTests {
    private let world: BackendWorld
    private let backend: CallBackend
    private let signaling = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5683)
    private let media = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5004)

    init() throws {
        world = try BackendWorld(sfuCount: 1)
        backend = try #require(world.backend)
    }

    /// The changes of connections and of sessions, in order.
    private var changes: [String] {
        world.traces.compactMap { trace in
            switch trace {
            case .connection(let change, _, let user): "\(user): \(change)"
            case .session(let change, _, _, let session): "\(session): \(change)"
            default: nil
            }
        }
    }

    /// Alice and bob in the call, with sessions of their names.
    private func joined() throws -> (alice: BackendClient, bob: BackendClient) {
        let clients = (alice: BackendClient(1, in: world), bob: BackendClient(2, in: world))
        try clients.alice.connect("alice")
        try clients.bob.connect("bob")
        clients.alice.call(.post, body: ["data": ["members": [["user_id": "bob"]]]])
        _ = try clients.alice.join("of alice")
        _ = try clients.bob.join("of bob")
        return clients
    }

    // MARK: Ports

    @Test func `each port takes its own protocol, and counts others at its server`() {
        let stranger = world.bind(SocketAddress(host: HostAddress(127, 1, 0, 9), port: 1))
        let coap = CoAP.Message(type: .confirmable, code: .get, messageID: 1).encoded()
        let rtp = RTP.Packet(payloadType: 0, sequenceNumber: 1, timestamp: 2, ssrc: 3).encoded() ?? []
        for (bytes, times, port) in [
            (coap, 1, media), (rtp, 2, signaling), ([0xFF], 3, media), ([], 4, media), (rtp, 5, media),
            ([0, 1], 6, media), ([0x80, 200], 7, media), ([0x80], 8, media), ([0xFF], 9, signaling),
        ] {
            for _ in 0..<times { stranger.send(bytes, to: port) }
        }
        world.settle()
        #expect(
            backend.drops(at: "sfu-1") == [
                "coapOnMediaPort": 1, "mediaOnSignalingPort": 2 + 9, "unknownProtocol": 3 + 4, "unknownAddress": 5 + 7,
                "malformedSTUN": 6, "malformedRTP": 8,
            ])
        #expect(backend.drops(at: "coordinator").isEmpty)
        #expect(backend.counters.drops.values.reduce(0, +) == 45)
    }

    // MARK: Streams

    @Test func `a client that ends its connection closes it, and one that forgets it is lost with the next event`()
        throws
    {
        let (alice, bob) = try joined()
        alice.observations[0].cancel()
        world.settle()
        #expect(changes.suffix(1) == ["alice: lost"])
        bob.observations[0].forget()
        world.settle()
        #expect(backend.connectionCount == 2)
        backend.sendCustom(["type": "custom"], to: ["bob"])
        world.pass(.seconds(1))
        #expect(changes.suffix(1) == ["bob: lost"])
        let before = bob.received
        backend.sendCustom(["type": "custom"], to: ["bob", "alice"])
        world.pass(.seconds(1))
        #expect(bob.received == before)
    }

    @Test func `a client that is gone is lost after the last retransmission`() throws {
        let (alice, bob) = try joined()
        bob.socket.close()
        backend.sendCustom(["type": "custom"], to: ["alice", "bob"])
        world.pass(.seconds(1))
        #expect(alice.received.contains("custom") && !changes.contains("bob: lost"))
        world.pass(.seconds(100))
        #expect(changes.contains("bob: lost") && !changes.contains("alice: lost"))
        #expect(backend.counters.retransmissions >= 4)
    }

    @Test func `events reach their users in order, and the end of a call leaves nothing at the SFU`() throws {
        let (alice, bob) = try joined()
        world.pass(.seconds(2))
        let (before, others) = (alice.received.count, bob.received.count)
        for type in ["one", "two", "three"] { backend.sendCustom(["type": .text(type)], to: ["alice"]) }
        world.pass(.seconds(2))
        #expect(Array(alice.received.dropFirst(before)) == ["one", "two", "three"])
        #expect(bob.received.count == others)
        bob.call(.post, "mark_ended")
        alice.call(.post, "mark_ended")
        world.pass(.seconds(5))
        #expect(backend.sessionCount == 0 && backend.calls.isEmpty)
        #expect(alice.observations[0].isActive && backend.connectionCount == 2)
        #expect(backend.leftovers.allSatisfy { $0.hasPrefix("coordinator") })
    }

    @Test func `a report of an SFU reaches the coordinator, and its orders reach the SFU`() throws {
        let (alice, bob) = try joined()
        #expect(backend.calls.map(\.participants) == [["alice", "bob"]])
        #expect(backend.read(session: "of bob")?.call.participants.count == 2)
        bob.ask(.post, ["sfu", "leave"], ["session_id": "of bob"], to: signaling)
        #expect(backend.calls.map(\.participants) == [["alice"]])
        #expect(changes.suffix(1) == ["of bob: left"])
        alice.call(.post, "block", body: ["user_id": "bob"])
        #expect(try bob.join("again") == nil)
        backend.order(.remove(BackendWorld.call, userId: "alice", .kicked))
        world.pass(.seconds(1))
        #expect(backend.sessionCount == 0 && backend.calls.map(\.participants) == [[]])
        #expect(backend.differenceOfServers == nil)
    }

    @Test func `a command is for one server, and a failed one has no effect on others`() throws {
        let client = BackendClient(1, in: world)
        try client.connect("alice")
        client.call(.post, body: [:])
        backend.command(.full(true), edge: "sfu-9")
        backend.setEdge("sfu-1", .gone)
        #expect(try client.join("first") == nil)
        backend.setEdge("sfu-1", .serving)
        #expect(try client.join("second") == "sfu-1" && backend.sessionCount == 1)
    }

    @Test func `the acknowledgement of the response that opens a stream is none of a later event`() throws {
        let client = BackendClient(1, in: world)
        client.ask(.get, ["x"], to: backend.coordinatorAddress)
        world.isHeld = true
        try client.connect("alice")
        world.deliver()
        backend.sendCustom(["type": "custom"], to: ["alice"])
        world.pass(.zero)
        while let next = world.next, !String(decoding: next, as: UTF8.self).contains("custom") { world.deliver() }
        #expect(world.next != nil, "the event follows the acknowledgement")
        world.loseAll()
        world.isHeld = false
        let ids = world.traces.compactMap { trace in
            if case .connection(.opened, let id, "alice") = trace { id } else { nil }
        }
        let again = BackendClient(2, in: world).ask(
            .fetch, ["video", "connect"],
            [
                "token": .bytes(backend.token(userId: "alice")), "user": ["id": "alice"], "last_event": 1,
                "resume": .text(try #require(ids.first)),
            ], to: backend.coordinatorAddress, observe: true)
        let events = try again.flatMap { try CBOR(decoding: $0.payload).map?["events"]?.array } ?? []
        #expect(events.map { $0.map?["type"]?.text } == ["connection.ok", "custom"])
    }
}
