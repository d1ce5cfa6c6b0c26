import Signaling
import Testing
import Wire

/// Attempts of another process on the same host to act with ids that it has read on the wire.
@Suite struct StolenIdTests {
    private static let cid = CallCid(type: "default", id: "standup")
    private static let routes: [CoordinatorRoute] =
        [.health, .disconnect] + CallAction.allCases.map { .call(cid, $0) }
        + EgressAction.all.map { .egress(cid, $0) }
        + ClientAction.allCases.filter { $0 != .createGuest }.map { .client($0) }

    private let served: Served
    private let (alice, bob, mallory): (Outsider, Outsider, Outsider)

    init() throws {
        served = try Served()
        (alice, bob, mallory) = (try Outsider(), try Outsider(), try Outsider())
    }

    private func ask(
        _ client: Outsider, _ route: CoordinatorRoute, _ query: String, _ body: CBOR? = nil
    ) throws -> (code: CoAP.Code, body: CBOR) {
        try client.ask(client.message(route.method, route.path, query: [query], body), served.coordinator)
    }

    @Test func `a connection id is refused on every route from another socket of its host, and its stream continues`()
        throws
    {
        let query = try alice.connect("alice", to: served)
        let ofBob = try bob.connect("bob", to: served)
        let members: CBOR = ["data": ["members": [["user_id": "bob"]]]]
        #expect(try ask(alice, .call(Self.cid, .getOrCreate), query, members).code == .created)
        for route in Self.routes {
            let response = try ask(mallory, route, query, route.method == .get ? nil : ["user_id": "bob", "id": "x"])
            #expect(response.code == .unauthorized, "\(route)")
            #expect(response.body.map?["code"] == 44, "\(route)")
        }
        let read = try ask(bob, .call(Self.cid, .get), ofBob)
        #expect(read.body.map?["call"]?.map?["ended_at"] == nil)
        #expect(read.body.map?["call"]?.map?["blocked_user_ids"]?.array ?? [] == [])
        #expect(try ask(bob, .call(Self.cid, .sendEvent), ofBob, ["custom": ["n": 1]]).code.isSuccess)
        try alice.receive("custom", from: served.coordinator)
        #expect(try ask(alice, .health, query).code == .content)
        #expect(served.end().status == 0)
    }

    @Test func `a session id is refused on every route from another socket of its host, and its stream continues`()
        throws
    {
        try enter(alice, "alice")
        let body: CBOR = [
            "session_id": "alice", "tracks": [], "mute_states": [], "publisher_stats": ["packets_sent": 1],
            "subscriber_stats": ["packets_received": 1, "packets_lost": 0],
        ]
        for route in SFURoute.allCases where route != .join {
            let response = try mallory.ask(mallory.message(route.method, route.path, body), served.sfu)
            #expect(response.code == .forbidden, "\(route)")
            #expect(response.body.map?["code"] == 50, "\(route)")
        }
        try enter(bob, "bob")
        try alice.receive("participant_joined", from: served.sfu)
        let health = alice.message(.post, SFURoute.health.path, ["session_id": "alice"])
        #expect(try alice.ask(health, served.sfu).code.isSuccess)
        #expect(served.end().status == 0)
    }

    /// Joins the call with the user's name as the session id.
    private func enter(_ client: Outsider, _ user: String) throws {
        let query = try client.connect(user, to: served)
        let joined = try ask(client, .call(Self.cid, .join), query, ["create": true])
        let token = try #require(joined.body.map?["credentials"]?.map?["token"])
        let body: CBOR = ["token": token, "session_id": .text(user)]
        let response = try client.ask(client.message(.fetch, SFURoute.join.path, observe: true, body), served.sfu)
        #expect(response.code.isSuccess, "\(response)")
    }
}
