import Testing

@testable import ScenarioLanguage

/// The messages about a file's own keys and its participants.
@Suite struct FileMessageTests {
    private static let good = "id: A-1\nname: n\nparticipants: [alice, bob]\nsteps: [{alice: connect}]"

    /// A good scenario with one line put in the place of the one that has the same key, or behind it.
    private static func scenario(with line: String) -> String {
        let key = line.prefix { $0 != ":" }
        let kept = good.split(separator: "\n").filter { !$0.hasPrefix(key) }
        return ([Substring(line)] + kept).joined(separator: "\n")
    }

    @Test func `the file that the others are made of is good`() {
        #expect(complaints(Self.good) == [])
    }

    @Test(arguments: [
        (
            "id: RING 01",
            "1:5: error: `RING 01` cannot be an id; use at most 64 letters, digits, `-`, `_` and `.`, "
                + "and start with a letter or digit"
        ),
        (
            "id: ../x",
            "1:5: error: `../x` cannot be an id; use at most 64 letters, digits, `-`, `_` and `.`, "
                + "and start with a letter or digit"
        ),
        ("id:", "1:4: error: expected an id, found nothing"),
        ("id: [a]", "1:5: error: expected an id, not a list"),
        ("name: ' '", "1:7: error: a name is one line of at most 200 characters"),
        ("covers: RING-01", "1:9: error: expected a list, not text; write it in brackets, `[…]`"),
        (
            "covers: [a b]",
            "1:10: error: `a b` cannot be a case; use at most 64 letters, digits, `-`, `_` and `.`, "
                + "and start with a letter or digit"
        ),
        ("tag: [a]", "1:1: error: a scenario has no key `tag`; did you mean `tags`?"),
        ("seed: 5", "1:1: error: a scenario has no key `seed`; did you mean `seeds`?"),
        (
            "settings: fast",
            "1:11: error: `settings` is a mapping, not text; write it like "
                + "`settings: {autoCancelTimeout: 30s}`"
        ),
        (
            "settings: {autoCancel: 5s}",
            "1:12: error: `settings` has no key `autoCancel`; did you mean `autoCancelTimeout`?"
        ),
        (
            "settings: {interceptorLimit: -1s}",
            "1:30: error: a duration cannot be negative; write it like `2ms`, "
                + "`2s` or `2min`"
        ),
        ("network: {loss: 120%}", "1:17: error: `120%` is more than all; it can be 0% to 100%"),
        ("always: {}", "1:9: error: `always` asks for nothing; write it like `always: {alice.callingState: inCall}`"),
        ("steps: 3", "1:8: error: `steps` is a list, not a number; start each step on a line of its own with `- `"),
        (
            "steps: []",
            "1:8: error: a scenario needs at least one step; write it below `steps:`, like `- alice: join`"
        ),
        (
            "participants: alice",
            "1:15: error: `participants` is a list or a mapping, not text; write it like "
                + "`[alice, bob]`"
        ),
        ("participants: []", "1:15: error: a scenario needs at least one participant"),
        (
            "participants: [alice, alice]",
            "1:23: error: there are two participants called `alice`; give one of them "
                + "another name"
        ),
        (
            "participants: {alice: {count: 2}, alice1: {}}",
            "1:35: error: there are two participants called `alice1`; "
                + "give one of them another name"
        ),
        (
            "participants: [alice, everyone]",
            "1:23: error: a participant cannot be called `everyone`, which means "
                + "something else; give it another name"
        ),
        (
            "participants: [alice, expect]",
            "1:23: error: a participant cannot be called `expect`, which means "
                + "something else; give it another name"
        ),
        (
            "participants: [alice, b.o.b]",
            "1:23: error: a participant cannot be called `b.o.b`; use at most 64 "
                + "letters, digits, `-` and `_`, and start with a letter"
        ),
        (
            "participants: {alice: bob}",
            "1:23: error: a participant is a mapping, not text; write it like "
                + "`alice: {interceptor: hang}`"
        ),
        (
            "participants: {alice: {intercepter: hang}}",
            "1:24: error: a participant has no key `intercepter`; "
                + "did you mean `interceptor`?"
        ),
        (
            "participants: {alice: {interceptor: block}}",
            "1:37: error: `block` is not an interceptor; it can be `return`, "
                + "`throw`, `hang` or `ready`"
        ),
        (
            "participants: {alice: {token: old}}",
            "1:31: error: `old` is not a token; it can be `valid`, `expired`, "
                + "`forged`, `early` or `foreign`"
        ),
        (
            "participants: {alice: {kind: anonymous}}",
            "1:16: error: an anonymous user does not connect; add `connected: false`"
        ),
        (
            "settings: {order: later}",
            "1:19: error: `later` is not a whole number from 0 to 1000000000; write it in digits, such as `3`"
        ),
        ("settings: {order: {0: 1}}", "1:20: error: `0` is not a whole number from 1 to 1000000"),
        ("settings: {order: {12: 0}}", "1:24: error: `0` is not a whole number from 1 to 1000"),
        ("settings: {order: {3: 1, 03: 2}}", "1:26: error: the choice 3 appears twice; remove one of the two"),
        ("settings: {order: {}}", "1:19: error: `order` has no choice; write it like `order: {12: 1}`"),
        ("participants: {alice: {count: 0}}", "1:31: error: `0` is not a whole number from 1 to 10000"),
        ("participants: {alice: {connected: maybe}}", "1:35: error: `maybe` is neither true nor false"),
    ])
    func `an invalid line is reported`(_ line: String, _ message: String) {
        let noise = "there is no participant"
        #expect(complaints(Self.scenario(with: line)).filter { !$0.contains(noise) } == [message])
    }

    @Test func `each missing key is reported with an example`() {
        #expect(
            complaints("description: nothing else\n") == [
                "1:1: error: a scenario needs `id`, the identifier, unique among all scenarios; "
                    + "add a line like `id: RING-01`",
                "1:1: error: a scenario needs `name`, the behaviour, as a sentence; "
                    + "add a line like `name: The callee accepts`",
                "1:1: error: a scenario needs `participants`, the clients in the run; "
                    + "add a line like `participants: [alice, bob]`",
                "1:1: error: a scenario needs `steps`, the steps, in order; "
                    + "add a line like `steps: [{alice: connect}]`",
            ])
    }

    @Test func `a misspelt key is not reported as missing as well`() {
        let text = Self.good.replacing("name:", with: "nam:")
        #expect(complaints(text) == ["2:1: error: a scenario has no key `nam`; did you mean `name`?"])
    }

    @Test func `without participants no name is called wrong`() {
        let text = "id: A-1\nname: n\nsteps: [{alice: accept}, {expect: {bob.callingState: idle}}]"
        #expect(
            complaints(text) == [
                "1:1: error: a scenario needs `participants`, the clients in the run; "
                    + "add a line like `participants: [alice, bob]`"
            ])
    }

    @Test func `all problems are reported at once, in the order of the file`() {
        let text = """
            id: A-1
            name: n
            participants: [alice, bob]
            steps:
              - alice: rign
              - wait: 2
              - expect: {carol.callingState: inCal}
            colour: red
            """
        #expect(
            complaints(text) == [
                "5:12: error: there is no command `rign`; did you mean `ring`?",
                "6:11: error: `2` has no unit; write `2ms`, `2s`, `2min` or `2h`",
                "7:14: error: there is no participant `carol`; it can be `alice`, `bob` or `everyone`",
                "7:34: error: `inCal` is not a calling state; did you mean `inCall`?",
                "8:1: error: a scenario has no key `colour`; it can be `id`, `name`, `description`, `covers`, `tags`, "
                    + "`include`, `variables`, `rows`, `participants`, `programs`, `settings`, `network` and 7 more",
            ])
    }

    @Test(arguments: [
        ("", "1:1: error: there is nothing in it; write at least one `key: value` line"),
        (
            "just text",
            "1:1: error: a scenario is a mapping, not text; start with `id: …`, `name: …`, "
                + "`participants: …` and `steps: …`"
        ),
        (
            "root: x\ndaemon: y\nbin: z",
            "1:1: error: the file is not a scenario: none of its 3 keys is a scenario's; `rollcall new FILE` writes a "
                + "scenario to start from"
        ),
        ("id: [", "1:6: error: not YAML: did not find expected node content"),
        (
            "id: a\nid: b",
            "2:1: error: the key `id` appears twice in one mapping; remove one of the two, or put both "
                + "under one key"
        ),
        (
            "- [alice, bob]: accept",
            "1:3: error: a list cannot be a key; a key is a word or a quoted text, as in "
                + "`key: value`"
        ),
    ])
    func `a file without any scenario is reported`(_ text: String, _ message: String) {
        #expect(complaints(text) == [message])
    }

    @Test func `an alias bomb is refused`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(
            complaints(text) == [
                "4:45: error: the alias *a2 expands the document by more than 10000 values; "
                    + "write the values out, or use the alias less often"
            ])
    }
}
