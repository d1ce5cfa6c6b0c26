import Testing
import Timing

@testable import Specifications

@Suite struct RingTests {
    private func callee() -> Run {
        var run = Run(CalleeRing.self)
        run.send("call.ring", to: "bob")
        run.settings("bob")
        run.change("bob", "callingState", "idle", "incoming")
        return run
    }

    @Test func `a callee that accepts joins`() {
        var run = callee()
        run.add(.command(participant: "bob", name: "accept"))
        run.request("accept", by: "bob")
        run.change("bob", "callingState", "incoming", "joining")
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a ring that is sent before the response to an acceptance takes back none`(isAnswered: Bool) {
        var run = callee()
        if isAnswered { run.add(.command(participant: "bob", name: "accept")) }
        run.request("accept", by: "bob")
        run.send("call.ring", to: "bob")
        if !isAnswered { run.add(.command(participant: "bob", name: "accept")) }
        run.change("bob", "callingState", "incoming", "joining")
        #expect(run.violations.isEmpty == isAnswered)
    }

    @Test(arguments: [true, false])
    func `a ring ends with the call that its participant has joined by itself`(leaves: Bool) {
        var run = callee()
        if leaves { run.stage("bob", "joined", "leaving") }
        run.change("bob", "callingState", "incoming", "idle")
        #expect(run.violations.isEmpty == leaves)
    }

    @Test(arguments: [true, false])
    func `a miss and a second ring may arrive together after an outage`(isDisturbed: Bool) {
        var run = callee()
        if isDisturbed { run.add(.disturbed) }
        run.send("call.missed", to: "bob")
        run.send("call.ring", to: "bob")
        run.change("bob", "callingState", "incoming", "idle")
        run.change("bob", "callingState", "idle", "incoming")
        run.change("bob", "callingState", "incoming", "idle")
        #expect(run.violations.isEmpty == isDisturbed)
    }

    @Test func `a ring that was sent with the miss of the last one is shown after it`() {
        var run = callee()
        run.send("call.missed", to: "bob")
        run.send("call.ring", to: "bob")
        run.change("bob", "callingState", "incoming", "idle")
        run.change("bob", "callingState", "idle", "incoming")
        #expect(run.violations.isEmpty)
        run.change("bob", "callingState", "incoming", "idle")
        run.change("bob", "callingState", "idle", "incoming")
        #expect(!run.violations.isEmpty)
    }

    @Test func `an answer that began before the ring arrived may end it`() {
        for isOpen in [true, false] {
            var run = Run(CalleeRing.self)
            run.add(.command(participant: "bob", name: "call.accept", number: 1))
            if !isOpen { run.add(.returned(participant: "bob", number: 1, hasFailed: true)) }
            run.send("call.ring", to: "bob")
            run.change("bob", "callingState", "idle", "incoming")
            run.change("bob", "callingState", "incoming", "idle")
            #expect(run.violations.isEmpty == isOpen)
        }
    }

    @Test(arguments: ["default:standup", "default:other"] as [Substring])
    func `the end of another call ends no ring`(_ cid: Substring) {
        for caller in [true, false] {
            var run = caller ? Run(CallerRing.self) : Run(CalleeRing.self)
            let state = caller ? "outgoing" : "incoming"
            if caller { run.add(.command(participant: "bob", name: "ring")) } else { run.send("call.ring", to: "bob") }
            if !caller { run.change("bob", "ringingCall", "none", "default:standup") }
            run.change("bob", "callingState", "idle", state)
            if caller { run.change("bob", "ringingCall", "none", "default:standup") }
            run.send("call.ended", to: "bob", of: cid)
            run.change("bob", "callingState", state, "idle")
            #expect(run.violations.isEmpty == (cid == "default:standup"), "\(state)")
        }
    }

    @Test(arguments: ["default:standup", "default:other"] as [Substring])
    func `the acceptance of another call joins none`(_ cid: Substring) {
        var caller = Run(CallerRing.self)
        caller.add(.command(participant: "bob", name: "ring"))
        caller.change("bob", "callingState", "idle", "outgoing")
        caller.change("bob", "ringingCall", "none", "default:standup")
        caller.send("call.accepted", to: "bob", of: cid)
        caller.change("bob", "callingState", "outgoing", "joining")
        #expect(caller.violations.isEmpty == (cid == "default:standup"))
        var callee = Run(CalleeRing.self)
        callee.send("call.ring", to: "bob")
        callee.change("bob", "ringingCall", "none", "default:standup")
        callee.change("bob", "callingState", "idle", "incoming")
        callee.add(.command(participant: "bob", name: "accept"))
        callee.request("accept", by: "bob", of: cid)
        callee.change("bob", "callingState", "incoming", "joining")
        #expect(callee.violations.isEmpty == (cid == "default:standup"))
    }

    @Test func `an earlier ring that a replaced view model has left behind is not the caller's`() {
        var run = Run(CallerRing.self)
        run.change("bob", "ringingCall", "none", "default:standup")
        run.add(.command(participant: "bob", name: "ring"))
        run.change("bob", "callingState", "idle", "outgoing")
        run.send("call.accepted", to: "bob", of: "default:other")
        run.change("bob", "callingState", "outgoing", "joining")
        #expect(run.violations.isEmpty)
    }

    @Test func `a second ring of the client may take the place of the first, and either may end`() {
        var run = Run(CallerRing.self)
        run.add(.command(participant: "bob", name: "ring"))
        run.change("bob", "callingState", "idle", "outgoing")
        run.change("bob", "ringingCall", "none", "default:standup")
        run.change("bob", "ringingCall", "default:standup", "default:other")
        run.send("call.ended", to: "bob", of: "default:standup")
        run.change("bob", "callingState", "outgoing", "idle")
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [true, false]) func `only a new connection receives a miss once more`(isPast: Bool) {
        var run = Run(GroupRing.self)
        run.send("call.ring", to: "bob")
        run.wait(.seconds(15))
        run.add(.serverTimer(ServerTimer("missed_call_timeout of default:standup")))
        run.send("call.missed", to: "bob")
        run.send("call.missed", to: "bob", isPast: isPast)
        #expect(run.violations.isEmpty == isPast)
    }

    @Test func `a user is rung and misses the ring a second time, also with two connections`() {
        var run = Run(GroupRing.self)
        for _ in 0..<2 {
            run.send("call.ring", to: "bob")
            run.wait(.seconds(15))
            run.add(.serverTimer(ServerTimer("missed_call_timeout of default:standup")))
            run.send("call.missed", to: "bob", "bob")
        }
        #expect(run.violations.isEmpty)
    }

    @Test func `a ring does not reach its caller`() {
        var run = Run(GroupRing.self)
        run.send("call.ring", to: "bob")
        run.request("ring", by: "alice")
        #expect(run.violations.isEmpty)
        run.wait(.seconds(1))
        run.send("call.ring", to: "bob", "alice")
        run.request("ring", by: "alice")
        #expect(run.violations.count == 1)
    }

    @Test func `a ring does not reach a user with a session in the call`() {
        var run = Run(GroupRing.self)
        run.session("joined", "bob", "1")
        run.session("left", "bob", "1")
        run.send("call.ring", to: "bob")
        #expect(run.violations.isEmpty)
        run.session("joined", "bob", "2")
        run.send("call.ring", to: "bob")
        #expect(run.violations.count == 1)
    }

    @Test func `a device rings only for its own user`() {
        var run = Run(CalleeRing.self)
        run.send("call.ring", to: "carol")
        run.change("bob", "callingState", "idle", "incoming")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("not met   the coordinator rang the user"))
    }

    @Test func `a callee joins only after an acceptance that counts`() {
        var run = callee()
        run.add(.command(participant: "bob", name: "accept"))
        run.request("accept", by: "bob", "4.03")
        run.change("bob", "callingState", "incoming", "joining")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("the user has accepted on this device"))
    }

    @Test(arguments: [(14_999, 1), (15_000, 0)])
    func `a ring ends by itself after its time and not before`(_ milliseconds: Int, _ violations: Int) {
        var run = callee()
        run.wait(.milliseconds(milliseconds))
        run.change("bob", "callingState", "incoming", "idle")
        #expect(run.violations.count == violations)
    }

    @Test func `a ring without an end is reported with its limit`() {
        var run = callee()
        run.wait(.seconds(25))
        #expect(run.violations.isEmpty)
        run.wait(.milliseconds(1))
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("incoming_call_timeout_ms"))
    }

    @Test func `a ring of zero milliseconds never ends by itself`() {
        var run = Run(CalleeRing.self)
        run.send("call.ring", to: "bob")
        run.settings("bob", incoming: 0)
        run.change("bob", "callingState", "idle", "incoming")
        run.wait(.seconds(3600))
        #expect(run.violations.isEmpty)
        run.change("bob", "callingState", "incoming", "idle")
        #expect(run.violations.count == 1)
    }

    @Test func `a caller joins when a callee has accepted`() {
        var run = Run(CallerRing.self)
        run.add(.command(participant: "alice", name: "ring"))
        run.change("alice", "callingState", "idle", "outgoing")
        run.send("call.accepted", to: "alice", "bob")
        run.change("alice", "callingState", "outgoing", "joining")
        #expect(run.violations.isEmpty)
    }

    @Test func `a caller joins only when a callee has accepted`() {
        var run = Run(CallerRing.self)
        run.add(.command(participant: "alice", name: "ring"))
        run.change("alice", "callingState", "idle", "outgoing")
        run.change("alice", "callingState", "outgoing", "joining")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("a callee has accepted"))
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func `a ring continues one whose command has not returned, with its acceptance`(
        _ isPending: Bool, _ isAccepted: Bool
    ) {
        var run = Run(CallerRing.self)
        run.add(.command(participant: "alice", name: "call.get", number: 1))
        if isAccepted { run.send("call.accepted", to: "alice", "bob") }
        if !isPending { run.add(.returned(participant: "alice", number: 1, hasFailed: false)) }
        run.add(.command(participant: "alice", name: "ring", number: 2))
        run.change("alice", "callingState", "idle", "outgoing")
        run.change("alice", "callingState", "outgoing", "joining")
        #expect(run.violations.isEmpty == (isPending && isAccepted))
    }

    @Test func `a caller without a ring request does not ring`() {
        var run = Run(CallerRing.self)
        run.change("alice", "callingState", "idle", "outgoing")
        #expect(run.violations.count == 1)
    }

    @Test func `a caller whose process crashed has no limit`() {
        var run = Run(CallerRing.self)
        run.settings("alice")
        run.add(.command(participant: "alice", name: "ring"))
        run.change("alice", "callingState", "idle", "outgoing")
        run.add(.crashed("alice"))
        run.wait(.seconds(60))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: ["accept", "reject", "join", "cancel", "end", "block", "miss", "disturbance", "nothing"])
    func `a rung user that does not answer misses the ring`(_ cause: String) {
        var run = Run(MissedRings.self)
        run.settings("alice")
        run.send("call.ring", to: "bob")
        run.wait(.seconds(15))
        switch cause {
        case "accept": run.request("accept", by: "bob")
        case "reject": run.request("reject", by: "bob")
        case "join": run.session("joined", "bob", "1")
        case "cancel": run.request("reject", by: "alice")
        case "end": run.send("call.ended", to: "alice", "bob")
        case "block": run.send("call.blocked_user", to: "alice", "bob")
        case "disturbance": run.add(.disturbed)
        case "miss": run.add(.serverTimer(ServerTimer("missed_call_timeout of default:standup")))
        default: break
        }
        #expect(run.violations.isEmpty)
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty == !["nothing", "disturbance"].contains(cause))
    }

    @Test func `a second ring lasts as long as the first one, and an answer of another user ends neither`() {
        var run = Run(MissedRings.self)
        run.settings("alice")
        run.send("call.ring", to: "bob", "carol")
        run.wait(.seconds(10))
        run.send("call.ring", to: "bob")
        run.request("accept", by: "carol")
        run.wait(.seconds(15))
        #expect(run.violations.isEmpty)
        run.wait(.milliseconds(1))
        #expect(run.violations.count == 1)
    }
}
