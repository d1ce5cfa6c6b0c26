import Testing

@testable import ScenarioLanguage

/// The messages about requests and bodies that the wire does not have, which an expectation never finds.
@Suite struct WireMessageTests {
    private static let ring = "- alice: ring\n  call: default:standup\n  members: [bob]\n"

    /// Returns the messages about a step behind a ring, lines counted from that step.
    private func complaints(_ step: String) -> [String] {
        ScenarioTests.complaints(steps: Self.ring + step).map { $0.replacing(/^4:/, with: "1:") }
    }

    // MARK: Requests

    @Test(arguments: [
        ("{path: \"*/accpet\", count: 0}", "19: no request has the path `*/accpet`; did you mean `*/accept`?"),
        (
            "{path: /video/cal/default/standup/accept, count: {atMost: 2}}",
            "19: no request has the path `/video/cal/default/standup/accept`; "
                + "did you mean `/video/call/default/standup/accept`?"
        ),
        ("{path: {oneOf: [\"*/ring\", \"*/rign\"]}}", "38: no request has the path `*/rign`; did you mean `*/ring`?"),
        (
            "{path: {not: \"*rign\"}}",
            "25: no request has the path `*rign`; the scenario names no such call"
        ),
        (
            "{path: /, count: 0}",
            "19: no request has the path `/`; write it like `*/accept`, or `/video/call/default/standup/accept`"
        ),
        (
            "{path: /video/call/default/standpu/accept, count: 0}",
            "19: no request has the path `/video/call/default/standpu/accept`; the scenario names no such call"
        ),
        (
            "{path: \"*/accept\", method: GET, count: 0}",
            "39: no request with this path has the method `GET`; it can be `POST`"
        ),
    ])
    func `a path that no request has is reported`(_ filter: String, _ message: String) {
        #expect(complaints("- packets: \(filter)") == ["1:\(message)"])
    }

    @Test(arguments: [
        "{path: \"*/standup/accept\"}", "{path: \"*/standup\"}", "{path: /video/call/*}",
        "{path: \"*/recordings/a.mp4\"}",
        "{path: \"/sfu/*\", method: FETCH}", "{path: \"*stand*\", count: 0}", "{path: none}",
        "{path: {not: \"*/health\"}}",
        "{path: \"*/default/standup\", method: {not: GET}}",
    ])
    func `a path that some request may have is accepted`(_ filter: String) {
        #expect(complaints("- packets: \(filter)") == [])
    }

    @Test(arguments: [
        (
            "- network: {drop: {path: \"*/accpet\", next: 1}}",
            "1:26: no request has the path `*/accpet`; did you mean `*/accept`?"
        ),
        (
            "- journal:\n    - packet: {path: /sfu/jion}\n    - bob: {event: call.ring}",
            "5:22: no request has the path `/sfu/jion`; did you mean `/sfu/join`?"
        ),
        ("- sfu: fail\n  path: /sfu/jion", "5:9: no request has the path `/sfu/jion`; did you mean `/sfu/join`?"),
    ])
    func `so is one of a drop, of an order and of a failure`(_ step: String, _ message: String) {
        #expect(complaints(step) == [message])
    }

    @Test func `a datagram of an intruder can be any request`() {
        let raw = "- network: {intruder: {datagram: \"41 03 70 07 ab b5 76 69 64 65 6f\"}}\n"
        for sending in [raw, "- network: {babble: bob}\n"] {
            #expect(ScenarioTests.complaints(steps: sending + "- packets: {path: /video/connect, method: PUT}") == [])
        }
    }

    @Test func `an intruder sends any request`() {
        let forged = "- network: {intruder: {request: {method: GET, path: /video/nowhere}}}\n"
        let expected = "- packets: {path: /video/nowhere, status: 4.04}\n- packets: {path: \"*/nowhere\", method: GET}"
        #expect(ScenarioTests.complaints(steps: expected + "\n" + forged) == [])
        #expect(ScenarioTests.complaints(steps: "- packets: {path: /video/nowhere}").count == 1)
    }

    @Test func `a path whose name has no value is checked with its values alone`() {
        let text = scenario(
            steps: "- do: seen\n  with: {what: accpet}",
            more: "sequences: {seen: {parameters: [what], steps: [{packets: {path: \"*/${what}\"}}]}}")
        let found = ScenarioTests.complaints(text)
        #expect(found.count == 1 && found[0].hasSuffix("no request has the path `*/accpet`; did you mean `*/accept`?"))
    }

    // MARK: Bodies

    @Test(arguments: [
        (
            "{path: \"*/ring\", body: {membrs_ids: [bob]}}",
            "36: the body of such a packet has no `membrs_ids`; did you mean `members_ids`?"
        ),
        (
            "{event: call.ring, body: {members.usr.id: [bob]}}",
            "46: `members` of such a body has no `usr`; did you mean `user`?"
        ),
        ("{body: {usr.id: bob}}", "20: the body of such a packet has no `usr`; did you mean `user`?"),
        ("{method: POST, path: \"*/raise_hand\", body: {user: x}}", "56: such a packet has no body"),
        (
            "{path: \"*/join\", status: 4.03, body: {reason: x}}",
            "50: the body of such a packet has no `reason`; it can be `advice`, `code` or `message`"
        ),
        (
            "{event: call.ring, body: {session_id.x: y}}",
            "49: `session_id` of such a body has no parts; end the path there"
        ),
    ])
    func `a part that no body has is reported`(_ filter: String, _ message: String) {
        #expect(complaints("- packets: \(filter)") == ["1:\(message)"])
    }

    @Test(arguments: ["members.", ".type", "call..cid"])
    func `a path with an empty part is reported`(_ path: String) {
        let message = "the path `\(path)` has an empty part; join keys with single dots, such as `members.user.id`"
        #expect(complaints("- packets: {event: call.ring, body: {\"\(path)\": x}}") == ["1:38: \(message)"])
        let foreign = "network: {intruder: {replay: {path: \"*/ring\", body: {\"\(path)\": x}}}}"
        #expect(complaints("- \(foreign)").allSatisfy { $0.hasSuffix(message) })
    }

    @Test(arguments: [
        "{event: custom, body: {custom.a..b.: 1}}", "{event: call.ring, body: {call.custom.x.y: {z: 1}}}",
        "{event: call.ring, body: {members.1.user.id: bob, members.user.id: [bob], members: {count: 2}}}",
        "{event: call.ring, body: {events.0.type: call.ring, first: {atLeast: 1}}}",
        "{path: \"*/ring_state\", body: {missed_by.bob: none, rung_user_ids: {contains: [bob]}}}",
        "{body: {code: {moreThan: 2}, message: {matches: \"*x\"}}}",
    ])
    func `a part that some body may have is accepted`(_ filter: String) {
        #expect(complaints("- packets: \(filter)") == [])
    }

    @Test func `an intruder's bodies may have other parts`() {
        let forged =
            "- network: {intruder: {request: {method: POST, path: /video/guest, body: {who: x}}, source: alice}}\n"
        #expect(ScenarioTests.complaints(steps: forged + "- packets: {body: {who: x}}") == [])
    }

    // MARK: Values

    @Test(arguments: [
        ("members.user.id: bob", "`members.user.id` is a list, and never bob; write `[bob]`, or `{contains: [bob]}`"),
        ("video: \"yes\"", "`video` is true or false, and never yes"),
        ("video: {atLeast: 1}", "`video` is true or false, and never at least 1"),
        ("session_id: 5", "`session_id` is a text, and never 5; put it in quotes, `\"5\"`"),
        ("created_at: {after: 3s}", "`created_at` is a date in milliseconds, and never after 3s"),
        ("call_cid: {oneOf: [none, standup]}", "`call_cid` is a call, such as default:standup, and never standup"),
        ("user.id: {not: bbo}", "there is no user `bbo`; did you mean `bob`?"),
        ("members.user.id: [alice, bbo]", "there is no user `bbo`; did you mean `bob`?"),
        ("first: -1", "`first` is a whole number from 0, and never -1"),
    ])
    func `a value that the part never has is reported`(_ test: String, _ message: String) {
        let found = complaints("- packets: {event: call.ring, body: {\(test)}}")
        #expect(found.count == 1 && found[0].hasSuffix(": \(message)"), "\(found)")
    }

    @Test func `a number of an enumeration is in its range`() {
        let step = "- packets: {event: track_published, body: {track_type: 9}}"
        #expect(complaints(step) == ["1:56: `track_type` is a whole number from 1 to 4, and never 9"])
    }
}
