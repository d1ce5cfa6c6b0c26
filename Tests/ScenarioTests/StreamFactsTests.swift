import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that each event follows from what its stream has shown before.
@Suite struct StreamFactsTests {
    // MARK: The stream of a session

    private static func participant(_ session: String, _ tracks: CBOR = []) -> CBOR {
        ["session_id": .text(session), "published_tracks": tracks]
    }

    /// Returns a stream that shows carol with a track, and its own session.
    private static func session() -> SessionStream {
        SessionStream(
            of: "own",
            ["participants": [participant("own"), participant("carol", [1])], "pins": [["session_id": "carol"]]])
    }

    private static func violation(_ type: String, _ fields: CBOR.Map, in stream: inout SessionStream) -> String? {
        stream.violation(of: fields, type)
    }

    @Test func `a participant joins once and leaves once`() {
        var stream = Self.session()
        let dave: CBOR.Map = ["participant": Self.participant("dave")]
        #expect(Self.violation("participant_joined", dave, in: &stream) == nil)
        #expect(
            Self.violation("participant_joined", dave, in: &stream)
                == "its participant dave joins, and was in the call before")
        #expect(Self.violation("participant_left", dave, in: &stream) == nil)
        #expect(
            Self.violation("participant_left", dave, in: &stream)
                == "its participant dave leaves, and was not in the call")
    }

    @Test func `a track is published once, and its participant shows it`() {
        var stream = Self.session()
        var event: CBOR.Map = ["session_id": "carol", "track_type": 2]
        event["participant"] = Self.participant("carol", [1, 2])
        #expect(Self.violation("track_published", event, in: &stream) == nil)
        #expect(
            Self.violation("track_published", event, in: &stream)
                == "its track_published of the track 2 of carol changes nothing")
        #expect(
            Self.violation("track_unpublished", event, in: &stream)
                == "its track_unpublished shows the tracks [1, 2] of carol, and it had [1] before")
        #expect(
            Self.violation("track_published", ["session_id": "dave", "track_type": 1], in: &stream)
                == "its track_published is of dave, which is not in the call")
    }

    @Test func `a client's own tracks, and those of one that is shown late, may change without events`() {
        var stream = Self.session()
        let own: CBOR.Map = ["session_id": "own", "track_type": 1]
        #expect(Self.violation("track_unpublished", own, in: &stream) == nil)
        let late: CBOR.Map = ["participant": Self.participant("dave", [3])]
        #expect(Self.violation("participant_updated", late, in: &stream) == nil)
        #expect(Self.violation("track_published", ["session_id": "dave", "track_type": 3], in: &stream) == nil)
    }

    @Test func `a participant that moves to another SFU has the tracks of its join there`() {
        var stream = Self.session()
        func updated(_ tracks: CBOR, at place: String) -> CBOR.Map {
            ["participant": ["session_id": "carol", "published_tracks": tracks, "track_lookup_prefix": .text(place)]]
        }
        #expect(Self.violation("participant_updated", updated([2], at: "7"), in: &stream) == nil)
        #expect(Self.violation("participant_updated", updated([2], at: "7"), in: &stream) == nil)
        #expect(Self.violation("participant_updated", updated([], at: "7"), in: &stream) != nil)
        #expect(Self.violation("participant_updated", updated([1], at: "8"), in: &stream) == nil)
    }

    @Test func `pins change with their events, and only a participant dominates or speaks`() {
        var stream = Self.session()
        #expect(
            Self.violation("pins_updated", ["pins": [["session_id": "carol"]]], in: &stream)
                == "its pins are the same as before")
        #expect(Self.violation("pins_updated", [:], in: &stream) == nil)
        let carol: CBOR.Map = ["session_id": "carol"]
        #expect(Self.violation("dominant_speaker_changed", carol, in: &stream) == nil)
        #expect(
            Self.violation("dominant_speaker_changed", ["session_id": "dave"], in: &stream)
                == "its dave dominates, and is not in the call")
        #expect(
            Self.violation("audio_level_changed", ["audio_levels": [["session_id": "dave"]]], in: &stream)
                == "its audio_level_changed names dave, which is not in the call")
    }

    /// Returns the violation of the last of some bodies, which answer a request for a session.
    private static func violation(ofAnswers bodies: CBOR.Map...) throws -> String? {
        let request = try SampleRequest.facts(5, "/sfu/join", ["session_id": "own"])
        var stream = try #require(StreamFacts(of: request))
        return bodies.map { stream.violation(of: .body($0), at: nil) }.last ?? nil
    }

    @Test func `the events of a session count from 1, and are compared with the state that it began with`() throws {
        let state: CBOR.Map = ["call_state": ["participants": [Self.participant("own"), Self.participant("carol")]]]
        func batch(_ first: Int64, _ names: String...) -> CBOR.Map {
            let events = names.map { name in
                CBOR.map(["type": "participant_left", "participant": Self.participant(name)])
            }
            return ["first": .integer(first), "events": .array(events)]
        }
        let rule = "its participant dave leaves, and was not in the call"
        #expect(try Self.violation(ofAnswers: state, batch(1, "dave")) == rule)
        #expect(try Self.violation(ofAnswers: state, batch(1, "carol"), batch(2, "dave")) == rule)
        // An event that is sent again is not compared again, and after a missing one nothing is known.
        #expect(try Self.violation(ofAnswers: state, batch(1, "carol"), batch(1, "carol")) == nil)
        #expect(try Self.violation(ofAnswers: state, batch(1, "carol"), batch(1, "carol", "dave")) == rule)
        #expect(try Self.violation(ofAnswers: state, batch(2, "dave")) == nil)
        // Events that overtake the state leave it unknown.
        #expect(try Self.violation(ofAnswers: batch(1, "carol"), state, batch(2, "carol")) == nil)
    }

    // MARK: The calls of a connection

    private static func event(_ type: String, at date: Int64, _ call: CBOR.Map? = nil) -> CBOR.Map {
        var event: CBOR.Map = ["type": .text(type), "call_cid": "default:x", "created_at": .integer(date)]
        if var call {
            call["created_at"] = call["created_at"] ?? 5
            event["call"] = .map(call)
        }
        return event
    }

    /// Returns the violation of the last of some events.
    private static func violation(_ events: CBOR.Map..., now: Int64? = nil) -> String? {
        var stream = CallStream()
        var last: String?
        for event in events { last = stream.violation(of: event, event["type"]?.text ?? "", at: now) }
        return last
    }

    @Test func `events are in the order of their dates, and leave in time`() {
        let first = Self.event("call.reaction_new", at: 20)
        #expect(Self.violation(first, Self.event("custom", at: 20)) == nil)
        #expect(Self.violation(first, Self.event("custom", at: 19)) == "its custom is older than the event before it")
        #expect(Self.violation(first, now: 120) == nil)
        #expect(Self.violation(first, now: 122) == "its call.reaction_new is 102 ms old")
        let past = Self.event("call.missed", at: 20)
        #expect(Self.violation(Self.event("connection.ok", at: 900), past, now: 900) == nil)
    }

    @Test(
        arguments: [
            ([:], nil), (["updated_at": 21], "its custom is older than the update of its call"),
            (["updated_at": 6], "its call has an older update than before"),
            (["created_at": 6], "its call has another date of its creation"),
            (["backstage": true], "its custom shows another backstage than before"),
            (["ended_at": nil], "its call has no end any more"),
            (["session": ["id": "s"]], "its session has no started_at, which it had before"),
            (["session": ["id": "other"]], nil),
        ] as [([String: CBOR?], String?)])
    func `a call goes on from what was shown`(change: [String: CBOR?], expected: String?) {
        let before: CBOR.Map = [
            "updated_at": 7, "ended_at": 7, "session": ["id": "s", "started_at": 6],
        ]
        var after = before
        for (name, value) in change { after[name] = value }
        let events = (Self.event("custom", at: 20, before), Self.event("custom", at: 20, after))
        #expect(Self.violation(events.0, events.1) == expected)
    }

    @Test func `a call that was left out for a while may be another`() {
        let events = (
            Self.event("custom", at: 20, [:]), Self.event("call.member_removed", at: 21, [:]),
            Self.event("custom", at: 22, ["backstage": true])
        )
        #expect(Self.violation(events.0, events.1, events.2) == nil)
    }

    @Test func `participants join and leave once, and are counted`() {
        func event(_ type: String, _ fields: CBOR.Map) -> CBOR.Map {
            var event = fields
            (event["type"], event["created_at"]) = (.text(type), 20)
            (event["call_cid"], event["session_id"]) = ("default:x", "s")
            return event
        }
        let start = event("call.session_started", ["call": ["created_at": 5, "session": ["id": "s"]]])
        let alice: CBOR.Map = ["participant": ["user_session_id": "1", "role": "user"]]
        let joined = event("call.session_participant_joined", alice)
        let left = event("call.session_participant_left", alice)
        let counts = { (count: CBOR) in
            event("call.session_participant_count_updated", ["participants_count_by_role": ["user": count]])
        }
        #expect(Self.violation(start, joined, counts(1), left) == nil)
        #expect(Self.violation(start, joined, joined) == "its participant joins, and was there before")
        #expect(Self.violation(start, left) == "its participant leaves, and was not there")
        #expect(Self.violation(start, joined, counts(0)) == "it counts 0 participants, and 1 have joined")
        #expect(Self.violation(start, joined, counts(2), joined) == nil)
    }

    // MARK: Streams

    /// Returns the violations of a session's response and of one notification of its stream.
    private static func violations(ofEvents events: CBOR, from first: Int64) throws -> [String?] {
        let facts = try SampleRequest.facts(5, "/sfu/join", ["session_id": "own"])
        var stream = try #require(StreamFacts(of: facts))
        let state: CBOR.Map = ["participants": [Self.participant("own"), Self.participant("carol")]]
        return [
            stream.violation(of: .body(["call_state": .map(state)]), at: nil),
            stream.violation(of: .body(["first": .integer(first), "events": events]), at: nil),
        ]
    }

    @Test func `the stream of a session follows from the state in its response`() throws {
        let carol: CBOR = ["type": "participant_joined", "participant": Self.participant("carol")]
        let dave: CBOR = ["type": "participant_joined", "participant": Self.participant("dave")]
        let rule = "its participant carol joins, and was in the call before"
        #expect(try Self.violations(ofEvents: [dave, carol], from: 1) == [nil, rule])
        #expect(try Self.violations(ofEvents: [dave], from: 1) == [nil, nil])
    }

    @Test func `a stream with an event that is not seen says nothing of those after it`() {
        var wire = WireConversation("alice")
        wire.event(to: "alice", Self.event("call.user_feedback_submitted", at: wire.date))
        var older = wire
        older.event(to: "alice", Self.event("call.user_feedback_submitted", at: wire.date - 5000))
        #expect(older.violation == "its call.user_feedback_submitted is older than the event before it")
    }
}
