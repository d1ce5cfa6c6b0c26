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

    @Test(arguments: ["join", "sfu/join"]) func `a join fails after a refusal`(_ operation: Substring) {
        for isRefused in [true, false] {
            var run = Run(CallStages.self)
            run.stage("alice", "idle", "joining")
            run.request(operation, by: "alice", isRefused ? "4.03" : "2.04", of: nil)
            run.stage("alice", "joining", "error", "idle")
            #expect(run.violations.isEmpty == isRefused)
            #expect(run.violations.allSatisfy { $0.contains("not met   a server has refused the join") })
        }
    }

    @Test(arguments: [true, false]) func `a client that is not connected refuses a join itself`(wasConnected: Bool) {
        var run = Run(CallStages.self, isConnected: wasConnected)
        if wasConnected { run.change("alice", "connectionStatus", "connected", "disconnected") }
        run.stage("alice", "idle", "joining")
        run.stage("alice", "joining", "error", "idle")
        #expect(run.violations.isEmpty)
    }

    @Test func `a join in a disturbed run may fail without a refusal`() {
        var run = Run(CallStages.self)
        run.stage("alice", "idle", "joining")
        run.add(.refuses)
        run.stage("alice", "joining", "error", "idle")
        #expect(run.violations.isEmpty)
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

    @Test(arguments: [("joining", 1), ("outgoing", 1), ("idle", 0)])
    func `a view model with an interceptor never joins without it`(_ state: String, _ violations: Int) {
        var run = Run(Interception.self)
        var traits = ParticipantTraits(name: "dave", user: "dave")
        (traits.isIntercepted, traits.interceptorLimit) = (true, .seconds(5))
        run.add(.takesPart(traits))
        run.change("dave", "callingState", "lobby", state)
        run.stage("dave", "idle", "joining", "joined")
        #expect(run.violations.count == violations)
        #expect(run.violations.allSatisfy { $0.contains("not met   the join has no interceptor") })
    }

    @Test(arguments: ["interceptor began", "call.join", "no limit"])
    func `a join with its interceptor, one by another command, and one that waits for none are allowed`(
        _ reason: String
    ) {
        var run = Run(Interception.self)
        var traits = ParticipantTraits(name: "dave", user: "dave")
        (traits.isIntercepted, traits.interceptorLimit) = (true, reason == "no limit" ? .zero : .seconds(5))
        run.add(.takesPart(traits))
        if reason == "call.join" { run.add(.command(participant: "dave", name: reason)) }
        run.change("dave", "callingState", "idle", "joining")
        run.stage("dave", "idle", "joining")
        if reason == "interceptor began" {
            run.add(.interceptor(participant: "dave", phase: "began", cid: "default:standup"))
            run.add(.interceptor(participant: "dave", phase: "returned", cid: "default:standup"))
        }
        run.stage("dave", "joining", "joined")
        #expect(run.violations.isEmpty)
    }
}
