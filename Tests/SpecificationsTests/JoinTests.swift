import Testing
import Timing

@testable import Specifications

@Suite struct JoinTests {
    @Test func `a call is joined after an SFU has admitted its user`() {
        var run = Run(CallStages.self)
        run.stage("alice", "idle", "joining")
        run.request("sfu/join", by: "alice", "2.05", of: nil)
        run.stage("alice", "joining", "joined", "leaving", "idle")
        #expect(run.violations.isEmpty)
    }

    @Test func `a call is not joined before`() {
        var run = Run(CallStages.self)
        run.stage("alice", "idle", "joining")
        run.request("sfu/join", by: "bob", "2.05", of: nil)
        run.stage("alice", "joining", "joined")
        #expect(run.violations.count == 1)
    }

    @Test func `a join ends within thirty seconds`() {
        var run = Run(CallStages.self)
        run.stage("alice", "idle", "joining")
        run.wait(.milliseconds(30_001))
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("30 s for a join"))
    }

    @Test func `a call that returns from its interceptor is joined`() {
        var run = Run(Interception.self)
        run.stage("alice", "idle", "joining")
        run.add(.interceptor(participant: "alice", phase: "began", cid: "default:standup"))
        run.wait(.seconds(4))
        run.add(.interceptor(participant: "alice", phase: "returned", cid: "default:standup"))
        run.stage("alice", "joining", "joined")
        #expect(run.violations.isEmpty)
    }

    @Test func `a call whose interceptor throws is never joined`() {
        var run = Run(Interception.self)
        run.stage("alice", "idle", "joining")
        run.add(.interceptor(participant: "alice", phase: "began", cid: "default:standup"))
        run.add(.interceptor(participant: "alice", phase: "threw", cid: "default:standup"))
        run.stage("alice", "joining", "joined")
        #expect(run.violations.count == 1)
    }

    @Test(arguments: [(4999, 1), (5000, 0)])
    func `a call waits for its interceptor until the limit`(_ milliseconds: Int, _ violations: Int) {
        var run = Run(Interception.self)
        run.stage("alice", "idle", "joining")
        run.add(.interceptor(participant: "alice", phase: "began", cid: "default:standup"))
        run.wait(.milliseconds(milliseconds))
        run.stage("alice", "joining", "joined")
        #expect(run.violations.count == violations)
    }

    @Test func `a call does not wait longer than the limit`() {
        var run = Run(Interception.self)
        run.stage("alice", "idle", "joining")
        run.add(.interceptor(participant: "alice", phase: "began", cid: "default:standup"))
        run.wait(.milliseconds(5001))
        #expect(run.violations.count == 1)
    }

    @Test func `a reconnect calls no interceptor`() {
        var run = Run(Interception.self)
        run.stage("alice", "idle", "joining", "joined")
        run.add(.interceptor(participant: "alice", phase: "began", cid: "default:standup"))
        #expect(run.violations.count == 1)
    }
}
