import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that the fields of a body agree with one another. Each test changes one field of a right body.
@Suite struct BodyFactsTests {
    private static func map(_ pairs: (String, CBOR)...) -> CBOR { .map(CBOR.Map(pairs)) }

    /// Returns the map with another value at the end of a path, or without one.
    private static func changed(_ value: CBOR, _ path: [String], to new: CBOR?) -> CBOR {
        guard let key = path.first else { return new ?? value }
        let pairs = (value.map ?? [:]).compactMap { pair in pair.key.text.map { ($0, pair.value) } }
        let others = pairs.filter { $0.0 != key }
        guard path.count > 1 || new != nil else { return .map(CBOR.Map(others)) }
        let old = pairs.first { $0.0 == key }?.1 ?? map()
        return .map(CBOR.Map(others + [(key, changed(old, Array(path.dropFirst()), to: new))]))
    }

    private static let participant = map(
        ("user", map(("id", .text("alice")))), ("user_session_id", .text("1")), ("joined_at", 12))

    private static let session = map(
        ("id", .text("s")), ("started_at", 10), ("timer_ends_at", 60_010), ("participants", .array([participant])),
        ("participants_count_by_role", map(("user", 1), ("anonymous", 2))), ("anonymous_participant_count", 2),
        ("accepted_by", map(("bob", 11))), ("rejected_by", map(("carol", 20))))

    private static let call = map(
        ("cid", .text("default:x")), ("created_at", 5), ("updated_at", 20), ("recording", true), ("session", session),
        ("settings", map(("limits", map(("max_duration_seconds", 60))))),
        ("egress", map(("composite_recording", map(("status", .text("running")))))))

    private static let event = map(
        ("type", .text("call.rejected")), ("created_at", 20), ("call_cid", .text("default:x")), ("call", call),
        ("user", map(("id", .text("carol")))))

    private static func violation(of event: CBOR) -> String? {
        BodyFacts.violation(of: CBOR.Map([("first", 1), ("events", .array([event]))]))
    }

    @Test func `a body whose fields agree is right`() {
        #expect(Self.violation(of: Self.event) == nil)
        #expect(BodyFacts.violation(of: CBOR.Map([("call", Self.call)])) == nil)
    }

    @Test(
        arguments: [
            (["call_cid"], CBOR.text("default:y")), (["call", "updated_at"], 4), (["call", "ended_at"], 4),
            (["call", "recording"], false),
            (["call", "egress", "hls"], BodyFactsTests.map(("status", .text("running")))),
            (["call", "blocked_user_ids"], .array([.text("bob"), .text("bob")])),
            (["call", "current_session_id"], .text("other")), (["call", "session", "started_at"], 13),
            (["call", "session", "timer_ends_at"], 60_000), (["call", "session", "ended_at"], 20),
            (["call", "session", "anonymous_participant_count"], 1),
            (["call", "session", "missed_by"], BodyFactsTests.map(("bob", 15))),
            (["call", "session", "participants_count_by_role"], BodyFactsTests.map(("anonymous", 2))),
            (["call", "session", "participants"], .array([BodyFactsTests.participant, BodyFactsTests.participant])),
            (["call", "session", "rejected_by"], BodyFactsTests.map(("carol", 19))), (["session_id"], .text("other")),
            (["members"], .array([BodyFactsTests.participant, BodyFactsTests.participant])),
        ] as [([String], CBOR)])
    func `one field that does not agree with the others is a violation`(path: [String], value: CBOR) {
        #expect(Self.violation(of: Self.changed(Self.event, path, to: value)) != nil)
    }

    @Test func `the egress of a call without a session agrees with its flags`() {
        let alone = Self.changed(Self.call, ["session"], to: nil)
        #expect(BodyFacts.violation(of: CBOR.Map([("call", alone)])) == nil)
        let unequal = Self.changed(alone, ["recording"], to: false)
        #expect(
            BodyFacts.violation(of: CBOR.Map([("call", unequal)])) == "its recording is not that of its egress")
    }

    @Test func `a duration is the time between its dates`() {
        let participant = Self.map(("user_session_id", .text("1")), ("joined_at", 1000))
        for (seconds, isRight) in [(2, false), (3, true), (4, false)] {
            let event = Self.map(
                ("type", .text("call.session_participant_left")), ("created_at", 4999), ("participant", participant),
                ("duration_seconds", .integer(Int64(seconds))))
            #expect((Self.violation(of: event) == nil) == isRight)
        }
    }

    @Test(arguments: [
        ("https://x/s/a.mp4", 20, true), ("https://x/t/a.mp4", 20, false), ("https://x/s/b.mp4", 20, false),
        ("https://x/s/a.mp4", 9, false),
    ])
    func `a file has its own address and ends after its beginning`(url: String, end: Int64, isRight: Bool) {
        let file = Self.map(
            ("url", .text(url)), ("filename", .text("a.mp4")), ("session_id", .text("s")), ("start_time", 10),
            ("end_time", .integer(end)))
        let event = Self.map(
            ("type", .text("call.recording_ready")), ("created_at", 30), ("call_recording", file))
        #expect((Self.violation(of: event) == nil) == isRight)
    }

    @Test(arguments: [
        (
            CBOR.Map([
                ("joins", 3), ("participants", 2), ("max_concurrent_participants", 2), ("started_at", 0),
                ("ended_at", 2500), ("call_duration_seconds", 2),
            ]), true
        ),
        (CBOR.Map([("joins", 3), ("participants", 2), ("started_at", 0)]), false),
        (
            CBOR.Map([("joins", 3), ("participants", 1), ("max_concurrent_participants", 2), ("started_at", 0)]), false
        ),
        (CBOR.Map([("joins", 3), ("participants", 4), ("started_at", 0)]), false),
        (CBOR.Map([("joins", 3), ("max_concurrent_participants", 4), ("started_at", 0)]), false),
        (
            CBOR.Map([
                ("joins", 3), ("participants", 2), ("max_concurrent_participants", 2), ("started_at", 0),
                ("ended_at", 2500), ("call_duration_seconds", 3),
            ]), false
        ),
    ])
    func `a report counts at least as many joins as participants`(report: CBOR.Map, isRight: Bool) {
        let page = CBOR.Map([("reports", .array([.map(report)]))])
        #expect((BodyFacts.violation(of: page) == nil) == isRight)
    }

    @Test func `a list of participants is counted by role`() {
        let listed = CBOR.Map([("session_id", "s"), ("participants", [Self.participant])])
        var counted = listed
        counted["participants_count_by_role"] = ["user": 1]
        #expect(BodyFacts.violation(of: counted) == nil)
        #expect(BodyFacts.violation(of: listed) == "it counts fewer participants than it lists")
    }

    @Test func `a session is live until its call is in backstage again`() {
        func call(_ fields: CBOR.Map, isInBackstage: Bool = false) -> CBOR.Map {
            var session = fields
            session["id"] = "s"
            var call: CBOR.Map = ["cid": "default:x", "created_at": 5, "session": .map(session)]
            if isInBackstage { call["backstage"] = true }
            return ["call": .map(call)]
        }
        #expect(BodyFacts.violation(of: call(["live_started_at": 6])) == nil)
        #expect(BodyFacts.violation(of: call(["live_started_at": 6, "live_ended_at": 7], isInBackstage: true)) == nil)
        #expect(
            BodyFacts.violation(of: call(["live_started_at": 6], isInBackstage: true))
                == "its session is live, and its call is in backstage")
        #expect(
            BodyFacts.violation(of: call(["live_ended_at": 7], isInBackstage: true))
                == "its session has ended live, and has not begun it")
        #expect(
            BodyFacts.violation(of: call(["live_started_at": 8, "live_ended_at": 7], isInBackstage: true))
                == "its session has ended live before its beginning")
    }

    // MARK: SFUs

    private static func state(_ participants: [CBOR], total: Int64, anonymous: Int64 = 0) -> CBOR.Map {
        let count = map(("total", .integer(total)), ("anonymous", .integer(anonymous)))
        return CBOR.Map([
            ("call_state", map(("participants", .array(participants)), ("participant_count", count)))
        ])
    }

    @Test func `a call's state lists each session once, and counts all`() {
        let one = Self.map(("session_id", .text("1")), ("published_tracks", .array([1, 2])))
        let two = Self.map(("session_id", .text("2")), ("is_dominant_speaker", true))
        let three = Self.map(("session_id", .text("3")), ("is_dominant_speaker", true))
        let unordered = Self.map(("session_id", .text("4")), ("published_tracks", .array([2, 1])))
        #expect(BodyFacts.violation(of: Self.state([one, two], total: 2)) == nil)
        #expect(BodyFacts.violation(of: Self.state([one, two], total: 1)) != nil)
        #expect(BodyFacts.violation(of: Self.state([one], total: 1, anonymous: 2)) != nil)
        #expect(BodyFacts.violation(of: Self.state([one, one], total: 2)) != nil)
        #expect(BodyFacts.violation(of: Self.state([two, three], total: 2)) != nil)
        #expect(BodyFacts.violation(of: Self.state([unordered], total: 1)) != nil)
    }

    @Test(arguments: [
        (CBOR.Map([("fast_reconnect", true), ("reconnect_details", BodyFactsTests.map(("strategy", 2)))]), true),
        (CBOR.Map([("fast_reconnect", true), ("reconnect_details", BodyFactsTests.map(("strategy", 3)))]), false),
        (CBOR.Map([("reconnect_details", BodyFactsTests.map(("strategy", 2)))]), false),
        (
            CBOR.Map([("reconnect_details", BodyFactsTests.map(("strategy", 3), ("previous_session_id", .text("0"))))]),
            true
        ),
        (
            CBOR.Map([("reconnect_details", BodyFactsTests.map(("strategy", 3), ("previous_session_id", .text("1"))))]),
            false
        ),
        (CBOR.Map([("reconnect_details", BodyFactsTests.map(("strategy", 3)))]), false),
        (CBOR.Map([("reconnect_details", BodyFactsTests.map(("strategy", 4), ("from_sfu_id", .text("sfu-1"))))]), true),
        (CBOR.Map([("reconnect_details", BodyFactsTests.map(("strategy", 4)))]), false), (CBOR.Map(), true),
    ])
    func `a client that reconnects says from where`(rest: CBOR.Map, isRight: Bool) {
        let pairs = rest.compactMap { pair in pair.key.text.map { ($0, pair.value) } }
        let request = CBOR.Map(pairs + [("session_id", .text("1")), ("token", .bytes([1]))])
        #expect((BodyFacts.violation(of: request) == nil) == isRight)
    }

    @Test func `a request names each track once`() {
        let track = Self.map(("track_type", 1))
        #expect(BodyFacts.violation(of: CBOR.Map([("tracks", .array([track]))])) == nil)
        #expect(BodyFacts.violation(of: CBOR.Map([("tracks", .array([track, track]))])) != nil)
    }
}
