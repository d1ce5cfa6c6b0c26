import Signaling
import Testing
import Timing
import Wire

@testable import ScenarioStage

/// The memory of requests and their answers, rule by rule.
@Suite struct ResponseRuleTests {
    private static func time(_ order: Int, _ date: Int64 = 0) -> MessageTime { MessageTime(order: order, date: date) }

    // MARK: Requests

    @Test(
        arguments: [
            (UInt8(5), "/video/connect", RequestFacts.Action.connect, nil),
            (1, "/video/call/default/x", .get, "default:x"),
            (2, "/video/call/default/x", .getOrCreate, "default:x"), (6, "/video/call/default/x", .update, "default:x"),
            (2, "/video/call/default/x/join", .join, "default:x"),
            (2, "/video/call/default/x/ring", .ring, "default:x"),
            (2, "/video/call/default/x/accept", .accept, "default:x"),
            (2, "/video/call/default/x/reject", .reject, "default:x"),
            (2, "/video/call/default/x/members", .updateMembers, "default:x"),
            (2, "/video/call/default/x/delete", .delete, "default:x"),
            (2, "/video/call/default/x/block", .block, "default:x"),
            (2, "/video/call/default/x/unblock", .unblock, "default:x"),
            (2, "/video/call/default/x/kick", .kick, "default:x"),
            (2, "/video/call/default/x/user_permissions", .permissions, "default:x"),
            (2, "/video/call/default/x/request_permission", .requestPermission, "default:x"),
            (2, "/video/call/default/x/event", .sendEvent, "default:x"),
            (2, "/video/call/default/x/reaction", .react, "default:x"),
            (2, "/video/call/default/x/raise_hand", .raiseHand, "default:x"),
            (2, "/video/call/default/x/lower_hand", .lowerHand, "default:x"),
            (1, "/video/call/default/x/participants", .getParticipants, "default:x"),
            (2, "/video/call/default/x/go_live", .goLive, "default:x"),
            (2, "/video/call/default/x/stop_live", .stopLive, "default:x"),
            (2, "/video/call/default/x/mark_ended", .markEnded, "default:x"),
            (2, "/video/call/default/x/rtmp_broadcasts", .startBroadcasts, "default:x"),
            (2, "/video/calls", .queryCalls, nil), (2, "/video/call/members", .queryMembers, nil),
            (2, "/video/call/stats", .queryReports, nil),
            (2, "/video/devices", .createDevice, nil), (1, "/video/devices", .listDevices, nil),
            (4, "/video/devices", .deleteDevice, nil),
            (5, "/sfu/join", .joinSession, nil), (2, "/video/call/default/x/stop_broadcasting", .stop, "default:x"),
            (2, "/video/call/default/x/stop_transcription", .stop, "default:x"), (2, "/sfu/health", .other, nil),
            (4, "/video/connect", .disconnect, nil),
            (2, "/video/call/default/x/start_frame_recording", .startFrames, "default:x"),
            (2, "/video/call/default/x/start_broadcasting", .startHLS, "default:x"),
            (2, "/video/call/default/x/start_transcription", .startTranscription, "default:x"),
            (2, "/video/call/default/x/start_closed_captions", .startCaptions, "default:x"),
            (1, "/nowhere", .other, nil),
        ] as [(UInt8, String, RequestFacts.Action, String?)])
    func `a request is known by its route`(
        _ method: UInt8, _ path: String, _ action: RequestFacts.Action, _ cid: String?
    ) throws {
        let facts = try SampleRequest.facts(method, path)
        #expect(facts.action == action && facts.cid == cid)
    }

    @Test func `the query of a request has names and values`() throws {
        let facts = try SampleRequest.facts(
            1, "/video/call/default/x", query: ["ring=true", "a=b=c", "flag", "members_limit=3"])
        #expect(facts.query == ["ring": "true", "a": "b=c", "members_limit": "3"])
        #expect(facts.mayRing && facts.membersLimit == 3)
        let plain = try SampleRequest.facts(1, "/video/call/default/x")
        #expect(!plain.mayRing && plain.membersLimit == nil)
    }

    @Test(
        arguments: [
            ("ring", [:], true, nil), ("join", ["ring": true], true, nil), ("join", [:], false, nil),
            ("join", ["create": true, "data": ["team": "t"]], false, ["team": "t"]),
            ("join", ["data": ["team": "t"]], false, nil),
            ("accept", ["ring": true], false, nil),
        ] as [(String, CBOR.Map, Bool, CBOR.Map?)])
    func `a request may ring, or create its call`(
        _ segment: String, _ body: CBOR.Map, _ rings: Bool, _ creation: CBOR.Map?
    ) throws {
        let facts = try SampleRequest.facts(2, "/video/call/default/x/\(segment)", body)
        #expect(facts.mayRing == rings && facts.creation == creation)
    }

    @Test func `a call is created by reading it, and a body that is not read may ring`() throws {
        #expect(try SampleRequest.facts(2, "/video/call/default/x").creation == [:])
        #expect(try SampleRequest.facts(2, "/video/call/default/x", nil).creation == nil)
        #expect(try SampleRequest.facts(2, "/video/call/default/x", nil).mayRing)
        #expect(try SampleRequest.facts(2, "/video/call/default/x", ["members_limit": 4]).membersLimit == 4)
        #expect(try SampleRequest.facts(2, "/video/call/default/x").listsAllMembers)
        #expect(try !SampleRequest.facts(2, "/video/call/default/x", ["members_limit": 4]).listsAllMembers)
        #expect(try !SampleRequest.facts(2, "/video/call/default/x/kick").listsAllMembers)
    }

    // MARK: Changes

    private static func changes(_ method: UInt8, _ path: String, _ body: CBOR.Map = [:], query: [String] = []) throws
        -> [String]
    {
        let (scope, changes) = try SampleRequest.facts(method, path, body, query: query).requestedChanges
        return [scope] + changes.map { "\($0.key.text) \($0.value.diagnostic)" }.sorted()
    }

    @Test(
        arguments: [
            (UInt8(6), "", ["custom": ["a": 1], "starts_at": 5], ["custom {\"a\": 1}", "starts_at 5"]),
            (6, "", [:], []),
            (
                6, "", ["settings_override": ["ring": ["missed_call_timeout_ms": 7, "zzz": 1]]],
                ["settings.ring.missed_call_timeout_ms 7"]
            ),
            (2, "", [:], ["custom {}"]),
            (
                2, "", ["data": ["members": [["user_id": "bob", "role": "host"]]]],
                ["custom {}", "member bob {\"role\": \"host\", \"user_id\": \"bob\"}"]
            ),
            (2, "/join", ["data": ["custom": ["a": 1]]], []),
            (2, "/join", ["create": true, "data": ["custom": ["a": 1]]], ["custom {\"a\": 1}"]),
            (
                2, "/members", ["update_members": [["user_id": "bob"]], "remove_members": ["carol"]],
                ["member bob {\"user_id\": \"bob\"}", "member carol null"]
            ),
            (2, "/block", ["user_id": "bob"], ["blocked_user_ids of bob true"]),
            (2, "/unblock", ["user_id": "bob"], ["blocked_user_ids of bob false"]),
            (2, "/kick", ["user_id": "bob"], []),
            (2, "/kick", ["user_id": "bob", "block": true], ["blocked_user_ids of bob true"]),
            (2, "/raise_hand", [:], ["hand_raised_at of alice true"]),
            (2, "/lower_hand", [:], ["hand_raised_at of alice false"]), (2, "/accept", [:], []),
        ] as [(UInt8, String, CBOR.Map, [String])])
    func `a request changes facts of its call`(_ method: UInt8, _ path: String, _ body: CBOR.Map, _ changes: [String])
        throws
    {
        #expect(try Self.changes(method, "/video/call/default/x\(path)", body) == ["default:x"] + changes)
    }

    @Test func `a request may change devices of its user, and a query is about its call`() throws {
        #expect(try Self.changes(2, "/video/devices", ["id": "d"]) == ["devices of alice", "device d {\"id\": \"d\"}"])
        #expect(try Self.changes(4, "/video/devices", query: ["id=d"]) == ["devices of alice", "device d null"])
        #expect(try Self.changes(1, "/video/devices") == ["devices of alice"])
        #expect(try Self.changes(2, "/video/call/members", ["type": "default", "id": "y"]) == ["default:y"])
    }

    @Test(arguments: [
        ("/video/devices", UInt8(2), true), ("/video/devices", 4, true), ("/video/devices", 1, false),
        ("/video/call/default/x/raise_hand", 2, true),
        ("/video/call/default/x/lower_hand", 2, true), ("/video/call/default/x/accept", 2, true),
        ("/video/call/default/x/reject", 2, true),
        ("/video/call/default/x/block", 2, false),
    ])
    func `the effect of some requests depends on their user`(_ path: String, _ method: UInt8, _ depends: Bool) throws {
        #expect(try SampleRequest.facts(method, path, user: nil).changesUnknownUser == depends)
        #expect(try !SampleRequest.facts(method, path).changesUnknownUser)
    }

    // MARK: Granted facts

    private static func known(_ facts: GrantedFacts, _ age: GrantedFacts.Age) -> CBOR? {
        facts.known(of: "s", age).first?.value
    }

    @Test func `a fact is known to what is asked for, or made, after it was granted`() {
        var facts = GrantedFacts()
        facts.begin([.custom], of: "s")
        #expect(Self.known(facts, .requestedAt(9)) == nil)
        facts.end([.custom: 1], of: "s", .granted, at: Self.time(5, 50))
        #expect(Self.known(facts, .requestedAt(6)) == 1 && Self.known(facts, .requestedAt(5)) == nil)
        #expect(Self.known(facts, .createdAt(51)) == 1 && Self.known(facts, .createdAt(50)) == nil)
        #expect(facts.known(of: "t", .requestedAt(9)).isEmpty)
        facts.begin([.custom], of: "s")
        #expect(Self.known(facts, .requestedAt(9)) == nil)
        facts.end([.custom: 2], of: "s", .refused, at: Self.time(7))
        #expect(Self.known(facts, .requestedAt(9)) == 1)
        facts.begin([.custom], of: "s")
        facts.end([.custom: 3], of: "s", .unclear, at: Self.time(8))
        #expect(Self.known(facts, .requestedAt(9)) == nil)
    }

    @Test func `of two requests at one time, neither is known`() {
        var facts = GrantedFacts()
        facts.begin([.custom], of: "s")
        facts.begin([.custom], of: "s")
        facts.end([.custom: 1], of: "s", .granted, at: Self.time(1))
        facts.end([.custom: 2], of: "s", .granted, at: Self.time(2))
        #expect(Self.known(facts, .requestedAt(9)) == nil)
        facts.begin([.custom], of: "s")
        facts.end([.custom: 3], of: "s", .granted, at: Self.time(3))
        #expect(Self.known(facts, .requestedAt(9)) == 3)
        facts.end([.startsAt: 3], of: "s", .granted, at: Self.time(4))
        #expect(facts.known(of: "s", .requestedAt(9)).count == 1)
    }

    @Test func `a scope is forgotten, or known no more`() {
        var facts = GrantedFacts()
        facts.begin([.custom, .startsAt], of: "s")
        facts.end([.custom: 1], of: "s", .granted, at: Self.time(1))
        facts.forget("s")
        #expect(Self.known(facts, .requestedAt(9)) == nil)
        facts.end([.startsAt: 2], of: "s", .granted, at: Self.time(2))
        #expect(Self.known(facts, .requestedAt(9)) == nil)
        facts.begin([.startsAt], of: "s")
        facts.end([.startsAt: 3], of: "s", .granted, at: Self.time(3))
        #expect(Self.known(facts, .requestedAt(9)) == 3)
        facts.disregard("s")
        facts.begin([.startsAt], of: "s")
        facts.end([.startsAt: 4], of: "s", .granted, at: Self.time(4))
        #expect(Self.known(facts, .requestedAt(9)) == nil)
    }

    // MARK: Creations and egress

    @Test func `a call is created once, but by guests, and after a request to delete it`() throws {
        var creations = Creations()
        let create = try SampleRequest.facts(2, "/video/call/default/x")
        #expect(creations.violation(ofCreationBy: create) == nil)
        #expect(creations.violation(ofCreationBy: create) == "its call is created, which it was before")
        #expect(creations.violation(ofCreationBy: try SampleRequest.facts(2, "/video/call/default/y")) == nil)
        #expect(
            creations.violation(ofCreationBy: try SampleRequest.facts(2, "/video/call/default/x", user: "guest-a"))
                == nil)
        #expect(
            creations.violation(ofCreationBy: try SampleRequest.facts(2, "/video/call/default/x", user: nil)) == nil)
        creations.begin(create)
        #expect(creations.violation(ofCreationBy: create) != nil)
        creations.begin(try SampleRequest.facts(2, "/video/call/default/x/delete"))
        #expect(creations.violation(ofCreationBy: create) == nil)
    }

    @Test(
        arguments: [
            (10, 10, 15, true), (10, 15, 15, true), (10, 9, 15, false), (10, 16, 15, false), (10, 99, nil, true),
        ] as [(Int64, Int64, Int64?, Bool)])
    func `a stop of egress has a request at its time`(
        _ asked: Int64, _ stopped: Int64, _ answered: Int64?, _ isRight: Bool
    ) throws {
        var ends = EgressEnds()
        let request = try SampleRequest.facts(2, "/video/call/default/x/stop_broadcasting", order: 3, date: asked)
        ends.begin(request, "x")
        if let answered { ends.end(request, "x", at: Self.time(4, answered)) }
        #expect(ends.violation(ofEvent: "call.hls_broadcasting_stopped", "x", at: stopped, on: "c") == nil)
        let text = ends.violation(ofEvent: "custom", "x", at: stopped + 1, on: "c")
        #expect(text == (isRight ? nil : "its call.hls_broadcasting_stopped has no request, and its session continues"))
    }

    @Test(
        arguments: [
            ("recordings/composite/stop", [:], ["call.recording_"]),
            ("rtmp_broadcasts/stop", [:], ["call.rtmp_broadcast_"]),
            ("rtmp_broadcasts/stop/stop", [:], ["call.rtmp_broadcast_"]),
            ("stop_frame_recording", [:], ["call.frame_recording_"]),
            ("stop_transcription", [:], ["call.transcription_"]),
            ("stop_transcription", ["stop_closed_captions": true], ["call.transcription_", "call.closed_captions_"]),
            ("stop_closed_captions", ["stop_transcription": true], ["call.transcription_", "call.closed_captions_"]),
            ("stop_live", [:], kinds),
        ] as [(String, CBOR.Map, [String])])
    func `a request stops the egress that it names`(_ path: String, _ body: CBOR.Map, _ stopped: [String]) throws {
        for kind in Self.kinds {
            var ends = EgressEnds()
            ends.begin(try SampleRequest.facts(2, "/video/call/default/x/\(path)", body, order: 3, date: 10), "x")
            _ = ends.violation(ofEvent: "\(kind)stopped", "x", at: 10, on: "c")
            let isRight = ends.violation(ofEvent: "custom", "x", at: 11, on: "c") == nil
            #expect(isRight == stopped.contains(kind), "\(kind)")
        }
    }

    private static let kinds = [
        "call.recording_", "call.rtmp_broadcast_", "call.hls_broadcasting_", "call.frame_recording_",
        "call.transcription_", "call.closed_captions_",
    ]

    @Test(arguments: [
        ("call.session_ended", "x", Int64(10), true), ("call.ended", "x", 10, true), ("call.deleted", "x", 10, true),
        ("call.ended", "y", 10, false),
        ("call.ended", "x", 11, false), ("custom", "x", 10, false),
    ])
    func `a stop without a request ends with its session`(_ type: String, _ cid: String, _ date: Int64, _ isRight: Bool)
    {
        var ends = EgressEnds()
        #expect(ends.violation(ofEvent: "call.recording_stopped", "x", at: 10, on: "c") == nil)
        _ = ends.violation(ofEvent: type, cid, at: date, on: "c")
        let text = ends.violation(ofEvent: "custom", "x", at: 20, on: "c")
        #expect((text == nil) == isRight)
    }

    @Test func `a stop is judged on its own connection, once, and not after skipped events`() {
        var ends = EgressEnds()
        _ = ends.violation(ofEvent: "call.recording_stopped", "x", at: 10, on: "c")
        #expect(ends.violation(ofEvent: "custom", "x", at: 20, on: "d") == nil)
        #expect(ends.violation(ofEvent: "custom", "y", at: 20, on: "c") == nil)
        #expect(ends.violation(ofEvent: "custom", "x", at: 20, on: "c") != nil)
        #expect(ends.violation(ofEvent: "custom", "x", at: 20, on: "c") == nil)
        _ = ends.violation(ofEvent: "call.recording_stopped", "x", at: 30, on: "c")
        ends.skip("c")
        #expect(ends.violation(ofEvent: "custom", "x", at: 40, on: "c") == nil)
        _ = ends.violation(ofEvent: "track_stopped", "x", at: 50, on: "c")
        #expect(ends.violation(ofEvent: "custom", "x", at: 60, on: "c") == nil)
    }

    // MARK: Events of requests

    @Test(
        arguments: [
            ("event", ["custom": ["a": 1]], "custom", ["user": ["id": "alice"], "custom": ["a": 1]], true),
            ("event", ["custom": ["a": 1]], "custom", ["user": ["id": "alice"], "custom": ["a": 2]], false),
            ("event", ["custom": ["a": 1]], "custom", ["user": ["id": "bob"], "custom": ["a": 1]], false),
            ("event", ["custom": [:]], "custom", ["user": ["id": "alice"]], true),
            (
                "reaction", ["type": "t", "emoji_code": "e"], "call.reaction_new",
                ["reaction": ["user": ["id": "alice"], "type": "t", "emoji_code": "e"]], true
            ),
            (
                "reaction", ["type": "t"], "call.reaction_new", ["reaction": ["user": ["id": "alice"], "type": "u"]],
                false
            ),
            (
                "reaction", ["type": "t"], "call.reaction_new", ["reaction": ["user": ["id": "bob"], "type": "t"]],
                false
            ),
            (
                "request_permission", ["permissions": ["a", "b"]], "call.permission_request",
                ["user": ["id": "alice"], "permissions": ["b"]], true
            ),
            (
                "request_permission", ["permissions": ["a", "b"]], "call.permission_request",
                ["user": ["id": "alice"], "permissions": ["b", "c"]], false
            ),
            ("reject", ["reason": "busy"], "call.rejected", ["user": ["id": "alice"], "reason": "busy"], true),
            ("reject", ["reason": "busy"], "call.rejected", ["user": ["id": "alice"]], false),
            ("reject", [:], "call.rejected", ["user": ["id": "alice"]], true),
            (
                "rtmp_broadcasts", ["broadcasts": [["name": "n"], ["name": "m"]]], "call.rtmp_broadcast_started",
                ["name": "m"], true
            ),
            ("rtmp_broadcasts", ["broadcasts": [["name": "n"]]], "call.rtmp_broadcast_started", ["name": "m"], false),
            ("ring", [:], "call.ring", ["user": ["id": "alice"]], true),
            ("ring", ["video": true], "call.ring", ["user": ["id": "alice"], "video": true], true),
            ("ring", [:], "call.ring", ["user": ["id": "alice"], "video": true], false),
            ("ring", [:], "call.missed", ["user": ["id": "alice"]], true),
            ("join", ["notify": true], "call.notification", ["user": ["id": "alice"]], true),
            ("join", [:], "call.notification", ["user": ["id": "alice"]], false),
            ("join", [:], "call.updated", [:], true),
            ("mute_users", ["user_ids": ["bob"]], "call.user_muted", muted("bob"), true),
            ("mute_users", ["user_ids": ["bob"]], "call.user_muted", muted("bob", "carol"), false),
            ("mute_users", ["user_ids": ["bob"]], "call.user_muted", muted("bob", by: "carol"), false),
            ("mute_users", ["mute_all_users": true], "call.user_muted", muted("bob", "carol"), true),
        ] as [(String, CBOR.Map, String, CBOR.Map, Bool)])
    func `an event has the content of a request`(
        _ segment: String, _ body: CBOR.Map, _ type: String, _ event: CBOR.Map, _ isRight: Bool
    ) throws {
        var events = RequestedEvents()
        events.record(try SampleRequest.facts(2, "/video/call/default/x/\(segment)", body))
        let text = events.violation(ofEvent: event, type, "default:x")
        #expect((text == nil) == isRight, "\(text ?? "")")
        if let text { #expect(text.hasPrefix("its \(type) has content that no request had: ")) }
        if isRight, type != "call.updated" { #expect(events.violation(ofEvent: event, type, "default:y") != nil) }
    }

    private static func muted(_ users: String..., by user: String = "alice") -> CBOR.Map {
        ["from_user_id": .text(user), "muted_user_ids": .array(users.map { .text($0) })]
    }

    @Test(arguments: [(["ring=true"], false), (["notify=true"], false), (["ring=true", "video=true"], true)])
    func `a call that is read may ring by its query`(_ query: [String], _ isVideo: Bool) throws {
        var events = RequestedEvents()
        events.record(try SampleRequest.facts(1, "/video/call/default/x", query: query))
        let user: CBOR = ["id": "alice"]
        #expect((events.violation(ofEvent: ["user": user, "video": true], "call.ring", "default:x") == nil) == isVideo)
        #expect((events.violation(ofEvent: ["user": user], "call.ring", "default:x") == nil) == !isVideo)
    }

    // MARK: Settings

    @Test(
        arguments: [
            ("ring", "auto_cancel_timeout_ms", 15_000), ("ring", "incoming_call_timeout_ms", 15_000),
            ("ring", "missed_call_timeout_ms", 15_000),
            ("audio", "mic_default_on", true), ("audio", "speaker_default_on", true),
            ("audio", "default_device", "speaker"),
            ("video", "camera_default_on", true), ("video", "enabled", true), ("backstage", "enabled", false),
            ("backstage", "join_ahead_time_seconds", 0),
            ("recording", "mode", "available"), ("limits", "max_duration_seconds", 0),
            ("limits", "max_participants", 0), ("thumbnails", "enabled", false),
        ] as [(String, String, CBOR)])
    func `a setting has its default when it is absent`(_ part: String, _ name: String, _ value: CBOR) throws {
        let override = CBOR.Map([(part, .map(CBOR.Map([(name, "other")])))])
        let fields = SettingsTable.fields(of: override)
        let field = try #require(fields.first?.field)
        #expect(fields.count == 1 && fields.first?.value == "other" && field.text == "\(part).\(name)")
        #expect(SettingsTable.value(of: field, in: nil) == value && SettingsTable.value(of: field, in: [:]) == value)
        #expect(SettingsTable.value(of: field, in: override) == "other")
    }

    @Test func `a setting may be deeper, and others are not judged`() {
        let deep: CBOR.Map = ["audio": ["noise_cancellation": ["mode": "disabled"], "zzz": 1], "zzz": ["a": 1]]
        let fields = SettingsTable.fields(of: deep)
        #expect(fields.map(\.field.text) == ["audio.noise_cancellation.mode"] && fields.map(\.value) == ["disabled"])
        #expect(fields.first.flatMap { SettingsTable.value(of: $0.field, in: [:]) } == "available")
    }
}
