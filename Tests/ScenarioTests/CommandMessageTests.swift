import Testing

/// The messages about commands, their arguments and their outcomes.
@Suite struct CommandMessageTests {
    @Test(arguments: [
        ("- sfu: endSessio", "1:8: the sfu has no command `endSessio`; did you mean `endSession`?"),
        (
            "- coordinator: endSession",
            "1:16: the coordinator has no command `endSession`; it is a command of the sfu"
        ),
        ("- sfu: ", "1:7: expected a command, such as endSession, found nothing"),
        ("- coordinator: [a]", "1:16: expected a command, such as endSession, not a list"),
        (
            "- sfu-1: crash",
            "1:3: there is no participant `sfu-1`; there is one SFU, and it is called `sfu`; `settings: {sfus: 2}` makes "
                + "two, `sfu-1` and `sfu-2`"
        ),
        (
            "- sfu-2: crash",
            "1:3: there is no participant `sfu-2`; there is one SFU, and it is called `sfu`; `settings: {sfus: 2}` makes "
                + "two, `sfu-1` and `sfu-2`"
        ),
        (
            "- alice: call.join\n  throws: APIError\n  mayThrow: true",
            "3:3: `throws` says that the command must throw, and `mayThrow` that it may; leave one "
                + "of them out"
        ),
        ("- alice: call.join\n  mayThrow: maybe", "2:13: `maybe` is neither true nor false"),
        ("- alice: call.join\n  code: 4.03", "2:3: `code` needs `throws` beside it"),
        ("- alice: call.join\n  code: 4.03\n  mayThrow: true", "2:3: `code` needs `throws` beside it"),
        (
            "- alice: accept\n  within: 2s",
            "2:3: `accept` is a command of the view model, which throws nothing: `within` has no "
                + "place; expect `alice.error` in a later step"
        ),
        (
            "- alice: ring\n  call: default:x\n  members: [bob]\n  call2: x",
            "4:3: `ring` takes no `call2`; did you mean `call`?"
        ),
        ("- alice: hangUp\n  zzz: 1", "2:3: `hangUp` takes no `zzz`; it can be `reason`"),
        (
            "- alice: call.join\n  interceptor: {then: hang, after: 5}",
            "2:36: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"
        ),
        ("- alice: call.join\n  interceptor: {then: hng}", "2:23: `hng` is not an interceptor; did you mean `hang`?"),
        ("- alice: call.join\n  interceptor: [hang]", "2:16: expected an interceptor, not a list"),
        (
            "- alice: call.join\n  interceptor: {then: hang, befor: 1s}",
            "2:29: an interceptor has no key `befor`; it can be `then` or `after`"
        ),
        (
            "- alice: call.pinHere\n  participant: everyone",
            "2:16: `everyone` stands for 2 participants, where one is expected"
        ),
        ("- alice: call.pinHere\n  participant: [bob]", "2:16: expected one participant, not a list"),
        ("- alice: call.sort\n  by: [pinned, nam]", "2:16: `nam` is not a sorting; did you mean `name`?"),
        (
            "- alice: call.sendCustomEvent\n  custom: [a]",
            "2:11: `custom` is a mapping, not a list; write it like `custom: {topic: plans}`"
        ),
        (
            "- alice: call.update\n  settings: {ring: {missed_call_timeout: 5}}",
            "2:21: `settings.ring` has no key `missed_call_timeout`; did you mean `missed_call_timeout_ms`?"
        ),
        (
            "- alice: call.update\n  settings: {rings: {missed_call_timeout_ms: 5}}",
            "2:14: `settings` has no key `rings`; did you mean `ring`?"
        ),
        ("- coordinator: fail\n  path: \"*/join\"\n  next: 0", "3:9: `0` is not a whole number from 1 to 1000000"),
        ("- alice: call.microphoneHears\n  level: 1.5", "2:10: `1.5` is not a number from 0 to 1"),
        (
            "- alice: call.get\n  call: default:b\n  membersLimit: 1.5",
            "3:17: `1.5` is not a whole number from 0 to 1000000"
        ),
        (
            "- alice: call.update\n  settings: {audio: loud}",
            "2:21: `settings.audio` is a mapping, not text; write it like `settings: {ring: {missed_call_timeout_ms: 5000}}`"
        ),
        (
            "- alice: ring\n  call: default:\n  members: [bob]",
            "2:16: not YAML: mapping values are not allowed in this context; indent the key like the "
                + "one it belongs beside; put text that holds `: ` in quotes"
        ),
        (
            "- alice: ring\n  call: :x\n  members: [bob]",
            "2:9: `:x` is not a call; write type and id of letters, digits, `-` and `_`, like "
                + "`default:standup`"
        ),
        (
            "- alice: ring\n  call: 'a b'\n  members: [bob]",
            "2:9: `a b` is not a call; write type and id of letters, digits, `-` and `_`, like "
                + "`default:standup`"
        ),
        (
            "- alice: ring\n  call: [default]\n  members: [bob]",
            "2:9: expected a call, such as default:standup, not a list"
        ),
        (
            "- alice: ring\n  call: "
                + "default:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n  members: [bob]",
            "2:9: `default:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` is not a call; "
                + "write type and id of letters, digits, `-` and `_`, like `default:standup`"
        ),
        (
            "- alice: ring\n  call: default:x\n  members: {bob: 1}",
            "3:12: expected a participant or a list of them, not a mapping"
        ),
        ("- alice: ring\n  call: default:x\n  members: [bob, [alice]]", "3:18: expected a participant, not a list"),
        (
            "- alice: ring\n  call: default:x\n  membrs: [bob]",
            "3:3: `ring` takes no `membrs`; did you mean `members`?"
        ),
        ("- 'alice, bop': accept", "1:3: there is no participant `bop`; did you mean `bob`?"),
        ("- alice,  bop: accept", "1:11: there is no participant `bop`; did you mean `bob`?"),
        (
            "- alice: accept\n  within: 2s\n  order: []",
            "3:3: there is no step `order`; write `journal:` with the same list"
        ),
        ("- alice: accept\n  at: 5s\n  5: x", "3:3: `accept` takes no `5`; it can be `call`"),
        ("- alice: connected", "1:10: there is no command `connected`; did you mean `connect`?"),
        ("- Alice: accept", "1:3: there is no participant `Alice`; did you mean `alice`?"),
        ("- alise: acept", "1:3: `alise` is neither a participant nor a kind of step; did you mean `alice`?"),
    ])
    func `a command that cannot be is reported at the wrong part`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        "- sfu: pause\n  participant: alice\n  call: default:x\n  track: audio",
        "- alice: call.join\n  within: 2s\n  mayThrow: true",
        "- alice: call.join\n  throws: APIError\n  code: '4.03'",
        "- alice: call.sort\n  by: []",
        "- alice,bob : accept",
        "- alice: ring\n  call: default:\(String(repeating: "x", count: 120))\n  members: [bob]",
    ])
    func `a command that can be has no message`(_ steps: String) {
        #expect(complaints(steps: steps) == [])
    }

    @Test(arguments: [
        (
            "- sfu: rateLimit",
            "1:8: the sfu has no command `rateLimit`; it can be `fail`, `endSession`, `shutDown`, `drain`, "
        ),
        ("- bob: bob", "1:8: there is no command `bob`; it can be `ring`, `startCall`, `joinAndRing`, `join`, "),
        ("- alice: 5", "1:10: there is no command `5`; it can be `ring`, `startCall`, "),
        (
            "- zoe: fly",
            "1:3: `zoe` is neither a participant nor a kind of step; it can be `alice`, `bob`, `everyone`, `expect`, "
                + "`within`, `always`, "
        ),
    ])
    func `a word that is near no other is reported with the first of those that can be`(
        _ steps: String, _ beginning: String
    ) {
        let found = complaints(steps: steps)
        #expect(found.count == 1 && found.first?.hasPrefix(beginning) == true, "\(found)")
    }
}
