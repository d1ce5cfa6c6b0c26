import Testing
import Timing

@testable import Specifications

/// The lengths of servers' timers.
@Suite struct ServerTimerTests {
    @Test(arguments: [(14_999, false), (15_000, true), (15_001, false)])
    func `a ring is missed exactly at its limit`(milliseconds: Int64, isRight: Bool) {
        var run = Run(ServerTimers.self)
        run.settings("alice")
        run.request("ring", by: "alice")
        run.wait(.milliseconds(milliseconds))
        run.add(.serverTimer(ServerTimer("missed_call_timeout of default:standup")))
        #expect(run.violations.isEmpty == isRight)
    }

    @Test func `a ring of unknown settings has any limit`() {
        var run = Run(ServerTimers.self)
        run.request("ring", by: "alice")
        run.wait(.seconds(3))
        run.add(.serverTimer(ServerTimer("missed_call_timeout of default:standup")))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [(14_999, false), (15_000, true), (15_001, false)])
    func `a session is given up at the deadline for a fast reconnect`(milliseconds: Int64, isRight: Bool) {
        var run = Run(ServerTimers.self)
        run.session("joined", "bob", "1")
        run.wait(.seconds(40))
        run.session("streamLost", "bob", "1")
        run.wait(.milliseconds(milliseconds))
        run.add(.serverTimer(ServerTimer("return to 1")))
        #expect(run.violations.isEmpty == isRight)
    }

    @Test func `the deadline for a fast reconnect is that of the servers`() {
        var run = Run(ServerTimers.self)
        run.add(.fastReconnect(.seconds(2)))
        run.session("signalLost", "bob", "1")
        run.wait(.seconds(2))
        run.add(.serverTimer(ServerTimer("return to 1")))
        #expect(run.violations.isEmpty)
    }

    @Test func `a second loss does not extend the wait for a client`() {
        var run = Run(ServerTimers.self)
        run.session("signalLost", "bob", "1")
        run.wait(.seconds(10))
        run.session("streamLost", "bob", "1")
        run.wait(.seconds(5))
        run.add(.serverTimer(ServerTimer("return to 1")))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [(59_999, false), (60_000, true), (60_001, false)])
    func `a lost connection is forgotten after its time`(milliseconds: Int64, isRight: Bool) {
        var run = Run(ServerTimers.self)
        run.add(.connection(change: "lost", id: "c1"))
        run.wait(.milliseconds(milliseconds))
        run.add(.serverTimer(ServerTimer("resumption of c1")))
        #expect(run.violations.isEmpty == isRight)
    }

    @Test(arguments: [(19_999, false), (20_000, true), (90_000, true)])
    func `a signal is not lost soon after a join`(milliseconds: Int64, isRight: Bool) {
        var run = Run(ServerTimers.self)
        run.session("joined", "bob", "1")
        run.wait(.milliseconds(milliseconds))
        run.add(.serverTimer(ServerTimer("health of 1")))
        #expect(run.violations.isEmpty == isRight)
    }
}
