import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// The bytes that count for guests and their calls, exactly.
@Suite struct GuestRoomTests {
    private var backend = TestBackend {
        $0.users += [User(id: "guest-eve", role: CallRole.guest)]
        $0.rateLimit = nil
    }
    private static let custom: CBOR.Map = ["a": .text(String(repeating: "x", count: 1000))]

    private var bytes: Int { backend.coordinator.guestCalls.bytes }

    private mutating func create(_ cid: CallCid) -> ServerResponse {
        backend.ask("guest-eve", .getOrCreate, GetOrCreateCallRequest(), cid: cid)
    }

    @Test mutating func `egress counts for a guest's call with its body and the entry of a file`() {
        backend.connect("guest-eve")
        #expect(create(backend.cid).code == .created)
        backend.join("guest-eve")
        let before = bytes
        let body = StartRecordingRequest { $0.externalStorage = "box" }
        #expect(backend.ask("guest-eve", .startRecording(.composite), body).code == .changed)
        #expect(bytes - before == 512 + body.encoded().count)
        #expect(backend.ask("guest-eve", .listRecordings).code == .content)
        #expect(bytes - before == 512 + body.encoded().count)
    }

    @Test mutating func `members count for a guest's call, and their removal gives the bytes back`() {
        backend.connect("guest-eve")
        #expect(create(backend.cid).code == .created)
        let before = bytes
        func update(_ custom: CBOR.Map) -> UpdateCallMembersRequest {
            UpdateCallMembersRequest { request in
                request.updateMembers = [
                    MemberRequest {
                        $0.userId = "bob"
                        $0.custom = custom
                    }
                ]
            }
        }
        func size(_ custom: CBOR.Map) -> Int {
            Member {
                $0.user = User(id: "bob")
                $0.custom = custom
            }.keptBytes
        }
        for custom in [Self.custom, [:], Self.custom] {
            #expect(backend.ask("guest-eve", .updateMembers, update(custom)).code == .changed)
            #expect(bytes - before == size(custom))
        }
        let removal = UpdateCallMembersRequest { $0.removeMembers = ["bob"] }
        #expect(backend.ask("guest-eve", .updateMembers, removal).code == .changed)
        #expect(bytes == before)
    }

    @Test mutating func `a new call that finds 64 busy ones leaves the search to the next request`() {
        let cids = (10..<77).map { CallCid(type: "default", id: "c\($0)") }
        backend.connect("guest-eve", "alice")
        #expect(create(cids[66]).code == .created)
        backend.coordinator.guestCalls = GuestCalls(maxBytes: 65 * bytes)
        for cid in cids.prefix(65) { #expect(create(cid).code == .created) }
        for cid in cids.prefix(64) {
            let report = SessionReport.joined(
                cid, userId: "alice", sessionId: cid.id, replacing: nil, at: backend.date)
            backend.perform(backend.coordinator.handle(.report(report, edge: "sfu-1"), at: backend.now))
        }
        #expect(create(cids[65]).refusal?.message == APIError.guestCallsAreMany.message)
        #expect(backend.coordinator.calls[cids[64]] != nil)
        #expect(create(cids[65]).code == .created)
        #expect(backend.coordinator.calls[cids[64]] == nil && backend.coordinator.calls[cids[0]] != nil)
    }

    private func connect(_ id: String, _ custom: CBOR.Map = [:]) -> ConnectRequest {
        ConnectRequest {
            $0.token = backend.token(id)
            $0.user = User(id: id, role: CallRole.guest, custom: custom)
        }
    }

    @Test mutating func `a guest that connects again with a larger profile displaces others, and keeps its devices`() {
        backend.connect("guest-eve")
        let device = CreateDeviceRequest {
            $0.id = "phone"
            $0.pushProvider = "apn"
        }
        #expect(backend.ask("guest-eve", .createDevice, device).code == .created)
        let before = backend.coordinator.guests.bytes
        #expect(backend.reconnect("guest-eve", connect("guest-eve")).code == .content)
        #expect(backend.coordinator.guests.bytes == before)
        let created = backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = User(id: "old") })
        #expect(created.code == .created)
        // The limit is reached, and the guest that connects is the oldest one.
        var full = GuestProfiles(maxBytes: backend.coordinator.guests.bytes)
        full.set("guest-eve", before)
        full.set("guest-old", backend.coordinator.guests.bytes - before)
        backend = TestBackend {
            $0.users += ["guest-eve", "guest-old"].map { User(id: $0, role: CallRole.guest) }
            $0.rateLimit = nil
        }
        backend.coordinator.devices["guest-eve"] = [Device { $0.id = "phone" }]
        backend.coordinator.guests = full
        backend.devices["guest-eve"] = .init(
            user: "guest-eve", peer: SocketAddress(host: HostAddress(127, 1, 0, 1), port: 7))
        #expect(backend.reconnect("guest-eve", connect("guest-eve", ["a": 1])).code == .content)
        #expect(backend.coordinator.devices["guest-eve"]?.map(\.id) == ["phone"])
        #expect(backend.coordinator.users["guest-old"] == nil && !backend.coordinator.guests.contains("guest-old"))
    }

    @Test mutating func `new guests that are refused while all are busy do not use up the requests of their host`() {
        backend = TestBackend {
            $0.guestSteps = 10_000
            $0.rateLimit = RateLimit(requests: 100, window: .seconds(100))
        }
        let responses = (0..<200).map { number in
            backend.ask("stranger", .createGuest, CreateGuestRequest { $0.user = User(id: "g\(number)") })
        }
        let busy = APIError.guestsAreBusy(retryAfter: .zero).message
        #expect(responses.contains { $0.code == .created } && responses.last?.refusal?.message == busy)
    }

    @Test mutating func `a new profile of a guest costs a step for each connection that receives it`() {
        backend = TestBackend {
            $0.users += [User(id: "guest-a", role: CallRole.guest)]
            $0.guestSteps = 100_000
            $0.rateLimit = nil
        }
        backend.connect("alice", "guest-a")
        let members = CallData { $0.members = [MemberRequest { $0.userId = "guest-a" }] }
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = members })
        for number in 0..<300 {
            backend.connect("bob.\(number)")
            backend.ask("bob.\(number)", .get)
        }
        backend.advance(by: .seconds(1))
        let changes = (0..<50).count { number in
            backend.reconnect("guest-a", connect("guest-a", ["a": .integer(Int64(number))])).code == .content
        }
        // Each takes 50 steps for the request, and three for each of 302 connections and more.
        #expect((18...23).contains(changes))
    }

    @Test mutating func `a query of statistics compares a bounded number of values`() {
        backend.connect("alice", "guest-eve")
        for number in 0..<4 {
            let cid = CallCid(type: "default", id: "c\(number)")
            backend.ask("alice", .getOrCreate, GetOrCreateCallRequest(), cid: cid)
            let report = SessionReport.joined(
                cid, userId: "alice", sessionId: "s\(number)", replacing: nil, at: backend.date)
            backend.perform(backend.coordinator.handle(.report(report, edge: "sfu-1"), at: backend.now))
        }
        let texts = CBOR.array((0..<100).map { .text("\($0)") })
        let costly = CBOR.map(["call_session_id": ["$in": texts]])
        let query = QueryCallStatsRequest { $0.terms.filter = ["$or": .array(Array(repeating: costly, count: 99))] }
        let message = "filter compares more than \(QueryWork.maxComparisonsOfGuest) values"
        #expect(backend.ask("guest-eve", .queryCallStats, query).refusal?.message == message)
        #expect(backend.ask("alice", .queryCallStats, query).code == .content)
    }
}
