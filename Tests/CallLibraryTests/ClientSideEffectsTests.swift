import CallCore
import Chance
import Observation
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// The order in which a client acts, and what it leaves behind.
@MainActor
@Suite struct ClientSideEffectsTests: ServedClientSuite {
    let served = ServedClient()
    private let seen = Seen()

    @MainActor
    private final class Seen {
        var texts: [String] = []
    }

    private func response(_ cid: CallCid) -> CallResponse {
        CallResponse(cid: cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
    }

    // MARK: The connection

    @Test func `a subscriber of the opening event sees an open connection`() async throws {
        let client = served.client()
        let subscription = client.eventPublisher().sink { [seen] event in
            seen.texts.append("\(event.type) \(client.state.connection == .connected)")
        }
        try await client.connect()
        #expect(seen.texts == ["connection.ok true"])
        subscription.cancel()
    }

    @Test func `a connection that the coordinator has forgotten closes, and any other refusal is an error`()
        async throws
    {
        let path = CoordinatorRoute.disconnect.path.joined(separator: "/")
        let refusals = [(CoAP.Code.unauthorized, APIError.Code.connectionNotFound), (.forbidden, .notAllowed)]
        for (status, code) in refusals {
            let client = try await served.connected()
            socket.answers[path] = (status, APIError(code, "no", advice: "ask").encoded())
            let outcome = await Task { try await client.disconnect() }.result
            socket.answers = [:]
            if case .failure(RequestError.refused(let refusal)) = outcome { seen.texts.append("\(refusal.code)") }
        }
        #expect(seen.texts == ["\(APIError.Code.notAllowed.rawValue)"])
    }

    @Test func `no timer remains after a connection whose timers ran out is closed`() async throws {
        let client = try await served.connected()
        for _ in 0..<3 {
            scheduler.advance(by: client.configuration.healthInterval)
            await served.settle()
        }
        #expect(scheduler.pending > 0)
        try await client.disconnect()
        await served.settle()
        #expect(scheduler.pending == 0 && client.leftovers.isEmpty)
    }

    @Test func `the coordinator of this machine has the loopback address and CoAP's port`() {
        #expect("\(SocketAddress.localCoordinator)" == "127.0.0.1:5683")
    }

    // MARK: Calls

    @Test func `an observer that leaves a call that is being left changes nothing`() async {
        let client = served.client()
        let call = client.call(Self.cid)
        let notifications = client.subscribeToNotifications()
        let reader = Task { for await notification in notifications { seen.texts.append("\(notification)") } }
        withObservationTracking {
            _ = call.stage
        } onChange: {
            MainActor.assumeIsolated { call.leave(reason: "again") }
        }
        call.leave(reason: "once")
        await served.settle()
        #expect(seen.texts.count == 1 && call.stage == .idle)
        reader.cancel()
    }

    @Test func `a ringing call is left over until it is answered`() async throws {
        let client = try await served.connected()
        client.ring(.outgoing(Self.cid, timeout: .seconds(15)))
        #expect(client.leftovers.contains("the ringing call default:standup"))
        client.ring(.closed(Self.cid))
        #expect(!client.leftovers.contains("the ringing call default:standup"))
    }

    @Test func `an abandoned request of former tracks is repeated in its own session only`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        _ = try await call.join()
        await served.settle()
        let before = socket.count(of: "sfu/update_subscriptions")
        call.formerTrackRequestEnded(in: "another")
        await served.settle()
        #expect(socket.count(of: "sfu/update_subscriptions") == before)
        call.formerTrackRequestEnded(in: try #require(call.sfu?.sessionId))
        await served.settle()
        #expect(socket.count(of: "sfu/update_subscriptions") == before + 1)
        call.leave()
    }

    // MARK: Lists of calls

    private func page(_ ids: [String], next: String?) -> [UInt8] {
        QueryCallsResponse {
            $0.records = ids.map { id in
                CallStateResponse {
                    $0.call = response(CallCid(type: "default", id: id))
                    $0.members = []
                    $0.ownCapabilities = []
                }
            }
            $0.next = next
        }.encoded()
    }

    @Test func `a list that was cleaned up is empty for good`() async throws {
        let client = try await served.connected()
        socket.answers["video/calls"] = (.content, page(["one", "two"], next: "two"))
        let list = client.makeCallsController(callsQuery: CallsQuery(pageSize: 2, watch: true))
        try await list.loadNextCalls()
        #expect(list.calls.map(\.callId) == ["one", "two"] && list.hasMore)
        list.cleanUp()
        let requests = socket.requests.count
        try await list.loadNextCalls()
        #expect(list.calls.isEmpty && !list.hasMore && socket.requests.count == requests)
    }

    @Test(arguments: [CoAP.Code.content, .forbidden])
    func `a list that is cleaned up while it loads remains empty`(code: CoAP.Code) async throws {
        let client = try await served.connected()
        let list = client.makeCallsController(callsQuery: CallsQuery(pageSize: 2))
        let refusal = APIError(.notAllowed, "no", advice: "ask").encoded()
        socket.answers["video/calls"] = (code, code == .content ? page(["one", "two"], next: "two") : refusal)
        socket.isHolding = true
        let loading = Task { try await list.loadNextCalls() }
        await served.settle()
        #expect(socket.heldCount == 1)
        list.cleanUp()
        socket.release()
        _ = await loading.result
        #expect(list.calls.isEmpty && list.error == nil)
    }

    @Test func `a list that was cleaned up before its first page sends nothing`() async throws {
        let client = try await served.connected()
        let list = client.makeCallsController(callsQuery: CallsQuery())
        list.cleanUp()
        let requests = socket.requests.count
        try await list.loadNextCalls()
        #expect(list.hasMore && socket.requests.count == requests)
    }

    @Test(arguments: [true, false])
    func `a call that is deleted while a list loads is listed if it is created again`(isAgain: Bool) async throws {
        let client = try await served.connected()
        let list = client.makeCallsController(callsQuery: CallsQuery(pageSize: 2))
        socket.answers["video/calls"] = (.content, page(["one", "two"], next: nil))
        socket.isHolding = true
        let loading = Task { try await list.loadNextCalls() }
        await served.settle()
        let two = CallCid(type: "default", id: "two")
        let deletion = CallPayload { $0.call = response(two) }
        client.handle(.deleted(CallDeletedEvent(two, at: .virtualStart, deletion)))
        if isAgain { client.handle(.created(CallCreatedEvent(two, at: .virtualStart, MembersPayload()))) }
        socket.release()
        try await loading.value
        #expect(list.calls.map(\.callId) == (isAgain ? ["one", "two"] : ["one"]))
    }

    @Test func `a page of calls is newer than the events that its response includes`() async throws {
        let client = try await served.connected()
        func described(_ team: String) -> CallResponse { Self.described { $0.call.team = team }.call }
        let page = QueryCallsResponse {
            $0.records = [
                CallStateResponse {
                    $0.call = described("blue")
                    $0.members = []
                    $0.ownCapabilities = []
                    $0.asOf = 2
                }
            ]
        }
        socket.answers["video/calls"] = (.content, page.encoded())
        let call = try #require(try await client.queryCalls(CallsQuery()).calls.first)
        var shown = [call.state.values.team]
        for (number, team) in [(2, "red"), (3, "green")] {
            let update = CallUpdatedPayload { $0.call = described(team) }
            let event = CoordinatorEvent.updated(CallUpdatedEvent(Self.cid, at: .virtualStart, update))
            socket.notify([event], first: number)
            await served.settle()
            shown.append(call.state.values.team)
        }
        #expect(shown == ["blue", "blue", "green"])
    }

    @Test func `a list has the error and the end of its last query`() async throws {
        let client = try await served.connected()
        let list = client.makeCallsController(callsQuery: CallsQuery(pageSize: 2, watch: true))
        socket.answers["video/calls"] = (.forbidden, APIError(.notAllowed, "no", advice: "ask").encoded())
        await #expect(throws: RequestError.self) { try await list.loadNextCalls() }
        #expect(list.error is RequestError)
        socket.answers["video/calls"] = (.content, page(["one"], next: "two"))
        try await list.loadNextCalls()
        #expect(list.error == nil && list.hasMore)
        socket.answers["video/calls"] = (.content, page(["one"], next: nil))
        client.link.handle(.broken)
        await served.settle()
        #expect(list.calls.map(\.callId) == ["one"] && !list.hasMore)
        list.cleanUp()
    }

    @Test func `events of all calls are read while a list follows them`() async throws {
        let client = try await served.connected(isTraced: false)
        #expect(client.coordinator.followedCalls() != nil)
        do {
            let list = client.makeCallsController(callsQuery: CallsQuery(watch: true))
            #expect(client.coordinator.followedCalls() == nil)
            list.cleanUp()
        }
        #expect(client.coordinator.followedCalls() != nil)
    }
}
