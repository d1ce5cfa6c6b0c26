import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Any stranger can be many guests, so all guests share the work that a server does for them. Users with a token are not delayed.
@Suite struct GuestWorkTests {
    private static let guests = ["guest-a", "guest-b", "guest-c"]

    private var backend = TestBackend { configuration in
        configuration.users += guests.map { User(id: $0, role: CallRole.guest) }
        configuration.guestSteps = 10_000
    }

    /// The requests that guests can make at once with 10,000 steps a second.
    private static let burst = 10_000 / 5 / GuestWork.steps.request + 1

    private func isBusy(_ answer: ServerResponse) -> Bool {
        answer.code == .tooManyRequests
            && answer.refusal?.message == "the guests of this server together request more than it serves"
    }

    @Test func `a guest is served while at most 200 ms of steps are not paid`() {
        var work = GuestWork(perSecond: 1000)
        work.add(200, at: .start)
        #expect(work.hasRoom(at: .start))
        work.add(1, at: .start)
        #expect(!work.hasRoom(at: .start))
        #expect(throws: APIError.guestsAreBusy(retryAfter: .milliseconds(1))) { try work.check(at: .start) }
        #expect(work.hasRoom(at: .start.advanced(by: .milliseconds(1))))
    }

    // MARK: Requests

    @Test mutating func `all guests together are limited, and users are served`() {
        backend.connect("alice", "guest-a", "guest-b")
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest())
        let responses = (0..<100).map { backend.ask($0 % 2 == 0 ? "guest-a" : "guest-b", .get) }
        #expect((Self.burst / 2...Self.burst).contains(responses.count { $0.code == .content }))
        #expect(isBusy(responses[99]))
        for _ in 0..<200 { #expect(backend.ask("alice", .get).code == .content) }
        backend.advance(by: .seconds(1))
        #expect(backend.ask("guest-a", .get).code == .content)
    }

    @Test mutating func `new guests and connects of guests are limited as well`() {
        let peer = SocketAddress(host: HostAddress(127, 9, 0, 1), port: 1000)
        let create = CreateGuestRequest { $0.user = User(id: "eve") }
        let route = CoordinatorRoute.client(.createGuest)
        let request = ServerRequest(
            method: route.method, path: route.path, payload: create.encoded(), peer: peer)
        let responses = (0..<100).map { _ in
            backend.perform(backend.coordinator.handle(.request(request), at: backend.now))
        }
        #expect((Self.burst / 2...Self.burst).contains(responses.count { $0.code == .created }))
        backend.connect("guest-a")
        #expect(backend.devices["guest-a"]?.connectionId.isEmpty == true)
        backend.connect("alice")
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .created)
    }

    // MARK: Costly requests

    @Test mutating func `an event of a guest costs more the more connections receive it`() {
        let sent = [0, 100].map { followers in
            var backend = TestBackend { configuration in
                configuration.users += [User(id: "guest-a", role: CallRole.guest)]
                configuration.guestSteps = 10_000
            }
            backend.connect("alice", "guest-a")
            backend.ask("alice", .getOrCreate, GetOrCreateCallRequest())
            for number in 0..<followers {
                backend.connect("bob.\(number)")
                backend.ask("bob.\(number)", .get)
            }
            backend.advance(by: .seconds(1))
            let event = SendEventRequest { $0.custom = ["a": 1] }
            return (0..<100).count { _ in backend.ask("guest-a", .sendEvent, event).code.isSuccess }
        }
        #expect(sent[1] <= sent[0] / 3, "\(sent)")
    }

    @Test mutating func `a query of a guest costs more the more calls there are`() {
        backend.connect("alice", "bob", "guest-a", "guest-b")
        for number in 0..<3_000 {
            let cid = CallCid(type: "default", id: "c\(number)")
            let answer = backend.ask("alice", .getOrCreate, GetOrCreateCallRequest(), cid: cid)
            if answer.code == .tooManyRequests { backend.advance(by: .seconds(10)) }
        }
        #expect(backend.ask("guest-a", .queryCalls, QueryCallsRequest()).code == .content)
        #expect(isBusy(backend.ask("guest-b", .queryCalls, QueryCallsRequest())))
        #expect(backend.ask("bob", .queryCalls, QueryCallsRequest()).code == .content)
    }

    @Test mutating func `a query of a guest costs more the more fields it sorts by`() {
        backend.connect("alice", "guest-a")
        for number in 0..<700 {
            let cid = CallCid(type: "default", id: "c\(number)")
            #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest(), cid: cid).code == .created)
        }
        let served = [[], ["type", "id"]].map { fields in
            backend.advance(by: .seconds(60))
            let query = QueryCallsRequest {
                $0.terms.sort = fields.map { field in SortParam { $0.field = field } }
                $0.terms.limit = 1
            }
            return (0..<10).count { _ in backend.ask("guest-a", .queryCalls, query).code == .content }
        }
        #expect(served == [3, 1])
    }

    @Test mutating func `a query of a guest costs more the more fields it sorts members by`() {
        let names = (0..<100).map { "m\($0)" }
        backend = TestBackend { configuration in
            configuration.users += [User(id: "guest-a", role: CallRole.guest)] + names.map { User(id: $0) }
            configuration.guestSteps = 10_000
        }
        backend.connect("alice", "guest-a")
        let members = CallData { $0.members = names.map { name in MemberRequest { $0.userId = name } } }
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = members }).code == .created)
        let served = [[], ["role", "name", "user_id"]].map { fields in
            backend.advance(by: .seconds(60))
            let query = QueryCallMembersRequest {
                ($0.type, $0.id) = (backend.cid.type, backend.cid.id)
                $0.terms.sort = fields.map { field in SortParam { $0.field = field } }
                $0.terms.limit = 1
            }
            return (0..<20).count { _ in backend.ask("guest-a", .queryMembers, query).code == .content }
        }
        #expect(served[0] < 20 && served[1] < served[0], "\(served)")
    }

    // MARK: SFU

    @Test mutating func `requests of guests at an SFU are limited together`() {
        backend.connect("alice", "guest-a", "guest-b")
        for name in ["alice", "guest-a", "guest-b"] { #expect(backend.join(name).code == .content) }
        let responses = (0..<200).map { backend.health($0 % 2 == 0 ? "guest-a" : "guest-b") }
        #expect(responses.count { $0.code == .changed } <= Self.burst)
        #expect(isBusy(responses[199]))
        #expect(backend.health("alice").code == .changed)
    }

    @Test func `media of guests is forwarded up to the limit, and that of users further on`() {
        let cid = TestBackend.cid
        let users = ["alice", "guest-a"]
        var plane = MediaPlane(secret: [1, 2, 3], name: "sfu-1")
        plane.guestWork = GuestWork(perSecond: 10_000)
        var random = SeededGenerator(seed: 1)
        let addresses = users.indices.map { SocketAddress(host: HostAddress(127, 1, 0, UInt8($0 + 1)), port: 50_000) }
        for (index, user) in users.enumerated() {
            let credentials = plane.open(user, in: cid, isOfGuest: user.hasPrefix("guest-"))
            plane.publish(.audio, ssrc: UInt32(index + 1), of: user, isMuted: false, at: .start)
            plane.setSignalingAddress(of: user, to: addresses[index])
            let check = STUN.Message(
                .request, transactionID: STUN.TransactionID(from: &random),
                attributes: [.username(credentials.username)])
            let bytes = check.encoded(STUN.Protection(key: Array(credentials.password.utf8))) ?? []
            _ = plane.receive(bytes, from: addresses[index], at: .start) { _ in }
        }
        func forwarded(_ index: Int, from first: UInt16, at now: Instant) -> Int {
            var count = 0
            for number in first..<first + 1_000 {
                let packet = RTP.Packet(
                    payloadType: TrackType.audio.payloadType, sequenceNumber: number, timestamp: UInt32(number) * 960,
                    ssrc: UInt32(index + 1))
                _ = plane.receive(packet.encoded() ?? [], from: addresses[index], at: now) { _ in count += 1 }
            }
            return count
        }
        let most = 10_000 / 5 / GuestWork.steps.packet
        #expect((most / 2...most + 1).contains(forwarded(1, from: 1, at: .start)))
        #expect(forwarded(0, from: 1, at: .start) >= 990)
        #expect(forwarded(1, from: 1_001, at: .start.advanced(by: .seconds(1))) >= most / 2)
    }

    @Test mutating func `an SFU has a bounded number of sessions of guests, and users join further on`() {
        backend = TestBackend { $0.users += [User(id: "guest-a", role: CallRole.guest)] }
        backend.connect("guest-a", "alice")
        #expect(backend.join("guest-a").code == .content)
        #expect(backend.edges["sfu-1"]?.countOfGuests == 1)
        backend.edges["sfu-1"]?.countOfGuests = SFUMachine.maxCountOfGuests
        let refused = backend.join("guest-a", as: "another")
        #expect(refused.refusal?.message == "the sessions of guests have no room for another one")
        #expect(backend.join("alice").code == .content)
        backend.leave("guest-a")
        #expect(backend.join("guest-a", as: "another").code == .content)
    }

    @Test mutating func `events for a guest that acknowledges nothing at an SFU are bounded`() throws {
        backend = TestBackend { configuration in
            configuration.users += [User(id: "guest-a", role: CallRole.guest)]
            configuration.rateLimit = nil
        }
        backend.connect("guest-a", "alice", "bob")
        backend.join("guest-a")
        backend.join("alice")
        backend.joinedSessions["guest-a"]?.isDeaf = true
        for number in 0..<200 {
            #expect(backend.join("bob", as: "b\(number)").code == .content)
            backend.leave("bob", "b\(number)")
            guard number.isMultiple(of: 50) else { continue }
            backend.advance(by: .seconds(2))
            for name in ["alice", "guest-a"] { backend.health(name) }
        }
        let stream = try #require(backend.joinedSessions["guest-a"]?.stream)
        #expect(backend.closed.contains(stream), "it was closed before 1,000 events")
        #expect(backend.health("guest-a").refusal?.message == "the signal of session_id guest-a was lost")
        #expect(backend.health("alice").code == .changed)
    }

    // MARK: Bodies

    /// A body beyond the limit, in a field that is ignored.
    private static let large = ignored(ServerRequest.maxUnauthenticatedBody).encoded()

    /// A field of about this size, in pieces that no limit of texts refuses.
    private static func ignored(_ bytes: Int) -> CBOR {
        ["ignored": .array(Array(repeating: .bytes(Array(repeating: 0, count: 500)), count: bytes / 500 + 1))]
    }

    @Test mutating func `bodies of several blocks from unknown senders share the limit, and those of users do not`()
        throws
    {
        backend.connect("alice")
        backend.join("alice")
        let sfu = try #require(backend.edges["sfu-1"])
        let user = try #require(backend.devices["alice"]?.peer)
        let stranger = SocketAddress(host: HostAddress(127, 9, 0, 1), port: 9)
        func health(_ bytes: Int, from peer: SocketAddress) -> ServerResponse {
            var body = Self.ignored(bytes).map ?? [:]
            body["session_id"] = "alice"
            let request = ServerRequest(
                method: SFURoute.health.method, path: SFURoute.health.path, payload: CBOR.map(body).encoded(),
                peer: peer)
            return backend.perform(sfu.handle(.request(request), at: backend.now), edge: "sfu-1")
        }
        let responses = (0..<10).map { _ in health(32_000, from: stranger) }
        #expect(!isBusy(responses[0]) && isBusy(responses[9]))
        #expect(!isBusy(health(100, from: stranger)))
        #expect(health(32_000, from: user).code == .changed)
        #expect(backend.leave("alice").code == .changed)
        #expect(isBusy(health(32_000, from: user)))
    }

    @Test mutating func `a body of one block is free, and one byte more is not`() throws {
        let sfu = try #require(backend.edges["sfu-1"])
        let stranger = SocketAddress(host: HostAddress(127, 9, 0, 1), port: 9)
        for (count, areBusy) in [(1024, false), (1025, true)] {
            let responses = (0..<100).map { _ in
                let request = ServerRequest(
                    method: SFURoute.health.method, path: SFURoute.health.path,
                    payload: [UInt8](repeating: 0, count: count), peer: stranger)
                return backend.perform(sfu.handle(.request(request), at: backend.now), edge: "sfu-1")
            }
            #expect(responses.contains(where: isBusy) == areBusy, "\(count)")
        }
    }

    @Test mutating func `the bodies of connects, of guests and at SFUs have a smaller limit`() throws {
        backend.connect("alice", "guest-a")
        let expected = "the body is \(Self.large.count) bytes long"
        for route in [CoordinatorRoute.connect, .client(.createGuest)] {
            let request = ServerRequest(
                method: route.method, path: route.path, observes: true, payload: Self.large,
                peer: SocketAddress(host: HostAddress(127, 9, 0, 1), port: 9))
            let answer = backend.perform(backend.coordinator.handle(.request(request), at: backend.now))
            #expect(answer.refusal?.message == expected, "\(route)")
        }
        for route in [CoordinatorRoute.call(backend.cid, .getOrCreate), .client(.queryCalls)] {
            #expect(backend.askRaw("guest-a", route, Self.large).refusal?.message == expected)
            backend.advance(by: .seconds(1))
            let answer = backend.askRaw("alice", route, Self.large)
            #expect(answer.code.isSuccess, "\(route) \(answer.refusal?.message ?? "")")
        }
        for route in SFURoute.allCases {
            let request = ServerRequest(
                method: route.method, path: route.path, observes: true, payload: Self.large,
                peer: SocketAddress(host: HostAddress(127, 9, 0, 1), port: 9))
            let answer = backend.perform(
                try #require(backend.edges["sfu-1"]).handle(.request(request), at: backend.now), edge: "sfu-1")
            #expect(answer.refusal?.message == expected, "\(route)")
        }
    }
}
