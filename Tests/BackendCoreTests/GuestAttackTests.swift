import Containers
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Attempts of clients that are let in, guests among them, to fill the memory and the time of a backend.
@Suite struct GuestAttackTests {
    private var backend = TestBackend { configuration in
        configuration.users += [User(id: "guest-eve", role: CallRole.guest)]
        configuration.rateLimit = nil
        configuration.timeouts.silence = .seconds(60)
    }

    private static let long = String(repeating: "x", count: ServerRequest.longestText + 1)
    private static let much: CBOR.Map = ["text": .text(String(repeating: "x", count: 5_200))]

    // MARK: Texts

    private static let calls: [(body: CBOR, field: String)] = [
        (["data": ["team": .text(long)]], "data.team"),
        (["data": ["members": [["user_id": "bob", "role": .text(long)]]]], "data.members[0].role"),
        (["data": ["members": [["user_id": "bob", "custom": .map(much)]]]], "data.members[0].custom"),
        (["data": ["custom": .map(much)]], "data.custom"),
    ]

    @Test(arguments: calls) mutating func `a call keeps no text beyond the limit`(
        _ row: (body: CBOR, field: String)
    ) {
        backend.connect("alice")
        let answer = backend.askRaw("alice", .call(backend.cid, .getOrCreate), row.body.encoded())
        #expect(answer.refusal?.message.hasPrefix("\(row.field) is ") == true, "\(String(describing: answer.refusal))")
        #expect(answer.code == .requestEntityTooLarge)
        #expect(backend.coordinator.calls.isEmpty)
    }

    @Test mutating func `no event and no device has a text beyond the limit`() {
        backend.connect("alice", "bob")
        backend.ring("alice", "bob")
        let device: CBOR = ["id": .text(Self.long), "push_provider": "apn"]
        #expect(backend.askRaw("alice", .client(.createDevice), device.encoded()).code == .requestEntityTooLarge)
        let requested: [(CallAction, CBOR)] = [
            (.sendReaction, ["type": .text(Self.long)]), (.reject, ["reason": .text(Self.long)]),
            (.submitFeedback, ["rating": 5, "reason": .text(Self.long)]),
            (.updateMembers, ["update_members": [["user_id": "bob", "role": .text(Self.long)]]]),
        ]
        for (action, body) in requested {
            let answer = backend.askRaw("bob", .call(backend.cid, action), body.encoded())
            #expect([.requestEntityTooLarge, .forbidden].contains(answer.code), "\(action)")
        }
        backend.settle()
        #expect(!backend.types("alice").contains("call.reaction_new"))
        #expect(!backend.types("alice").contains("call.rejected"))
    }

    /// A budget that is full after few requests.
    private static let fewBytes = 4 << 20

    // MARK: Calls of guests

    /// Creates a call of the guest with a request of about this size. The server ignores the field `custom` there.
    private mutating func create(_ number: Int, bytes: Int = 0) -> ServerResponse {
        let body: CBOR = ["custom": .bytes(Array(repeating: 0, count: bytes))]
        let cid = CallCid(type: "default", id: "c\(number)")
        return backend.askRaw("guest-eve", .call(cid, .getOrCreate), body.encoded())
    }

    @Test mutating func `the calls of a guest use bounded memory, and one with participants is kept`() {
        backend.coordinator.guestCalls = GuestCalls(maxBytes: Self.fewBytes)
        backend.connect("guest-eve", "alice")
        #expect(create(0).code == .created)
        backend.join("guest-eve", as: "stay", create: true)
        for number in 1...84 { #expect(create(number, bytes: 60_000).code == .created) }
        #expect(backend.coordinator.guestCalls.bytes <= Self.fewBytes)
        #expect(backend.coordinator.calls.count <= 64)
        #expect(backend.coordinator.calls[backend.cid] != nil)
        #expect(backend.coordinator.calls[CallCid(type: "default", id: "c0")] == nil)
        let own = CallCid(type: "default", id: "own")
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest(), cid: own).code == .created)
    }

    @Test mutating func `a call that makes room for another one ends, and cannot be entered any more`() throws {
        backend.coordinator.guestCalls = GuestCalls(maxBytes: Self.fewBytes)
        backend.connect("guest-eve", "alice")
        #expect(create(0).code == .created)
        let cid = CallCid(type: "default", id: "c0")
        let answer = backend.ask("alice", .join, JoinCallRequest(), cid: cid)
        let response = try answer.read(JoinCallResponse.self)
        let request = SFUJoinRequest {
            $0.token = response.credentials.token
            $0.sessionId = "late"
        }
        #expect(backend.edges["sfu-1"]?.calls[cid] != nil)
        for number in 1...84 { _ = create(number, bytes: 60_000) }
        #expect(backend.coordinator.calls[cid] == nil && backend.edges["sfu-1"]?.calls[cid] == nil)
        #expect(backend.enter("alice", response.credentials, request).code != .content)
        backend.settle()
        let deleted = backend.devices["alice"]?.events.compactMap { event -> CallResponse? in
            guard case .deleted(let event) = event, event.callCid == cid else { return nil }
            return event.call
        }
        #expect(deleted?.map { $0.session?.endedAt } == [backend.date])
        #expect(create(0).code == .created, "its name is free again")
    }

    @Test func `a guest gets no further call when all have participants`() {
        var calls = GuestCalls()
        for number in 0..<10 { calls.insert(CallCid(type: "default", id: "c\(number)"), 1 << 20) }
        #expect(calls.rotate()?.id == "c0")
        calls.remove(CallCid(type: "default", id: "c1"))
        #expect(calls.rotate()?.id == "c2")
        calls.add(60 << 20, to: CallCid(type: "default", id: "c3"))
        #expect(!calls.hasRoom(for: 0))
        calls.remove(CallCid(type: "default", id: "c3"))
        #expect(calls.hasRoom(for: 0))
    }

    @Test func `names of deleted calls are bounded`() {
        var deleted = DeletedCalls()
        for number in 0..<DeletedCalls.maxCount * 2 + 10 { deleted.insert(CallCid(type: "default", id: "\(number)")) }
        #expect(deleted.count == DeletedCalls.maxCount)
        #expect(!deleted.contains(CallCid(type: "default", id: "9")))
        #expect(deleted.contains(CallCid(type: "default", id: "\(DeletedCalls.maxCount * 2 + 9)")))
    }

    @Test mutating func `guests watch a bounded number of queries`() {
        let devices = (0..<WatchedQuery.maxCountOfGuests / WatchedQuery.maxCount + 5).map { "guest-eve.\($0)" }
        for (place, device) in devices.enumerated() {
            backend.connect(device)
            for number in 0..<WatchedQuery.maxCount {
                let query = QueryCallsRequest {
                    $0.terms.filter = ["id": .text("\(place)-\(number)")]
                    $0.watch = true
                }
                #expect(backend.ask(device, .queryCalls, query).code == .content)
            }
        }
        #expect(backend.coordinator.watchedQueries.count == WatchedQuery.maxCountOfGuests)
    }

    @Test mutating func `queries that guests watch use bounded memory, and those of users are kept`() {
        backend.connect("alice", "guest-eve")
        let texts = (0..<14).map { CBOR.text("\($0)" + String(repeating: "x", count: 4_000)) }
        let own = query("alice", ["id": ["$in": .array(texts)]], watch: true)
        #expect(own.code == .content)
        let devices = (0..<20).map { "guest-eve.\($0)" }
        for (place, device) in devices.enumerated() {
            backend.connect(device)
            for number in 0..<WatchedQuery.maxCount {
                let filter: CBOR.Map = ["type": .text("\(place)-\(number)"), "id": ["$in": .array(texts)]]
                #expect(query(device, filter, watch: true).code == .content)
            }
        }
        let (guests, users) = (
            backend.coordinator.watchedQueries.filter(\.isOfGuest),
            backend.coordinator.watchedQueries.count { !$0.isOfGuest }
        )
        #expect(guests.reduce(0) { $0 + $1.size } <= WatchedQuery.maxBytesOfGuests)
        #expect((10..<100).contains(guests.count))
        #expect(users == 1)
    }

    /// A filter that counts for a watched query of this size.
    private static func filter(_ number: Int, size: Int) -> CBOR.Map {
        func filter(_ texts: [CBOR]) -> CBOR.Map { ["type": .text("\(100 + number)"), "id": ["$in": .array(texts)]] }
        let (empty, ofText) = (filter([]).keptBytes, CBOR.text("").keptBytes)
        let rest = (size - 256) / 2 - empty
        let count = (rest + 4_000) / 4_000
        let lengths = (0..<count).map { rest / count - ofText + ($0 < rest % count ? 1 : 0) }
        return filter(lengths.map { .text(String(repeating: "x", count: $0)) })
    }

    @Test mutating func `queries that guests watch are kept up to the last byte of their limit`() {
        let size = 50_000
        let count = WatchedQuery.maxBytesOfGuests / size
        for number in 0..<count {
            let device = "guest-eve.\(number / WatchedQuery.maxCount)"
            if number.isMultiple(of: WatchedQuery.maxCount) { backend.connect(device) }
            let last = WatchedQuery.maxBytesOfGuests - (count - 1) * size
            let own = Self.filter(number, size: number == count - 1 ? last : size)
            #expect(query(device, own, watch: true).code == .content)
        }
        let sizes = backend.coordinator.watchedQueries.map(\.size)
        #expect(sizes.count == count && sizes.reduce(0, +) == WatchedQuery.maxBytesOfGuests)
        backend.connect("guest-eve.more")
        #expect(query("guest-eve.more", ["id": "a"], watch: true).code == .content)
        #expect(backend.coordinator.watchedQueries.map(\.size).dropLast() == sizes.dropFirst())
    }

    // MARK: Queries

    private static let hundred = 0..<100
    /// Filters of 99 comparisons, each with the longest lists and texts that a call's data can have.
    private static let costly: [CBOR.Map] = [
        costly("custom.list", ["$in": .array(hundred.map { .integer(Int64(1_000 + $0)) })]),
        costly("custom.text", ["$contains": .text(String(repeating: "a", count: 600) + "b")]),
    ]

    private static func costly(_ field: String, _ comparison: CBOR) -> CBOR.Map {
        ["$or": .array(Array(repeating: .map(CBOR.Map([(field, comparison)])), count: 99))]
    }

    private mutating func createCostly(_ count: Int) {
        let custom: CBOR.Map = [
            "list": .array(Array(repeating: 1, count: 2_400)), "text": .text(String(repeating: "a", count: 2_400)),
        ]
        for number in 0..<count {
            let cid = CallCid(type: "default", id: "costly-\(number)")
            let data = GetOrCreateCallRequest { $0.data = CallData { $0.custom = custom } }
            #expect(backend.ask("guest-eve", .getOrCreate, data, cid: cid).code == .created)
        }
    }

    private mutating func query(_ user: String, _ filter: CBOR.Map, watch: Bool = false) -> ServerResponse {
        backend.ask(
            user, .queryCalls,
            QueryCallsRequest {
                $0.terms.filter = filter
                $0.watch = watch
            })
    }

    @Test(arguments: costly, [("alice", QueryWork.maxComparisons), ("guest-eve", QueryWork.maxComparisonsOfGuest)])
    mutating func `a query compares a bounded number of values, and is refused beyond it`(
        _ filter: CBOR.Map, _ limit: (user: String, comparisons: Int)
    ) {
        backend.connect("guest-eve", "alice")
        createCostly(15)
        let answer = query(limit.user, filter)
        #expect(answer.code == .badRequest)
        #expect(answer.refusal?.message == "filter compares more than \(limit.comparisons) values")
        #expect(backend.coordinator.comparisons <= limit.comparisons)
    }

    @Test mutating func `a burst of queries is limited by the values that it compares`() {
        backend = TestBackend { configuration in
            configuration.users += [User(id: "guest-eve", role: CallRole.guest)]
            configuration.rateLimit = RateLimit(requests: 50)
        }
        backend.connect("guest-eve", "alice", "bob")
        createCostly(8)
        backend.advance(by: .seconds(20))
        var served = 0
        for _ in 0..<20 {
            if query("bob", Self.costly[1]).code == .content { served += 1 }
            let cid = CallCid(type: "default", id: "costly-0")
            if served.isMultiple(of: 4) { #expect(backend.ask("alice", .get, cid: cid).code != .internalServerError) }
        }
        #expect((2...5).contains(served))
        #expect((1...50 * QueryWork.perRequest + QueryWork.maxComparisons).contains(backend.coordinator.comparisons))
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .created)
    }

    @Test mutating func `a new call is compared with few values of each query that a guest watches`() {
        backend.connect("guest-eve", "alice")
        for number in 0..<WatchedQuery.maxCount {
            var filter = Self.costly[number % 2]
            filter["type"] = .text("\(number)")
            #expect(query("guest-eve", filter, watch: true).code == .content)
        }
        let before = backend.coordinator.comparisons
        createCostly(1)
        #expect(backend.coordinator.comparisons - before <= WatchedQuery.maxCount * QueryWork.maxWatching.byGuest)
        let plain: CBOR.Map = ["type": "default", "created_by_user_id": "alice"]
        #expect(query("guest-eve", plain, watch: true).code == .content)
        backend.devices["guest-eve"]?.events = []
        let compared = backend.coordinator.comparisons
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest())
        #expect(backend.coordinator.comparisons > compared)
        backend.ask("alice", .markEnded)
        backend.settle()
        #expect(backend.types("guest-eve").contains("call.ended"))
    }

    // MARK: Profiles

    @Test mutating func `a changed profile counts as more requests the more calls there are`() {
        backend = TestBackend { $0.rateLimit = RateLimit(requests: 1_000) }
        backend.connect("alice", "bob")
        for number in 0..<900 {
            let cid = CallCid(type: "default", id: "c\(number)")
            #expect(backend.ask("bob", .getOrCreate, GetOrCreateCallRequest(), cid: cid).code == .created)
        }
        var changes = 0
        for number in 0..<200 {
            let body = ConnectRequest {
                $0.token = backend.token("alice")
                $0.user = User(id: "alice", name: "Alice \(number)")
            }
            if backend.reconnect("alice", body).code == .content { changes += 1 }
        }
        #expect(changes == 100)
    }

    // MARK: Connections

    @Test mutating func `guests have a bounded number of connections, and users go on`() {
        backend.connect("alice")
        let token = backend.token("guest-eve")
        let body = ConnectRequest {
            $0.token = token
            $0.user = User(id: "guest-eve", role: CallRole.guest)
        }
        for _ in 0..<ConnectionTable.maxCountOfGuests { #expect(backend.reconnect("guest-eve", body).code == .content) }
        let refused = backend.reconnect("guest-eve", body)
        #expect(refused.refusal?.message == "the connections of guests have no room for another one")
        #expect(refused.code == .tooManyRequests)
        backend.connect("bob")
        #expect(backend.ask("bob", .getOrCreate, GetOrCreateCallRequest()).code == .created)
        backend.advance(by: .seconds(121))
        #expect(backend.coordinator.connections.countOfGuests == 0)
        #expect(backend.reconnect("guest-eve", body).code == .content)
    }

    @Test mutating func `a thousand connects that no client acknowledges are forgotten`() {
        let token = backend.token("guest-eve")
        let body = ConnectRequest {
            $0.token = token
            $0.user = User(id: "guest-eve", role: CallRole.guest)
        }.encoded()
        for number in 0..<1_000 {
            let request = ServerRequest(
                method: CoordinatorRoute.connect.method, path: CoordinatorRoute.connect.path, observes: true,
                payload: body, peer: SocketAddress(host: HostAddress(127, 9, 0, 1), port: UInt16(number + 1)))
            for case .respond(let answer) in backend.coordinator.handle(.request(request), at: backend.now) {
                #expect(answer.code == .content)
            }
        }
        #expect(backend.coordinator.connectionCount == 1_000)
        backend.advance(by: .seconds(121))
        #expect(backend.coordinator.connectionCount == 0)
        #expect(backend.coordinator.absences.count <= CoordinatorMachine.maxAbsences)
        backend.connect("alice")
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .created)
    }

    // MARK: Memory beyond the bytes of requests

    /// Custom data of 4,900 bytes on the wire, which take about thirty times as much in memory.
    private static let expanding: CBOR.Map = ["a": .array(Array(repeating: .unsigned(0), count: 4_880))]

    private mutating func createGuest(_ id: String, _ custom: CBOR.Map = [:]) -> ServerResponse {
        let user = User(id: id, custom: custom)
        return backend.askRaw(
            "nobody", .client(.createGuest), CreateGuestRequest { $0.user = user }.encoded())
    }

    @Test mutating func `profiles of guests are counted by their memory, and the oldest are forgotten`() {
        backend.coordinator.guests = GuestProfiles(maxBytes: Self.fewBytes)
        for number in 0..<100 { #expect(createGuest("g\(number)", Self.expanding).code == .created) }
        #expect(backend.coordinator.guests.bytes <= Self.fewBytes)
        #expect(backend.coordinator.guests.count < 50)
        #expect(backend.coordinator.users["guest-g0"] == nil)
        #expect(backend.coordinator.users["guest-g99"] != nil)
        #expect(createGuest("small").code == .created)
    }

    @Test mutating func `profiles of connected guests are not forgotten, and others are refused`() {
        backend.coordinator.guests = GuestProfiles(maxBytes: Self.fewBytes)
        var refusals = 0
        for number in 0..<50 {
            let answer = createGuest("g\(number)")
            #expect([.created, .tooManyRequests].contains(answer.code))
            let body = ConnectRequest {
                $0.token = backend.token("guest-g\(number)")
                $0.user = User(id: "guest-g\(number)", custom: Self.expanding)
            }
            if backend.reconnect("guest-g\(number)", body).code == .tooManyRequests { refusals += 1 }
        }
        #expect(refusals > 12)
        #expect(backend.coordinator.guests.bytes <= Self.fewBytes)
        backend.connect("alice")
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .created)
    }

    @Test mutating func `a new guest that finds 64 connected ones leaves the search to the next request`() {
        let ids = (10..<76).map { "guest-\($0)" }
        backend.coordinator.guests = GuestProfiles(maxBytes: 65 * User(id: ids[0]).keptBytes)
        for id in ids.prefix(64) {
            let body = ConnectRequest {
                $0.token = backend.token(id)
                $0.user = User(id: id)
            }
            #expect(backend.reconnect(id, body).code == .content)
        }
        #expect(createGuest(ids[64]).code == .created)
        #expect(createGuest(ids[65]).refusal?.message == APIError.guestsAreMany.message)
        #expect(createGuest(ids[65]).code == .created)
        #expect(!backend.coordinator.guests.contains(ids[64]))
    }

    @Test mutating func `a guest that was forgotten is a guest again, whatever role it connects with`() {
        for role in [CallRole.user, "admin", CallRole.guest] {
            let body = ConnectRequest {
                $0.token = backend.token("guest-old")
                $0.user = User(id: "guest-old", role: role)
            }
            _ = backend.reconnect("old", body)
            #expect(backend.coordinator.users["guest-old"]?.role == CallRole.guest)
            #expect(backend.coordinator.guests.contains("guest-old"))
        }
    }

    @Test mutating func `devices of guests share a limit, and are forgotten with them`() {
        backend.coordinator.guests = GuestProfiles(maxBytes: Self.fewBytes)
        backend.connect("guest-eve")
        for number in 0..<20 {
            let device = CreateDeviceRequest {
                $0.id = String(repeating: "x", count: 200) + "\(number)"
                $0.pushProvider = "apn"
            }
            #expect(backend.ask("guest-eve", .createDevice, device).code == .created)
        }
        #expect(backend.coordinator.guests.bytes > 4_000)
        for number in 0..<100 { _ = createGuest("g\(number)", Self.expanding) }
        #expect(backend.coordinator.devices["guest-eve"] != nil, "it is connected")
        backend.askRaw("guest-eve", .disconnect, [])
        for number in 100..<200 { _ = createGuest("g\(number)", Self.expanding) }
        #expect(backend.coordinator.devices["guest-eve"] == nil)
    }

    @Test mutating func `calls of guests are counted by their memory, and so are their changes and members`() {
        backend.coordinator.guestCalls = GuestCalls(maxBytes: Self.fewBytes)
        backend.connect("guest-eve", "alice")
        let body = GetOrCreateCallRequest { $0.data = CallData { $0.custom = Self.expanding } }
        for number in 0..<40 {
            let cid = CallCid(type: "default", id: "c\(number)")
            #expect(backend.ask("guest-eve", .getOrCreate, body, cid: cid).code == .created)
        }
        #expect(backend.coordinator.guestCalls.bytes <= Self.fewBytes)
        #expect(backend.coordinator.calls.count < 35)

        let before = backend.coordinator.guestCalls.bytes
        let last = CallCid(type: "default", id: "c39")
        #expect(
            backend.ask("guest-eve", .update, UpdateCallRequest { $0.custom = [:] }, cid: last).code == .changed)
        #expect(backend.coordinator.guestCalls.bytes < before - 100_000)
        #expect(
            backend.ask("guest-eve", .update, UpdateCallRequest { $0.custom = Self.expanding }, cid: last).code
                == .changed)
        #expect(backend.coordinator.guestCalls.bytes == before)
        let members = UpdateCallMembersRequest {
            $0.updateMembers = ["alice", "bob", "carol", "dave"].map { id in
                MemberRequest {
                    $0.userId = id
                    $0.custom = Self.expanding
                }
            }
        }
        for _ in 0..<20 {
            #expect(backend.ask("guest-eve", .updateMembers, members, cid: last).code == .changed)
            #expect(backend.coordinator.guestCalls.bytes <= Self.fewBytes)
        }
    }

    @Test func `a guest that acknowledges nothing keeps a bounded number of bytes, and one event of any size`() {
        let limit = StreamLimit.ofGuest
        var stream = EventStream()
        let large = OutgoingEvent(type: "custom", bytes: Array(repeating: 0, count: 2 * limit.bytes))
        stream.append(large, limit: limit)
        #expect(!stream.isBroken)
        stream.append(large, limit: limit)
        #expect(stream.isBroken && stream.isDrained)
    }

    @Test mutating func `a guest follows the latest calls that it read`() {
        backend.connect("alice", "guest-eve")
        let last = CoordinatorMachine.maxWatchedByGuest
        let cids = (0...last).map { CallCid(type: "default", id: "c\($0)") }
        for cid in cids {
            backend.ask("alice", .getOrCreate, GetOrCreateCallRequest(), cid: cid)
            #expect(backend.ask("guest-eve", .get, cid: cid).code == .content)
        }
        backend.devices["guest-eve"]?.events = []
        backend.ask("alice", .markEnded, cid: cids[0])
        backend.settle()
        #expect(backend.types("guest-eve").isEmpty)
        backend.ask("alice", .markEnded, cid: cids[1])
        backend.settle()
        #expect(backend.types("guest-eve") == ["call.ended"])
    }

    @Test mutating func `a guest has a bounded number of sessions at an SFU`() {
        backend.connect("guest-eve")
        for number in 0..<SFUMachine.maxSessionsOfGuest {
            #expect(backend.join("guest-eve", as: "s\(number)").code == .content)
        }
        #expect(backend.join("guest-eve", as: "more").refusal?.message.contains("at most 16 sessions") == true)
        backend.leave("guest-eve", "s0")
        #expect(backend.join("guest-eve", as: "again").code == .content)
    }
}
