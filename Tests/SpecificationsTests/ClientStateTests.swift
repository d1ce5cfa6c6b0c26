import Testing
import Timing

@testable import Specifications

/// The rules that compare what a client shows: its stages, its session, its calling state and its timers.
@Suite struct ClientStateTests {
    private static let cid = "default:standup"

    // MARK: The states of timers

    private func fire(_ label: String, _ run: inout Run) {
        run.add(.fired(FiredTimer(owner: "bob", label: label, length: .seconds(1))))
    }

    @Test func `timers fire in the states that they limit`() {
        var run = Run(TimerStates.self, isConnected: false)
        run.change("bob", "connectionStatus", "initialized", "connecting")
        fire("attempt of the event stream", &run)
        run.change("bob", "connectionStatus", "connecting", "connected")
        fire("ping of the event stream", &run)
        run.change("bob", "ringingCall", "none", Self.cid)
        run.change("bob", "callingState", "idle", "incoming")
        fire("ring timer", &run)
        fire("end of the ring", &run)
        run.stage("bob", "idle", "accepting")
        fire("accept of \(Self.cid)", &run)
        run.stage("bob", "accepting", "accepted", "joining")
        fire("join interceptor of \(Self.cid)", &run)
        run.stage("bob", "joining", "joined")
        run.change("bob", "sessionId", "", "s1")
        fire("health of session s1", &run)
        run.change("bob", "reconnection", "joined", "settling(fast)")
        run.change("bob", "connectionPhase", "connected", "offline")
        fire("debounce of \(Self.cid)", &run)
        fire("search for the network", &run)
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [
        ("ping of the event stream", "connectionStatus is initialized"), ("ring timer", "callingState is joining"),
        ("end of the ring", "no call rings"), ("accept of default:standup", "the call is joined"),
        ("join of default:standup", "the call is joined"), ("debounce of default:standup", "reconnection is joined"),
        ("discretion of default:standup", "reconnection is joined"),
        ("health of session s1", "the session is s2"), ("search for the network", ""),
    ])
    func `a timer that was not stopped is found`(_ label: String, _ state: String) {
        var run = Run(TimerStates.self, isConnected: false)
        run.change("bob", "callingState", "incoming", "joining")
        run.stage("bob", "idle", "joining", "joined")
        run.change("bob", "reconnection", "idle", "joined")
        run.change("bob", "sessionId", "s1", "s2")
        if state.isEmpty {
            run.change("bob", "connectionPhase", "connecting", "connected")
            run.change("bob", "connectionStatus", "connecting", "connected")
        }
        fire(label, &run)
        #expect(run.violations.count == 1)
        let words = state.isEmpty ? "no connection is lost" : state
        #expect(run.violations[0].contains("  happened  the timer fires, and \(words)\n"))
    }

    @Test func `the timer of a replaced view model, and that of one of two calls, are not judged`() {
        var run = Run(TimerStates.self, isConnected: false)
        run.add(.command(participant: "bob", name: "renewViewModel"))
        fire("ring timer", &run)
        run.stage("bob", "idle", "joining")
        run.stage("bob", "idle", "joining", of: "default:other")
        run.change("bob", "sessionId", "s1", "s2")
        fire("health of session s1", &run)
        fire("debounce of \(Self.cid)", &run)
        #expect(run.violations.isEmpty)
    }

    // MARK: The session of a call

    private func join(_ run: inout Run) {
        run.stage("bob", "idle", "joining")
        run.change("bob", "connectionPhase", "disconnected", "connecting")
        run.wait(.seconds(1))
        run.change("bob", "sessionId", "", "s1")
        run.change("bob", "connectionPhase", "connecting", "connected")
    }

    private func enter(_ run: inout Run) {
        join(&run)
        run.change("bob", "activeCall", "none", Self.cid)
        run.stage("bob", "joining", "joined")
        run.wait(.seconds(1))
    }

    @Test func `a call has its session from the admission to the leave`() {
        var run = Run(ShownSessions.self)
        enter(&run)
        run.stage("bob", "joined", "leaving")
        run.change("bob", "sessionId", "s1", "")
        run.change("bob", "connectionPhase", "connected", "disconnected")
        run.change("bob", "activeCall", Self.cid, "none")
        run.stage("bob", "leaving", "idle")
        run.wait(.seconds(60))
        #expect(run.violations.isEmpty)
    }

    @Test func `a call that was left has no session`() {
        var run = Run(ShownSessions.self)
        enter(&run)
        run.stage("bob", "joined", "leaving", "idle")
        run.change("bob", "activeCall", Self.cid, "none")
        run.wait(.seconds(1))
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("its call is idle, connectionPhase is connected, and sessionId is s1"))
    }

    @Test(arguments: [true, false]) func `the active call is joined, and a joined call is active`(isActive: Bool) {
        var run = Run(ShownSessions.self)
        join(&run)
        if isActive {
            run.change("bob", "activeCall", "none", Self.cid)
        } else {
            run.stage("bob", "joining", "joined")
        }
        run.wait(.seconds(1))
        #expect(run.violations.count == 1)
        let shown = "activeCall is \(Self.cid), which is joining"
        #expect(run.violations[0].contains(isActive ? shown : "\(Self.cid) is joined, and activeCall is none"))
    }

    @Test(arguments: [(10_000, 0), (10_001, 1)])
    func `a join that an SFU has admitted ends within the limits of its waits`(
        _ milliseconds: Int, _ violations: Int
    ) {
        var run = Run(ShownSessions.self)
        join(&run)
        run.wait(.milliseconds(milliseconds))
        #expect(run.violations.count == violations)
        #expect(run.violations.allSatisfy { $0.contains("its call remains joining (admitted at 1.000 s)") })
    }

    // MARK: The calling state beside the stage

    @Test(arguments: ["joining", "accepting", "idle"]) func `a calling state of joining has a call that joins`(
        _ stage: String
    ) {
        var run = Run(CallingStates.self)
        run.stage("bob", "idle", stage)
        run.change("bob", "callingState", "idle", "joining")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty == (stage != "idle"))
        #expect(run.violations.allSatisfy { $0.contains("callingState is joining, and its call is idle") })
    }

    @Test(arguments: [
        ("connected", "inCall", 0), ("reconnecting", "reconnecting", 0), ("migrating", "reconnecting", 0),
        ("disconnected", "inCall", 0), ("reconnecting", "inCall", 1), ("migrating", "inCall", 1),
        ("connected", "reconnecting", 1),
    ])
    func `the calling state in a call follows the status`(_ status: String, _ state: String, _ violations: Int) {
        var run = Run(CallingStates.self)
        run.stage("bob", "idle", "joining", "joined")
        run.change("bob", "reconnectionStatus", "disconnected", status)
        if state == "reconnecting" { run.change("bob", "reconnection", "joined", "rejoining") }
        run.change("bob", "callingState", "joining", state)
        run.wait(.seconds(1))
        #expect(run.violations.count == violations)
        #expect(
            run.violations.allSatisfy { $0.contains("callingState is \(state), and reconnectionStatus is \(status)") })
    }

    // MARK: The connection to the coordinator

    @Test func `a client is connected after the coordinator has granted its connection`() {
        var run = Run(Connections.self, isConnected: false)
        run.change("bob", "connectionStatus", "initialized", "connecting")
        run.request("connect", by: "bob", "2.05", of: nil)
        run.change("bob", "connectionStatus", "connecting", "connected")
        run.change("bob", "connectionStatus", "connected", "disconnected(reason: \"the client closed it\")")
        run.wait(.seconds(60))
        #expect(run.violations.isEmpty)
        run.change("bob", "connectionStatus", "disconnected", "connecting")
        run.change("bob", "connectionStatus", "connecting", "connected")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("not met   the coordinator has granted a connection"))
    }

    @Test func `a guest is connected under the id that the coordinator has given it`() {
        var run = Run(Connections.self, isConnected: false)
        run.change("bob", "connectionStatus", "initialized", "connecting")
        run.request("connect", by: "guest-1", "2.05", of: nil)
        run.change("bob", "connectionStatus", "connecting", "connected")
        #expect(run.violations.isEmpty)
    }

    @Test func `a client does not skip connecting`() {
        var run = Run(Connections.self, isConnected: false)
        run.request("connect", by: "bob", "2.05", of: nil)
        run.change("bob", "connectionStatus", "initialized", "connected")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("from initialized (since 0.000 s) to connected"))
    }

    @Test(arguments: [true, false]) func `only in a disturbed run does connecting take time`(isDisturbed: Bool) {
        var run = Run(Connections.self, isConnected: false)
        run.change("bob", "connectionStatus", "initialized", "connecting")
        if isDisturbed { run.add(.disturbed) }
        run.wait(.seconds(5))
        #expect(run.violations.isEmpty == isDisturbed)
    }

    // MARK: Participant events

    private func inCall(participants: Int = 2) -> Run {
        var run = Run(ParticipantEvents.self)
        run.change("bob", "roster", "0", "\(participants): +alice +bob")
        run.change("bob", "activeCall", "none", Self.cid)
        run.change("bob", "callingState", "joining", "inCall")
        return run
    }

    private func participantJoins(_ run: inout Run) {
        run.add(.received(Receipt(participant: "bob", type: "call.session_participant_joined", cid: Self.cid)))
    }

    @Test func `a participant event is hidden two seconds after the last one`() {
        var run = inCall()
        participantJoins(&run)
        run.wait(.seconds(1))
        participantJoins(&run)
        run.wait(.seconds(2))
        fire("participant event", &run)
        run.wait(.seconds(60))
        #expect(run.violations.isEmpty)
    }

    @Test func `an event at the border of a crowd may be shown, and then the last one is hidden later`() {
        var run = inCall(participants: 23)
        participantJoins(&run)
        run.wait(.seconds(1))
        run.change("bob", "roster", "23", "24: +carol")
        participantJoins(&run)
        run.wait(.seconds(2))
        fire("participant event", &run)
        run.wait(.seconds(60))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [(1999, "it hides a participant event 1.999 s after the arrival"), (2001, "it still shows")])
    func `a participant event is hidden neither sooner nor later`(_ milliseconds: Int, _ words: String) {
        var run = inCall()
        participantJoins(&run)
        run.wait(.milliseconds(milliseconds))
        fire("participant event", &run)
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains(words))
    }

    @Test(arguments: ["crowd", "leaves", "renews"]) func `a view model may show no participant event`(
        _ reason: String
    ) {
        var run = inCall(participants: reason == "crowd" ? 24 : 2)
        participantJoins(&run)
        if reason == "leaves" { run.change("bob", "callingState", "inCall", "idle") }
        if reason == "renews" { run.add(.command(participant: "bob", name: "renewViewModel")) }
        run.wait(.seconds(60))
        #expect(run.violations.isEmpty)
    }
}
