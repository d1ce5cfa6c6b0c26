import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that reports count no more than was requested, and that dates are those of the run.
@Suite struct ReportFactsTests {
    /// A page with the report of a session from 1 s to 9 s.
    private static func page(_ counts: CBOR.Map, endsAt end: Int64? = 9000) -> CBOR.Map {
        var report = counts
        (report["call_cid"], report["started_at"]) = ("default:x", .integer(1000))
        report["ended_at"] = end.map { .integer($0) }
        return ["reports": [.map(report)]]
    }

    private static func query() throws -> RequestFacts {
        try SampleRequest.facts(2, "video/call/stats", order: 100, date: 20_000)
    }

    @Test(
        arguments: [
            ([:], "its custom_events are 0, and 1 were granted"), (["custom_events": 1], nil),
            (["custom_events": 2], "its custom_events are 2, and 1 were granted"),
            (["custom_events": 1, "reactions": 1], "its reactions are 1, and 0 were granted"),
        ] as [(CBOR.Map, String?)])
    func `a report counts the events that were granted during its session`(
        counts: CBOR.Map, expected: String?
    ) throws {
        var facts = ReportFacts()
        for (order, date) in [(1, 500), (2, 5000), (3, 9500)] as [(Int, Int64)] {
            let event = try SampleRequest.facts(
                2, "video/call/default/x/event", ["custom": [:]], order: order, date: date)
            facts.begin(event)
            facts.end(event, isGranted: true, at: MessageTime(order: order + 10, date: date))
        }
        #expect(facts.violation(of: Self.page(counts), to: try Self.query()) == expected)
    }

    @Test func `a request at the border of a session, or without a response, may count or not`() throws {
        var facts = ReportFacts()
        for (order, asked, granted) in [(1, 900, 1100), (2, 8000, 9000), (3, 5000, nil)] as [(Int, Int64, Int64?)] {
            let event = try SampleRequest.facts(
                2, "video/call/default/x/reaction", ["type": "wave"], order: order, date: asked)
            facts.begin(event)
            if let granted { facts.end(event, isGranted: true, at: MessageTime(order: order + 10, date: granted)) }
        }
        for count in 0...4 as ClosedRange<Int64> {
            let text = facts.violation(of: Self.page(["reactions": .integer(count)]), to: try Self.query())
            #expect(text == (count < 4 ? nil : "its reactions are 4, and 0 to 3 were granted"))
        }
    }

    @Test func `a refused request, and one after the query, do not count`() throws {
        var facts = ReportFacts()
        for (order, isGranted) in [(1, false), (200, true)] {
            let event = try SampleRequest.facts(2, "video/call/default/x/event", order: order, date: 5000)
            facts.begin(event)
            facts.end(event, isGranted: isGranted, at: MessageTime(order: order + 10, date: 5000))
        }
        #expect(facts.violation(of: Self.page([:], endsAt: nil), to: try Self.query()) == nil)
    }

    @Test(arguments: [(nil, [2]), (3, [1, 2])] as [(Int64?, [Int64])])
    func `joins of the session's call count, and one that continues a session may`(
        _ strategy: Int64?, _ allowed: [Int64]
    ) throws {
        let claims: CBOR = ["call_cid": "default:x"]
        let envelope = CBOR.tagged(17, .array([.bytes([]), [:], .bytes(claims.encoded()), .bytes([])]))
        var facts = ReportFacts()
        for order in 1...2 {
            var body: CBOR.Map = ["token": .bytes(envelope.encoded())]
            if order == 2, let strategy { body["reconnect_details"] = ["strategy": .integer(strategy)] }
            let join = try SampleRequest.facts(5, "sfu/join", body, order: order, date: 5000)
            facts.begin(join)
            facts.end(join, isGranted: true, at: MessageTime(order: order + 10, date: 5000))
        }
        for count in 0...3 as ClosedRange<Int64> {
            let text = facts.violation(of: Self.page(["joins": .integer(count)]), to: try Self.query())
            #expect((text == nil) == allowed.contains(count))
        }
    }

    @Test func `no date is before the run`() {
        var wire = WireConversation("alice")
        wire.event(to: "alice", ["type": "app.updated", "created_at": 0])
        #expect(wire.violation == "its created_at is a date before the run")
    }
}
