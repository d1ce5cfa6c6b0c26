import Signaling
import Testing
import Wire

@testable import BackendCore
@testable import ScenarioStage

/// The audiences of events, as requests and connections change them.
@Suite struct AudienceRuleTests {
    private static let cid = CallCid(type: "default", id: "x")
    private static let other = CallCid(type: "default", id: "y")

    /// A watch of a call whose only member is alice, with a connection of each user.
    private struct Watched {
        var watch: AudienceWatch
        var membership = CallMembership(members: ["alice"], blocked: [], withoutReading: [])

        init(_ users: [String], tokens: [String: Set<CallCid?>] = [:]) {
            watch = AudienceWatch(tokenCalls: tokens)
            for user in users { take(.connection(.opened, connectionId: user, userId: user)) }
        }

        mutating func take(_ trace: BackendTrace) {
            let membership = membership
            watch.process(trace) { $0 == AudienceRuleTests.cid ? membership : nil }
        }

        mutating func request(
            _ route: CoordinatorRoute, by user: String?, code: CoAP.Code = .content, port: UInt16 = 1
        ) {
            let peer = SocketAddress(host: HostAddress(127, 1, 0, 4), port: port)
            take(.request(RequestTrace(peer: peer, userId: user, route: .coordinator(route), code: code)))
        }

        /// Sends an event; returns the violation without its beginning.
        mutating func event(
            _ type: String = "call.updated", _ cid: CallCid? = AudienceRuleTests.cid, to users: [String]
        ) -> String? {
            take(.event(type: type, cid: cid, to: users))
            watch.settle()
            return watch.violation.map { $0.replacing("\(type) in default:x was sent to ", with: "") }
        }
    }

    @Test(arguments: [
        (CallAction.get, true), (.getOrCreate, true), (.join, true), (.ring, true), (.accept, false), (.reject, false),
        (.sendEvent, false),
        (.update, false), (.getParticipants, false), (.markEnded, false),
    ])
    func `some requests make their connection a follower`(_ action: CallAction, _ follows: Bool) {
        var watched = Watched(["alice", "carol"])
        watched.request(.call(Self.cid, action), by: "carol")
        let due = follows ? ["alice", "carol"] : ["alice"]
        #expect(watched.event(to: due) == nil)
        var wrong = Watched(["alice", "carol"])
        wrong.request(.call(Self.cid, action), by: "carol")
        let text = follows ? "0 connections of carol instead of 1" : "1 connections of carol instead of 0"
        #expect(wrong.event(to: follows ? ["alice"] : ["alice", "carol"]) == text)
    }

    @Test func `a refused request, one without a user and one about another call make no follower`() {
        var watched = Watched(["alice", "carol"])
        watched.request(.call(Self.cid, .get), by: "carol", code: .forbidden)
        watched.request(.call(Self.cid, .get), by: nil)
        watched.request(.call(Self.other, .get), by: "carol")
        #expect(watched.event(to: ["alice"]) == nil)
        #expect(watched.event(to: ["alice", "carol"]) == "1 connections of carol instead of 0")
    }

    @Test(arguments: [
        ("call.updated", true), ("custom", true), ("call.ended", true), ("call.permission_request", false),
        ("call.moderation_blur", false),
        ("call.moderation_warning", false), ("call.permissions_updated", false), ("user.updated", false),
        ("health.check", false),
    ])
    func `an event of a call goes to all, unless it has an audience of its own`(_ type: String, _ isForAll: Bool) {
        var watched = Watched(["alice"])
        #expect((watched.event(type, to: []) != nil) == isForAll)
        var unknown = Watched(["alice"])
        #expect(unknown.event(type, Self.other, to: []) == nil)
        #expect(unknown.event(type, nil, to: []) == nil)
    }

    @Test(arguments: ["call.member_removed", "call.blocked_user", "call.kicked_user"])
    func `an event about a user goes to it too, although it is no member any more`(_ type: String) {
        var watched = Watched(["alice", "carol"])
        #expect(watched.event(type, to: ["alice", "carol"]) == nil)
        #expect(watched.event(type, to: ["carol"]) == "0 connections of alice instead of 1")
    }

    @Test func `a removed member may follow the call or not`() {
        var watched = Watched(["alice", "carol"])
        watched.request(.call(Self.cid, .get), by: "carol")
        #expect(watched.event("call.member_removed", to: ["alice", "carol"]) == nil)
        #expect(watched.event(to: ["alice"]) == nil)
        #expect(watched.event(to: ["alice", "carol"]) == nil)
    }

    @Test func `a connection that closes follows nothing, and is not counted`() {
        var watched = Watched(["alice", "alice", "carol"])
        watched.request(.call(Self.cid, .get), by: "carol")
        watched.take(.connection(.closed, connectionId: "carol", userId: "carol"))
        watched.take(.connection(.forgotten, connectionId: "alice", userId: "alice"))
        #expect(watched.event(to: ["alice"]) == nil)
        #expect(watched.event(to: ["alice", "alice"]) == "2 connections of alice instead of 1")
    }

    @Test func `with another connection left, it is unknown which one follows`() {
        var watched = Watched(["alice", "carol", "carol"])
        watched.request(.call(Self.cid, .get), by: "carol")
        watched.take(.connection(.closed, connectionId: "carol", userId: "carol"))
        #expect(watched.event(to: ["alice"]) == nil)
        #expect(watched.event(to: ["alice", "carol"]) == nil)
    }

    @Test func `a lost or resumed connection is one as before`() {
        var watched = Watched(["alice"])
        watched.take(.connection(.lost, connectionId: "alice", userId: "alice"))
        watched.take(.connection(.resumed, connectionId: "alice", userId: "alice"))
        #expect(watched.event(to: ["alice"]) == nil)
    }

    @Test func `a deleted call has no followers, and a query may make some`() {
        var watched = Watched(["alice", "carol", "dave"])
        watched.request(.call(Self.cid, .get), by: "carol")
        watched.request(.call(Self.cid, .delete), by: "alice")
        watched.request(.client(.queryCalls), by: "dave")
        #expect(watched.event(to: ["alice"]) == nil)
        #expect(watched.event(to: ["alice", "dave"]) == nil)
        #expect(watched.event(to: ["alice", "carol"]) == "1 connections of carol instead of 0")
    }

    @Test func `two connections from one address are not distinguished`() {
        var watched = Watched(["alice", "carol", "carol"])
        watched.request(.connect, by: "carol")
        watched.request(.connect, by: "carol")
        watched.request(.call(Self.cid, .get), by: "carol")
        #expect(watched.event(to: ["alice"]) == nil)
        var apart = Watched(["alice", "carol", "carol"])
        apart.request(.connect, by: "carol")
        apart.request(.connect, by: "carol", port: 2)
        apart.request(.call(Self.cid, .get), by: "carol")
        #expect(apart.event(to: ["alice"]) == "0 connections of carol instead of 1")
    }

    @Test(
        arguments: [
            ([nil], ["alice"], nil), ([cid], ["alice"], nil), ([other], [], nil),
            ([other], ["alice"], "1 connections of alice instead of 0"),
            ([cid, other], [], nil), ([nil, cid], [], "0 connections of alice instead of 1"),
            ([cid, other], ["alice"], nil),
        ] as [([CallCid?], [String], String?)])
    func `a token for other calls permits no event`(_ tokens: [CallCid?], _ users: [String], _ text: String?) {
        var watched = Watched(["alice"], tokens: ["alice": Set(tokens)])
        #expect(watched.event(to: users) == text)
    }

    @Test func `after addresses changed, the followers are unknown, and blocked users get nothing`() {
        var watched = Watched(["alice", "carol"])
        watched.watch.disregardFollowers()
        #expect(watched.event(to: ["alice", "carol"]) == nil)
        watched.membership = CallMembership(members: ["alice"], blocked: ["carol"], withoutReading: [])
        #expect(watched.event(to: ["alice", "carol"]) == "1 connections of carol instead of 0")
    }

    @Test(arguments: [(256, true), (257, false)]) func `a guest follows its latest 256 calls`(
        _ count: Int, _ isKnown: Bool
    ) {
        var watched = Watched(["alice", "guest-1"])
        for number in 1..<count {
            watched.request(.call(CallCid(type: "default", id: "n\(number)"), .get), by: "guest-1")
        }
        watched.request(.call(Self.cid, .get), by: "guest-1")
        #expect((watched.event(to: ["alice"]) != nil) == isKnown)
    }

    @Test func `the request after an event may have caused it, and one after a timer did not`() {
        var caused = Watched(["alice", "carol"])
        caused.take(.event(type: "call.updated", cid: Self.cid, to: ["alice", "carol"]))
        caused.request(.call(Self.cid, .get), by: "carol")
        #expect(caused.watch.violation == nil)
        var timed = Watched(["alice", "carol"])
        timed.take(.timer("ring"))
        timed.take(.event(type: "call.updated", cid: Self.cid, to: ["alice", "carol"]))
        timed.request(.call(Self.cid, .get), by: "carol")
        #expect(timed.watch.violation != nil)
        var settled = Watched(["alice", "carol"])
        settled.take(.event(type: "call.updated", cid: Self.cid, to: ["alice", "carol"]))
        settled.take(.timer("ring"))
        #expect(settled.watch.violation != nil)
    }

    @Test func `only the first violation is kept`() {
        var watched = Watched(["alice"])
        #expect(watched.event(to: []) == "0 connections of alice instead of 1")
        #expect(watched.event(to: ["alice", "alice"]) == "0 connections of alice instead of 1")
    }

    @Test(
        arguments: [
            ("call.ring", ["carol", "carol"], "2 connections of carol instead of 0"), ("call.missed", ["alice"], nil),
            ("call.notification", [], nil), ("call.ring", ["alice", "alice"], "2 connections of alice instead of 1"),
        ] as [(String, [String], String?)])
    func `an event that rings goes to the connections of a member`(_ type: String, _ users: [String], _ text: String?) {
        var watched = Watched(["alice", "carol"])
        watched.request(.call(Self.cid, .get), by: "carol")
        #expect(watched.event(type, to: users) == text)
    }
}
