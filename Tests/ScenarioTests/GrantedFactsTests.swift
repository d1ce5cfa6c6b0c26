import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that later bodies show what requests have changed.
@Suite struct GrantedFactsTests {
    private static let path = "call/default/x"

    /// Returns a conversation in which alice has set custom data.
    private static func updated() -> WireConversation {
        var wire = WireConversation("alice", "bob")
        wire.exchange(
            "alice", .patch, path, ["custom": ["a": 1]], SampleBody.answer(["custom": ["a": 1]]))
        return wire
    }

    // MARK: Calls

    @Test(arguments: [(CBOR.Map([("a", 1)]), true), (CBOR.Map([("a", 0)]), false), (CBOR.Map(), false)])
    func `a later answer shows what was granted`(custom: CBOR.Map, isRight: Bool) {
        var wire = Self.updated()
        let call: CBOR.Map = custom.isEmpty ? [:] : ["custom": .map(custom)]
        wire.exchange("bob", .get, Self.path, code: 0x45, SampleBody.answer(call))
        #expect((wire.violation == nil) == isRight)
    }

    @Test func `a later event shows what was granted`() {
        var wire = Self.updated()
        let event: CBOR.Map = ["type": "call.live_started", "call_cid": "default:x", "call": SampleBody.call()]
        wire.event(to: "bob", event)
        #expect(wire.violation == #"its custom is {}, and {"a": 1} was granted before"#)
    }

    @Test func `an event of before shows what was`() {
        var wire = WireConversation("alice", "bob")
        let date = wire.date
        wire.exchange("alice", .patch, Self.path, ["custom": ["a": 1]], SampleBody.answer(["custom": ["a": 1]]))
        var event: CBOR.Map = ["type": "call.live_started", "call_cid": "default:x", "call": SampleBody.call()]
        event["created_at"] = .integer(date)
        wire.event(to: "bob", event)
        #expect(wire.violation == nil)
    }

    @Test func `what another request may change meanwhile is unknown`() {
        var wire = Self.updated()
        let open = wire.ask("bob", .patch, Self.path, ["custom": ["a": 2]])
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer(["custom": ["a": 2]]))
        wire.answer("bob", open, SampleBody.answer(["custom": ["a": 2]]))
        #expect(wire.violation == nil)
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer(["custom": ["a": 1]]))
        #expect(wire.violation != nil)
    }

    @Test func `a refused request changes nothing`() {
        var wire = Self.updated()
        let refusal: CBOR = ["code": 17, "message": "no"]
        wire.exchange("bob", .patch, Self.path, ["custom": ["a": 2]], code: 0x83, refusal)
        wire.exchange("bob", .get, Self.path, code: 0x45, SampleBody.answer(["custom": ["a": 1]]))
        #expect(wire.violation == nil)
    }

    @Test func `a deleted call is forgotten, and nothing is known among requests that are not read`() {
        var wire = Self.updated()
        wire.exchange(
            "alice", .post, "\(Self.path)/delete", ["hard": true],
            ["as_of": 1, "call": SampleBody.call(["custom": ["a": 1]])])
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer())
        #expect(wire.violation == nil)
        // Another client may read the call, which creates it, before the answer to the request.
        var deleting = Self.updated()
        let open = deleting.ask("alice", .post, "\(Self.path)/delete", ["hard": true])
        deleting.exchange("bob", .get, Self.path, code: 0x45, SampleBody.answer())
        deleting.answer("alice", open, ["as_of": 1, "call": SampleBody.call(["custom": ["a": 1]])])
        deleting.exchange("bob", .get, Self.path, code: 0x45, SampleBody.answer())
        #expect(deleting.violation == nil)
        var skipping = Self.updated()
        skipping.skip()
        skipping.exchange("bob", .get, Self.path, code: 0x45, SampleBody.answer())
        #expect(skipping.violation == nil)
    }

    @Test func `a blocked user is listed, and a removed member is not`() {
        var wire = WireConversation("alice")
        wire.exchange("alice", .post, "\(Self.path)/block", ["user_id": "bob"])
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer(["blocked_user_ids": ["bob"]]))
        #expect(wire.violation == nil)
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer())
        #expect(wire.violation == "its blocked_user_ids of bob is false, and true was granted before")
        var removing = WireConversation("alice")
        removing.exchange("alice", .post, "\(Self.path)/members", ["remove_members": ["bob"]], [:])
        let answer = SampleBody.answer([:], ["members": [SampleBody.member("bob")]])
        removing.exchange("alice", .get, Self.path, code: 0x45, answer)
        #expect(removing.violation == "its members have bob, which was removed before")
    }

    @Test(arguments: [(true, true), (false, false)])
    func `a call is created once, unless it is deleted`(isDeleted: Bool, isRight: Bool) {
        var wire = WireConversation("alice")
        let created = SampleBody.answer([:], ["created": true])
        wire.exchange("alice", .post, Self.path, [:], code: 0x41, created)
        if isDeleted {
            wire.exchange(
                "alice", .post, "\(Self.path)/delete", ["hard": true], ["as_of": 1, "call": SampleBody.call()])
        }
        wire.exchange("alice", .post, Self.path, [:], code: 0x41, created)
        #expect((wire.violation == nil) == isRight)
    }

    // MARK: Hands and devices

    @Test(arguments: [(true, true), (false, false)])
    func `a participant shows a hand that was raised`(isRaised: Bool, isRight: Bool) {
        var wire = WireConversation("alice")
        let joinedAt = wire.date
        wire.exchange("alice", .post, "\(Self.path)/raise_hand")
        var participant: CBOR.Map = [
            "user": ["id": "alice"], "user_session_id": "1", "joined_at": .integer(joinedAt),
        ]
        if isRaised { participant["hand_raised_at"] = .integer(joinedAt) }
        wire.exchange(
            "alice", .get, "\(Self.path)/participants", code: 0x45,
            ["session_id": "s", "participants": [.map(participant)], "participants_count_by_role": ["user": 1]])
        #expect((wire.violation == nil) == isRight)
    }

    @Test func `a created device is listed, and a deleted one is not`() {
        var wire = WireConversation("alice")
        wire.exchange("alice", .post, "devices", ["id": "d", "push_provider": "apn"], code: 0x41)
        let device: CBOR = [
            "id": "d", "push_provider": "apn", "user_id": "alice", "created_at": .integer(wire.date),
        ]
        wire.exchange("alice", .get, "devices", code: 0x45, ["devices": [device]])
        #expect(wire.violation == nil)
        var lacking = wire
        lacking.exchange("alice", .get, "devices", code: 0x45, [:])
        #expect(lacking.violation == "its devices lack d, which was created before")
        wire.exchange("alice", .delete, "devices", query: ["id=d"], code: 0x42)
        wire.exchange("alice", .get, "devices", code: 0x45, [:])
        #expect(wire.violation == nil)
        wire.exchange("alice", .get, "devices", code: 0x45, ["devices": [device]])
        #expect(wire.violation == "its devices have d, which was deleted before")
    }

    // MARK: Rings

    /// Returns an event of bob's missed ring.
    private static func missed(_ table: String, at date: Int64) -> CBOR.Map {
        [
            "type": "call.missed", "call_cid": "default:x", "created_at": .integer(date), "members": [],
            "call": SampleBody.call(["session": ["id": "s", .text(table): ["bob": .integer(date)]]]),
            "user": ["id": "alice"], "session_id": "s", "notify_user": true,
        ]
    }

    /// Returns a conversation in which alice has rung bob.
    private static func rung() -> WireConversation {
        var wire = WireConversation("alice", "bob")
        wire.exchange("alice", .post, "\(path)/ring", [:], SampleBody.answer(["session": ["id": "s"]]))
        return wire
    }

    @Test(arguments: [("missed_by", true), ("rejected_by", false)])
    func `an event of a missed ring lists its receiver`(table: String, isRight: Bool) {
        var wire = Self.rung()
        var event = Self.missed(table, at: wire.date)
        event["members"] = nil
        event["members"] = [SampleBody.member("bob")]
        wire.event(to: "bob", event)
        #expect((wire.violation == nil) == isRight)
    }

    @Test func `a missed ring remains in the session until it is answered`() {
        var wire = Self.rung()
        var event = Self.missed("missed_by", at: wire.date)
        event["members"] = [SampleBody.member("bob")]
        wire.event(to: "bob", event)
        let missed = event["call"]?.map?["session"] ?? [:]
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer(["session": missed]))
        #expect(wire.violation == nil)
        var forgetful = wire
        forgetful.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer(["session": ["id": "s"]]))
        #expect(forgetful.violation == "its missed_by shows bob no longer as it did")
        let accepted: CBOR = ["id": "s", "accepted_by": ["bob": .integer(wire.date)]]
        wire.exchange(
            "bob", .post, "\(Self.path)/accept", nil, ["as_of": 1, "call": SampleBody.call(["session": accepted])])
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer(["session": accepted]))
        #expect(wire.violation == nil)
        wire.exchange("alice", .post, "\(Self.path)/ring", [:], SampleBody.answer(["session": ["id": "s"]]))
        wire.exchange("alice", .get, Self.path, code: 0x45, SampleBody.answer(["session": ["id": "s"]]))
        #expect(wire.violation == nil)
    }

    // MARK: Events

    @Test(arguments: [(CBOR.Map([("a", 1)]), true), (CBOR.Map([("a", 2)]), false), (CBOR.Map(), false)])
    func `an event says what a request has said`(custom: CBOR.Map, isRight: Bool) {
        var wire = WireConversation("alice", "bob")
        wire.exchange("alice", .post, "\(Self.path)/event", ["custom": ["a": 1]])
        var event: CBOR.Map = ["type": "custom", "call_cid": "default:x", "user": ["id": "alice"]]
        if !custom.isEmpty { event["custom"] = .map(custom) }
        wire.event(to: "bob", event)
        #expect((wire.violation == nil) == isRight)
    }

    /// Returns an event that a recording has stopped, or another event of the call.
    private static func event(_ type: String, at date: Int64) -> CBOR.Map {
        var event: CBOR.Map = ["type": .text(type), "call_cid": "default:x", "created_at": .integer(date)]
        switch type {
        case "call.recording_stopped": (event["egress_id"], event["recording_type"]) = ("e", "composite")
        case "call.session_ended":
            event["session_id"] = "s"
            event["call"] = SampleBody.call([
                "session": ["id": "s", "started_at": .integer(date), "ended_at": .integer(date)]
            ])
        default: break
        }
        return event
    }

    @Test func `a recording that stops was stopped, or has ended with its session`() {
        var wire = WireConversation("alice")
        let date = wire.date
        wire.event(to: "alice", Self.event("call.recording_stopped", at: date))
        var ending = wire
        ending.event(to: "alice", Self.event("call.session_ended", at: date))
        ending.event(to: "alice", Self.event("call.hls_broadcasting_stopped", at: ending.date))
        #expect(ending.violation == nil)
        wire.event(to: "alice", Self.event("call.closed_captions_started", at: wire.date))
        #expect(wire.violation == "its call.recording_stopped has no request, and its session continues")
        var stopping = WireConversation("alice")
        let stop = stopping.ask("alice", .post, "\(Self.path)/recordings/composite/stop")
        stopping.event(to: "alice", Self.event("call.recording_stopped", at: stopping.date))
        stopping.answer("alice", stop)
        stopping.event(to: "alice", Self.event("call.closed_captions_started", at: stopping.date))
        #expect(stopping.violation == nil)
    }
}
