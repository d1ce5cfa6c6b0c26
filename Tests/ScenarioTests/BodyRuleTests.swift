import Testing
import Wire

@testable import ScenarioStage

/// Each rule about the fields of a body, at its border.
@Suite struct BodyRuleTests {
    private static func call(_ fields: CBOR.Map) -> CBOR.Map {
        var call = fields
        call["cid"] = "default:x"
        if call["created_at"] == nil { call["created_at"] = 5 }
        return ["call": .map(call)]
    }

    private static func session(_ fields: CBOR.Map, _ call: CBOR.Map = [:]) -> CBOR.Map {
        var all = call
        all["session"] = .map(fields)
        return self.call(all)
    }

    private static let egress: CBOR = ["composite_recording": ["status": "running"]]

    @Test(
        arguments: [
            (["updated_at": 5], nil), (["updated_at": 4], "its call was updated before its creation"),
            (["ended_at": 5], nil),
            (["ended_at": 4], "its call has ended before its creation"), (["blocked_user_ids": ["a", "b"]], nil),
            (["blocked_user_ids": ["a", "b", "a"]], "its blocked_user_ids list an entry twice"),
            (["recording": true], "its recording is not that of its egress"),
            (["egress": egress, "recording": true], nil),
            (["egress": egress], "its recording is not that of its egress"),
            (["egress": ["individual_recording": ["status": "running"]], "recording": true], nil),
            (["egress": ["raw_recording": ["status": "running"]], "recording": true], nil),
            (
                ["egress": ["raw_recording": ["status": "stopped"]], "recording": true],
                "its recording is not that of its egress"
            ),
            (["egress": ["broadcasting": true]], "its broadcasting is not that of its egress"),
            (["egress": ["hls": ["status": "running"], "broadcasting": true]], nil),
            (["egress": ["hls": ["status": "running"]]], "its broadcasting is not that of its egress"),
            (["egress": ["rtmps": [["status": "stopped"], ["status": "running"]], "broadcasting": true]], nil),
            (
                ["egress": ["rtmps": [["status": "stopped"]], "broadcasting": true]],
                "its broadcasting is not that of its egress"
            ),
        ] as [(CBOR.Map, String?)])
    func `a call agrees with itself`(_ fields: CBOR.Map, _ rule: String?) {
        #expect(BodyFacts.violation(of: Self.call(fields)) == rule)
        #expect(BodyFacts.violation(of: ["calls": [.map(Self.call(fields))]]) == rule)
    }

    @Test func `a call without a date of its creation is not judged`() {
        #expect(BodyFacts.violation(of: ["call": ["updated_at": 4, "recording": true]]) == nil)
    }

    private static let late: String? = "its session has a participant that joined before the start"
    private static let end: String? = "its session has an end before its start, or still lists participants"
    private static let timer: String? = "its timer_ends_at is not its start plus the maximum duration"

    @Test(
        arguments: [
            (["id": "s"], ["current_session_id": "s"], nil),
            (["id": "s"], ["current_session_id": "t"], "its current_session_id is not that of its session"),
            (["id": "s"], ["recording": true], "its recording is not that of its egress"),
            (["live_ended_at": 2], [:], "its session has ended live, and has not begun it"),
            (["live_started_at": 2, "live_ended_at": 2], ["backstage": true], nil),
            (["live_started_at": 2, "live_ended_at": 1], [:], "its session has ended live before its beginning"),
            (["live_started_at": 2], [:], nil),
            (["live_started_at": 2], ["backstage": true], "its session is live, and its call is in backstage"),
            (["participants": [["user_session_id": "1"]]], [:], "it counts fewer participants than it lists"),
            (
                ["participants": [["user_session_id": "1"]], "participants_count_by_role": ["user": 1]], [:],
                "its session has participants, and has not started"
            ),
            (
                [
                    "participants": [["user_session_id": "1"], ["user_session_id": "1"]],
                    "participants_count_by_role": ["user": 2],
                ],
                [:], "its session lists an entry twice"
            ),
            (
                [
                    "participants": [["user_session_id": "1", "role": "host"]],
                    "participants_count_by_role": ["user": 1],
                ], [:],
                "it counts fewer participants than it lists"
            ),
            (["participants_count_by_role": ["user": 0]], [:], "it counts zero participants of a role"),
            (
                ["participants_count_by_role": ["anonymous": 2]], [:],
                "its anonymous participants are counted in two ways"
            ),
            (["anonymous_participant_count": 2], [:], "its anonymous participants are counted in two ways"),
            (["participants_count_by_role": ["anonymous": 2], "anonymous_participant_count": 2], [:], nil),
            (["accepted_by": ["bob": 1], "rejected_by": ["carol": 1], "missed_by": ["dave": 1]], [:], nil),
            (["accepted_by": ["bob": 1], "missed_by": ["bob": 1]], [:], "its session has two answers of one user"),
            (["rejected_by": ["bob": 1], "missed_by": ["bob": 1]], [:], "its session has two answers of one user"),
            (["started_at": 10], [:], nil),
            (
                [
                    "started_at": 10, "participants": [["user_session_id": "1", "joined_at": 10]],
                    "participants_count_by_role": ["user": 1],
                ],
                [:], nil
            ),
            (
                [
                    "started_at": 10, "participants": [["user_session_id": "1", "joined_at": 9]],
                    "participants_count_by_role": ["user": 1],
                ],
                [:], late
            ),
            (["started_at": 10, "ended_at": 10], [:], nil), (["started_at": 10, "ended_at": 9], [:], end),
            (
                [
                    "started_at": 10, "ended_at": 11, "participants": [["user_session_id": "1"]],
                    "participants_count_by_role": ["user": 1],
                ], [:], end
            ),
            (["started_at": 10, "timer_ends_at": 60_010], ["settings": ["limits": ["max_duration_seconds": 60]]], nil),
            (
                ["started_at": 10, "timer_ends_at": 60_009], ["settings": ["limits": ["max_duration_seconds": 60]]],
                timer
            ),
            (["started_at": 10], ["settings": ["limits": ["max_duration_seconds": 60]]], timer),
            (["started_at": 10, "timer_ends_at": 10], ["settings": ["limits": ["max_duration_seconds": 0]]], timer),
            (["started_at": 10, "timer_ends_at": 1010], ["settings": ["limits": ["max_duration_seconds": 1]]], nil),
        ] as [(CBOR.Map, CBOR.Map, String?)])
    func `a session agrees with itself and its call`(_ session: CBOR.Map, _ call: CBOR.Map, _ rule: String?) {
        #expect(BodyFacts.violation(of: Self.session(session, call)) == rule)
    }

    @Test(
        arguments: [
            (["members": ["alice", "bob"]], nil), (["members": ["alice", "alice"]], "its members list an entry twice"),
            (["members": [["user": ["id": "a"]], ["user": ["id": "a"]]]], "its members list an entry twice"),
            (["own_capabilities": ["a", "b"]], nil),
            (["own_capabilities": ["a", "a"]], "its own_capabilities list an entry twice"),
            (["joins": 2, "started_at": 0, "participants": 2, "max_concurrent_participants": 2], nil),
            (["joins": 1, "started_at": 0, "participants": 2], "its participants are more than its joins"),
            (
                ["joins": 1, "started_at": 0, "max_concurrent_participants": 2],
                "its max_concurrent_participants are more than its joins"
            ),
            (
                ["joins": 1, "started_at": 0, "participants": 1],
                "its max_concurrent_participants are none, or more than its participants"
            ),
            (
                ["joins": 3, "started_at": 0, "participants": 2, "max_concurrent_participants": 3],
                "its max_concurrent_participants are none, or more than its participants"
            ),
            (["joins": 1, "participants": 2], nil), (["joins": 0, "started_at": 5, "ended_at": 5], nil),
            (
                ["joins": 0, "started_at": 5, "ended_at": 4],
                "its call_duration_seconds are not the time between its dates"
            ),
            (["joins": 0, "started_at": 5, "ended_at": 1004, "call_duration_seconds": 0], nil),
            (["joins": 0, "started_at": 5, "ended_at": 1005, "call_duration_seconds": 1], nil),
            (
                ["joins": 0, "started_at": 5, "ended_at": 1005, "call_duration_seconds": 0],
                "its call_duration_seconds are not the time between its dates"
            ),
        ] as [(CBOR.Map, String?)])
    func `a response agrees with itself`(_ body: CBOR.Map, _ rule: String?) {
        #expect(BodyFacts.violation(of: body) == rule)
        if body["joins"] != nil { #expect(BodyFacts.violation(of: ["reports": [.map(body)]]) == rule) }
    }

    // MARK: Events

    private static func event(_ type: String, _ fields: CBOR.Map, _ call: CBOR.Map? = nil) -> CBOR.Map {
        var event = fields
        event["type"] = .text(type)
        event["created_at"] = 20
        if let call {
            var carried = call
            carried["cid"] = "default:x"
            if carried["created_at"] == nil { carried["created_at"] = 5 }
            event["call"] = .map(carried)
            if event["call_cid"] == nil { event["call_cid"] = "default:x" }
        }
        return ["first": 1, "events": [.map(event)]]
    }

    /// Calls that an event carries, and true when they agree with it.
    @Test(
        arguments: [
            ("call.created", [:], ["created_at": 20], true), ("call.created", [:], ["created_at": 19], false),
            ("call.ended", [:], ["ended_at": 20], true), ("call.ended", [:], ["ended_at": 20, "updated_at": 20], true),
            ("call.ended", [:], [:], false), ("call.ended", [:], ["ended_at": 20, "updated_at": 19], false),
            ("call.session_started", ["session_id": "s"], ["session": ["id": "s", "started_at": 20]], true),
            ("call.session_started", ["session_id": "s"], ["session": ["id": "s", "started_at": 19]], false),
            (
                "call.session_ended", ["session_id": "s"], ["session": ["id": "s", "started_at": 9, "ended_at": 20]],
                true
            ),
            ("call.session_ended", ["session_id": "s"], ["session": ["id": "s", "started_at": 9]], false),
            ("call.live_started", [:], [:], true),
            ("call.live_started", [:], ["session": ["live_started_at": 20]], true),
            ("call.live_started", [:], ["session": ["live_started_at": 19]], false),
            ("call.live_started", [:], ["backstage": true], false),
            ("call.accepted", ["user": ["id": "bob"]], ["session": ["accepted_by": ["bob": 20]]], true),
            ("call.accepted", ["user": ["id": "bob"]], ["session": ["accepted_by": ["bob": 19]]], false),
            ("call.accepted", ["user": ["id": "bob"]], ["session": ["accepted_by": ["carol": 20]]], false),
            ("call.rejected", ["user": ["id": "bob"]], ["session": ["rejected_by": ["bob": 20]]], true),
            ("call.rejected", ["user": ["id": "bob"]], ["session": ["rejected_by": ["bob": 19]]], false),
            ("call.rejected", ["user": ["id": "bob"]], ["session": ["accepted_by": ["bob": 19]]], true),
            ("call.updated", [:], ["updated_at": 20], true), ("call.updated", [:], ["updated_at": 19], false),
            ("call.updated", [:], ["created_at": 20], true), ("call.member_added", [:], ["updated_at": 19], false),
            ("call.member_updated", [:], ["updated_at": 19], false),
            ("call.member_removed", [:], ["updated_at": 19], false),
            ("call.member_updated_permission", [:], ["updated_at": 19], false),
            ("call.member_added", [:], ["updated_at": 20], true),
            ("call.deleted", [:], ["updated_at": 19], true),
        ] as [(String, CBOR.Map, CBOR.Map, Bool)])
    func `an event agrees with the call that it carries`(
        _ type: String, _ event: CBOR.Map, _ call: CBOR.Map, _ isRight: Bool
    ) {
        #expect(
            BodyFacts.violation(of: Self.event(type, event, call))
                == (isRight ? nil : "\(type) does not agree with the call that it carries"))
    }

    private static let frame: String? = "its frame has another date than its event"
    private static let duration: String? = "its duration_seconds are not the time since joined_at"
    private static let file: CBOR = [
        "start_time": 3, "end_time": 3, "session_id": "s", "filename": "f", "url": "https://x/s/f",
    ]

    @Test(
        arguments: [
            (event("call.updated", ["call_cid": "default:y"], ["updated_at": 20]), "call.updated carries another call"),
            (
                event("call.deleted", ["session_id": "t"], ["session": ["id": "s"]]),
                "call.deleted names another session"
            ),
            (event("call.deleted", ["session_id": ""], [:]), nil),
            (event("call.deleted", [:], ["recording": true]), "its recording is not that of its egress"),
            (event("call.blocked_user", ["user": ["id": "a"], "blocked_by_user": ["id": "b"]]), nil),
            (
                event("call.blocked_user", ["user": ["id": "a"], "blocked_by_user": ["id": "a"]]),
                "its user is also the user that caused it"
            ),
            (event("call.kicked_user", ["user": ["id": "a"], "kicked_by_user": ["id": "b"]]), nil),
            (
                event("call.kicked_user", ["user": ["id": "a"], "kicked_by_user": ["id": "a"]]),
                "its user is also the user that caused it"
            ),
            (event("call.session_participant_left", ["participant": ["joined_at": 5], "duration_seconds": 0]), nil),
            (
                event("call.session_participant_left", ["participant": ["joined_at": 5], "duration_seconds": 1]),
                duration
            ),
            (event("call.session_participant_left", ["participant": ["joined_at": 5]]), duration),
            (event("call.session_participant_count_updated", ["participants_count_by_role": ["user": 1]]), nil),
            (
                event("call.session_participant_count_updated", ["participants_count_by_role": ["user": 0]]),
                "it counts zero participants of a role"
            ),
            (event("call.recording_ready", ["call_recording": file]), nil),
            (event("call.transcription_ready", ["call_transcription": file]), nil),
            (event("call.recording_ready", [:]), "its file ends before its beginning"),
            (
                event("call.transcription_ready", ["call_transcription": ["start_time": 3, "end_time": 2]]),
                "its file ends before its beginning"
            ),
            (
                event(
                    "call.recording_ready",
                    ["call_recording": ["start_time": 3, "end_time": 4, "url": "https://x/s/f"]]),
                "its file has the address of another one"
            ),
            (event("call.frame_recording_ready", ["captured_at": 20]), nil),
            (event("call.frame_recording_ready", ["captured_at": 19]), frame),
            (event("call.frame_recording_ready", [:]), frame), (event("custom", [:]), nil),
        ] as [(CBOR.Map, String?)])
    func `an event agrees with itself`(_ body: CBOR.Map, _ rule: String?) {
        #expect(BodyFacts.violation(of: body) == rule)
    }

    @Test func `the first event that is wrong is named`() {
        let wrong: CBOR = ["type": "call.frame_recording_ready", "created_at": 20]
        let other: CBOR = ["type": "call.recording_ready", "created_at": 20]
        let right: CBOR = ["type": "custom", "created_at": 20]
        #expect(BodyFacts.violation(of: ["events": [right, wrong, other]]) == Self.frame)
        #expect(BodyFacts.violation(of: ["events": [other, wrong]]) == "its file ends before its beginning")
    }

    // MARK: SFUs

    @Test(
        arguments: [
            (["participants": [["session_id": "1"], ["session_id": "2"]], "participant_count": ["total": 2]], nil),
            (
                ["participants": [["session_id": "1"], ["session_id": "1"]], "participant_count": ["total": 2]],
                "it lists a session twice"
            ),
            (["pins": [["session_id": "1"], ["session_id": "2"]]], nil),
            (["pins": [["session_id": "1"], ["session_id": "1"]]], "it has a pin twice"),
            (["participants": [["is_dominant_speaker": true], [:]], "participant_count": ["total": 2]], nil),
            (
                [
                    "participants": [["is_dominant_speaker": true], ["is_dominant_speaker": true]],
                    "participant_count": ["total": 2],
                ],
                "two participants dominate"
            ),
            (["participants": [["session_id": "1"]]], "it counts fewer participants than it lists"),
            (["participant_count": ["total": 2, "anonymous": 2]], nil),
            (["participant_count": ["total": 2, "anonymous": 3]], "it counts fewer participants than it lists"),
            (["participants": [["published_tracks": [1, 2]]], "participant_count": ["total": 1]], nil),
            (
                ["participants": [["published_tracks": [2, 1]]], "participant_count": ["total": 1]],
                "its participant has a track twice, or in no order"
            ),
            (
                ["participants": [["published_tracks": [1, 1]]], "participant_count": ["total": 1]],
                "its participant has a track twice, or in no order"
            ),
            (
                [
                    "participants": [["sources": [["track_type": 2, "ssrc": 1], ["track_type": 1, "ssrc": 2]]]],
                    "participant_count": ["total": 1],
                ],
                "its participant has a track twice, or in no order"
            ),
            (
                [
                    "participants": [["sources": [["track_type": 1, "ssrc": 1], ["track_type": 2, "ssrc": 1]]]],
                    "participant_count": ["total": 1],
                ],
                "two tracks have one source"
            ),
            (["participants": [["audio_level": 1]], "participant_count": ["total": 1]], nil),
            (
                ["participants": [["audio_level": 1.5]], "participant_count": ["total": 1]],
                "its level is not between 0 and 1"
            ),
            (
                ["participants": [[:], ["audio_level": 1.5]], "participant_count": ["total": 2]],
                "its level is not between 0 and 1"
            ),
            (
                [
                    "participants": [["audio_level": 1.5], ["published_tracks": [2, 1]]],
                    "participant_count": ["total": 2],
                ],
                "its level is not between 0 and 1"
            ),
        ] as [(CBOR.Map, String?)])
    func `the state of a call agrees with itself`(_ state: CBOR.Map, _ rule: String?) {
        #expect(BodyFacts.violation(of: ["call_state": .map(state)]) == rule)
        #expect(SessionFacts.violation(ofState: state) == rule)
    }

    @Test(
        arguments: [
            (["participant": ["published_tracks": [2, 1]]], "its participant has a track twice, or in no order"),
            (["participant": [:]], nil),
            (["audio_levels": [["level": 0.5], ["level": 1.0]]], nil),
            (["audio_levels": [["level": 0.5], ["level": 1.5]]], "its level is not between 0 and 1"),
            ([:], nil),
        ] as [(CBOR.Map, String?)])
    func `an event of an SFU agrees with itself`(_ event: CBOR.Map, _ rule: String?) {
        #expect(BodyFacts.violation(of: ["events": [.map(event)]]) == rule)
    }

    private static func join(_ fields: CBOR.Map) -> CBOR.Map {
        var request = fields
        (request["session_id"], request["token"]) = ("1", .bytes([1]))
        return request
    }

    @Test(
        arguments: [
            (["tracks": [["session_id": "a", "track_type": 1], ["session_id": "b", "track_type": 1]]], nil),
            (["tracks": [["session_id": "a", "track_type": 1], ["session_id": "a", "track_type": 2]]], nil),
            (
                ["tracks": [["session_id": "a", "track_type": 1], ["session_id": "a", "track_type": 1]]],
                "its tracks list an entry twice"
            ),
            (["mute_states": [["track_type": 1], ["track_type": 1]]], "its mute_states list an entry twice"),
            (["announced_tracks": [["track_type": 1], ["track_type": 1]]], "its announced_tracks list an entry twice"),
            (join(["fast_reconnect": true]), "its fast_reconnect is not its strategy"),
            (join(["reconnect_details": ["strategy": 2]]), "its fast_reconnect is not its strategy"),
            (join(["reconnect_details": ["strategy": 3]]), "it replaces no session"),
            (join(["reconnect_details": ["strategy": 3, "previous_session_id": "1"]]), "it replaces no session"),
            (join(["reconnect_details": ["strategy": 3, "previous_session_id": "0"]]), nil),
            (join(["reconnect_details": ["strategy": 4]]), "it does not name the SFU that it leaves"),
            (join(["reconnect_details": ["strategy": 1]]), nil), (["session_id": "1", "fast_reconnect": true], nil),
            (["token": .bytes([1]), "fast_reconnect": true], nil),
        ] as [(CBOR.Map, String?)])
    func `a request to an SFU agrees with itself`(_ request: CBOR.Map, _ rule: String?) {
        #expect(BodyFacts.violation(of: request) == rule)
    }
}
