import Testing
import Timing

@testable import Specifications

@Suite struct AutoLeaveTests {
    /// A run in which alice, which has a policy, has rung bob and is in the call with bob.
    private static func run(rings: Bool = true, accepts: Bool = true, with others: Int = 1) -> Run {
        var run = Run(AutoLeave.self)
        var traits = ParticipantTraits(name: "alice", user: "alice")
        traits.leavesAlone = true
        run.add(.takesPart(traits))
        if rings { run.change("alice", "ringingCall", "none", "default:standup") }
        if accepts { run.request("accept", by: "bob") }
        run.change("alice", "sessionId", "", "1")
        run.change("alice", "connectionPhase", "connecting", "connected")
        run.change("alice", "roster", "0", "\(1 + others): +alice")
        run.change("alice", "activeCall", "none", "default:standup")
        run.change("alice", "callingState", "joining", "inCall")
        run.wait(.seconds(10))
        if others > 0 { run.change("alice", "roster", "\(1 + others)", "1: -bob") }
        return run
    }

    private static func fire(_ run: inout Run) {
        run.add(.fired(FiredTimer(owner: "alice", label: "auto-leave", length: .seconds(1))))
    }

    @Test(arguments: [(999, 1), (1000, 0), (1001, 1)])
    func `a participant leaves when it has been alone for a second`(_ milliseconds: Int, _ violations: Int) {
        var run = Self.run()
        run.wait(.milliseconds(milliseconds))
        Self.fire(&run)
        run.change("alice", "activeCall", "default:standup", "none")
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [false, true]) func `it leaves without fail, also a call after another one`(isSecond: Bool) {
        var run = Self.run()
        if isSecond {
            run.change("alice", "reconnectionStatus", "connected", "disconnected")
            run.change("alice", "activeCall", "default:standup", "none")
            run.change("alice", "ringingCall", "none", "default:standup")
            run.change("alice", "activeCall", "none", "default:standup")
            run.change("alice", "roster", "1", "2: +bob")
            run.change("alice", "roster", "2", "1: -bob")
        }
        run.wait(.milliseconds(1001))
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("it is still in default:standup, alone since 10.000 s"))
    }

    @Test
    func `it need not leave a call that did not ring, whose ring was not accepted, or that had no other participant`() {
        for var run in [Self.run(rings: false), Self.run(accepts: false), Self.run(with: 0)] {
            run.wait(.seconds(10))
            #expect(run.violations.isEmpty)
        }
    }

    @Test func `it need not leave a call that its view model does not show, nor has not shown all the time`() {
        for state in ["incoming", "inCall"] {
            var run = Self.run()
            run.change("alice", "callingState", "inCall", "incoming")
            run.change("alice", "callingState", "incoming", state)
            run.wait(.seconds(10))
            #expect(run.violations.isEmpty, "\(state)")
        }
    }

    @Test func `it may leave a call that rings after it is active, and one that rang before another call`() {
        for isFirst in [true, false] {
            var run = Self.run(rings: false)
            if isFirst {
                run.change("alice", "activeCall", "default:standup", "none")
                run.change("alice", "ringingCall", "none", "default:standup")
                run.change("alice", "activeCall", "none", "default:other")
                run.change("alice", "activeCall", "default:other", "none")
                run.change("alice", "activeCall", "none", "default:standup")
                run.change("alice", "roster", "1", "2: +bob")
                run.change("alice", "roster", "2", "1: -bob")
            } else {
                run.change("alice", "ringingCall", "none", "default:standup")
            }
            run.wait(.seconds(1))
            Self.fire(&run)
            #expect(run.violations.isEmpty)
        }
    }

    @Test(arguments: [("connectionPhase", "offline"), ("roster", "2: +bob"), ("sessionId", "2")])
    func `it is not alone while it reconnects, when others return, and in a new session`(
        _ property: String, _ value: String
    ) {
        var run = Self.run()
        run.wait(.milliseconds(500))
        run.change("alice", property, "", value)
        run.wait(.seconds(10))
        #expect(run.violations.isEmpty)
        Self.fire(&run)
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("it is alone no longer"))
    }

    @Test func `a disturbed run, another view model and a participant without a policy need not leave`() {
        for reason in ["disturbed", "renewed", "bob"] {
            var run = Self.run(rings: reason != "bob")
            if reason == "disturbed" { run.add(.disturbed) }
            if reason == "renewed" { run.add(.command(participant: "alice", name: "renewViewModel")) }
            run.wait(.seconds(10))
            #expect(run.violations.isEmpty, "\(reason)")
        }
    }
}
