import Testing
import Wire

@testable import ScenarioStage

/// The check of a body's fields against the tables of the wire.
@Suite struct BodyShapesTests {
    private func violation(_ map: CBOR.Map, _ parts: String...) -> String? {
        BodyShapes(now: nil).violation(map, ofOneOf: parts)
    }

    @Test func `a body without fields is empty`() {
        #expect(violation([:], "-") == nil)
        #expect(violation(CBOR.Map([("id", 1)]), "-") == "its body should be empty")
    }

    @Test func `an event has a known type`() {
        for part in ["coordinator-event", "sfu-event"] {
            #expect(violation(CBOR.Map([("type", .text("call.unheard"))]), part) == "its event has no known type")
            #expect(violation([:], part) == "its event has no known type")
        }
    }

    @Test func `a body may have one of several forms`() {
        #expect(violation([:], "coordinator-event", "-") == nil)
        #expect(violation(CBOR.Map([("id", 1)]), "-", "coordinator-event") == "its body should be empty")
    }
}
