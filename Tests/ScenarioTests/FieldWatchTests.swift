import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs about fields that a body always has.
@Suite struct FieldWatchTests {
    private static func violation(_ pairs: [(String, CBOR)], _ path: String, isRequest: Bool = false) -> String? {
        var watch = FieldWatch()
        let bytes = CBOR.map(CBOR.Map(pairs)).encoded()
        // A method that no operation has: the shapes of bodies are not checked here.
        let request = RequestLine(method: 0, path: Array(path.utf8))
        return watch.violation(of: bytes[...], request, isRequest: isRequest, at: nil)
    }

    private static func map(_ pairs: [(String, CBOR)]) -> CBOR { .map(CBOR.Map(pairs)) }

    private static let call = map([
        ("cid", .text("default:x")), ("created_at", .unsigned(1)), ("created_by", map([("id", .text("alice"))])),
    ])

    @Test(arguments: ["accept", "reject", "go_live", "stop_live", "mark_ended"])
    func `a response that describes a call has the call and its age`(_ operation: String) {
        let path = "/video/call/default/x/\(operation)"
        let whole: [(String, CBOR)] = [("call", Self.call), ("as_of", .unsigned(4))]
        #expect(Self.violation(whole, path) == nil)
        #expect(Self.violation([("as_of", .unsigned(4))], path) == "its body has no call")
        #expect(Self.violation([("call", Self.call)], path) == "its body has no as_of")
    }

    @Test(arguments: [
        ("/video/call/default/x/join", "as_of"), ("/video/call/default/x", "as_of"), ("/video/edges", "edges"),
        ("/video/guest", "access_token"), ("/video/connect", "events"), ("/sfu/health", "participant_count"),
        ("/video/call/default/x/start_broadcasting", "playlist_url"),
    ])
    func `the operation of a response names its fields`(_ path: String, _ field: String) {
        #expect(Self.violation([("other", .unsigned(1))], path) == "its body has no \(field)")
    }

    @Test func `a user of a call is not a call`() {
        #expect(Self.violation([("user_id", .text("bob"))], "/video/call/default/x/block", isRequest: true) == nil)
        #expect(
            Self.violation([("other", .unsigned(1))], "/video/call/default/x/block", isRequest: true)
                == "its body has no user_id")
    }

    @Test func `a connect has a token, sealed or not`() {
        let user = ("user", Self.map([("id", .text("alice"))]))
        for name in ["token", "sealed_token"] {
            #expect(Self.violation([user, (name, .bytes([1]))], "/video/connect", isRequest: true) == nil)
        }
        #expect(
            Self.violation([user], "/video/connect", isRequest: true) == "its body has no token or sealed_token")
    }

    @Test func `a part lacks what it always has, also within a list`() {
        let edge = Self.map([("id", .text("sfu-1")), ("host", .text("127.0.0.2")), ("port", .unsigned(1))])
        #expect(Self.violation([("edges", .array([edge]))], "/video/edges") == "its edges has no location")
    }

    @Test func `a default value is absent`() {
        #expect(
            Self.violation([("events", .array([]))], "")?.contains("its events is empty, and should be absent") == true)
        #expect(Self.violation([("video", .boolean(false))], "") == "its video is false, and should be absent")
        #expect(Self.violation([("muted", .boolean(false))], "") == nil)
    }
}
