import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that reports count no more than was requested, and that dates are those of the run.
@Suite struct ReportFactsTests {
    @Test(
        arguments: [
            (CBOR.Map(), nil), (["custom_events": 1], nil),
            (["custom_events": 2], "its custom_events are 2, and 1 were requested"),
            (["reactions": 1], "its reactions are 1, and 0 were requested"),
        ] as [(CBOR.Map, String?)])
    func `a report counts the events that were requested`(counts: CBOR.Map, expected: String?) throws {
        var facts = ReportFacts()
        facts.begin(try RequestFacts.sample(2, "video/call/default/x/event", ["custom": [:]]))
        var report = counts
        report["call_cid"] = "default:x"
        #expect(facts.violation(of: ["reports": [.map(report)]]) == expected)
    }

    @Test func `no date is before the run`() {
        var wire = WireConversation("alice")
        wire.event(to: "alice", ["type": "app.updated", "created_at": 0])
        #expect(wire.violation == "its created_at is a date before the run")
    }
}
