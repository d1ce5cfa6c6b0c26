import Backend
import Signaling
import Testing
import Timing
import Wire

/// The exchanges that the document shows, in the order in which they happen.
@MainActor
enum Exchanges {
    private static let secret = Array("a secret of thirty-two byte size".utf8)
    private static let call = ["video", "call", "default", "standup"]
    private static let other = ["video", "call", "default", "other"]

    /// Makes all exchanges anew.
    static func captured() throws -> Capture {
        let capture = try Capture(users: ["alice", "bob", "carol"], secret: secret)
        try connect(capture)
        try ring(capture)
        try join(capture)
        try publish(capture)
        try moderate(capture)
        try kick(capture)
        try record(capture)
        try broadcast(capture)
        try goLive(capture)
        try leave(capture)
        try beRefused(capture)
        try look(capture)
        try change(capture)
        return capture
    }

    private static func connect(_ capture: Capture) throws {
        try capture.ask(
            "Connect", "alice", .fetch, ["video", "connect"],
            ["token": .bytes(capture.backend.token(userId: "alice")), "user": ["id": "alice", "name": "Alice"]])
        try capture.ask(
            "Connect as somebody else", "bob", .fetch, ["video", "connect"],
            ["token": .bytes(capture.backend.token(userId: "bob")), "user": ["id": "bob"]])
    }

    private static func ring(_ capture: Capture) throws {
        try capture.ask(
            "Create a call and ring its members", "alice", .post, call,
            ["data": ["members": [["user_id": "bob"]], "custom": ["topic": "today"]], "ring": true])
        try capture.ask("Read a call", "bob", .get, call)
        try capture.ask("Reject a ring", "bob", .post, call + ["reject"], ["reason": "busy"])
        try capture.ask("Ring again", "alice", .post, call + ["ring"], ["members_ids": ["bob"], "video": true])
        try capture.ask("Accept a ring", "bob", .post, call + ["accept"])
    }

    private static func join(_ capture: Capture) throws {
        for user in ["alice", "bob"] {
            let response = try capture.ask("Join: \(user) asks the coordinator", user, .post, call + ["join"], [:])
            let token = try #require(response.map?["credentials"]?.map?["token"], "the response was \(response)")
            try capture.ask(
                "Join: \(user) enters the SFU's session", user, .fetch, ["sfu", "join"],
                ["token": token, "session_id": .text("session of \(user)")])
        }
        try capture.ask(
            "Send an event of one's own", "alice", .post, call + ["event"], ["custom": ["text": "hello"]])
        try capture.ask(
            "Report health", "alice", .post, ["sfu", "health"], ["session_id": "session of alice"],
            showingBytes: true)
    }

    private static func publish(_ capture: Capture) throws {
        let session: CBOR = "session of bob"
        try capture.ask(
            "Publish tracks", "bob", .post, ["sfu", "set_publisher"],
            ["session_id": session, "tracks": [["track_type": 1], ["track_type": 2, "muted": true]]])
        try capture.ask(
            "Switch a camera on", "bob", .post, ["sfu", "update_mute_states"],
            ["session_id": session, "mute_states": [["track_type": 2, "muted": false]]])
        for action in ["start", "stop"] {
            try capture.ask(
                "\(action == "start" ? "Start" : "Stop") noise cancellation", "bob", .post,
                ["sfu", "\(action)_noise_cancellation"], ["session_id": session])
        }
        try capture.ask(
            "Tell what was sent and received", "bob", .post, ["sfu", "send_stats"],
            [
                "session_id": session, "publisher_stats": ["packets_sent": 500],
                "subscriber_stats": ["packets_received": 498, "packets_lost": 2, "jitter_us": 310],
            ])
        try capture.ask(
            "Ask for somebody's video", "alice", .post, ["sfu", "update_subscriptions"],
            [
                "session_id": "session of alice",
                "tracks": [
                    [
                        "user_id": "bob", "session_id": session, "track_type": 2,
                        "dimension": ["width": 640, "height": 360],
                    ]
                ],
            ])
    }

    private static func moderate(_ capture: Capture) throws {
        try capture.ask("Block a user", "alice", .post, call + ["block"], ["user_id": "carol"])
        try capture.ask("Unblock a user", "alice", .post, call + ["unblock"], ["user_id": "carol"])
        let bob: CBOR = ["user_id": "bob", "session_id": "session of bob"]
        try capture.ask("Pin somebody for everyone", "alice", .post, call + ["pin"], bob)
        try capture.ask("Take the pin away", "alice", .post, call + ["unpin"], bob)
        try capture.ask(
            "Mute users", "alice", .post, call + ["mute_users"], ["user_ids": ["bob"], "audio": true])
        try capture.ask(
            "Take a permission away", "alice", .post, call + ["user_permissions"],
            ["user_id": "bob", "revoke_permissions": ["send-video"]])
        try capture.ask(
            "Ask for a permission", "bob", .post, call + ["request_permission"], ["permissions": ["send-video"]])
        try capture.ask(
            "Grant a permission", "alice", .post, call + ["user_permissions"],
            ["user_id": "bob", "grant_permissions": ["send-video"]])
        try capture.ask("Raise a hand", "bob", .post, call + ["raise_hand"], [:])
        try capture.ask("Lower the hand", "bob", .post, call + ["lower_hand"], [:])
        try capture.ask(
            "Refused: a capability is missing", "bob", .post, call + ["kick"], ["user_id": "alice"])
        try capture.ask(
            "Refused: a track that was not announced", "bob", .post, ["sfu", "update_mute_states"],
            ["session_id": "session of bob", "mute_states": [["track_type": 3, "muted": false]]])
        try capture.ask(
            "Refused: another user's session", "bob", .post, ["sfu", "update_mute_states"],
            ["session_id": "session of alice", "mute_states": [["track_type": 1, "muted": true]]])
    }

    /// Bob is kicked, joins again, and leaves once more later on.
    private static func kick(_ capture: Capture) throws {
        try capture.ask("Kick a user", "alice", .post, call + ["kick"], ["user_id": "bob"])
        let response = try capture.ask("Come back after a kick", "bob", .post, call + ["join"], [:])
        let token = try #require(response.map?["credentials"]?.map?["token"], "the response was \(response)")
        try capture.ask(
            "Reconnect to the session", "bob", .fetch, ["sfu", "join"],
            [
                "token": token, "session_id": "second session of bob",
                "announced_tracks": [["track_type": 1], ["track_type": 2]],
                "capabilities": ["subscriber_video_pause"],
            ])
    }

    private static func record(_ capture: Capture) throws {
        for type in ["composite", "raw"] {
            try capture.ask("Start the \(type) recording", "alice", .post, call + ["recordings", type, "start"], [:])
        }
        capture.pass(.seconds(1))
        try capture.ask(
            "Refused: the call is not in the state for that", "alice", .post,
            call + ["recordings", "composite", "start"], [:])
        for type in ["composite", "raw"] {
            try capture.ask("Stop the \(type) recording", "alice", .post, call + ["recordings", type, "stop"])
        }
        capture.pass(.seconds(2))
        let response = try capture.ask("List the recordings", "alice", .get, call + ["recordings"])
        let session = try #require(response.map?["recordings"]?.array?.first?.map?["session_id"]?.text)
        try capture.ask("Delete a recording", "alice", .delete, call + [session, "recordings", "composite-1.mp4"])
        try capture.ask(
            "Start recording single frames", "alice", .post, call + ["start_frame_recording"],
            ["recording_external_storage": "vault"])
        capture.pass(.seconds(11))
        try capture.ask("Stop recording single frames", "alice", .post, call + ["stop_frame_recording"])
        try capture.ask(
            "Start the transcription, and captions with it", "alice", .post, call + ["start_transcription"],
            ["language": "en", "enable_closed_captions": true])
        capture.pass(.seconds(1))
        capture.backend.cause(.say(CallCid(type: "default", id: "standup"), userId: "bob", text: "Good morning"))
        try capture.ask("Stop the transcription", "alice", .post, call + ["stop_transcription"])
        capture.pass(.seconds(2))
        try capture.ask("Stop closed captions", "alice", .post, call + ["stop_closed_captions"])
        try capture.ask("Start closed captions", "alice", .post, call + ["start_closed_captions"], [:])
        capture.backend.cause(.fail(CallCid(type: "default", id: "standup"), .captions))
    }

    private static func broadcast(_ capture: Capture) throws {
        try capture.ask("Start the HLS broadcast", "alice", .post, call + ["start_broadcasting"])
        try capture.ask(
            "Broadcast to RTMP servers", "alice", .post, call + ["rtmp_broadcasts"],
            [
                "broadcasts": [
                    ["name": "tube", "stream_url": "rtmp://tube.example/live", "stream_key": "a key"],
                    ["name": "face", "stream_url": "rtmps://face.example/live"],
                ]
            ])
        capture.pass(.seconds(1))
        try capture.ask("Stop the HLS broadcast", "alice", .post, call + ["stop_broadcasting"])
        try capture.ask("Stop one RTMP broadcast", "alice", .post, call + ["rtmp_broadcasts", "tube", "stop"])
        try capture.ask("Stop all RTMP broadcasts", "alice", .post, call + ["rtmp_broadcasts", "stop"])
    }

    private static func goLive(_ capture: Capture) throws {
        let launch = ["video", "call", "livestream", "launch"]
        try capture.ask(
            "Create a call in backstage", "alice", .post, launch, ["data": ["members": [["user_id": "bob"]]]])
        try capture.ask("Refused: the call is in backstage", "bob", .post, launch + ["join"], [:])
        try capture.ask("Go live", "alice", .post, launch + ["go_live"])
        try capture.ask("Go back to backstage", "alice", .post, launch + ["stop_live"])
    }

    private static func leave(_ capture: Capture) throws {
        try capture.ask(
            "Leave", "bob", .post, ["sfu", "leave"], ["session_id": "second session of bob", "reason": "had enough"])
        try capture.ask("End a call for everyone", "alice", .post, call + ["mark_ended"])
    }

    private static func beRefused(_ capture: Capture) throws {
        let connect = ["video", "connect"]
        let user: CBOR = ["id": "carol"]
        let old = AccessToken(
            userId: "carol", issuedAt: capture.date.advanced(by: .seconds(-7200)),
            expiresAt: capture.date.advanced(by: .seconds(-3600)))
        try capture.ask("Refused: no such call", "bob", .get, other)
        try capture.ask("Refused: the call has ended", "bob", .post, call + ["join"], [:])
        try capture.ask("Refused: a field of the wrong type", "alice", .post, other, ["ring": "yes"])
        try capture.ask("Create a call without ringing", "alice", .post, other, [:])
        try capture.ask("Refused: the user may not do that", "bob", .post, other + ["mark_ended"])
        try capture.ask("Refused: nothing at this path", "bob", .post, other + ["dance"])
        try capture.ask("Refused: the path does not take this method", "bob", .delete, other)
        try capture.ask(
            "Refused: the token has expired", "carol", .fetch, connect,
            ["token": .bytes(old.signed(with: secret)), "user": user])
        try capture.ask(
            "Refused: the token is not this backend's", "carol", .fetch, connect,
            ["token": .bytes(old.signed(with: secret.reversed())), "user": user])
        try capture.ask("Ask whether the connection is still there", "bob", .get, connect)
        try capture.ask("Disconnect", "bob", .delete, connect)
        try capture.ask("Refused: no such connection any more", "bob", .get, other)
    }

    private static let party = ["video", "call", "default", "party"]

    private static func look(_ capture: Capture) throws {
        try capture.ask("Create another call", "alice", .post, party, ["data": ["members": [["user_id": "carol"]]]])
        let filter: CBOR = ["custom.topic": ["$exists": false], "ended_at": .null]
        try capture.ask(
            "Find calls", "alice", .post, ["video", "calls"],
            ["filter": filter, "sort": [["field": "created_at", "direction": -1]], "limit": 1, "watch": true])
        try capture.ask(
            "Find members", "alice", .post, ["video", "call", "members"],
            ["type": "default", "id": "party", "filter": ["role": "host"]])
        try capture.ask(
            "Read what was counted", "alice", .post, ["video", "call", "stats"],
            ["filter": ["call_cid": "default:standup"]])
        try capture.ask("Read who is in the session", "alice", .get, call + ["participants"])
        try capture.ask("Read who is rung", "alice", .get, call + ["ring_state"])
        try capture.ask(
            "Refused: a filter with an unknown field", "alice", .post, ["video", "calls"],
            ["filter": ["colour": "blue"]])
        let devices = ["video", "devices"]
        try capture.ask(
            "Register a device", "alice", .post, devices, ["id": "phone-1", "push_provider": "apn", "voip_token": true])
        try capture.ask("Read the devices", "alice", .get, devices)
        try capture.ask("Take a device away", "alice", .delete, devices, adding: ["id=phone-1"])
        try capture.ask("Read the edges", "alice", .get, ["video", "edges"])
        try capture.ask(
            "Become a guest", "carol", .post, ["video", "guest"], ["user": ["id": "vera", "name": "Vera"]])
    }

    private static func change(_ capture: Capture) throws {
        try capture.ask("Notify the members", "alice", .get, party, adding: ["notify=true"])
        try capture.ask("Change a call", "alice", .patch, party, ["custom": ["topic": "cake"]])
        try capture.ask(
            "Add a member, and change another", "alice", .post, party + ["members"],
            ["update_members": [["user_id": "bob"], ["user_id": "carol", "role": "speaker"]]])
        try capture.ask("Remove a member", "alice", .post, party + ["members"], ["remove_members": ["bob"]])
        try capture.ask(
            "React", "alice", .post, party + ["reaction"], ["type": "fireworks", "emoji_code": ":tada:"])
        try capture.ask("Tell what one thinks of a call", "alice", .post, party + ["feedback"], ["rating": 4])
        try capture.ask("Delete a call", "alice", .post, party + ["delete"], ["hard": true])
    }
}
