import Testing
import Timing

@testable import Specifications

@Suite struct SessionTests {
    private func connected(
        _ session: String = "1", _ specification: (some Specification).Type = Reconnecting.self
    ) -> Run {
        var run = Run(specification)
        run.change("bob", "connectionPhase", "disconnected", "connecting")
        run.request("sfu/join", by: "bob", "2.05", of: nil)
        run.change("bob", "sessionId", "", session)
        run.change("bob", "connectionPhase", "connecting", "connected")
        return run
    }

    @Test(arguments: [
        ("fastReconnecting", "1", 0), ("fastReconnecting", "2", 1), ("rejoining", "2", 0), ("rejoining", "1", 1),
    ])
    func `a fast reconnect keeps the session, and a rejoin has a new one`(
        _ phase: String, _ session: String, _ violations: Int
    ) {
        var run = connected()
        run.change("bob", "connectionPhase", "connected", phase)
        run.change("bob", "sessionId", "1", session)
        run.change("bob", "connectionPhase", phase, "connected")
        #expect(run.violations.count == violations)
    }

    @Test func `a client without a network gives up`() {
        var run = connected()
        run.change("bob", "connectionPhase", "connected", "offline")
        run.wait(.seconds(31))
        #expect(run.violations.isEmpty)
        run.wait(.milliseconds(1))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: [(29_999, 1), (30_000, 0)])
    func `a client gives up no sooner than after the disconnection timeout`(_ milliseconds: Int, _ violations: Int) {
        var run = connected("1", GivingUp.self)
        run.change("bob", "connectionPhase", "connected", "offline")
        run.wait(.milliseconds(milliseconds))
        run.change("bob", "connectionPhase", "offline", "disconnected")
        #expect(run.violations.count == violations)
    }

    @Test(arguments: ["leave", "end", "refusal", "removal", "end of live", "server", "damage", "nothing"])
    func `a client disconnects because it leaves, is refused or is removed`(_ cause: String) {
        var run = connected("1", GivingUp.self)
        switch cause {
        case "leave": run.add(.command(participant: "bob", name: "call.leave"))
        case "end": run.send("call.ended", to: "bob")
        case "refusal": run.request("join", by: "bob", "4.03")
        case "removal": run.session("removed", "bob", "1")
        case "end of live": run.request("stopLive", by: "alice")
        case "server": run.add(.refuses)
        case "damage": run.add(.damaged)
        default: break
        }
        run.change("bob", "connectionPhase", "connected", "disconnected")
        #expect(run.violations.isEmpty == (cause != "nothing"))
    }

    @Test(arguments: [9, 10]) func `a client gives up after ten rejoins`(_ count: Int) {
        var run = connected("0", GivingUp.self)
        for number in 1...count {
            run.change("bob", "connectionPhase", "connected", "rejoining")
            run.change("bob", "sessionId", "\(number - 1)", "\(number)")
            run.change("bob", "connectionPhase", "rejoining", "connected")
        }
        run.change("bob", "connectionPhase", "connected", "disconnected")
        #expect(run.violations.isEmpty == (count == 10))
    }

    @Test(arguments: [(999, 1), (1000, 0)])
    func `a lost connection is shown after a second`(_ milliseconds: Int, _ violations: Int) {
        var run = Run(ShownStatus.self)
        run.change("bob", "connectionPhase", "disconnected", "connected")
        run.change("bob", "connectionPhase", "connected", "offline")
        run.wait(.milliseconds(milliseconds))
        run.change("bob", "reconnectionStatus", "connected", "reconnecting")
        #expect(run.violations.count == violations)
    }

    @Test func `a lost connection is not hidden`() {
        var run = Run(ShownStatus.self)
        run.change("bob", "connectionPhase", "disconnected", "connected")
        run.change("bob", "connectionPhase", "connected", "offline")
        run.wait(.milliseconds(1001))
        #expect(run.violations.count == 1)
    }

    @Test func `nothing brings a session back`() {
        var run = Run(SessionLives.self)
        run.session("joined", "bob", "1")
        run.session("left", "bob", "1")
        run.session("rejoined", "bob", "1")
        #expect(run.violations.count == 1)
    }

    @Test func `a session is lost only after a disturbance or a crash`() {
        for loss in ["signalLost", "stale"] as [Substring] {
            var run = Run(SessionLives.self)
            run.session("joined", "bob", "1")
            run.session("streamLost", "bob", "1")
            run.session(loss, "bob", "1")
            #expect(run.violations.count == 1)
        }
        for cause in [Observation.disturbed, .crashed("bob")] {
            var run = Run(SessionLives.self)
            run.session("joined", "bob", "1")
            run.add(cause)
            run.session("signalLost", "bob", "1")
            #expect(run.violations.isEmpty)
        }
    }

    @Test func `a session belongs to one user`() {
        var run = Run(SessionLives.self)
        run.session("joined", "bob", "1")
        run.session("rejoined", "carol", "1")
        #expect(run.violations.count == 1)
    }

    @Test func `a roster has no participant that never joined`() {
        var run = Run(Rosters.self)
        run.session("joined", "bob", "1")
        run.change("alice", "roster", "0", "1: +bob")
        #expect(run.violations.isEmpty)
        run.change("alice", "roster", "1", "2: +bob")
        #expect(run.violations.count == 1)
    }

    @Test func `a roster loses those that it had`() {
        var run = Run(Rosters.self)
        run.session("joined", "bob", "1")
        run.change("alice", "roster", "0", "1: +bob")
        run.change("alice", "roster", "1", "0: -carol")
        #expect(run.violations.count == 1)
    }
}
