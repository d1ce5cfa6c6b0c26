import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs about fields that a body always has.
@Suite struct FieldWatchTests {
    private static func violation(
        _ pairs: [(String, CBOR)], _ method: UInt8, _ path: String, isRequest: Bool = false
    ) -> String? {
        var watch = FieldWatch()
        let bytes = CBOR.map(CBOR.Map(pairs)).encoded()
        let request = RequestLine(method: method, path: Array(path.utf8))
        return watch.violation(of: bytes[...], request, isRequest: isRequest, at: nil)
    }

    private static func map(_ pairs: [(String, CBOR)]) -> CBOR { .map(CBOR.Map(pairs)) }

    private static let call = map([
        ("cid", .text("default:x")), ("created_at", .unsigned(1)), ("created_by", map([("id", .text("alice"))])),
    ])

    @Test(arguments: ["accept", "reject", "go_live", "stop_live", "mark_ended"])
    func `a response that describes a call has the call and its age`(_ operation: String) {
        let path = "/video/call/default/x/\(operation)"
        #expect(Self.violation([("call", Self.call), ("as_of", .unsigned(4))], Self.post, path) == nil)
        #expect(Self.violation([("as_of", .unsigned(4))], Self.post, path) == "its call-change-response has no call")
        #expect(Self.violation([("call", Self.call)], Self.post, path) == "its call-change-response has no as_of")
    }

    @Test(arguments: [
        (UInt8(1), "/video/edges", "get-edges-response", "edges"),
        (2, "/video/guest", "create-guest-response", "access_token"), (5, "/video/connect", "event-batch", "events"),
        (2, "/sfu/health", "sfu-health-response", "participant_count"),
        (2, "/video/call/default/x/start_broadcasting", "start-hls-broadcasting-response", "playlist_url"),
    ])
    func `the operation of a response names its fields`(
        _ method: UInt8, _ path: String, _ body: String, _ field: String
    ) {
        #expect(Self.violation([], method, path) == "its \(body) has no \(field)")
        #expect(Self.violation([("other", .unsigned(1))], method, path) == "no \(body) has the field \"other\"")
    }

    @Test func `a request has the fields of its operation, of their types`() {
        let path = "/video/call/default/x/block"
        #expect(Self.violation([("user_id", .text("bob"))], Self.post, path, isRequest: true) == nil)
        #expect(Self.violation([], Self.post, path, isRequest: true) == "its user-id-request has no user_id")
        #expect(
            Self.violation([("user_id", .unsigned(1))], Self.post, path, isRequest: true)
                == "its user_id has the wrong type: 1")
    }

    @Test func `the settings that a request overrides may be some of all`() {
        let ring = Self.map([("auto_cancel_timeout_ms", .unsigned(1000))])
        let path = "/video/call/default/x"
        let request = [("settings_override", Self.map([("ring", ring)]))]
        #expect(Self.violation(request, 6, path, isRequest: true) == nil)
        var call = CBOR.Map([("cid", .text("default:x")), ("created_at", .unsigned(1))])
        call["created_by"] = Self.map([("id", .text("alice"))])
        call["settings"] = Self.map([("ring", ring)])
        let response: [(String, CBOR)] = [
            ("call", .map(call)), ("as_of", .unsigned(4)), ("own_capabilities", .array([.text("join-call")])),
        ]
        #expect(Self.violation(response, 6, path) == "its ring-settings has no incoming_call_timeout_ms")
    }

    @Test func `a part lacks what it always has, also within a list`() {
        let edge = Self.map([("id", .text("sfu-1")), ("host", .text("127.0.0.2")), ("port", .unsigned(1))])
        #expect(Self.violation([("edges", .array([edge]))], 1, "/video/edges") == "its edge-response has no location")
    }

    @Test func `an event is known by its type, and has its fields`() {
        func violation(_ event: [(String, CBOR)]) -> String? {
            let event = Self.map([("created_at", .unsigned(1)), ("call_cid", .text("default:x"))] + event)
            return Self.violation([("first", .unsigned(1)), ("events", .array([event]))], 5, "/video/connect")
        }
        #expect(violation([("type", .text("call.stats_report_ready")), ("session_id", .text("s"))]) == nil)
        #expect(
            violation([("type", .text("call.stats_report_ready"))]) == "its call.stats_report_ready has no session_id")
        #expect(violation([("type", .text("call.unheard_of"))]) == "its event has no known type")
    }

    @Test func `a default value is absent`() {
        #expect(Self.violation([("events", .array([]))], Self.post, "") == "its events is empty, and should be absent")
        let off = [("video", CBOR.boolean(false))]
        #expect(Self.violation(off, Self.post, "") == "its video is false, and should be absent")
        #expect(Self.violation([("muted", .boolean(false))], Self.post, "") == nil)
    }

    private static let post: UInt8 = 2
}
