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

    @Test(arguments: [
        ("coordinator-event", "call.transcription_started", ["call_cid", "created_at"]),
        ("coordinator-event", "custom", ["call_cid", "created_at", "user"]),
        ("coordinator-event", "app.updated", ["created_at"]),
        ("sfu-event", "track_published", ["session_id", "track_type", "user_id"]),
    ])
    func `an event has the fields of all events, and its own`(_ part: String, _ type: String, _ names: [String]) {
        let values: CBOR.Map = [
            "call_cid": "default:x", "created_at": 1, "user": ["id": "a"], "session_id": "s", "track_type": 1,
            "user_id": "a",
        ]
        var whole: CBOR.Map = ["type": .text(type)]
        for name in names { whole[name] = values[name] }
        #expect(violation(whole, part) == nil)
        for name in names {
            var event = whole
            event[name] = nil
            #expect(violation(event, part) == "its \(type) has no \(name)")
        }
    }

    @Test func `a body may have one of several forms`() {
        #expect(violation([:], "coordinator-event", "-") == nil)
        #expect(violation(CBOR.Map([("id", 1)]), "-", "coordinator-event") == "its body should be empty")
    }
}
