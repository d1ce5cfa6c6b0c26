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
        ("migrating", "1", 0), ("migrating", "2", 1),
    ])
    func `a fast reconnect keeps the session, and a rejoin has a new one`(
        _ phase: String, _ session: String, _ violations: Int
    ) {
        var run = connected()
        run.change("bob", "connectionPhase", "connected", phase)
        run.request("join", by: "bob")
        run.change("bob", "sessionId", "1", session)
        run.change("bob", "connectionPhase", phase, "connected")
        #expect(run.violations.count == violations)
    }

    @Test(arguments: [("rejoining", "2"), ("migrating", "1")])
    func `the coordinator assigns the SFU of a rejoin and of a migration`(_ phase: String, _ session: String) {
        var run = connected()
        run.request("join", by: "bob")
        run.change("bob", "connectionPhase", "connected", phase)
        run.request("join", by: "bob", "5.00")
        run.change("bob", "sessionId", "1", session)
        run.change("bob", "connectionPhase", phase, "connected")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("and the coordinator has granted a join"))
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

    @Test(arguments: [
        "leave", "end", "end of session", "refusal", "removal", "end of live", "server", "damage", "ring",
        "unknown user", "nothing",
    ])
    func `a client disconnects because it leaves, is refused or is removed`(_ cause: String) {
        var run = connected("1", GivingUp.self)
        switch cause {
        case "leave": run.add(.command(participant: "bob", name: "call.leave"))
        case "end": run.send("call.ended", to: "bob")
        case "end of session": run.send("call.session_ended", to: "bob")
        case "refusal": run.request("join", by: "bob", "4.03")
        case "removal": run.session("removed", "bob", "1")
        case "end of live": run.request("stopLive", by: "alice")
        case "server": run.add(.refuses)
        case "damage": run.add(.damaged)
        case "ring": run.add(.fired(FiredTimer(owner: "bob", label: "ring timer", length: .seconds(15))))
        case "unknown user": run.request("join", by: "?", "4.01")
        default: break
        }
        run.change("bob", "connectionPhase", "connected", "disconnected")
        #expect(run.violations.isEmpty == (cause != "nothing"))
    }

    @Test(arguments: [9, 10]) func `a client gives up after ten rejoins`(_ count: Int) {
        var run = connected("0", GivingUp.self)
        for number in 1...count {
            run.change("bob", "connectionPhase", "connected", "rejoining")
            run.change("bob", "reconnection", "joined", "rejoining")
            run.change("bob", "sessionId", "\(number - 1)", "\(number)")
            run.change("bob", "reconnection", "rejoining", "joined")
            run.change("bob", "connectionPhase", "rejoining", "connected")
        }
        run.change("bob", "connectionPhase", "connected", "disconnected")
        #expect(run.violations.isEmpty == (count == 10))
    }

    @Test func `rejoins that follow one another count each`() {
        var run = connected("0", GivingUp.self)
        run.change("bob", "connectionPhase", "connected", "rejoining")
        for _ in 1...10 {
            run.change("bob", "reconnection", "settling(rejoin)", "rejoining")
            run.change("bob", "reconnection", "rejoining", "settling(rejoin)")
        }
        run.change("bob", "connectionPhase", "rejoining", "disconnected")
        #expect(run.violations.isEmpty)
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

    @Test(arguments: [false, true])
    func `a driver in virtual time leaves its session, and the process of one in real time may end`(isReal: Bool) {
        var run = Run(SessionLives.self)
        run.add(.takesPart(ParticipantTraits(name: "dan", user: "dan", isDriven: true)))
        if isReal { run.add(.realTime) }
        run.session("joined", "dan", "1")
        run.session("signalLost", "dan", "1")
        #expect(run.violations.count == (isReal ? 0 : 1))
        #expect(run.violations.allSatisfy { $0.contains("the session of dan is signalLost") })
    }

    @Test(
        arguments: ["closed", "forgotten"] as [Substring],
        [nil, .disturbed, .realTime, .crashed("dan")] as [Observation?])
    func `a driver closes its connection, unless something was disturbed`(_ end: Substring, _ cause: Observation?) {
        var run = Run(DriverConnections.self)
        run.add(.takesPart(ParticipantTraits(name: "dan", user: "dan", isDriven: true)))
        if let cause { run.add(cause) }
        run.add(.connection(change: "opened", id: "c1", user: "dan"))
        run.add(.connection(change: end, id: "c1", user: "dan"))
        #expect(run.violations.count == (end == "forgotten" && cause == nil ? 1 : 0))
    }

    @Test func `the connection of a client of the call library may be forgotten`() {
        var run = Run(DriverConnections.self)
        run.add(.connection(change: "forgotten", id: "c1", user: "bob"))
        #expect(run.violations.isEmpty)
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
