import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Requests beside those of calls, and their responses: devices, edges, guests, users, ring state, counts.
@Suite struct ClientActionTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    // MARK: Devices, edges, guests

    @Test mutating func `a device is registered once, changed, and taken away`() throws {
        #expect(
            backend.ask(
                "alice", .createDevice,
                CreateDeviceRequest {
                    $0.id = "d1"
                    $0.pushProvider = "apn"
                }
            ).code == .created)
        backend.advance(by: .seconds(1))
        #expect(
            backend.ask(
                "alice", .createDevice,
                CreateDeviceRequest {
                    $0.id = "d1"
                    $0.pushProvider = "huawei"
                }
            ).code == .changed)
        let devices = try backend.ask("alice", .listDevices).read(ListDevicesResponse.self).devices
        #expect(devices.map(\.pushProvider) == ["huawei"])
        #expect(devices.first?.createdAt == .virtualStart)
        #expect(try backend.ask("bob", .listDevices).read(ListDevicesResponse.self).devices == [])
        #expect(backend.ask("bob", .deleteDevice, query: ["id=d1"]).code == .notFound)
        for query in [[], ["id="]] {
            let response = backend.ask("alice", .deleteDevice, query: query)
            #expect(response.refusal?.message == "the query id is missing")
        }
        #expect(backend.ask("alice", .deleteDevice, query: ["id=d1"]).code == .deleted)
        #expect(try backend.ask("alice", .listDevices).read(ListDevicesResponse.self).devices == [])
    }

    @Test mutating func `a device of an unknown provider, and one too many, is refused`() {
        let unknown = backend.ask(
            "alice", .createDevice,
            CreateDeviceRequest {
                $0.id = "d"
                $0.pushProvider = "pigeon"
            })
        #expect(unknown.refusal?.message == "push_provider is not a known one: pigeon")
        for number in 0..<25 {
            backend.ask(
                "alice", .createDevice,
                CreateDeviceRequest {
                    $0.id = "d\(number)"
                    $0.pushProvider = "apn"
                })
        }
        let more = backend.ask(
            "alice", .createDevice,
            CreateDeviceRequest {
                $0.id = "d25"
                $0.pushProvider = "apn"
            })
        #expect(more.code == .badRequest)
    }

    @Test mutating func `the edges are those of the configuration`() throws {
        let edges = try backend.ask("alice", .getEdges).read(GetEdgesResponse.self).edges
        #expect(
            edges == [
                EdgeResponse {
                    $0.id = "sfu-1"
                    $0.location = "loopback"
                    $0.host = "127.0.1.1"
                    $0.port = 5683
                }
            ])
    }

    @Test mutating func `a guest gets a user and a token that connects it`() throws {
        let first = try backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = .guest("vera") }).read(
            CreateGuestResponse.self)
        #expect(first.user.id == "guest-vera" && first.user.role == "guest")
        let second = try backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = .guest("vera") }).read(
            CreateGuestResponse.self)
        #expect(second.user.id != first.user.id && second.user.id.hasPrefix("guest-vera-"))
        let response = backend.reconnect(
            "vera",
            ConnectRequest {
                $0.token = first.accessToken
                $0.user = first.user
            })
        #expect(response.code == .content)
        let borrowed = backend.reconnect(
            "vera",
            ConnectRequest {
                $0.token = first.accessToken
                $0.user = second.user
            })
        #expect(borrowed.code == .unauthorized)
    }

    @Test mutating func `a guest can reconnect days later, since it cannot get another token`()
        throws
    {
        let guest = try backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = .guest("vera") }).read(
            CreateGuestResponse.self)
        backend.advance(by: .seconds(7 * 86_400))
        #expect(
            backend.reconnect(
                "vera",
                ConnectRequest {
                    $0.token = guest.accessToken
                    $0.user = guest.user
                }
            ).code == .content)
    }

    @Test mutating func `a guest request never returns another user`() throws {
        var alice = User(id: "alice")
        alice.role = "admin"
        let response = try backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = alice }).read(
            CreateGuestResponse.self)
        #expect(response.user.id == "guest-alice" && response.user.role == "guest")
        let long = User(id: String(repeating: "x", count: 65))
        let refused = backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = long })
        #expect(refused.refusal?.message == "user.id is longer than 64 bytes")
    }

    @Test(arguments: ClientAction.allCases.filter { $0 != .createGuest })
    mutating func `everything but becoming a guest needs a connection`(_ action: ClientAction) {
        #expect(backend.ask("nobody", action).code == .unauthorized)
    }

    // MARK: Users

    @Test mutating func `a user's new name reaches all users with common calls`() throws {
        backend.ring("alice", "bob")
        backend.settle()
        connect("bob.desk", User(id: "bob", name: "Robert"))
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice").contains("user.updated") && backend.types("bob").contains("user.updated"))
        #expect(!backend.types("carol").contains("user.updated"))
        #expect(!backend.types("bob.desk").contains("user.updated"))
        let members = try backend.ask("alice", .get).read(GetCallResponse.self).members
        #expect(members.map(\.user.name) == ["alice", "Robert"])
    }

    @Test mutating func `a user that reconnects unchanged sends no event`() {
        backend.ring("alice", "bob")
        backend.connect("bob.desk")
        backend.advance(by: .seconds(1))
        #expect(!backend.types("alice").contains("user.updated"))
    }

    @Test(arguments: [
        User(id: "bob"), User(id: "bob", name: "Rob"), User(id: "bob", image: "b.png"),
        User(id: "bob", custom: ["seat": .unsigned(2)]),
    ])
    mutating func `a second device keeps each part of the profile that it does not name`(_ named: User) throws {
        backend.ring("alice", "bob")
        let before = User(id: "bob", name: "Robert", image: "a.png", role: "user", custom: ["seat": .unsigned(1)])
        connect("bob.phone", before)
        connect("bob.desk", named)
        let after = User(
            id: "bob", name: named.name == "bob" ? "Robert" : named.name, image: named.image ?? "a.png", role: "user",
            custom: named.custom.isEmpty ? before.custom : named.custom)
        #expect(backend.coordinator.user("bob") == after)
        let members = try backend.ask("alice", .get).read(GetCallResponse.self).members
        #expect(members.last?.user == after)
        backend.advance(by: .seconds(1))
        let changes = named == User(id: "bob") ? 1 : 2
        #expect(backend.types("alice").count { $0 == "user.updated" } == changes)
    }

    private mutating func connect(_ device: String, _ user: User) {
        let peer = SocketAddress(host: HostAddress(127, 1, 0, 7), port: UInt16(device.utf8.count))
        backend.devices[device] = .init(user: "bob", peer: peer)
        backend.reconnect(
            device,
            ConnectRequest {
                $0.token = backend.token("bob")
                $0.user = user
            })
    }

    // MARK: What is read of a call

    @Test mutating func `the ring's state follows the ring`() throws {
        backend.ring("alice", "bob", "carol")
        var state = try backend.ask("alice", .getRingState).read(RingStateResponse.self)
        #expect(state.isRinging && state.rungUserIds == ["bob", "carol"])
        #expect(try state.sessionId == backend.call().session?.id)
        backend.ask("bob", .accept)
        backend.reject("carol")
        state = try backend.ask("alice", .getRingState).read(RingStateResponse.self)
        #expect(!state.isRinging)
        #expect(state.acceptedBy.keys.sorted() == ["bob"] && state.rejectedBy.keys.sorted() == ["carol"])
    }

    @Test mutating func `a read may notify the members and show only some of them`() throws {
        backend.ring("alice", "bob", "carol")
        backend.settle()
        let route = CoordinatorRoute.call(backend.cid, .get)
        let response = backend.askRaw("alice", route, [], query: ["notify=true", "members_limit=1"])
        #expect(try response.read(GetCallResponse.self).members.map(\.userId) == ["alice"])
        backend.settle()
        #expect(backend.types("bob").last == "call.notification")
        #expect(!backend.types("alice").contains("call.notification"))
        let wrong = backend.askRaw("alice", route, [], query: ["notify=maybe"])
        #expect(wrong.refusal?.message == "notify must be true or false")
        let negative = backend.askRaw("alice", route, [], query: ["members_limit=-1"])
        #expect(negative.refusal?.message == "members_limit must be a whole number, 0 or more")
    }

    @Test mutating func `a missed call asks for a push notification`() throws {
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(15))
        let missed = backend.devices["bob"]?.events.compactMap { event in
            if case .missed(let event) = event { event.notifyUser } else { nil }
        }
        #expect(missed == [true])
    }

    @Test mutating func `statistics are returned by session`() throws {
        for seconds in [10, 20] {
            backend.join("alice", as: "a\(seconds)")
            backend.join("bob", as: "b\(seconds)")
            backend.ask("alice", .sendReaction, SendReactionRequest { $0.type = "wave" })
            backend.leave("bob", "b\(seconds)")
            for _ in 0..<seconds {
                backend.advance(by: .seconds(1))
                backend.health("alice", "a\(seconds)")
            }
            backend.leave("alice", "a\(seconds)")
        }
        let request = QueryCallStatsRequest {
            $0.terms = QueryTerms {
                $0.sort = [
                    SortParam {
                        $0.field = "started_at"
                        $0.direction = 1
                    }
                ]
            }
        }
        let reports = try backend.ask("alice", .queryCallStats, request).read(QueryCallStatsResponse.self).records
        #expect(reports.map(\.duration) == [.seconds(10), .seconds(20)])
        #expect(reports.map(\.joins) == [2, 2] && reports.map(\.reactions) == [1, 1])
        #expect(reports.allSatisfy { $0.endedAt != nil && $0.maxConcurrent == 2 })
    }

    @Test mutating func `an operator's event goes out as it is, with a date`() {
        _ = backend.ask("alice", .getOrCreate)
        backend.sendCustom(["type": "app.updated"], to: ["bob"])
        backend.sendCustom(["type": "brand.new", "colour": "blue"], to: ["bob"])
        backend.settle()
        #expect(backend.types("bob") == ["app.updated", "brand.new"])
        guard case .appUpdated(let event)? = backend.devices["bob"]?.events.dropLast().last else {
            Issue.record("app.updated was read as something else")
            return
        }
        #expect(event.createdAt == backend.date)
    }
}
