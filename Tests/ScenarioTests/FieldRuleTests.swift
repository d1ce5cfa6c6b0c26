import ScenarioLanguage
import ScenarioVocabulary
import Testing
import Timing
import Wire

@testable import ScenarioStage

/// The tables of fields, and the values that each field may have.
@Suite struct FieldRuleTests {
    /// The violation of a body that no route knows.
    private static func violation(_ body: CBOR.Map) -> String? {
        var watch = FieldWatch()
        let bytes = CBOR.map(body).encoded()
        return watch.violation(of: bytes[...], nil, isRequest: false, at: nil)
    }

    @Test(arguments: [
        "active", "camera_default_on", "can_publish_audio", "can_publish_video", "can_screenshare", "enable_rtc_stats",
        "enabled", "mic_default_on", "muted",
        "paused", "speaker_default_on",
    ])
    func `some truth values are sent when they are false`(_ name: String) {
        #expect(Self.violation(CBOR.Map([(name, false)])) == nil)
        #expect(Self.violation(CBOR.Map([("x" + name, false)])) == "its x\(name) is false, and should be absent")
    }

    @Test(arguments: [
        "anonymous", "anonymous_participant_count", "audio_level", "max_participants", "reconnect_attempt",
    ])
    func `some numbers are absent when they are 0`(_ name: String) {
        #expect(Self.violation(CBOR.Map([(name, 0)])) == "its \(name) is 0, and should be absent")
        #expect(Self.violation(CBOR.Map([(name, 1)])) == nil && Self.violation(CBOR.Map([("x" + name, 0)])) == nil)
    }

    @Test(arguments: ["custom", "filter", "settings_override", "data"])
    func `contents of applications may be of any form`(_ name: String) {
        let content: CBOR = ["a": false, "b": []]
        #expect(Self.violation(CBOR.Map([(name, content)])) == nil)
        #expect(Self.violation(CBOR.Map([("x" + name, content)])) == "its a is false, and should be absent")
    }

    @Test(
        arguments: [
            (["a": []], "its a is empty, and should be absent"),
            (["a": [["b": []]]], "its b is empty, and should be absent"),
            (["a": [1, ["b": false]]], "its b is false, and should be absent"),
            (["a": ["b": ["c": false]]], "its c is false, and should be absent"),
            (["a": [1], "b": [:]], nil), (["a": true], nil),
        ] as [(CBOR.Map, String?)])
    func `a default value is absent at any depth`(_ body: CBOR.Map, _ rule: String?) {
        #expect(Self.violation(body) == rule)
    }

    @Test func `a role may have no capabilities`() {
        #expect(Self.violation(["capabilities_by_role": ["guide": []]]) == nil)
        #expect(Self.violation(["participants_by_role": ["guide": []]]) == "its guide is empty, and should be absent")
    }

    @Test func `the first thousand bodies are read`() {
        var watch = FieldWatch()
        let right = CBOR.map(["a": 1]).encoded()
        let wrong = CBOR.map(["a": false]).encoded()
        for _ in 0..<999 { _ = watch.violation(of: right[...], nil, isRequest: false, at: nil) }
        #expect(watch.isReading && watch.body == ["a": 1])
        #expect(watch.violation(of: wrong[...], nil, isRequest: false, at: nil) != nil)
        #expect(!watch.isReading)
        #expect(watch.violation(of: wrong[...], nil, isRequest: false, at: nil) == nil)
        #expect(watch.body == nil)
    }

    @Test func `a body that is no map is not read, and does not count`() {
        var watch = FieldWatch()
        let one: [UInt8] = [1]
        for _ in 0..<1000 { _ = watch.violation(of: one[...], nil, isRequest: false, at: nil) }
        #expect(watch.isReading && watch.body == nil)
    }

    // MARK: Tables

    @Test func `a table names parts and their fields`() throws {
        let table = WireTables.table(
            """
            one a:text b?:count
              c:[flag] d:{name} e:~two
            two f:0..3 g:on|off h:one
            """)
        #expect(table.keys.sorted() == ["one", "two"])
        let (one, two) = (try #require(table["one"]), try #require(table["two"]))
        #expect(one.fields.keys.sorted() == ["a", "b", "c", "d", "e"] && one.required == 4)
        #expect(two.fields.keys.sorted() == ["f", "g", "h"] && two.required == 3)
        #expect(one.fields["b"]?.isOptional == true && one.fields["a"]?.isOptional == false)
        guard case .text? = one.fields["a"]?.shape, case .count? = one.fields["b"]?.shape,
            case .list(.flag)? = one.fields["c"]?.shape,
            case .dictionary(.name)? = one.fields["d"]?.shape, case .someOf("two")? = one.fields["e"]?.shape,
            case .range(0...3)? = two.fields["f"]?.shape, case .oneOf(let words)? = two.fields["g"]?.shape,
            case .part("one")? = two.fields["h"]?.shape
        else {
            Issue.record("\(table)")
            return
        }
        #expect(words == ["on", "off"])
    }

    @Test func `a table of routes has a request and its responses`() throws {
        let routes = WireTables.routes("GET /a/*/b one two|three\nPOST /c - -")
        #expect(routes.keys.sorted() == [1, 3])
        let route = try #require(routes[3]?.first)
        #expect(route.name == "GET /a/*/b" && route.method == "GET" && route.path == ["a", "*", "b"])
        #expect(route.request == ["one"] && route.response == ["two", "three"])
    }

    @Test(
        arguments: [
            (UInt8(1), "/video/call/default/x", "GET /video/call/*/*"),
            (2, "/video/call/default/x", "POST /video/call/*/*"), (3, "/video/call/default/x", nil),
            (0, "/video/call/default/x", nil), (8, "/video/call/default/x", nil), (1, "/video/call/default", nil),
            (1, "/video/call/default/x/zzz", nil),
            (5, "/video/connect", "FETCH /video/connect"), (4, "/video/devices", "DELETE /video/devices"),
            (6, "/video/call/a/b", "PATCH /video/call/*/*"), (1, "", nil),
        ] as [(UInt8, String, String?)])
    func `a route has a method and a path`(_ method: UInt8, _ path: String, _ name: String?) {
        #expect(WireTables.route(method, Array(path.utf8))?.name == name)
    }

    // MARK: Values

    private static let start = Timestamp.virtualStart.milliseconds
    private static let now = Timestamp(milliseconds: start + 1000)

    /// An event with the field, beside the others that it has.
    private static func event(_ type: String, _ fields: CBOR.Map) -> CBOR.Map {
        var event = fields
        event["type"] = .text(type)
        if event["created_at"] == nil { event["created_at"] = .integer(start) }
        if event["call_cid"] == nil, type.hasPrefix("call.") || type == "custom" { event["call_cid"] = "default:x" }
        return event
    }

    @Test(
        arguments: [
            ("call.session_participant_count_updated", ["session_id": "s"], nil),
            ("call.session_participant_count_updated", ["session_id": ""], "its session_id has the wrong type: \"\""),
            (
                "call.session_participant_count_updated", [:],
                "its call.session_participant_count_updated has no session_id"
            ),
            (
                "call.session_participant_count_updated", ["session_id": "s", "zzz": 1],
                "no call.session_participant_count_updated has the field \"zzz\""
            ),
            (
                "call.session_participant_count_updated",
                ["session_id": "s", "participants_count_by_role": ["user": 1]], nil
            ),
            (
                "call.session_participant_count_updated",
                ["session_id": "s", "participants_count_by_role": ["user": "1"]],
                "its participants_count_by_role has the wrong type: \"1\""
            ),
            (
                "call.session_participant_count_updated", ["session_id": "s", "anonymous_participant_count": -1],
                "its anonymous_participant_count has the wrong type: -1"
            ),
            ("health.check", ["connection_id": "c"], nil),
            ("health.check", ["connection_id": "c", "cid": "default:x"], nil),
            ("health.check", ["connection_id": "c", "cid": "default"], "its cid has the wrong type: \"default\""),
            ("health.check", ["connection_id": "c", "cid": ":x"], "its cid has the wrong type: \":x\""),
            ("health.check", ["connection_id": "c", "cid": "x:"], "its cid has the wrong type: \"x:\""),
            ("health.check", ["connection_id": "c", "created_at": .integer(start + 1000)], nil),
            (
                "health.check", ["connection_id": "c", "created_at": .integer(start + 1001)],
                "its created_at is a date in the future"
            ),
            ("health.check", ["connection_id": "c", "created_at": "1"], "its created_at has the wrong type: \"1\""),
            ("health.check", ["connection_id": "c", "created_at": -1], nil),
            ("call.user_muted", ["from_user_id": "a", "muted_user_ids": ["b"]], nil),
            (
                "call.user_muted", ["from_user_id": "a", "muted_user_ids": [1]],
                "its muted_user_ids has the wrong type: 1"
            ),
            (
                "call.user_muted", ["from_user_id": "a", "muted_user_ids": "b"],
                "its muted_user_ids has the wrong type: \"b\""
            ),
            ("call.moderation_blur", ["user_id": "a", "custom": ["x": 1], "message": ""], nil),
            ("call.moderation_blur", ["user_id": "a", "custom": 1], "its custom has the wrong type: 1"),
            ("call.hls_broadcasting_stopped", [:], nil), ("zzz", [:], "its event has no known type"),
        ] as [(String, CBOR.Map, String?)])
    func `a field has a value of its type`(_ type: String, _ fields: CBOR.Map, _ rule: String?) {
        #expect(BodyShapes(now: Self.now).violation(Self.event(type, fields), ofOneOf: ["coordinator-event"]) == rule)
    }

    @Test(
        arguments: [
            ("call_ended", ["reason": 0], nil), ("call_ended", ["reason": 4], nil),
            ("call_ended", ["reason": 5], "its reason has the wrong type: 5"),
            ("call_ended", [:], "its call_ended has no reason"),
            ("go_away", ["reason": 2], nil), ("go_away", ["reason": 3], "its reason has the wrong type: 3"),
            ("track_published", ["user_id": "u", "session_id": "s", "track_type": 1, "cause": 3], nil),
            (
                "track_published", ["user_id": "u", "session_id": "s", "track_type": 0],
                "its track_type has the wrong type: 0"
            ),
            (
                "track_published", ["user_id": "u", "session_id": "s", "track_type": 5],
                "its track_type has the wrong type: 5"
            ),
            ("track_published", ["user_id": "u", "session_id": "s"], "its track_published has no track_type"),
            ("participant_migration_complete", [:], nil),
        ] as [(String, CBOR.Map, String?)])
    func `a field of an SFU's event has a value of its type`(_ type: String, _ fields: CBOR.Map, _ rule: String?) {
        var event = fields
        event["type"] = .text(type)
        #expect(BodyShapes(now: nil).violation(event, ofOneOf: ["sfu-event"]) == rule)
    }

    @Test func `dates are judged only when they are exact`() {
        let event = Self.event("health.check", ["connection_id": "c", "created_at": .integer(Self.start + 5000)])
        #expect(BodyShapes(now: nil).violation(event, ofOneOf: ["coordinator-event"]) == nil)
        #expect(BodyShapes(now: Self.now).violation(event, ofOneOf: ["coordinator-event"]) != nil)
    }
}
