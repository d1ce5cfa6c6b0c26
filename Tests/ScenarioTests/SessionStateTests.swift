import Testing
import Wire

@testable import ScenarioStage

/// The check of a call's state as a client receives it from an SFU.
@Suite struct SessionStateTests {
    private static func participant(
        _ id: String, dominates: Bool = false, level: Double = 0, sources: [Int64] = []
    ) -> CBOR {
        let sources = sources.enumerated().map { index, source in
            CBOR.map(["track_type": .integer(Int64(index + 1)), "ssrc": .integer(source)])
        }
        return [
            "session_id": .text(id), "is_dominant_speaker": .boolean(dominates), "audio_level": .float(level),
            "sources": .array(sources),
        ]
    }

    private static func state(
        _ participants: [CBOR], pins: [String] = [], total: Int64 = 2, anonymous: Int64 = 0
    ) -> CBOR.Map {
        CBOR.Map([
            ("participants", .array(participants)), ("pins", .array(pins.map { ["session_id": .text($0)] })),
            ("participant_count", ["total": .integer(total), "anonymous": .integer(anonymous)]),
        ])
    }

    @Test func `a state that agrees with itself is right`() {
        let state = Self.state(
            [Self.participant("a", dominates: true), Self.participant("b")], pins: ["b", "a"], total: 3, anonymous: 1)
        #expect(SessionFacts.violation(ofState: state) == nil)
    }

    static let wrong: [(state: CBOR.Map, violation: String)] = [
        (state([participant("a"), participant("a")]), "it lists a session twice"),
        (state([participant("a"), participant("b")], pins: ["a", "a"]), "it has a pin twice"),
        (state([participant("a", dominates: true), participant("b", dominates: true)]), "two participants dominate"),
        (state([participant("a"), participant("b")], total: 1), "it counts fewer participants than it lists"),
        (state([participant("a")], total: 1, anonymous: 2), "it counts fewer participants than it lists"),
        (
            state([participant("a", level: 2), participant("b", sources: [7, 7])]),
            "its level is not between 0 and 1"
        ),
        (state([participant("a", sources: [7, 7]), participant("b", level: 2)]), "two tracks have one source"),
    ]

    @Test(arguments: wrong) func `a state that contradicts itself is a violation`(_ state: CBOR.Map, _ text: String) {
        #expect(SessionFacts.violation(ofState: state) == text)
    }
}

/// The check of the source of participants that join again.
@Suite struct JoinSourceTests {
    private static func join(_ sessionId: String, _ source: CBOR?, replacing former: String? = nil) -> BodyContent {
        let details: CBOR = former.map { ["previous_session_id": .text($0)] } ?? [:]
        var fields: [(String, CBOR)] = [("session_id", .text(sessionId)), ("reconnect_details", details)]
        if let source { fields.append(("source", source)) }
        return .body(CBOR.Map(fields))
    }

    @Test func `a session that follows another one has its source`() {
        var sources = JoinSources()
        #expect(sources.violation(of: Self.join("a", .integer(1))) == nil)
        #expect(sources.violation(of: Self.join("a", .integer(1))) == nil)
        #expect(sources.violation(of: Self.join("b", .integer(1), replacing: "a")) == nil)
        #expect(sources.violation(of: Self.join("c", nil)) == nil)
        #expect(sources.violation(of: .unread) == nil)
        #expect(sources.violation(of: Self.join("c", nil)) == nil)
    }

    @Test(arguments: [("a", nil), ("b", "a")])
    func `another source than before is a violation`(_ sessionId: String, _ former: String?) {
        var sources = JoinSources()
        _ = sources.violation(of: Self.join("a", .integer(1)))
        let text = "its source is not that of the session before"
        #expect(sources.violation(of: Self.join(sessionId, nil, replacing: former)) == text)
        _ = sources.violation(of: Self.join("a", nil))
        #expect(sources.violation(of: Self.join(sessionId, .integer(2), replacing: former)) == text)
    }
}
