import Signaling
import Testing
import Wire

@testable import BackendCore
@testable import ScenarioStage

/// The check of the audiences of events, in a call of alice and bob.
@Suite struct AudienceWatchTests {
    private static let cid = CallCid(type: "default", id: "standup")

    private static func violation(
        of users: [String], blocked: Set<String> = [], withoutReading: Set<String> = [],
        _ type: String = "call.updated"
    ) -> String? {
        var watch = AudienceWatch()
        func take(_ trace: BackendTrace) {
            watch.process(trace) { _ in
                CallMembership(members: ["alice", "bob"], blocked: blocked, withoutReading: withoutReading)
            }
        }
        for (index, user) in ["alice", "bob", "bob", "carol", "dave"].enumerated() {
            take(.connection(.opened, connectionId: "\(index)", userId: user))
        }
        take(
            .request(
                RequestTrace(
                    peer: SocketAddress(host: HostAddress(127, 1, 0, 4), port: 1), userId: "carol",
                    route: .coordinator(.call(cid, .get)), code: .content)))
        take(.event(type: "call.permissions_updated", cid: cid, to: ["alice"]))
        take(.event(type: type, cid: cid, to: users))
        watch.settle()
        return watch.violation
    }

    @Test(arguments: [
        (["alice", "bob", "bob", "carol"], nil),
        (["alice", "bob", "carol"], "was sent to 1 connections of bob instead of 2"),
        (["alice", "bob", "bob"], "was sent to 0 connections of carol instead of 1"),
        (["alice", "bob", "bob", "carol", "dave"], "was sent to 1 connections of dave instead of 0"),
        (["bob", "bob", "carol"], "was sent to 0 connections of alice instead of 1"),
    ])
    func `An event goes to each connection of a member and to each follower`(users: [String], rest: String?) {
        #expect(Self.violation(of: users) == rest.map { "call.updated in default:standup \($0)" })
    }

    @Test func `A blocked member gets no event, but the one about its block`() {
        #expect(Self.violation(of: ["alice", "carol"], blocked: ["bob"]) == nil)
        #expect(Self.violation(of: ["alice", "bob", "bob", "carol"], blocked: ["bob"]) != nil)
        #expect(Self.violation(of: ["alice", "bob", "bob", "carol"], blocked: ["bob"], "call.blocked_user") == nil)
    }

    @Test func `A follower whose right to read was revoked gets no event`() {
        #expect(Self.violation(of: ["alice", "bob", "bob"], withoutReading: ["carol"]) == nil)
        #expect(Self.violation(of: ["alice", "bob", "bob", "carol"], withoutReading: ["carol"]) != nil)
    }

    @Test(arguments: ["call.ring", "call.notification", "call.missed"])
    func `An event that rings goes to each connection of a member once`(type: String) {
        #expect(Self.violation(of: ["bob", "bob"], type) == nil)
        #expect(Self.violation(of: [], type) == nil)
        #expect(Self.violation(of: ["bob"], type) != nil)
        #expect(Self.violation(of: ["bob", "bob", "bob", "bob"], type) != nil)
        #expect(Self.violation(of: ["carol"], type) != nil)
        #expect(Self.violation(of: ["bob", "bob"], blocked: ["bob"], type) != nil)
    }

    @Test func `A connection that was opened after an event needs none`() {
        var watch = AudienceWatch()
        func take(_ trace: BackendTrace) {
            watch.process(trace) { _ in CallMembership(members: ["bob"], blocked: [], withoutReading: []) }
        }
        take(.connection(.opened, connectionId: "1", userId: "bob"))
        take(.event(type: "call.updated", cid: Self.cid, to: ["bob"]))
        take(.connection(.opened, connectionId: "2", userId: "bob"))
        watch.settle()
        #expect(watch.violation == nil)
    }

    @Test func `A follower that closes its connection after a timer has received the events of that timer`() {
        var watch = AudienceWatch()
        func take(_ trace: BackendTrace) {
            watch.process(trace) { _ in CallMembership(members: [], blocked: [], withoutReading: []) }
        }
        let peer = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
        take(.connection(.opened, connectionId: "1", userId: "bob"))
        take(
            .request(
                RequestTrace(peer: peer, userId: "bob", route: .coordinator(.call(Self.cid, .get)), code: .content)))
        take(.timer("participant counts"))
        take(.event(type: "call.updated", cid: Self.cid, to: ["bob"]))
        take(.connection(.closed, connectionId: "1", userId: "bob"))
        #expect(watch.violation == nil)
        take(.event(type: "call.updated", cid: Self.cid, to: ["bob"]))
        watch.settle()
        #expect(watch.violation != nil)
    }
}
