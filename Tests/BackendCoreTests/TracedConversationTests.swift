import Backend
import BackendCore
import Signaling
import Sockets
import Testing
import Timing
import Wire

/// The trace of one long conversation, line by line, and what the servers counted in it.
@MainActor
@Suite struct TracedConversationTests {
    private let world: BackendWorld
    private let backend: CallBackend
    private let alice: BackendClient
    private let bob: BackendClient

    init() throws {
        world = try BackendWorld(sfuCount: 1)
        backend = try #require(world.backend)
        (alice, bob) = (BackendClient(1, in: world), BackendClient(2, in: world))
    }

    /// Returns the lines since the last call, without generated identifiers and without the addresses of alice and bob.
    private func lines() -> [String] {
        defer { world.traces = [] }
        return world.traces.map { trace in
            let address = trace.description.contains("user=bob") ? bob.socket.address : alice.socket.address
            return trace.description.split(separator: " ").filter { $0 != "from=\(address)" }.map { word in
                word.hasPrefix("connection=") ? "connection=…" : String(word)
            }.joined(separator: " ")
        }
    }

    @Test func `each request, event, connection and session has a line, and each refusal its reason`() throws {
        try alice.connect("alice")
        try bob.connect("bob")
        #expect(
            lines() == [
                "connection opened user=alice connection=…",
                "request connect user=alice code=2.05 Content",
                "connection opened user=bob connection=…",
                "request connect user=bob code=2.05 Content",
            ])
        alice.call(.get)
        alice.call(.post, body: ["data": ["members": [["user_id": "bob"]]], "ring": true])
        #expect(
            lines() == [
                "request get call=default:standup user=alice code=4.04 Not Found refusal=\"there is no call default:standup\"",
                "event call.created call=default:standup to=alice,bob",
                "event call.ring call=default:standup to=bob",
                "request getOrCreate call=default:standup user=alice code=2.01 Created",
            ])
        bob.call(.post, "accept", body: [:])
        alice.ask(.get, ["nowhere"], to: backend.coordinatorAddress)
        let health = CoordinatorRoute.health
        bob.ask(
            health.method, health.path, query: ["connection_id=\(bob.connectionId)"], to: backend.coordinatorAddress)
        #expect(
            lines() == [
                "event call.accepted call=default:standup to=alice,bob",
                "request accept call=default:standup user=bob code=2.04 Changed",
                "request GET /nowhere user=? code=4.04 Not Found refusal=\"there is nothing at /nowhere\"",
                "request connection health user=bob code=2.05 Content",
            ])
        try bob.join("b")
        try alice.join("a")
        #expect(
            lines() == [
                "request join call=default:standup user=bob code=2.04 Changed",
                "event call.session_started call=default:standup to=alice,bob",
                "event call.session_participant_joined call=default:standup to=alice,bob",
                "session joined call=default:standup user=bob session=b",
                "request sfu/join user=bob code=2.05 Content",
                "request join call=default:standup user=alice code=2.04 Changed",
                "event call.session_participant_joined call=default:standup to=alice,bob",
                "event participant_joined call=default:standup to=bob",
                "session joined call=default:standup user=alice session=a",
                "request sfu/join user=alice code=2.05 Content",
            ])
        alice.call(.post, "mark_ended", body: [:])
        world.pass(.seconds(30))
        #expect(
            lines() == [
                "session removed call=default:standup user=bob session=b",
                "session removed call=default:standup user=alice session=a",
                "event call.ended call=default:standup to=alice,bob",
                "event call.session_ended call=default:standup to=alice,bob",
                "request markEnded call=default:standup user=alice code=2.04 Changed",
                "timer participant counts of default:standup",
                "event call.session_participant_count_updated call=default:standup to=alice,bob",
            ])
        let tally = backend.counters.tally
        #expect((tally.requests, tally.events) == (12, 18))
        #expect(tally.refusals == [.notFound: 2])
    }
}
