import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that egress begins soon after the granted request that starts it.
@Suite struct EgressStartsTests {
    private static let path = "call/default/x"

    /// Returns the facts of a granted start of a recording, after an event that a connection has received.
    private static func started(_ isFollowed: Bool = true) throws -> EgressFacts {
        var facts = EgressFacts()
        if isFollowed { facts.take("call.created", at: 0) }
        let request = try RequestFacts.sample(2, "video/\(path)/recordings/composite/start")
        facts.begin(request, "default:x")
        facts.end(request, "default:x", isGranted: true, at: MessageTime(order: 2, date: 1000))
        return facts
    }

    @Test func `a recording that does not begin is a violation`() throws {
        var facts = try Self.started()
        #expect(facts.overdue(at: 1700, isInTime: true) == nil)
        let text = "its call.recording_started is due for 700 ms in default:x"
        #expect(facts.overdue(at: 1701, isInTime: true) == text)
    }

    @Test func `a stop does not excuse a start that was overdue`() throws {
        var facts = try Self.started()
        var stop = try RequestFacts.sample(2, "video/\(Self.path)/stop_live", at: 1700)
        facts.begin(stop, "default:x")
        #expect(facts.overdue(at: 20_000, isInTime: true) == nil)
        facts = try Self.started()
        stop = try RequestFacts.sample(2, "video/\(Self.path)/stop_live", at: 1701)
        facts.begin(stop, "default:x")
        #expect(facts.overdue(at: 1701, isInTime: true) != nil)
    }

    @Test(arguments: [
        "call.recording_started", "call.recording_failed", "call.session_ended", "call.member_removed",
    ])
    func `an event that begins or ends it is enough`(type: String) throws {
        var facts = try Self.started()
        facts.take(type, at: 1500)
        #expect(facts.overdue(at: 20_000, isInTime: true) == nil)
    }

    @Test func `nothing is due after a stop, with late events, or without a follower`() throws {
        var stopped = try Self.started()
        stopped.begin(try RequestFacts.sample(2, "video/\(Self.path)/stop_live"), "default:x")
        #expect(stopped.overdue(at: 20_000, isInTime: true) == nil)
        var late = try Self.started()
        #expect(late.overdue(at: 20_000, isInTime: false) == nil)
        #expect(late.overdue(at: 20_000, isInTime: true) == nil)
        var alone = try Self.started(false)
        #expect(alone.overdue(at: 20_000, isInTime: true) == nil)
    }

    @Test func `a connection that has read a call follows it`() throws {
        var facts = EgressFacts()
        let read = try RequestFacts.sample(1, "video/\(Self.path)")
        facts.end(read, "default:x", isGranted: true, at: MessageTime(order: 1, date: 0))
        let start = try RequestFacts.sample(2, "video/\(Self.path)/start_transcription")
        facts.end(start, "default:x", isGranted: true, at: MessageTime(order: 2, date: 0))
        #expect(facts.overdue(at: 701, isInTime: true)?.hasPrefix("its call.transcription_started ") == true)
    }

    @Test func `a call that goes live starts what it names, unless that goes on already`() throws {
        let request = try RequestFacts.sample(
            2, "video/\(Self.path)/go_live", ["start_hls": true, "start_rtmp_broadcasts": true])
        var facts = EgressFacts()
        facts.take("call.created", at: 0)
        var running = facts
        facts.end(request, "default:x", isGranted: true, at: MessageTime(order: 2, date: 0))
        #expect(facts.overdue(at: 701, isInTime: true)?.hasPrefix("its call.hls_broadcasting_started ") == true)
        facts.take("call.hls_broadcasting_started", at: 0)
        #expect(facts.overdue(at: 701, isInTime: true)?.hasPrefix("its call.rtmp_broadcast_started ") == true)
        running.take("call.hls_broadcasting_started", at: 0)
        running.take("call.rtmp_broadcast_started", at: 0)
        running.end(request, "default:x", isGranted: true, at: MessageTime(order: 2, date: 0))
        #expect(running.overdue(at: 20_000, isInTime: true) == nil)
    }

    @Test func `a session of a call that is recorded automatically starts a recording, except in backstage`() throws {
        for (mode, isInBackstage, isDue) in [
            ("auto-on", false, true), ("auto-on", true, false), ("available", false, false),
        ] {
            var facts = EgressFacts()
            let settings: CBOR.Map = ["recording": .map(["mode": .text(mode)])]
            let call: CBOR.Map = ["backstage": .boolean(isInBackstage), "settings": .map(settings)]
            facts.take("call.session_started", ["call": .map(call)], at: 0)
            #expect((facts.overdue(at: 701, isInTime: true) != nil) == isDue)
        }
    }

    @Test func `the limit follows the time that the servers are set to`() {
        var starts = EgressStarts()
        starts.setStart(3000)
        #expect(starts.limit == 3200)
    }
}

extension EgressFacts {
    /// Processes an event that a connection has received.
    mutating func take(_ type: String, _ event: CBOR.Map = [:], at date: Int64, order: Int = 1) {
        _ = violation(of: event, type, "default:x", at: MessageTime(order: order, date: date), on: "c")
    }
}
