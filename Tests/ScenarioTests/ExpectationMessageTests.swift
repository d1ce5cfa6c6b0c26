import Testing

/// The messages about expectations on properties and on the journal.
@Suite struct ExpectationMessageTests {
    @Test(arguments: [
        (
            "- expect: {alice, bob.callingState: idle}",
            "1:12: `alice` names no property and has no value; put a key that has a comma in quotes, "
                + "like `\"alice, bob.callingState\": idle`"
        ),
        (
            "- expect: {alice.custom: 1}",
            "1:18: a participant has no property `custom`; did you mean `incomingCall.custom`?"
        ),
        ("- expect: {alice.custom.: 1}", "1:18: a participant has no property `custom.`; did you mean `custom.…`?"),
        ("- expect: {alice.members.bop.role: user}", "1:26: there is no participant `bop`; did you mean `bob`?"),
        (
            "- expect: {alice.members.bob.rol: user}",
            "1:30: `rol` is not a property of a member of a call; did you mean `role`?"
        ),
        (
            "- expect: {alice.mediaRefusals.x: 1}",
            "1:32: `x` is not a reason of a refusal; it can be `unknownProtocol`, `unknownAddress`, "
                + "`malformedSTUN`, `wrongIntegrity`, `unexpectedSTUN`, `malformedRTP`, `malformedRTCP`, "
                + "`unknownSource`, `outOfRange` or `ownSource`"
        ),
        ("- expect: {alice.events.: 1}", "1:18: a participant has no property `events.`; did you mean `events.…`?"),
        (
            "- expect: {.callingState: idle}",
            "1:12: the name of a participant is missing; it can be `alice`, `bob` or `everyone`"
        ),
        (
            "- expect: {idl: x}",
            "1:12: `idl` does not name a participant and one of its properties; write it like "
                + "`alice.callingState`"
        ),
        (
            "- expect: {callingSate: x}",
            "1:12: `callingSate` does not name a participant and one of its properties; write it "
                + "like `alice.callingState`"
        ),
        (
            "- expect: {bob: {callingState: idle}}",
            "1:12: `bob` does not name a participant and one of its properties; write it like "
                + "`bob.callingState`"
        ),
        (
            "- expect: [alice.callingState]",
            "1:11: `expect` is a mapping, not a list; write it like `expect: {alice.callingState: "
                + "inCall}`"
        ),
        (
            "- expect: 5",
            "1:11: `expect` is a mapping, not a number; write it like `expect: {alice.callingState: "
                + "inCall}`"
        ),
        (
            "- expect: {coordinator.callingState: 1}",
            "1:24: coordinator has no property `callingState`; it can be `connections`, `drops` or "
                + "`drops.…`"
        ),
        ("- expect: {sfu.: 1}", "1:16: sfu has no property ``; it can be `sessions`, `drops` or `drops.…`"),
        (
            "- expect: {alice.callingState: idle}\n  steps: []",
            "2:3: a step with `expect` has no key `steps`; it can be combined with `repeat`"
        ),
        (
            "- expect:",
            "1:10: `expect` is a mapping, not nothing; write it like `expect: {alice.callingState: "
                + "inCall}`"
        ),
    ])
    func `an expectation that cannot be is reported at the wrong part`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        ("{alice.: idle}", ["1:18: a participant has no property ``; it can be `callingState`, `error`, "]),
        (
            "{alice.participants.bob: 1}",
            ["1:35: `` is not a property of a participant in a call; it can be `name`, `profileImageURL`, "]
        ),
        (
            "{alice.participants.bob.: 1}",
            ["1:35: `` is not a property of a participant in a call; it can be `name`, `profileImageURL`, "]
        ),
        ("{sfu.drops.: 1}", ["1:22: `` is not a reason of a drop; it can be `unknownProtocol`, "]),
        (
            "{sfu-2.sessions: 1}",
            [
                "1:12: there is no participant `sfu-2`; there is one SFU, and it is called `sfu`; `settings: {sfus: 2}` "
            ]
        ),
    ])
    func `a path without its last part is reported where that is missing`(
        _ expectation: String, _ beginnings: [String]
    ) {
        let found = complaints(steps: "- expect: \(expectation)")
        #expect(found.count == beginnings.count && zip(found, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }

    @Test(arguments: [
        (
            "- journal: {alice: {begins: 5, ends: accept}}",
            "1:32: an entry is one thing that happens; write each on a line of its own, like `- "
                + "alice: {callingState: inCall}`"
        ),
        (
            "- journal: {alice: 5}",
            "1:20: an entry is a mapping, not a number; write it like `alice: {callingState: inCall}`"
        ),
        (
            "- journal: {alice: {}}",
            "1:13: an entry is one thing that happens; write each on a line of its own, like `- "
                + "alice: {callingState: inCall}`"
        ),
        (
            "- journal: {}",
            "1:12: an entry is one name with what happens there; write it like `- alice: "
                + "{callingState: inCall}`"
        ),
        (
            "- journal: []",
            "1:12: `journal` is one entry, or a list of at least two in order; write it like "
                + "`journal: {alice: {callingState: inCall}}`"
        ),
        (
            "- journal: {alice: {event: custom}, bob: {event: custom}}",
            "1:12: an entry is one name with what happens there; write it like `- alice: "
                + "{callingState: inCall}`"
        ),
        (
            "- journal: {kind: {event: custom}}",
            "1:13: `kind` is neither a participant nor a server; it can be `alice`, `bob`, "
                + "`coordinator`, `sfu`, `sfu-1`, `backend`, `packet` or `network`"
        ),
        (
            "- journal: {\"alice, bob\": {event: custom}}",
            "1:13: an entry is about one participant; write a line for each"
        ),
        ("- journal: {network: {fault: cut, count: two}}", "1:42: `two` is not a whole number from 0"),
        (
            "- journal: {network: {event: custom}}",
            "1:23: `event` is nothing that happens to a server; it can be `fault` or `log`"
        ),
        (
            "- journal: {sfu: {timer: x}}",
            "1:19: `timer` is nothing that happens to a server; it can be `fault` or `log`"
        ),
        (
            "- journal: {sfu: {evnt: x}}",
            "1:19: `evnt` is nothing that happens to a server; it can be `fault` or `log`"
        ),
        (
            "- journal: {alice: {log: x, attributes: 5}}",
            "1:41: `attributes` is a mapping, not a number; write it like `attributes: {cid: "
                + "default:standup}`"
        ),
        ("- journal: {alice: {throws: APIErr}}", "1:29: `APIErr` is not an error; did you mean `APIError`?"),
        (
            "- journal: {alice: {throws: APIError, name: call.jon}}",
            "1:45: `call.jon` is not a command; did you mean `call.join`?"
        ),
        ("- journal: {alice: {event: custom, call: x}}", "1:42: `x` is not a call; write `default:x`"),
        (
            "- journal: {alice: {log: x, time: {after: soon}}}",
            "1:43: there is no mark `soon`; set it in a step before, `- mark: soon`"
        ),
        (
            "- journal: [{packet: 5}, {alice: {log: a}}]",
            "1:22: `packet` is a mapping, not a number; write it like `packet: {event: "
                + "call.accepted, to: alice}`"
        ),
        (
            "- journal: [{packet: {evnt: custom}}, {alice: {log: a}}]",
            "1:23: `packet` has no key `evnt`; did you mean `event`?"
        ),
        (
            "- journal: [{alice: {log: a, count: 1}}, {alice: {log: a}}]",
            "1:30: `log` has no key `count`; it can be `attributes` or `time`"
        ),
        (
            "- journal: [{alice: {log: a}, bob: {log: a}}, {alice: {log: a}}]",
            "1:13: an entry is one name with what happens there; write it like `- alice: "
                + "{callingState: inCall}`"
        ),
    ])
    func `an expectation on the journal that cannot be is reported at the wrong part`(
        _ steps: String, _ message: String
    ) {
        #expect(complaints(steps: steps) == [message])
    }
}
