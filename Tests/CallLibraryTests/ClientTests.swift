import CallCore
import Chance
import Covering
import Observation
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// A client before and beside its connection.
@MainActor
@Suite struct ClientTests {
    private final class DeafSocket: DatagramSocket {
        let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        private(set) var sent = 0

        func send(_ bytes: [UInt8], to destination: SocketAddress) { sent += 1 }

        func close() {}
    }

    private static let cid = CallCid(type: "default", id: "standup")
    private let socket = DeafSocket()

    private func client(_ user: User = User(id: "alice", name: "Alice")) -> StreamVideo {
        StreamVideo(
            user: user, coordinator: SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683),
            environment: CallEnvironment(
                scheduler: ManualScheduler(), generator: SeededGenerator(seed: 1), socket: socket),
            tokenProvider: { [] })
    }

    private func call(_ custom: CBOR.Map = [:], members: [Member] = []) -> CallResponse {
        var call = CallResponse(cid: Self.cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
        call.custom = custom
        return call
    }

    private func updated(_ custom: CBOR.Map) -> CoordinatorEvent {
        .updated(CallUpdatedEvent(Self.cid, at: .virtualStart, CallUpdatedPayload { $0.call = call(custom) }))
    }

    @Test func `a client of many calls gives the same object for each until it is left`() {
        let client = client()
        let calls = (1...20).map { client.call(callType: "default", callId: "call\($0)") }
        #expect(calls.allSatisfy { client.call($0.cid) === $0 })
        #expect(client.knownCalls.count == 20)
        for call in calls.dropLast(2) { call.leave() }
        #expect(client.knownCalls.map(\.callId) == ["call19", "call20"])
        #expect(client.call(calls[19].cid) === calls[19])
        #expect(client.call(calls[0].cid) !== calls[0])
    }

    @Test(.covers("CALL-48")) func `a fresh client has its user, and its connection is initialized`() {
        let client = client()
        #expect(client.user.name == "Alice")
        #expect(client.state.connection == .initialized)
        #expect(socket.sent == 0)
    }

    @Test(.covers("CALL-39", "CALL-53")) func `a call is named by type and id, and is one object`() {
        let client = client()
        let call = client.call(callType: "default", callId: "standup")
        #expect(call.cId == "default:standup")
        #expect(client.call(callType: "default", callId: "standup") === call)
        #expect(client.call(callType: "livestream", callId: "standup") !== call)
    }

    @Test(.covers("CALL-54")) func `a call that was left, and one that was deleted, is another object from then on`() {
        let client = client()
        let first = client.call(Self.cid)
        first.leave()
        let second = client.call(Self.cid)
        #expect(second !== first)
        client.handle(.deleted(CallDeletedEvent(Self.cid, at: .virtualStart, CallPayload { $0.call = call() })))
        #expect(client.call(Self.cid) !== second)
    }

    @Test(.covers("CALL-38")) func `an anonymous user is refused before anything is sent`() async {
        let client = client(.anonymous)
        await #expect(throws: MissingPermissionsError(userId: "!anon")) { try await client.connect() }
        #expect(socket.sent == 0)
    }

    @Test(.covers("CALL-50", "CALL-51", "CALL-52"))
    func `an untyped stream has every event in order, and a typed one those of its type`() async {
        let client = client()
        _ = client.call(Self.cid)
        var all = client.subscribe().makeAsyncIterator()
        var typed = client.subscribe(for: CallUpdatedEvent.self).makeAsyncIterator()
        client.handle(.appUpdated(AppUpdatedEvent(at: .virtualStart, EmptyBody())))
        client.handle(updated(["a": 1]))
        client.handle(updated(["a": 2]))
        #expect(await all.next()?.type == "app.updated")
        #expect(await all.next()?.type == "call.updated")
        #expect(await typed.next()?.call.custom == ["a": 1])
        #expect(await typed.next()?.call.custom == ["a": 2])
    }

    @Test(.covers("CALL-57")) func `an event reaches the state of its call, and of no other`() {
        let client = client()
        let (one, other) = (client.call(Self.cid), client.call(callType: "default", callId: "other"))
        client.handle(updated(["a": 1]))
        #expect(one.state.custom == ["a": 1])
        #expect(other.state.custom == [:])
    }

    @Test func `an unknown event is counted and handed on`() async {
        let client = client()
        var all = client.subscribe().makeAsyncIterator()
        client.handle(.unknown(UnknownEvent(type: "brand.new", callCid: nil, body: ["type": "brand.new"])))
        #expect(client.state.unknownEventCount == 1)
        #expect(await all.next()?.type == "brand.new")
    }

    @Test func `a user's new name is taken over, in calls too`() {
        let client = client()
        let call = client.call(Self.cid)
        let members = [Member { $0.user = User(id: "alice", name: "Alice") }, Member { $0.user = User(id: "bob") }]
        client.handle(
            .created(
                CallCreatedEvent(
                    Self.cid, at: .virtualStart,
                    MembersPayload {
                        $0.call = self.call()
                        $0.members = members
                    }))
        )
        for user in [User(id: "alice", name: "Alicia"), User(id: "bob", name: "Robert")] {
            client.handle(.userUpdated(UserUpdatedEvent(at: .virtualStart, UserPayload { $0.user = user })))
        }
        #expect(client.user.name == "Alicia")
        #expect(call.state.members.map(\.user.name) == ["Alicia", "Robert"])
    }

    @Test func `a request without a connection fails with advice`() async {
        let client = client()
        await #expect(throws: NotConnectedError()) { _ = try await client.queryCalls(CallsQuery()) }
        await #expect(throws: NotConnectedError()) { try await client.call(Self.cid).delete() }
        await #expect(throws: NotConnectedError()) { try await client.listDevices() }
    }

    // MARK: Who looks at a view model

    @MainActor
    private final class Changes {
        var count = 0
    }

    @Test func `an unobserved view model changes all the same`() {
        let viewModel = CallViewModel(streamVideo: client())
        viewModel.handle(.externalJoinBegan(Self.cid))
        #expect(viewModel.shownState == .joining && viewModel.shownCall?.cid == Self.cid)
        #expect(viewModel.callingState == .joining && viewModel.call === viewModel.shownCall)
    }

    @Test func `a late observer of one property is notified of that property's next change only`() {
        let viewModel = CallViewModel(streamVideo: client())
        viewModel.handle(.externalJoinBegan(Self.cid))
        let (states, toasts) = (Changes(), Changes())
        withObservationTracking {
            _ = viewModel.callingState
        } onChange: {
            MainActor.assumeIsolated { states.count += 1 }
        }
        withObservationTracking {
            _ = viewModel.toast
        } onChange: {
            MainActor.assumeIsolated { toasts.count += 1 }
        }
        viewModel.handle(.externalJoinEnded(Self.cid, isJoined: true))
        #expect(viewModel.callingState == .inCall)
        #expect(states.count == 1 && toasts.count == 0)
    }

    @Test func `a read without observation causes no notification`() {
        let viewModel = CallViewModel(streamVideo: client())
        let changes = Changes()
        withObservationTracking {
            _ = viewModel.shownState
        } onChange: {
            MainActor.assumeIsolated { changes.count += 1 }
        }
        viewModel.handle(.externalJoinBegan(Self.cid))
        #expect(changes.count == 0)
    }
}
