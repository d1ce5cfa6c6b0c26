import Testing
import Timing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that an answer shows what its request has asked for.
@Suite struct AnswerFactsTests {
    private static let path = "call/default/x"

    /// Returns the violation of one exchange of alice.
    private static func violation(
        _ method: WireConversation.Method, _ path: String, _ body: CBOR? = nil, query: [String] = [],
        code: UInt8 = 0x44, _ answer: CBOR
    ) -> String? {
        var wire = WireConversation("alice")
        wire.exchange("alice", method, path, body, query: query, code: code, answer)
        return wire.violation
    }

    // MARK: Updates

    @Test(arguments: [
        (CBOR.Map([("custom", ["a": 1])]), true), (CBOR.Map([("custom", ["a": 2])]), false), (CBOR.Map(), false),
    ])
    func `an update shows the custom data as a whole`(call: CBOR.Map, isRight: Bool) {
        let found = Self.violation(.patch, Self.path, ["custom": ["a": 1]], SampleBody.answer(call))
        #expect((found == nil) == isRight)
    }

    @Test func `a violation names what was requested and what is shown`() {
        let found = Self.violation(.patch, Self.path, ["custom": ["a": 1]], SampleBody.answer())
        #expect(found == #"its custom is nothing, and {"a": 1} was requested"#)
    }

    @Test(arguments: [
        (CBOR.Map([("limits", ["max_duration_seconds": 60])]), true),
        (CBOR.Map([("limits", ["max_duration_seconds": 61])]), false), (CBOR.Map(), false),
    ])
    func `an update shows each setting`(settings: CBOR.Map, isRight: Bool) {
        let request: CBOR = ["settings_override": ["limits": ["max_duration_seconds": 60]]]
        let answer = SampleBody.answer(settings.isEmpty ? [:] : ["settings": .map(settings)])
        #expect((Self.violation(.patch, Self.path, request, answer) == nil) == isRight)
    }

    @Test(arguments: [(true, true), (false, false)])
    func `an absent setting has its default`(isOn: Bool, isRight: Bool) {
        let request: CBOR = ["settings_override": ["audio": ["mic_default_on": .boolean(isOn)]]]
        #expect((Self.violation(.patch, Self.path, request, SampleBody.answer()) == nil) == isRight)
    }

    @Test(arguments: [(CBOR.integer(5), true), (6, false)])
    func `an update shows when the call starts`(date: CBOR, isRight: Bool) {
        let answer = SampleBody.answer(["starts_at": date])
        #expect((Self.violation(.patch, Self.path, ["starts_at": 5], answer) == nil) == isRight)
    }

    // MARK: Creation

    private static let data: CBOR = [
        "data": ["team": "red", "custom": ["a": 1], "members": [["user_id": "bob", "role": "speaker"]]]
    ]

    private static func created(_ call: CBOR.Map, _ members: [CBOR]) -> CBOR {
        SampleBody.answer(call, ["created": true, "members": .array(members)])
    }

    @Test func `a new call shows the data of its request`() {
        let call: CBOR.Map = ["team": "red", "custom": ["a": 1]]
        let members = [SampleBody.member("alice", ["role": "host"]), SampleBody.member("bob", ["role": "speaker"])]
        func violation(_ call: CBOR.Map, _ members: [CBOR], _ request: CBOR = Self.data) -> String? {
            Self.violation(.post, Self.path, request, code: 0x41, Self.created(call, members))
        }
        #expect(violation(call, members) == nil)
        #expect(violation(["team": "blue", "custom": ["a": 1]], members) != nil)
        #expect(violation(["team": "red"], members) != nil)
        #expect(violation(call, [members[0]]) == "its members lack bob, which was requested")
        #expect(violation(call, [members[0], SampleBody.member("bob")]) != nil)
        #expect(violation(call, members, [:]) != nil)
    }

    @Test func `the code of an answer says whether the call is new`() {
        let new = Self.created([:], [SampleBody.member("alice", ["role": "host"])])
        #expect(Self.violation(.post, Self.path, [:], code: 0x41, new) == nil)
        #expect(Self.violation(.post, Self.path, [:], code: 0x44, new) != nil)
        #expect(Self.violation(.post, Self.path, [:], code: 0x44, SampleBody.answer()) == nil)
        #expect(Self.violation(.post, Self.path, [:], code: 0x41, SampleBody.answer()) != nil)
    }

    @Test(arguments: [(["members_limit=1"], false), (["members_limit=2"], true), ([], true)])
    func `an answer lists no more members than requested`(query: [String], isRight: Bool) {
        let members: CBOR = [SampleBody.member("alice"), SampleBody.member("bob")]
        let answer = SampleBody.answer([:], ["members": members])
        #expect((Self.violation(.get, Self.path, query: query, code: 0x45, answer) == nil) == isRight)
    }

    // MARK: Members, rings, reactions, live

    @Test(arguments: [
        (SampleBody.member("bob", ["role": "speaker", "custom": ["a": 1]]), true),
        (SampleBody.member("bob", ["custom": ["a": 1]]), false),
        (SampleBody.member("bob", ["role": "speaker"]), false),
        (SampleBody.member("carol", ["role": "speaker", "custom": ["a": 1]]), false),
    ])
    func `a changed member has the role and the data of the request`(member: CBOR, isRight: Bool) {
        let request: CBOR = ["update_members": [["user_id": "bob", "role": "speaker", "custom": ["a": 1]]]]
        let found = Self.violation(.post, "\(Self.path)/members", request, ["members": [member]])
        #expect((found == nil) == isRight)
    }

    @Test(arguments: ["accept", "reject"])
    func `an answer to a ring is in the session`(operation: String) {
        func violation(_ table: String, _ user: CBOR) -> String? {
            let date = CBOR.integer(Timestamp.virtualStart.milliseconds)
            let session: CBOR = ["id": "s", .text(table): [user: date]]
            let answer: CBOR = ["as_of": 1, "call": SampleBody.call(["session": session])]
            return Self.violation(.post, "\(Self.path)/\(operation)", operation == "accept" ? nil : [:], answer)
        }
        #expect(violation("\(operation)ed_by", "alice") == nil)
        #expect(violation("missed_by", "alice") == "its session has no answer of alice")
        #expect(violation("\(operation)ed_by", "bob") == "its session has no answer of alice")
    }

    @Test(arguments: [("wave", true), ("heart", false), (nil, false)])
    func `a reaction has the emoji of its request`(emoji: String?, isRight: Bool) {
        var reaction: CBOR.Map = ["type": "like", "user": ["id": "alice"]]
        if let emoji { reaction["emoji_code"] = .text(emoji) }
        let found = Self.violation(
            .post, "\(Self.path)/reaction", ["type": "like", "emoji_code": "wave"], ["reaction": .map(reaction)])
        #expect((found == nil) == isRight)
    }

    @Test(arguments: [("go_live", false, true), ("go_live", true, false), ("stop_live", true, true)])
    func `a call is live, or in backstage again`(operation: String, isInBackstage: Bool, isRight: Bool) {
        let answer: CBOR = ["as_of": 1, "call": SampleBody.call(isInBackstage ? ["backstage": true] : [:])]
        #expect((Self.violation(.post, "\(Self.path)/\(operation)", [:], answer) == nil) == isRight)
    }

    // MARK: SFUs

    @Test func `a join shows the session that joins, with what it has announced`() {
        func violation(_ own: CBOR.Map, _ request: CBOR.Map) -> String? {
            let state: CBOR = ["call_state": ["participants": [.map(own)]]]
            return JoinFacts.violation(of: state.map ?? [:], to: request)
        }
        let track: CBOR = ["track_type": 1, "ssrc": 7]
        let request: CBOR.Map = ["session_id": "s", "source": 3, "announced_tracks": [track]]
        #expect(
            violation(["session_id": "s", "source": 3, "published_tracks": [1], "sources": [track]], request) == nil)
        #expect(violation(["session_id": "t", "source": 3], request) != nil)
        #expect(violation(["session_id": "s"], request) != nil)
        #expect(violation(["session_id": "s", "source": 3, "published_tracks": [2]], request) != nil)
        let other: CBOR = ["track_type": 1, "ssrc": 8]
        #expect(violation(["session_id": "s", "source": 3, "sources": [other]], request) != nil)
        let fast: CBOR.Map = ["session_id": "s", "reconnect_details": ["strategy": 2]]
        #expect(violation(["session_id": "s", "source": 3, "published_tracks": [2]], fast) == nil)
    }
}
