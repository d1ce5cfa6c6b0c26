import Testing
import Wire

@testable import ScenarioStage

/// The check of a call's state as a client receives it from an SFU.
@Suite struct SessionStateTests {
    private static func participant(_ id: String, dominates: Bool = false) -> CBOR {
        ["session_id": .text(id), "is_dominant_speaker": .boolean(dominates)]
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
        (state([participant("a"), participant("b")], total: 1), "it counts fewer participants than there are"),
        (state([participant("a")], total: 1, anonymous: 2), "it counts fewer participants than there are"),
    ]

    @Test(arguments: wrong) func `a state that contradicts itself is a violation`(_ state: CBOR.Map, _ text: String) {
        #expect(SessionFacts.violation(ofState: state) == text)
    }
}
