import Testing
import Wire

@testable import ScenarioStage

/// The facts that answers and later bodies must show, rule by rule.
@Suite struct ShownFactsTests {
    private static let path = "/video/call/default/x"

    private static func call(_ fields: CBOR.Map) -> CBOR.Map { ["call": .map(fields)] }

    /// The answers to requests below the path of a call, and the rules that they break.
    @Test(
        arguments: [
            ("go_live", [:], ["call": [:]], nil),
            ("go_live", [:], ["call": ["backstage": true]], "its call is in backstage, and was to go live"),
            ("stop_live", [:], ["call": ["backstage": true]], nil),
            ("stop_live", [:], ["call": [:]], "its call is live, and was to return to backstage"),
            ("mark_ended", [:], ["call": ["ended_at": 1]], nil),
            ("mark_ended", [:], ["call": [:]], "its call has no end, and was to end"),
            ("accept", [:], ["call": ["session": ["accepted_by": ["alice": 1]]]], nil),
            ("accept", [:], ["call": [:]], nil),
            ("accept", [:], ["call": ["session": ["rejected_by": ["alice": 1]]]], "its session has no answer of alice"),
            ("accept", [:], ["call": ["session": ["accepted_by": ["bob": 1]]]], "its session has no answer of alice"),
            ("reject", [:], ["call": ["session": ["rejected_by": ["alice": 1]]]], nil),
            ("reject", [:], ["call": ["session": ["accepted_by": ["alice": 1]]]], nil),
            ("reject", [:], ["call": ["session": [:]]], "its session has no answer of alice"),
            ("reaction", ["type": "t"], ["reaction": ["type": "t"]], nil),
            (
                "reaction", ["type": "t"], ["reaction": ["type": "u"]],
                "its reaction's type is \"u\", and \"t\" was requested"
            ),
            (
                "reaction", ["type": "t"], ["reaction": ["type": "t", "emoji_code": "e"]],
                "its reaction's emoji_code is \"e\", and nothing was requested"
            ),
            (
                "reaction", ["type": "t", "custom": ["a": 1]], ["reaction": ["type": "t"]],
                "its reaction's custom is nothing, and {\"a\": 1} was requested"
            ),
            (
                "members", ["update_members": [["user_id": "bob"]]],
                ["members": [["user": ["id": "bob"], "role": "host"]]], nil
            ),
            (
                "members", ["update_members": [["user_id": "bob"]]], ["members": [["user": ["id": "carol"]]]],
                "its members have carol, which was not requested"
            ),
            (
                "members", ["update_members": [["user_id": "bob", "role": "host"]]],
                ["members": [["user": ["id": "bob"]]]],
                "its role of bob is nothing, and \"host\" was requested"
            ),
            (
                "members", ["update_members": [["user_id": "bob"]]],
                ["members": [["user": ["id": "bob"], "custom": ["a": 1]]]],
                "its custom of bob is {\"a\": 1}, and nothing was requested"
            ),
            ("kick", [:], ["call": ["backstage": true]], nil),
        ] as [(String, CBOR.Map, CBOR.Map, String?)])
    func `an answer shows what its request asks for`(
        _ segment: String, _ request: CBOR.Map, _ answer: CBOR.Map, _ rule: String?
    ) throws {
        let facts = try SampleRequest.facts(2, "\(Self.path)/\(segment)", request)
        #expect(ResponseFacts.violation(of: answer, code: 0x44, to: facts) == rule)
        let unread = try SampleRequest.facts(2, "\(Self.path)/\(segment)", nil)
        #expect(ResponseFacts.violation(of: answer, code: 0x44, to: unread) == nil)
    }

    private static let created: CBOR.Map = ["created": true, "call": [:]]

    /// Answers to a request that may create its call, with their codes.
    @Test(
        arguments: [
            ([:], [:], UInt8(0x44), nil), ([:], created, 0x41, nil),
            ([:], created, 0x44, "its created is true, and its code says that the call was there"),
            ([:], ["call": [:]], 0x41, "its created is false, and its code says that the call is new"),
            (["data": ["custom": ["a": 1]]], ["created": true, "call": ["custom": ["a": 1]]], 0x41, nil),
            (["data": ["custom": ["a": 1]]], created, 0x41, "its custom is nothing, and {\"a\": 1} was requested"),
            (
                [:], ["created": true, "call": ["custom": ["a": 1]]], 0x41,
                "its custom is {\"a\": 1}, and {} was requested"
            ),
            (
                ["data": ["starts_at": 5]], ["created": true, "call": ["starts_at": 6]], 0x41,
                "its starts_at is 6, and 5 was requested"
            ),
            (["data": ["team": "t"]], ["created": true, "call": ["team": "t"]], 0x41, nil),
            (["data": ["team": "t"]], created, 0x41, "its team is nothing, and \"t\" was requested"),
            (
                ["data": ["settings_override": ["ring": ["missed_call_timeout_ms": 7]]]], created, 0x41,
                "its settings.ring.missed_call_timeout_ms is 15000, and 7 was requested"
            ),
            (["data": ["members": [["user_id": "bob"]]]], created, 0x41, "its members lack bob, which was requested"),
            (["data": ["members": [["user_id": "bob"]]], "members_limit": 0], created, 0x41, nil),
            (["members_limit": 1], ["members": [["user": ["id": "a"]]]], 0x44, nil),
            (
                ["members_limit": 1], ["members": [["user": ["id": "a"]], ["user": ["id": "b"]]]], 0x44,
                "it has 2 members, and 1 were requested"
            ),
            (
                ["data": ["members": [["user_id": "bob", "role": "host"]]]],
                ["created": true, "call": [:], "members": [["user": ["id": "bob"], "role": "host"]]],
                0x41, nil
            ),
            (
                ["data": ["members": [["user_id": "bob"]]]],
                ["created": true, "call": [:], "members": [["user": ["id": "bob"], "role": "host"]]], 0x41,
                "its role of bob is \"host\", and nothing was requested"
            ),
            (
                ["data": ["members": [["user_id": "bob"]]]],
                [
                    "created": true, "call": ["created_by": ["id": "bob"]],
                    "members": [["user": ["id": "bob"], "role": "host"]],
                ], 0x41, nil
            ),
        ] as [(CBOR.Map, CBOR.Map, UInt8, String?)])
    func `a new call shows the data of its request`(
        _ request: CBOR.Map, _ answer: CBOR.Map, _ code: UInt8, _ rule: String?
    ) throws {
        let facts = try SampleRequest.facts(2, Self.path, request)
        #expect(ResponseFacts.violation(of: answer, code: code, to: facts) == rule)
    }

    @Test func `a join creates its call only when it says so, and a call that is read has its members`() throws {
        let join = try SampleRequest.facts(2, "\(Self.path)/join", [:])
        #expect(
            ResponseFacts.violation(of: Self.created, code: 0x41, to: join)
                == "its call is created, which was not requested")
        let get = try SampleRequest.facts(1, Self.path, query: ["members_limit=0"])
        #expect(
            ResponseFacts.violation(of: ["members": [["user": ["id": "a"]]]], code: 0x45, to: get)
                == "it has 1 member, and 0 were requested")
        let update = try SampleRequest.facts(6, Self.path, ["custom": ["a": 1]])
        #expect(ResponseFacts.violation(of: Self.call(["custom": ["a": 1]]), code: 0x44, to: update) == nil)
        #expect(
            ResponseFacts.violation(of: Self.call([:]), code: 0x44, to: update)
                == "its custom is nothing, and {\"a\": 1} was requested")
    }

    // MARK: Joins

    private static let request: CBOR.Map = [
        "session_id": "1",
        "announced_tracks": [["track_type": 1, "ssrc": 7], ["track_type": 2, "ssrc": 8, "muted": true]],
    ]

    private static func joined(_ own: CBOR.Map) -> CBOR.Map {
        var participant = own
        participant["session_id"] = "1"
        let other: CBOR = ["session_id": "0"]
        return ["call_state": ["participants": [other, .map(participant)]]]
    }

    @Test(
        arguments: [
            ([:], nil), (["published_tracks": [1]], nil),
            (["published_tracks": [2]], "it publishes the track 2, which was not announced"),
            (["published_tracks": [1, 3]], "it publishes the track 3, which was not announced"),
            (["sources": [["track_type": 1, "ssrc": 7]]], nil),
            (["sources": [["track_type": 2, "ssrc": 8]]], nil),
            (["sources": [["track_type": 1, "ssrc": 8]]], "its sources have 8, which was not announced"),
            (["source": 3], "its source is 3, and nothing was requested"),
        ] as [(CBOR.Map, String?)])
    func `a session that joins has what it has announced`(_ own: CBOR.Map, _ rule: String?) {
        #expect(JoinFacts.violation(of: Self.joined(own), to: Self.request) == rule)
        var again = Self.request
        again["fast_reconnect"] = true
        var reconnected = Self.joined(own)
        #expect(
            JoinFacts.violation(of: reconnected, to: again)
                == "it grants a fast reconnect, and its session is not reconnected")
        reconnected["reconnected"] = true
        #expect(JoinFacts.violation(of: reconnected, to: again) == nil)
        var strategy = Self.request
        strategy["reconnect_details"] = ["strategy": 2]
        #expect(JoinFacts.violation(of: Self.joined(own), to: strategy) == nil)
    }

    @Test func `a session that joins is there, and tracks may be announced with a reconnect`() {
        let other: CBOR = ["session_id": "0"]
        #expect(
            JoinFacts.violation(of: ["call_state": ["participants": [other]]], to: Self.request)
                == "its participants lack the session that joins")
        #expect(JoinFacts.violation(of: [:], to: Self.request) == nil)
        let rejoin: CBOR.Map = [
            "session_id": "1",
            "reconnect_details": ["strategy": 3, "announced_tracks": [["track_type": 4, "ssrc": 9]]],
        ]
        #expect(JoinFacts.violation(of: Self.joined(["published_tracks": [4]]), to: rejoin) == nil)
        #expect(JoinFacts.violation(of: Self.joined(["published_tracks": [1]]), to: rejoin) != nil)
    }

    // MARK: Later bodies

    private static func fact(_ subject: GrantedFacts.Subject, _ value: CBOR) -> ShownFacts.Fact {
        (subject, value, MessageTime(order: 1, date: 100))
    }

    private static func hand(_ isRaised: Bool, joined: Int64, of user: String = "bob") -> CBOR.Map {
        var participant: CBOR.Map = ["user": ["id": .text(user)], "joined_at": .integer(joined)]
        if isRaised { participant["hand_raised_at"] = 5 }
        return participant
    }

    private static let mode = SettingsTable.Field(path: ["recording", "mode"])

    @Test func `a call shows what was granted`() {
        func violation(_ subject: GrantedFacts.Subject, _ value: CBOR, _ call: CBOR.Map) -> String? {
            ShownFacts.violation(ofCall: call, [Self.fact(subject, value)])
        }
        #expect(violation(.custom, ["a": 1], ["custom": ["a": 1]]) == nil && violation(.custom, [:], [:]) == nil)
        #expect(violation(.custom, ["a": 1], [:]) == "its custom is {}, and {\"a\": 1} was granted before")
        #expect(violation(.startsAt, 5, ["starts_at": 5]) == nil)
        #expect(violation(.startsAt, 5, [:]) == "its starts_at is nothing, and 5 was granted before")
        #expect(violation(.setting(Self.mode), "available", [:]) == nil)
        #expect(violation(.setting(Self.mode), "disabled", ["settings": ["recording": ["mode": "disabled"]]]) == nil)
        #expect(
            violation(.setting(Self.mode), "disabled", [:])
                == "its settings.recording.mode is \"available\", and \"disabled\" was granted before")
        #expect(
            violation(.blocked("bob"), true, ["blocked_user_ids": ["a", "bob"]]) == nil
                && violation(.blocked("bob"), false, [:]) == nil)
        #expect(
            violation(.blocked("bob"), true, [:]) == "its blocked_user_ids of bob is false, and true was granted before"
        )
        #expect(violation(.member("bob"), .null, ["members": ["bob"]]) == nil)
        #expect(
            ShownFacts.violation(ofCall: [:], [Self.fact(.startsAt, 5), Self.fact(.custom, ["a": 1])])
                == "its custom is {}, and {\"a\": 1} was granted before")
    }

    @Test(
        arguments: [
            (true, Int64(99), true, nil), (false, 99, true, "bob"), (false, 100, true, nil), (true, 99, false, "bob"),
            (false, 99, false, nil),
        ] as [(Bool, Int64, Bool, String?)])
    func `a participant of before shows its hand`(_ shown: Bool, _ joined: Int64, _ granted: Bool, _ user: String?) {
        let rule = user.map { "its participant \($0) has another hand than was requested before" }
        let facts = [Self.fact(.hand("bob"), .boolean(granted))]
        let present: CBOR = [.map(Self.hand(true, joined: 1, of: "carol")), .map(Self.hand(shown, joined: joined))]
        #expect(ShownFacts.violation(ofPresent: ["participants": present], facts) == rule)
        #expect(ShownFacts.violation(ofCall: ["session": ["participants": present]], facts) == rule)
    }

    @Test(
        arguments: [
            (.null, ["members": [["user": ["id": "bob"]]]], "its members have bob, which was removed before"),
            (.null, [:], nil),
            ([:], ["members": [["user": ["id": "bob"]]]], nil),
            ([:], [:], "its members lack bob, which was added before"),
            (["role": "host"], ["members": [["user": ["id": "bob"], "role": "host"]]], nil),
            (
                ["role": "host"], ["members": [["user": ["id": "bob"]]]],
                "its member bob is nothing, and \"host\" was granted before"
            ),
            ([:], ["members": [["user": ["id": "bob"], "role": "host"]]], nil),
            (["custom": ["a": 1]], ["members": [["user": ["id": "bob"], "custom": ["a": 1]]]], nil),
            (
                ["custom": ["a": 1]], ["members": [["user": ["id": "bob"]]]],
                "its member bob is nothing, and {\"a\": 1} was granted before"
            ),
            (
                [:], ["members": [["user": ["id": "bob"], "custom": ["a": 1]]]],
                "its member bob is {\"a\": 1}, and {} was granted before"
            ),
        ] as [(CBOR, CBOR.Map, String?)])
    func `a list of members shows what was granted`(_ value: CBOR, _ body: CBOR.Map, _ rule: String?) {
        #expect(
            ShownFacts.violation(ofMembers: body, [Self.fact(.member("bob"), value), Self.fact(.custom, 1)]) == rule)
    }

    @Test(
        arguments: [
            (.null, ["devices": [["id": "d"]]], "its devices have d, which was deleted before"), (.null, [:], nil),
            (["id": "d"], ["devices": [["id": "d"]]], nil),
            (["id": "d"], [:], "its devices lack d, which was created before"),
            (["id": "d", "push_provider": "p"], ["devices": [["id": "d", "push_provider": "p"]]], nil),
            (
                ["id": "d", "push_provider": "p"], ["devices": [["id": "d"]]],
                "its device d is nothing, and \"p\" was granted before"
            ),
            (
                ["id": "d", "push_provider_name": "n"], ["devices": [["id": "d", "push_provider_name": "m"]]],
                "its device d is \"m\", and \"n\" was granted before"
            ),
            (["id": "d", "voip_token": true], ["devices": [["id": "d", "voip": true]]], nil),
            (
                ["id": "d", "voip_token": true], ["devices": [["id": "d"]]],
                "its device d is nothing, and true was granted before"
            ),
            (
                ["id": "d"], ["devices": [["id": "d", "voip": true]]],
                "its device d is true, and false was granted before"
            ),
        ] as [(CBOR, CBOR.Map, String?)])
    func `a list of devices shows what was granted`(_ value: CBOR, _ body: CBOR.Map, _ rule: String?) {
        #expect(ShownFacts.violation(ofDevices: body, [Self.fact(.device("d"), value)]) == rule)
    }

    @Test func `an event of a missed ring lists its receiver at its date`() {
        let call: CBOR.Map = ["session": ["missed_by": ["bob": 20]]]
        #expect(EventFacts.violation(ofMissed: call, by: "bob", at: 20) == nil)
        let rule = "call.missed does not show in its missed_by that bob has missed the ring"
        #expect(
            EventFacts.violation(ofMissed: call, by: "bob", at: 21) == rule
                && EventFacts.violation(ofMissed: [:], by: "bob", at: 21) == rule)
    }

    // MARK: Rings

    private static func session(_ table: String, _ user: String, _ date: Int64, id: String = "s") -> CBOR.Map {
        CBOR.Map([("id", .text(id)), (table, .map(CBOR.Map([(user, .integer(date))])))])
    }

    private static func time(_ order: Int) -> MessageTime { MessageTime(order: order, date: Int64(order) * 10) }

    /// Facts after bob has accepted at the time 2.
    private static func accepted() -> RingFacts {
        var rings = RingFacts()
        rings.beginAnswer(of: "bob", in: "x")
        rings.endAnswer(of: "bob", in: "x", ["session": .map(session("accepted_by", "bob", 9))], at: time(2))
        return rings
    }

    @Test func `an answer to a ring remains in its session`() {
        let rings = Self.accepted()
        let (right, empty) = (Self.session("accepted_by", "bob", 9), CBOR.Map([("id", "s")]))
        let rule = "its accepted_by shows bob no longer as it did"
        #expect(rings.violation(of: right, in: "x", .requestedAt(3)) == nil)
        #expect(
            rings.violation(of: empty, in: "x", .requestedAt(3)) == rule
                && rings.violation(of: empty, in: "x", .createdAt(21)) == rule)
        #expect(
            rings.violation(of: empty, in: "x", .requestedAt(2)) == nil
                && rings.violation(of: empty, in: "x", .createdAt(20)) == nil)
        #expect(rings.violation(of: Self.session("accepted_by", "bob", 8), in: "x", .requestedAt(3)) == rule)
        #expect(rings.violation(of: CBOR.Map([("id", "t")]), in: "x", .requestedAt(3)) == nil)
        #expect(rings.violation(of: empty, in: "y", .requestedAt(3)) == nil)
    }

    @Test func `another ring, another answer and a deleted call end an answer`() {
        let empty = CBOR.Map([("id", "s")])
        var (rung, answered, deleted) = (Self.accepted(), Self.accepted(), Self.accepted())
        rung.beginRing(of: "x")
        #expect(rung.violation(of: empty, in: "x", .requestedAt(3)) == nil)
        answered.beginAnswer(of: "bob", in: "x")
        #expect(answered.violation(of: empty, in: "x", .requestedAt(3)) == nil)
        deleted.forget("x")
        #expect(deleted.violation(of: empty, in: "x", .requestedAt(3)) == nil)
        deleted.beginAnswer(of: "bob", in: "x")
        deleted.endAnswer(
            of: "bob", in: "x", ["session": .map(Self.session("accepted_by", "bob", 9))], at: Self.time(4))
        #expect(deleted.violation(of: empty, in: "x", .requestedAt(5)) == nil)
    }

    @Test(arguments: [(19, nil), (20, nil), (21, "its missed_by shows bob no longer as it did")] as [(Int64, String?)])
    func `an answer that has begun anew is followed only by a later miss`(date: Int64, rule: String?) {
        let (empty, missed) = (CBOR.Map([("id", "s")]), Self.session("missed_by", "bob", 30))
        var rings = Self.accepted()
        rings.beginAnswer(of: "bob", in: "x")
        rings.endAnswer(of: "bob", in: "x", nil, at: Self.time(3))
        rings.missed("bob", in: "x", ["session": .map(missed)], at: MessageTime(order: 4, date: date))
        #expect(rings.violation(of: empty, in: "x", .requestedAt(5)) == rule)
    }

    @Test func `of two answers at one time none is known, nor one during a ring`() {
        let (empty, call) = (
            CBOR.Map([("id", "s")]), CBOR.Map([("session", .map(Self.session("rejected_by", "bob", 9)))])
        )
        var twice = RingFacts()
        twice.beginAnswer(of: "bob", in: "x")
        twice.beginAnswer(of: "bob", in: "x")
        twice.endAnswer(of: "bob", in: "x", call, at: Self.time(2))
        #expect(twice.violation(of: empty, in: "x", .requestedAt(3)) == nil)
        twice.endAnswer(of: "bob", in: "x", call, at: Self.time(3))
        #expect(twice.violation(of: empty, in: "x", .requestedAt(4)) == "its rejected_by shows bob no longer as it did")
        var ringing = RingFacts()
        ringing.beginRing(of: "x")
        ringing.beginAnswer(of: "bob", in: "x")
        ringing.endAnswer(of: "bob", in: "x", call, at: Self.time(2))
        #expect(ringing.violation(of: empty, in: "x", .requestedAt(3)) == nil)
        ringing.endRing(of: "x", at: Self.time(3))
        ringing.beginAnswer(of: "bob", in: "x")
        ringing.endAnswer(of: "bob", in: "x", nil, at: Self.time(4))
        #expect(ringing.violation(of: empty, in: "x", .requestedAt(5)) == nil)
        ringing.endAnswer(of: "bob", in: "x", call, at: Self.time(5))
        #expect(ringing.violation(of: empty, in: "x", .requestedAt(6)) == nil)
    }
}
