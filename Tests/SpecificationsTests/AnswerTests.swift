import Testing
import Timing

@testable import Specifications

/// The rules of what clients send and learn: requests of stages, the commands of rings, and their answers.
@Suite struct AnswerTests {
    private static let cid = "default:standup"

    // MARK: The requests of stages

    @Test(arguments: [("joining", "join"), ("accepting", "accept"), ("rejecting", "reject")])
    func `a call sends the request of its stage`(_ stage: String, _ operation: Substring) {
        for isSent in [true, false] {
            var run = Run(StageRequests.self)
            run.request("connect", by: "bob", of: nil)
            run.wait(.seconds(1))
            run.stage("bob", "idle", stage)
            if isSent { run.request(operation, by: "bob") }
            run.wait(.seconds(1))
            #expect(run.violations.isEmpty == isSent)
            #expect(run.violations.allSatisfy { $0.contains("it is \(stage), and has sent no request") })
        }
    }

    @Test(arguments: [("outgoing", "getOrCreate"), ("lobby", "get")])
    func `a participant that rings or enters a lobby sends a request`(_ state: String, _ operation: Substring) {
        for isSent in [true, false] {
            var run = Run(StageRequests.self)
            run.request("connect", by: "bob", of: nil)
            run.wait(.seconds(1))
            run.change("bob", "callingState", "idle", state)
            if isSent { run.request(operation, by: "bob") }
            run.wait(.seconds(1))
            #expect(run.violations.isEmpty == isSent)
        }
    }

    @Test(arguments: [true, false]) func `a ring waits for a join under way`(joins: Bool) {
        var run = Run(StageRequests.self)
        run.request("join", by: "bob")
        run.stage("bob", "idle", "joining")
        if !joins { run.stage("bob", "joining", "joined") }
        run.wait(.seconds(1))
        run.change("bob", "callingState", "idle", "outgoing")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty == joins)
    }

    @Test func `a client that is not connected sends no request`() {
        var run = Run(StageRequests.self)
        run.request("connect", by: "bob", of: nil)
        run.change("bob", "connectionStatus", "connected", "disconnected")
        run.wait(.seconds(1))
        run.change("bob", "callingState", "idle", "lobby")
        run.stage("bob", "idle", "joining")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: ["left at once", "disturbed", "real time", "unknown to the server"])
    func `a stage without a request is not judged when it may have sent none`(_ reason: String) {
        var run = Run(StageRequests.self)
        switch reason {
        case "disturbed": run.add(.disturbed)
        case "real time": run.add(.realTime)
        default: break
        }
        if reason != "unknown to the server" { run.request("connect", by: "bob", of: nil) }
        run.wait(.seconds(1))
        run.stage("bob", "idle", "rejecting")
        if reason == "left at once" { run.stage("bob", "rejecting", "leaving", "idle") }
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [true, false]) func `a call that leaves has left its session`(isLeft: Bool) {
        var run = Run(StageRequests.self)
        run.session("joined", "bob", "s1")
        run.change("bob", "sessionId", "", "s1")
        run.wait(.seconds(1))
        run.stage("bob", "joined", "leaving", "idle")
        if isLeft { run.session("left", "bob", "s1") }
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty == isLeft)
        #expect(run.violations.allSatisfy { $0.contains("it has left its call, and its session s1 is joined") })
    }

    // MARK: The commands of rings

    @Test(arguments: ["call.ring", "call.notification"]) func `a ring comes from a command`(_ event: Substring) {
        for isCommanded in [true, false] {
            var run = Run(RingCommands.self)
            run.add(.command(participant: "alice", name: isCommanded ? "ring" : "join"))
            run.send(event, to: "bob")
            run.request("join", by: "alice")
            #expect(run.violations.isEmpty == isCommanded)
            #expect(run.violations.allSatisfy { $0.contains("its request join rings") })
        }
    }

    @Test func `a ring that a new connection receives once more, and one of another client, are not judged`() {
        var run = Run(RingCommands.self)
        run.send("call.ring", to: "bob", isPast: true)
        run.request("get", by: "bob")
        run.send("call.ring", to: "bob")
        run.request("ring", by: "an intruder")
        #expect(run.violations.isEmpty)
    }

    // MARK: The answers to rings

    private func ring(_ run: inout Run, _ users: Substring...) {
        for user in users { run.send("call.ring", to: user) }
        run.request("ring", by: "alice")
        run.change("alice", "ringingCall", "none", Self.cid)
        run.change("alice", "callingState", "idle", "outgoing")
        run.change("bob", "ringingCall", "none", Self.cid)
        run.change("bob", "callingState", "idle", "incoming")
        run.wait(.seconds(1))
    }

    private func receive(_ type: String, _ participant: String, _ run: inout Run) {
        run.add(.received(Receipt(participant: participant, type: type, cid: Self.cid)))
    }

    @Test(arguments: [true, false]) func `a caller joins when the acceptance of a callee reaches it`(joins: Bool) {
        var run = Run(AnsweredRings.self)
        ring(&run, "bob")
        run.request("accept", by: "bob")
        receive("call.accepted", "alice", &run)
        if joins { run.change("alice", "callingState", "outgoing", "joining") }
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty == joins)
        #expect(run.violations.allSatisfy { $0.contains("the acceptance of another user was received") })
    }

    @Test(arguments: [true, false]) func `a caller's ring ends with the last rejection`(isLast: Bool) {
        var run = Run(AnsweredRings.self)
        ring(&run, "bob", "carol")
        run.request("reject", by: "carol")
        if isLast { run.request("reject", by: "bob") }
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty != isLast)
        #expect(run.violations.allSatisfy { $0.contains("all rung users have rejected, and callingState is outgoing") })
    }

    @Test func `a ring continues after an acceptance, and in a session of another user`() {
        for isAccepted in [true, false] {
            var run = Run(AnsweredRings.self)
            ring(&run, "bob", "carol")
            if isAccepted { run.request("accept", by: "carol") } else { run.session("joined", "carol", "s1") }
            run.request("reject", by: "carol")
            run.request("reject", by: "bob")
            run.wait(.seconds(1))
            #expect(run.violations.isEmpty)
        }
    }

    @Test(arguments: [("call.missed", ""), ("call.rejected", "alice")])
    func `a callee's ring ends when it is missed or cancelled`(_ type: String, _ rejecting: Substring) {
        for isShown in [true, false] {
            var run = Run(AnsweredRings.self)
            ring(&run, "bob")
            if !rejecting.isEmpty { run.request("reject", by: rejecting) }
            receive(type, "bob", &run)
            if !isShown { run.change("bob", "callingState", "incoming", "idle") }
            run.wait(.seconds(1))
            #expect(run.violations.isEmpty != isShown)
        }
    }

    @Test func `a ring that ends may be followed by another at the same instant`() {
        var run = Run(AnsweredRings.self)
        ring(&run, "bob")
        receive("call.missed", "bob", &run)
        run.change("bob", "callingState", "incoming", "idle")
        run.change("bob", "callingState", "idle", "incoming")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: ["disturbed", "answering", "another callee rejects"])
    func `a callee's ring may continue otherwise`(_ reason: String) {
        var run = Run(AnsweredRings.self)
        if reason == "disturbed" { run.add(.disturbed) }
        ring(&run, "bob", "carol")
        if reason == "answering" { run.stage("bob", "idle", "accepting") }
        run.request("reject", by: reason == "another callee rejects" ? "carol" : "alice")
        receive("call.rejected", "bob", &run)
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
    }
}
