import Covering
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// The rings that a device receives when it connects and no events are kept for it.
@Suite struct CatchingUpTests {
    var backend: TestBackend

    init() {
        backend = TestBackend()
        backend.connect("alice", "bob")
    }

    private mutating func reconnect(_ name: String) {
        let id = backend.devices[name]?.connectionId
        let last = backend.devices[name]?.lastNumber
        backend.devices[name]?.events = []
        backend.reconnect(
            name,
            ConnectRequest {
                $0.token = backend.token("bob")
                $0.user = User(id: "bob")
                $0.resume = id
                $0.lastEvent = last
            })
    }

    /// Bob loses his network, and is forgotten after a while.
    private mutating func forget(after duration: Duration) {
        backend.lose("bob")
        backend.devices["bob"]?.stream = nil
        backend.advance(by: duration)
    }

    @Test mutating func `a device that connects while a call rings gets the ring`() {
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(5))
        let before = backend.coordinator.tally.events
        backend.connect("bob.desk")
        #expect(backend.types("bob.desk") == ["call.ring"] && backend.coordinator.tally.events == before + 1)
        backend.reject("bob")
        backend.connect("bob.watch")
        #expect(backend.types("bob.watch") == [])
    }

    @Test(.covers("GAP-16")) mutating func `a forgotten client gets the rings and missed calls meanwhile, once`() {
        forget(after: .seconds(61))
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(60))
        reconnect("bob")
        #expect(backend.types("bob") == ["call.missed"])
        forget(after: .seconds(61))
        reconnect("bob")
        #expect(backend.types("bob") == [])
    }

    @Test mutating func `a client that misses more events than are kept gets the missed calls among them`() {
        backend = TestBackend { $0.timeouts.retainedEvents = 4 }
        backend.connect("alice", "bob")
        backend.advance(by: .seconds(1))
        forget(after: .seconds(1))
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(20))
        for _ in 0..<4 { backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = [:] }) }
        reconnect("bob")
        #expect(backend.types("bob") == ["call.missed"])
    }

    @Test mutating func `a known ring is not sent again, and its miss is`() {
        backend.advance(by: .seconds(1))
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(1))
        backend.askRaw("bob", .health, [])
        forget(after: .seconds(61))
        reconnect("bob")
        #expect(backend.types("bob") == ["call.missed"])
    }

    @Test mutating func `a device gets the rings of the 32 calls in which its user was rung last`() {
        let cids = (0..<33).map { CallCid(type: "default", id: "\($0)") }
        let data = CallData { $0.members = [MemberRequest { $0.userId = "bob" }] }
        let ring = GetOrCreateCallRequest {
            $0.data = data
            $0.ring = true
        }
        for cid in cids { backend.ask("alice", .getOrCreate, ring, cid: cid) }
        backend.connect("bob.desk")
        let rings = backend.devices["bob.desk"]?.events.compactMap { event in
            if case .ring(let ring) = event { ring.callCid } else { nil }
        }
        #expect(rings == Array(cids.dropFirst()))
    }

    @Test mutating func `a new client gets no earlier missed calls`() {
        backend.ring("alice", "dave")
        backend.advance(by: .seconds(60))
        backend.connect("dave")
        #expect(backend.types("dave") == [])
    }
}
