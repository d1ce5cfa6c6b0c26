import Testing
import Timing

@testable import Specifications

@Suite struct EventTests {
    @Test func `an SFU notifies those in the call`() {
        var run = Run(Audiences.self)
        run.session("joined", "bob", "1")
        run.send("track_published", to: "bob")
        #expect(run.violations.isEmpty)
        run.send("track_published", to: "carol")
        #expect(run.violations.count == 1)
    }

    @Test func `the end of a call reaches all in it`() {
        var run = Run(Audiences.self)
        run.session("joined", "bob", "1")
        run.session("joined", "carol", "2")
        run.send("call.ended", to: "bob")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("carol"))
    }

    @Test func `a participant receives no event twice`() {
        var run = Run(Audiences.self)
        run.send("call.ring", to: "bob")
        run.add(.received(Receipt(participant: "bob", type: "call.ring", cid: "default:standup")))
        #expect(run.violations.isEmpty)
        run.add(.received(Receipt(participant: "bob", type: "call.ring", cid: "default:standup")))
        #expect(run.violations.count == 1)
    }

    @Test func `an event of a replaced connection need not arrive`() {
        for (operation, isRight): (Substring, Bool) in [("connect", true), ("queryCalls", false)] {
            var run = Run(Receptions.self)
            run.send("call.created", to: "bob")
            run.add(.request(ObservedRequest(operation: operation, user: "bob", code: "2.05")))
            run.wait(.milliseconds(101))
            #expect(run.violations.isEmpty == isRight)
        }
    }

    @Test func `an event in a damaged datagram may be any`() {
        var run = Run(Audiences.self)
        run.add(.damaged)
        run.add(.received(Receipt(participant: "bob", type: "call.ring", cid: "default:standup")))
        #expect(run.violations.isEmpty)
    }

    @Test func `an event arrives at the same instant, unless it may wait or the response has it`() {
        let cases: [(type: Substring, requester: Substring, mayWait: Bool)] = [
            ("call.ring", "alice", false), ("call.ring", "bob", true), ("call.created", "alice", true),
            ("call.session_ended", "alice", true), ("call.ended", "bob", false), ("participant_joined", "bob", true),
        ]
        for (type, requester, mayWait) in cases {
            var run = Run(Receptions.self)
            run.send(type, to: "bob")
            run.request("ring", by: requester)
            run.wait(.milliseconds(1))
            #expect(run.violations.isEmpty == mayWait, "\(type) by \(requester)")
            run.wait(.milliseconds(100))
            #expect(run.violations.count == 1)
        }
    }

    @Test func `an event arrives within a tenth of a second, or its user has left or the run is disturbed`() {
        let receipt = Observation.received(Receipt(participant: "bob", type: "call.created", cid: "default:standup"))
        for (occurrence, isRight) in [(nil, false), (receipt, true), (Observation.disturbed, true)] {
            var run = Run(Receptions.self)
            run.send("call.created", to: "bob")
            if let occurrence { run.add(occurrence) }
            run.wait(.milliseconds(100))
            #expect(run.violations.isEmpty)
            run.wait(.milliseconds(1))
            #expect(run.violations.isEmpty == isRight)
        }
    }

    @Test func `an event that was sent twice arrives twice`() {
        var run = Run(Receptions.self)
        run.send("call.ring", to: "bob", "bob")
        run.add(.received(Receipt(participant: "bob", type: "call.ring", cid: "default:standup")))
        run.wait(.seconds(1))
        #expect(run.violations.count == 1)
    }

    @Test func `the state is not older than an event`() {
        var run = Run(EventEffects.self)
        run.stage("bob", "idle", "joining", "joined")
        run.send("call.transcription_started", to: "bob")
        run.change("bob", "transcribing", "false", "true")
        run.add(.received(Receipt(participant: "bob", type: "call.transcription_started", cid: "default:standup")))
        #expect(run.violations.isEmpty)
        run.wait(.seconds(1))
        run.send("call.transcription_stopped", to: "bob")
        run.add(.received(Receipt(participant: "bob", type: "call.transcription_stopped", cid: "default:standup")))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: [["leaving", "idle"], ["rejecting", "rejected"], ["rejecting"]])
    func `a call that was left or rejected follows no event`(_ stages: [String]) {
        var run = Run(EventEffects.self)
        run.stage("bob", "idle", "joining", "joined")
        run.change("bob", "transcribing", "false", "true")
        for (from, to) in zip(["joined"] + stages, stages) { run.stage("bob", from, to) }
        run.wait(.seconds(1))
        run.send("call.transcription_stopped", to: "bob")
        run.add(.received(Receipt(participant: "bob", type: "call.transcription_stopped", cid: "default:standup")))
        #expect(run.violations.isEmpty == (stages.count == 2))
    }

    @Test func `a broadcast that runs is not started again`() {
        var run = Run(Egress.self)
        run.request("startBroadcasting", by: "alice")
        run.wait(.seconds(1))
        run.send("call.hls_broadcasting_started", to: "alice")
        run.wait(.seconds(1))
        #expect(run.violations.isEmpty)
        run.request("startBroadcasting", by: "alice")
        #expect(run.violations.count == 1)
    }

    @Test func `a stop that is granted has its effect at once`() {
        for isStopped in [true, false] {
            var run = Run(Egress.self)
            run.request("startBroadcasting", by: "alice")
            run.wait(.seconds(1))
            run.send("call.hls_broadcasting_started", to: "alice")
            run.wait(.seconds(1))
            if isStopped { run.send("call.hls_broadcasting_stopped", to: "alice") }
            run.request("stopBroadcasting", by: "alice")
            run.wait(.milliseconds(1))
            #expect(run.violations.isEmpty == isStopped)
        }
    }

    @Test func `a broadcast that was not asked for does not start`() {
        var run = Run(Egress.self)
        run.send("call.hls_broadcasting_started", to: "alice")
        #expect(run.violations.count == 1)
    }
}
