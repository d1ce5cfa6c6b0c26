import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct RecordBorderTests {
    @Test func `a ring is without video unless it says so`() {
        var ring = Ring()
        ring.start(["bob"], by: "alice", at: .virtualStart)
        #expect(ring.invitation(of: "bob")?.isVideo == false)
        ring.start(["bob"], by: "alice", at: .virtualStart, isVideo: true)
        #expect(ring.invitation(of: "bob")?.isVideo == true)
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
}
