import Testing
import Timing

@testable import Specifications

@Suite struct CallLifeTests {
    @Test func `a callee misses a ring when its time is over`() {
        var run = Run(GroupRing.self)
        run.send("call.ring", to: "bob", "carol")
        run.request("accept", by: "bob")
        run.wait(.seconds(15))
        run.add(.serverTimer(ServerTimer("missed_call_timeout of default:standup")))
        run.send("call.missed", to: "carol")
        #expect(run.violations.isEmpty)
    }

    @Test func `a callee that has answered misses nothing`() {
        var run = Run(GroupRing.self)
        run.send("call.ring", to: "bob", "carol")
        run.request("accept", by: "bob")
        run.add(.serverTimer(ServerTimer("missed_call_timeout of default:standup")))
        run.send("call.missed", to: "bob", "carol")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].hasPrefix("group ring: bob in default:standup"))
    }

    @Test func `a callee accepts a ring that reaches it when it connects`() {
        var run = Run(GroupRing.self)
        run.send("call.ring", to: "bob", isPast: true)
        run.request("accept", by: "bob")
        #expect(run.violations.isEmpty)
    }

    @Test func `a user that was not rung cannot accept`() {
        var run = Run(GroupRing.self)
        run.request("accept", by: "carol")
        #expect(run.violations.count == 1)
    }

    @Test func `a call that becomes active no longer rings`() {
        var run = Run(RingingAndActive.self)
        run.send("call.ring", to: "bob")
        run.change("bob", "ringingCall", "none", "default:standup")
        run.stage("bob", "idle", "accepting", "accepted", "joining")
        run.change("bob", "activeCall", "none", "default:standup")
        run.wait(.milliseconds(1))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: ["bob", "carol"])
    func `an acceptance ends when its user is rung again, and not with the ring of another user`(rung: Substring) {
        var run = Run(CallStages.self)
        run.send("call.ring", to: "bob", "carol")
        run.stage("bob", "idle", "accepting")
        run.request("accept", by: "bob")
        run.send("call.ring", to: rung)
        run.stage("bob", "accepting", "accepted", "idle")
        #expect(run.violations.isEmpty == (rung == "bob"))
    }

    @Test func `an acceptance ends with a ring of its own user, and not with a ring before it`() {
        var run = Run(CallStages.self)
        run.stage("bob", "idle", "accepting")
        run.send("call.ring", to: "bob")
        run.request("accept", by: "bob")
        run.stage("bob", "accepting", "accepted")
        run.stage("bob", "accepted", "idle")
        #expect(run.violations.count == 1)
        run.stage("bob", "idle", "accepting")
        run.request("accept", by: "bob")
        run.stage("bob", "accepting", "accepted")
        run.request("ring", by: "bob")
        run.stage("bob", "accepted", "idle")
        #expect(run.violations.count == 1)
    }

    @Test func `a call that was left is not the active call`() {
        var run = Run(RingingAndActive.self)
        run.stage("bob", "idle", "joining")
        run.change("bob", "activeCall", "none", "default:standup")
        run.stage("bob", "joining", "joined", "leaving", "idle")
        run.add(.ended(participant: "bob", cid: "default:standup"))
        run.wait(.milliseconds(1))
        #expect(run.violations.count == 1)
    }

    @Test func `a rejection that fails does not leave a joined call`() {
        var run = Run(RingingAndActive.self)
        run.stage("bob", "idle", "joining")
        run.change("bob", "activeCall", "none", "default:standup")
        run.stage("bob", "joining", "joined", "rejecting", "error", "idle")
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test func `an end has one notification`() {
        var run = Run(RingingAndActive.self)
        run.stage("bob", "idle", "leaving", "idle")
        run.add(.ended(participant: "bob", cid: "default:standup"))
        #expect(run.violations.isEmpty)
        run.add(.ended(participant: "bob", cid: "default:standup"))
        #expect(run.violations.count == 1)
    }

    @Test func `a client whose active call has ended is not in a call`() {
        var run = Run(CallingStates.self)
        run.stage("bob", "idle", "joining", "joined")
        run.change("bob", "callingState", "joining", "inCall")
        run.change("bob", "activeCall", "default:standup", "none")
        run.wait(.milliseconds(1))
        #expect(run.violations.count == 1)
    }

    @Test func `a client is in a call only with a joined call`() {
        var run = Run(CallingStates.self)
        run.stage("bob", "idle", "joining")
        run.change("bob", "callingState", "joining", "inCall")
        #expect(run.violations.count == 1)
    }

    @Test func `a client is in a joined call until its rejection has ended`() {
        var run = Run(CallingStates.self)
        run.stage("bob", "idle", "joining", "joined")
        run.change("bob", "callingState", "joining", "inCall")
        run.change("bob", "reconnection", "joined", "fastReconnecting")
        run.change("bob", "callingState", "inCall", "reconnecting")
        run.stage("bob", "joined", "rejecting")
        run.change("bob", "callingState", "reconnecting", "inCall")
        #expect(run.violations.isEmpty)
        run.change("bob", "callingState", "inCall", "reconnecting")
        run.stage("bob", "rejecting", "rejected", "idle")
        run.change("bob", "callingState", "reconnecting", "inCall")
        #expect(run.violations.count == 1)
    }

    @Test func `a late end of an earlier rejection leaves a call of the same name joined`() {
        var run = Run(CallingStates.self)
        run.stage("bob", "idle", "rejecting")
        run.stage("bob", "idle", "accepting", "accepted", "joining", "joined")
        run.change("bob", "callingState", "joining", "inCall")
        run.change("bob", "reconnection", "joined", "fastReconnecting")
        run.change("bob", "callingState", "inCall", "reconnecting")
        run.stage("bob", "rejecting", "rejected")
        run.change("bob", "callingState", "reconnecting", "inCall")
        #expect(run.violations.isEmpty)
    }

    @Test func `a client leaves a call that has ended`() {
        var run = Run(EndedCalls.self)
        run.stage("bob", "idle", "joining", "joined")
        run.add(.received(Receipt(participant: "bob", type: "call.ended", cid: "default:standup")))
        run.stage("bob", "joined", "leaving", "idle")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
        run.stage("bob", "idle", "joining", "joined")
        run.add(.received(Receipt(participant: "bob", type: "call.ended", cid: "default:standup")))
        run.wait(.seconds(1))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: [true, false]) func `a client leaves a call whose SFU has removed its session`(leaves: Bool) {
        var run = Run(EndedCalls.self)
        run.stage("bob", "idle", "joining", "joined")
        run.change("bob", "sessionId", "", "s1")
        run.session("removed", "bob", "s1")
        if leaves { run.stage("bob", "joined", "leaving", "idle") }
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty == leaves)
        #expect(run.violations.allSatisfy { $0.contains("since its session was removed") })
    }

    @Test func `the removal of an earlier session, and one in a disturbed run, end nothing at once`() {
        for isDisturbed in [true, false] {
            var run = Run(EndedCalls.self)
            run.stage("bob", "idle", "joining", "joined")
            run.change("bob", "sessionId", "", "s2")
            if isDisturbed { run.add(.disturbed) }
            run.session("removed", "bob", isDisturbed ? "s2" : "s1")
            run.wait(.seconds(1))
            #expect(run.violations.isEmpty)
        }
    }

    @Test(arguments: [true, false]) func `a notification says that a call has ended when it leaves`(isPosted: Bool) {
        var run = Run(RingingAndActive.self)
        run.stage("bob", "idle", "joining", "leaving", "idle")
        if isPosted { run.add(.ended(participant: "bob", cid: "default:standup")) }
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty == isPosted)
        #expect(run.violations.allSatisfy { $0.contains("it has left, and no notification of its end was posted") })
    }

    @Test(arguments: [("health of session 1", 5000, 0), ("health of session 1", 4999, 1), ("ring timer", 15_000, 0)])
    func `a timer has the length of its setting`(_ label: String, _ milliseconds: Int, _ violations: Int) {
        var run = Run(TimerLengths.self)
        run.settings("bob")
        run.add(.fired(FiredTimer(owner: "bob", label: label, length: .milliseconds(milliseconds))))
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [
        ("outgoing", 15_000, 0), ("outgoing", 20_000, 1), ("incoming", 20_000, 0), ("incoming", 15_000, 1),
        ("idle", 15_000, 0), ("idle", 20_000, 0), ("idle", 30_000, 1),
    ])
    func `a ring timer has the length of its side, or of either when its view model was replaced`(
        _ state: String, _ milliseconds: Int, _ violations: Int
    ) {
        var run = Run(TimerLengths.self)
        run.settings("bob", autoCancel: 15_000, incoming: 20_000)
        run.change("bob", "callingState", "joining", state)
        run.add(.fired(FiredTimer(owner: "bob", label: "ring timer", length: .milliseconds(milliseconds))))
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [(14_000, 15_000, 1), (16_000, 15_000, 0), (14_000, 20_000, 0), (16_000, 17_000, 1)])
    func `a ring timer has the length of the setting when it was set, or since`(
        _ change: Int, _ milliseconds: Int, _ violations: Int
    ) {
        var run = Run(TimerLengths.self)
        run.settings("bob")
        run.change("bob", "callingState", "idle", "incoming")
        run.wait(.milliseconds(change))
        run.settings("bob", incoming: 20_000)
        run.wait(.milliseconds(30_000 - change))
        run.add(.fired(FiredTimer(owner: "bob", label: "ring timer", length: .milliseconds(milliseconds))))
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [(5000, 0), (5003, 0), (4999, 1), (6501, 1)])
    func `under the real clock a timer may be late, and not early`(_ milliseconds: Int, _ violations: Int) {
        var run = Run(TimerLengths.self)
        run.add(.realTime)
        run.add(.fired(FiredTimer(owner: "bob", label: "health of session 1", length: .milliseconds(milliseconds))))
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [(false, 100, 0), (false, 101, 1), (true, 101, 0), (true, 1601, 1)])
    func `an event arrives in time, for which the real clock has a tolerance`(
        _ isRealTime: Bool, _ milliseconds: Int, _ violations: Int
    ) {
        var run = Run(Receptions.self)
        if isRealTime { run.add(.realTime) }
        run.send("call.created", to: "bob")
        run.wait(.milliseconds(milliseconds))
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [(25_000, 0), (30_000, 1), (24_999, 1)])
    func `a disconnection timeout counts from the loss, even when its timer is set later`(
        _ milliseconds: Int, _ violations: Int
    ) {
        var run = Run(TimerLengths.self)
        run.change("bob", "connectionPhase", "connected", "migrating")
        run.wait(.milliseconds(5000 + milliseconds))
        run.add(
            .fired(
                FiredTimer(
                    owner: "bob", label: "disconnection of default:standup", length: .milliseconds(milliseconds))))
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [
        ("outgoing", "joinAndRing", 1), ("joining", "join", 1), ("joining", "call.join", 0),
        ("outgoing", "call.join", 0),
        ("idle", "call.join", 0),
    ])
    func `a view model that becomes idle has left the call that it entered`(
        _ state: String, _ command: String, _ violations: Int
    ) {
        for leaves in [true, false] {
            var run = Run(CallingStates.self)
            run.add(.command(participant: "bob", name: command))
            run.stage("bob", "idle", "joining", "joined")
            run.change("bob", "callingState", "idle", state)
            run.change("bob", "activeCall", "none", "default:standup")
            run.change("bob", "callingState", state, "inCall")
            run.wait(.seconds(1))
            if leaves { run.change("bob", "activeCall", "default:standup", "none") }
            run.change("bob", "callingState", "inCall", "idle")
            run.wait(.milliseconds(1))
            #expect(run.violations.count == (leaves ? 0 : violations))
        }
    }

    @Test func `a view model that is replaced leaves its call to the next one`() {
        var run = Run(CallingStates.self)
        run.add(.command(participant: "bob", name: "join"))
        run.stage("bob", "idle", "joining", "joined")
        run.change("bob", "callingState", "idle", "joining")
        run.change("bob", "activeCall", "none", "default:standup")
        run.add(.command(participant: "bob", name: "renewViewModel"))
        run.change("bob", "callingState", "joining", "idle")
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty)
    }
}
