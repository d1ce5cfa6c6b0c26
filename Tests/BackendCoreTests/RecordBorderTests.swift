import Containers
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct RecordBorderTests {
    @Test func `a cancelled ring is listed until its caller rings others, except for answers and misses`() {
        let date = Timestamp(milliseconds: 1)
        var ring = Ring()
        ring.start(["bob", "carol", "dave", "erin"], by: "alice", at: date)
        _ = ring.accept("dave", at: date)
        _ = ring.miss(["erin"], rungAt: date, at: date) { _ in false }
        #expect(ring.reject("alice", at: date) == .cancels)
        #expect(ring.listed == ["bob", "carol", "dave", "erin"])
        ring.start(["carol"], by: "alice", at: Timestamp(milliseconds: 2))
        #expect(ring.listed == ["carol", "dave", "erin"])
    }

    @Test func `a ring is without video unless it says so`() {
        var ring = Ring()
        ring.start(["bob"], by: "alice", at: .virtualStart)
        #expect(ring.invitation(of: "bob")?.isVideo == false)
        ring.start(["bob"], by: "alice", at: .virtualStart, isVideo: true)
        #expect(ring.invitation(of: "bob")?.isVideo == true)
    }

    @Test func `a ring that was taken back remains so when its caller rings another user`() {
        var ring = Ring()
        ring.start(["bob", "carol"], by: "alice", at: .virtualStart)
        let taken = ring.reject("alice", at: .virtualStart)
        ring.start(["carol"], by: "alice", at: .virtualStart)
        #expect(taken == .cancels && !ring.isOpen("bob") && ring.isOpen("carol"))
        let missed = ring.miss(["bob", "carol"], rungAt: .virtualStart, at: .virtualStart) { _ in false }
        let answer = ring.accept("bob", at: .virtualStart)
        #expect(missed == ["carol"] && answer == .cancelled)
    }

    @Test func `a stream breaks beyond its limit of bytes or events, and not at it`() {
        let event = OutgoingEvent(type: "custom", bytes: Array(repeating: 0x70, count: 100))
        for (limit, kept) in [
            (StreamLimit(events: 9, bytes: 300), 3), (StreamLimit(events: 9, bytes: 299), 2),
            (StreamLimit(events: 4, bytes: 9000), 4), (StreamLimit(events: 9, bytes: 1), 1),
        ] {
            var stream = EventStream()
            for number in 1...kept + 1 {
                #expect(!stream.isBroken && stream.last == number - 1)
                stream.append(event, limit: limit)
            }
            #expect(stream.isBroken && stream.isDrained)
        }
    }

    @Test func `the number of a batch has every length of a head`() throws {
        for first in [1, 23, 24, 255, 256, 65_535, 65_536, 0x1234_5678] {
            let bytes = EncodedBatch.payload(first: first, events: [])
            let batch = try #require(try CBOR(decoding: bytes).map)
            #expect(batch["first"] == .integer(Int64(first)) && batch["events"] == .array([]))
            #expect(CBOR.map(batch).encoded() == bytes)
        }
    }

    @Test func `users and calls come and go with a running backend`() {
        var backend = TestBackend()
        backend.connect("alice")
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest())
        backend.ask("alice", .delete, DeleteCallRequest())
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .notFound)
        let users = [User(id: "yan"), User(id: "zed")]
        backend.perform(backend.coordinator.handle(.admit(users), at: backend.now))
        #expect(users.allSatisfy { backend.coordinator.user($0.id) == $0 })
        let gone = CoordinatorMachine.Event.remove(users: ["yan", "zed"], calls: [backend.cid])
        backend.perform(backend.coordinator.handle(gone, at: backend.now))
        #expect(users.allSatisfy { backend.coordinator.user($0.id) == nil })
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .created)
    }

    @Test func `a reading of a call has its members, its rung users and its participants`() {
        var backend = TestBackend()
        backend.connect("alice", "bob", "carol")
        backend.ring("alice", "bob", "carol")
        #expect(backend.coordinator.callReadings.map(\.ringing) == [["bob", "carol"]])
        #expect(backend.coordinator.callReadings.map(\.participants) == [[]])
        backend.reject("bob")
        backend.join("alice")
        let reading = backend.coordinator.callReadings.first
        #expect(reading?.members == ["alice", "bob", "carol"] && reading?.ringing == ["carol"])
        #expect(reading?.participants == ["alice"] && reading?.startedAt == backend.date)
        backend.ask("alice", .markEnded)
        #expect(backend.coordinator.callReadings.isEmpty)
    }

    @Test func `an SFU that is gone is no longer one of the call's`() {
        var backend = TestBackend { $0.sfuCount = 2 }
        backend.connect("alice")
        backend.join("alice")
        #expect(backend.coordinator.calls[backend.cid]?.edges == ["sfu-1"])
        backend.setEdge("sfu-1", .draining)
        #expect(backend.coordinator.calls[backend.cid]?.edges == ["sfu-1"])
        backend.setEdge("sfu-1", .gone)
        #expect(backend.coordinator.calls[backend.cid]?.edges == [])
    }

    @Test func `a later participant gets the instant at which the first one joined the SFU`() throws {
        var backend = TestBackend()
        backend.connect("alice", "bob")
        backend.join("alice")
        let start = backend.date
        backend.advance(by: .seconds(5))
        backend.join("bob")
        #expect(backend.joinedSessions["bob"]?.response?.callState.startedAt == start)
    }

    @Test func `a participant on another SFU gets the instant at which the first one joined`() throws {
        var backend = TestBackend { $0.sfuCount = 2 }
        backend.connect("alice", "bob")
        backend.join("alice")
        let start = backend.date
        backend.advance(by: .seconds(5))
        backend.setEdge("sfu-1", .draining)
        backend.join("bob")
        #expect(backend.joinedSessions["bob"]?.response?.callState.startedAt == start)
    }

    @Test func `a join that is on its way when the session ends begins the next one`() throws {
        var backend = TestBackend()
        backend.connect("alice", "bob")
        backend.join("alice")
        backend.advance(by: .seconds(5))
        let admitted = try backend.ask("bob", .join, JoinCallRequest()).read(JoinCallResponse.self)
        backend.leave("alice")
        backend.advance(by: .seconds(5))
        let body = SFUJoinRequest {
            $0.token = admitted.credentials.token
            $0.sessionId = "bob"
        }
        let response = try backend.enter("bob", admitted.credentials, body).read(SFUJoinResponse.self)
        #expect(response.callState.startedAt == backend.date)
        backend.settle()
        #expect(try backend.call().session?.startedAt == backend.date)
    }

    @Test func `a callee that rejects a ring and rings another user can be answered by that user`() {
        var ring = Ring()
        ring.start(["bob", "carol"], by: "alice", at: .virtualStart)
        let rejected = ring.reject("bob", at: .virtualStart)
        ring.start(["carol"], by: "bob", at: .virtualStart)
        #expect(rejected == .counts && ring.isOpen("carol"))
        let accepted = ring.accept("carol", at: .virtualStart)
        #expect(accepted == .counts)
    }

    @Test func `a stream counts the bytes of its opening and of events after a part was acknowledged`() {
        func event(_ count: Int) -> OutgoingEvent {
            OutgoingEvent(type: "custom", bytes: Array(repeating: 0x70, count: count))
        }
        let limit = StreamLimit(events: 9, bytes: 2000)
        var opened = EventStream()
        opened.prepend(event(1500))
        opened.append(event(500), limit: limit)
        #expect(!opened.isBroken)
        opened.append(event(1), limit: limit)
        #expect(opened.isBroken)
        var stream = EventStream()
        stream.listener = StreamID(number: 1, slot: 0)
        stream.append(event(1000), limit: limit)
        stream.append(event(1000), limit: limit)
        _ = stream.takeBatch()
        stream.acknowledge()
        stream.append(event(1000), limit: limit)
        #expect(!stream.isBroken && stream.last == 3)
        stream.append(event(1), limit: limit)
        #expect(stream.isBroken)
    }

    @Test func `events that fill a datagram to its last byte are sent together`() throws {
        for (excess, count) in [(0, 2), (1, 1)] {
            var stream = EventStream()
            stream.listener = StreamID(number: 1, slot: 0)
            let room = CoAP.TransmissionParameters.longestResponse - 24
            for size in [room / 2, room - room / 2 + excess] {
                let text = CBOR.text(String(repeating: "x", count: size - 3)).encoded()
                #expect(text.count == size)
                stream.append(OutgoingEvent(type: "custom", bytes: text), limit: StreamLimit(events: 9, bytes: 9000))
            }
            let taken = stream.takeBatch()
            let payload = try #require(taken)
            #expect(payload.count <= CoAP.TransmissionParameters.longestResponse)
            #expect(try CBOR(decoding: payload).map?["events"]?.array?.count == count)
        }
    }

    @Test func `a client that leaves too many events without an answer is lost, and forgotten in time`() throws {
        var backend = TestBackend { $0.timeouts.retainedEvents = 3 }
        backend.connect("alice", "bob")
        backend.devices["bob"]?.isDeaf = true
        let stream = try #require(backend.devices["bob"]?.stream)
        for _ in 0..<5 {
            backend.sendCustom(["type": "custom"], to: ["bob"])
            backend.settle()
        }
        #expect(backend.closed == [stream])
        #expect(backend.askRaw("bob", .health, []).refusal?.code == APIError.Code.connectionNotFound.rawValue)
        backend.advance(by: BackendTimeouts().resumption)
        #expect(backend.coordinator.connectionCount == 1)
    }

    @Test func `a deleted call has no followers, and a removed user no devices`() {
        var backend = TestBackend()
        backend.connect("alice", "bob")
        backend.ring("alice", "bob")
        backend.ask("bob", .get)
        func followed(_ name: String) -> [CallCid]? {
            backend.coordinator.connections[id: backend.devices[name]?.connectionId ?? ""]?.watched
        }
        #expect(followed("alice") == [backend.cid] && followed("bob") == [backend.cid])
        backend.ask("alice", .delete, DeleteCallRequest())
        #expect(followed("alice") == [] && followed("bob") == [])
        let device = CreateDeviceRequest {
            $0.id = "phone"
            $0.pushProvider = "apn"
        }
        #expect(backend.ask("bob", .createDevice, device).code == .created)
        backend.perform(backend.coordinator.handle(.remove(users: ["bob"], calls: []), at: backend.now))
        #expect(backend.coordinator.devices["bob"] == nil)
    }

    @Test func `servers forget expired entries without another request`() throws {
        var backend = TestBackend()
        backend.connect("alice")
        backend.join("alice")
        backend.leave("alice")
        backend.lose("alice")
        backend.advance(by: .seconds(60))
        let peer = try #require(backend.devices["alice"]?.peer)
        let sfu = try #require(backend.edges["sfu-1"])
        #expect(backend.coordinator.absences.count == 1 && sfu.endedSessions.contains("alice", from: peer))
        weak var atCoordinator: ProvingClient?
        weak var atSFU: ProvingClient?
        do {
            let keys = [UInt8](repeating: 9, count: 32)
            let first = try backend.coordinator.provingClients.client(keys, at: backend.date)
            backend.coordinator.provingClients.remember(first, of: "alice", at: backend.date)
            let second = try sfu.provingClients.client(keys, at: backend.date)
            sfu.provingClients.remember(second, of: "alice", at: backend.date)
            (atCoordinator, atSFU) = (first, second)
        }
        #expect(atCoordinator != nil && atSFU != nil)
        #expect(backend.coordinator.limiter.count > 0 && sfu.limiter.count > 0)
        let end = backend.now.advanced(by: .seconds(86_400))
        backend.coordinator.removeExpired(at: end)
        sfu.removeExpired(at: end)
        #expect(backend.coordinator.absences.count == 0 && !sfu.endedSessions.contains("alice", from: peer))
        #expect(atCoordinator == nil && atSFU == nil)
        #expect(backend.coordinator.limiter.count == 0 && sfu.limiter.count == 0)
    }

    @Test func `the ids of a hundred thousand ended sessions are known, and the oldest go first`() {
        var ended = EndedSessions(memory: .seconds(60))
        let peer = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
        for number in 0..<100_000 { ended.add("\(number)", at: .start) }
        #expect(ended.contains("0", from: peer))
        ended.add("more", at: .start)
        #expect(!ended.contains("0", from: peer) && ended.contains("1", from: peer))
    }
}
