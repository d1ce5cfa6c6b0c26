import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that stopped egress leaves its file.
@Suite struct EgressFilesTests {
    private static let path = "video/call/default/x"

    /// Returns the facts of a recording from 1 s to 5 s.
    private static func stopped(_ end: String = "stopped") -> EgressFacts {
        var facts = EgressFacts()
        facts.take("call.recording_started", ["egress_id": "r"], at: 1000)
        facts.take("call.recording_\(end)", ["egress_id": "r"], at: 5000)
        return facts
    }

    private static func file(from start: Int64 = 1000, to end: Int64 = 5000, _ name: String = "r.mp4") -> CBOR.Map {
        ["call_recording": .map(["filename": .text(name), "start_time": date(start), "end_time": date(end)])]
    }

    private static func date(_ milliseconds: Int64) -> CBOR { .integer(milliseconds) }

    @Test func `the file of a recording is due two seconds after its end`() {
        var facts = Self.stopped()
        #expect(facts.overdue(at: 7200, isInTime: true) == nil)
        #expect(facts.overdue(at: 7201, isInTime: true) == "the file of its recording in default:x is due")
        facts.files.time = 5000
        #expect(facts.overdue(at: 10_200, isInTime: true) == nil)
    }

    @Test func `a file has the times of its egress`() {
        var facts = Self.stopped()
        facts.take("call.recording_ready", Self.file(from: 2000), at: 7000)
        #expect(facts.overdue(at: 8000, isInTime: true) != nil)
        facts.take("call.recording_ready", Self.file(), at: 7000)
        #expect(facts.overdue(at: 8000, isInTime: true) == nil)
    }

    @Test func `egress that failed, or whose beginning was not seen, leaves no file`() {
        var failed = Self.stopped("failed")
        failed.take("call.recording_stopped", ["egress_id": "r"], at: 5000)
        #expect(failed.overdue(at: 20_000, isInTime: true) == nil)
        var unknown = EgressFacts()
        unknown.take("call.recording_stopped", ["egress_id": "r"], at: 5000)
        #expect(unknown.overdue(at: 20_000, isInTime: true) == nil)
    }

    @Test(arguments: ["call.deleted", "call.member_removed"])
    func `nothing is due to a connection that may no longer follow the call`(_ type: String) {
        var facts = Self.stopped()
        facts.take(type, at: 6000)
        #expect(facts.overdue(at: 20_000, isInTime: true) == nil)
    }

    @Test func `nothing is due to a connection that was closed, or when events are late`() throws {
        var closed = Self.stopped()
        closed.files.begin(try SampleRequest.facts(4, "video/connect"))
        #expect(closed.overdue(at: 20_000, isInTime: true) == nil)
        var late = Self.stopped()
        _ = late.overdue(at: 6000, isInTime: false)
        #expect(late.overdue(at: 20_000, isInTime: true) == nil)
    }

    @Test func `a recording is listed from its event on, until a request deletes it`() throws {
        var facts = Self.stopped()
        facts.take("call.recording_ready", Self.file(), at: 7000, order: 5)
        let (before, after) = try (
            SampleRequest.facts(1, "\(Self.path)/recordings", order: 4),
            SampleRequest.facts(1, "\(Self.path)/recordings", order: 6)
        )
        let full: CBOR.Map = ["recordings": .array([.map(["filename": "r.mp4"])])]
        #expect(facts.files.violation(ofList: [:], to: before) == nil)
        #expect(facts.files.violation(ofList: full, to: after) == nil)
        #expect(facts.files.violation(ofList: [:], to: after) == "its recordings lack r.mp4")
        facts.files.begin(try SampleRequest.facts(4, "\(Self.path)/session/recordings/r.mp4"))
        #expect(facts.files.violation(ofList: [:], to: after) == nil)
    }
}
