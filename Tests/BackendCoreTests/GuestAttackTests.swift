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
        configuration.patience.silence = .seconds(60)
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

    // MARK: Calls of guests

    /// Creates a call of the guest with a request of about this size. The server ignores the field `custom` there.
    private mutating func create(_ number: Int, bytes: Int = 0) -> ServerAnswer {
        let body: CBOR = ["custom": .bytes(Array(repeating: 0, count: bytes))]
        let cid = CallCid(type: "default", id: "c\(number)")
        return backend.askRaw("guest-eve", .call(cid, .getOrCreate), body.encoded())
    }

    @Test mutating func `the calls of a guest use bounded memory, and one with participants is kept`() {
        backend.connect("guest-eve", "alice")
        #expect(create(0).code == .created)
        backend.join("guest-eve", as: "stay", create: true)
        let most = GuestCalls.mostBytes / (1 << 20)
        for number in 1...most + 20 { #expect(create(number, bytes: 1 << 20).code == .created) }
        #expect(backend.coordinator.guestCalls.bytes <= GuestCalls.mostBytes)
        #expect(backend.coordinator.calls.count <= most)
        #expect(backend.coordinator.calls[backend.cid] != nil)
        #expect(backend.coordinator.calls[CallCid(type: "default", id: "c0")] == nil)
        let own = CallCid(type: "default", id: "own")
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest(), cid: own).code == .created)
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
        for number in 0..<DeletedCalls.most * 2 + 10 { deleted.insert(CallCid(type: "default", id: "\(number)")) }
        #expect(deleted.count == DeletedCalls.most)
        #expect(!deleted.contains(CallCid(type: "default", id: "9")))
        #expect(deleted.contains(CallCid(type: "default", id: "\(DeletedCalls.most * 2 + 9)")))
    }

    @Test mutating func `guests watch a bounded number of queries`() {
        let devices = (0..<WatchedQuery.mostOfGuests / WatchedQuery.most + 5).map { "guest-eve.\($0)" }
        for (place, device) in devices.enumerated() {
            backend.connect(device)
            for number in 0..<WatchedQuery.most {
                let query = QueryCallsRequest {
                    $0.terms.filter = ["id": .text("\(place)-\(number)")]
                    $0.watch = true
                }
                #expect(backend.ask(device, .queryCalls, query).code == .content)
            }
        }
        #expect(backend.coordinator.watchedQueries.count == WatchedQuery.mostOfGuests)
    }

    // MARK: Connections

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
            for case .answer(let answer) in backend.coordinator.handle(.request(request), at: backend.now) {
                #expect(answer.code == .content)
            }
        }
        #expect(backend.coordinator.connectionCount == 1_000)
        backend.advance(by: .seconds(121))
        #expect(backend.coordinator.connectionCount == 0)
        #expect(backend.coordinator.absences.count <= CoordinatorMachine.mostAbsences)
        backend.connect("alice")
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .created)
    }
}
