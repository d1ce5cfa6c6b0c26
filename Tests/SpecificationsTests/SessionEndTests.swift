import Testing
import Timing

@testable import Specifications

/// The ends of sessions and of connections.
@Suite struct SessionEndTests {
    @Test(arguments: ["markEnded", "delete"])
    func `all sessions of a call end with it`(operation: Substring) {
        var run = Run(SessionEnds.self)
        run.session("joined", "alice", "1")
        run.session("joined", "bob", "2")
        run.session("removed", "alice", "1")
        run.request(operation, by: "alice")
        var leftOpen = run
        run.session("removed", "bob", "2")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
        leftOpen.wait(.seconds(1))
        #expect(leftOpen.violations.first?.contains("the call has ended, and 1 of its sessions remain") ?? false)
    }

    @Test func `a refused end, or one of another call, ends no session`() {
        var run = Run(SessionEnds.self)
        run.session("joined", "bob", "2")
        run.request("markEnded", by: "alice", "4.03")
        run.request("markEnded", by: "alice", of: "default:other")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [("rejoined", true), ("left", true), ("stale", true), ("streamLost", false)])
    func `a session of a lost client ends or returns by its deadline`(change: Substring, isRight: Bool) {
        var run = Run(SessionEnds.self)
        run.session("joined", "bob", "1")
        run.session("signalLost", "bob", "1")
        run.wait(.seconds(15))
        #expect(run.violations.isEmpty)
        run.session(change, "bob", "1")
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty == isRight)
        if !isRight { #expect(run.violations.first?.contains("it is kept (lost at 0.000 s)") ?? false) }
    }

    @Test(arguments: [("resumed", true), ("forgotten", true), ("lost", false)])
    func `a lost connection is resumed or forgotten within a minute`(change: Substring, isRight: Bool) {
        var run = Run(SessionEnds.self)
        run.add(.connection(change: "lost", id: "c1"))
        run.wait(.seconds(60))
        if change != "lost" { run.add(.connection(change: change, id: "c1")) }
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty == isRight)
    }

    @Test func `a restarted SFU has no sessions`() {
        var run = Run(SessionEnds.self)
        run.session("joined", "bob", "1")
        run.session("signalLost", "bob", "1")
        run.add(.lostState)
        run.request("markEnded", by: "alice")
        run.wait(.seconds(20))
        #expect(run.violations.isEmpty)
    }

    @Test func `the end of the last session has an event`() {
        var run = Run(SessionEnds.self)
        run.send("call.session_participant_joined", to: "alice", "bob")
        run.session("joined", "bob", "1")
        run.session("joined", "alice", "2")
        run.session("left", "bob", "1")
        run.wait(.seconds(1))
        run.session("left", "alice", "2")
        var silent = run
        run.send("call.session_ended", to: "alice", "bob")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
        silent.wait(.seconds(1))
        #expect(silent.violations.first?.contains("its last session has ended, and no event was sent") ?? false)
    }

    @Test(arguments: [Observation.disturbed, .connection(change: "closed", id: "c")])
    func `no event is due in a disturbed run, or without a follower`(observation: Observation) {
        var run = Run(SessionEnds.self)
        run.send("call.session_participant_joined", to: "alice")
        run.session("joined", "alice", "1")
        run.add(observation)
        run.session("left", "alice", "1")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
    }
}
