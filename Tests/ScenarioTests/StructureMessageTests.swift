import Testing

/// The messages about steps beside commands and expectations.
@Suite struct StructureMessageTests {
    @Test(arguments: [
        ("- mark: ", "1:8: expected the name of a mark, found nothing"),
        ("- mark: [a]", "1:9: expected the name of a mark, not a list"),
        (
            "- mark: m\n- repeat: 2\n  steps: [{mark: n}]\n- mark: m2",
            "3:18: there are two marks called `n`; give one of them another name; in repetitions, "
                + "one with their number, such as `n${n}`"
        ),
        ("- at: \n  wait: 1s", "1:6: expected an instant, such as 12s or rung + 2s, found nothing"),
        ("- {at: m - 1s, wait: 1s}", "1:8: there is no mark `m`; set it in a step before, `- mark: m`"),
        (
            "- mark: m\n- {at: m - 1s, wait: 1s}",
            "2:8: `at: m - 1s` has passed when this step is reached, 0s after the mark `m`; write "
                + "`at: m` or later, or move the step up"
        ),
        (
            "- mark: m\n- {at: m * 1s, wait: 1s}",
            "2:8: `m * 1s` is not an instant of the run; write a time from its start, such as `12s`, "
                + "or a mark, as in `rung + 2s`"
        ),
        ("- mark: m\n- {at: m + 1, wait: 1s}", "2:8: `1` has no unit; write `1ms`, `1s`, `1min` or `1h`"),
        (
            "- mark: m\n- {at: m +, wait: 1s}",
            "2:8: `m +` is not an instant of the run; write a time from its start, such as `12s`, or "
                + "a mark, as in `rung + 2s`"
        ),
        (
            "- mark: m\n- {at: -1s, wait: 1s}",
            "2:8: `-1s` is not an instant of the run; write a time from its start, such as `12s`, or "
                + "a mark, as in `rung + 2s`"
        ),
        ("- mark: m\n- {at: [m], wait: 1s}", "2:8: expected an instant, such as 12s or rung + 2s, not a list"),
        (
            "- mark: m\n- {at: 5s 6s, wait: 1s}",
            "2:8: `5s 6s` is not an instant of the run; write a time from its start, such as `12s`, "
                + "or a mark, as in `rung + 2s`"
        ),
        ("- mark: m\n- mark: n\n- {at: k, wait: 1s}", "3:8: there is no mark `k`; it can be `m` or `n`"),
        (
            "- mark: m\n  wait: 1s",
            "2:3: a step does one thing, and this one does `mark` and `wait`; start another step "
                + "with `- wait: …`"
        ),
    ])
    func `a mark or a time that cannot be is reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        (
            "- repeat: 2\n  as: 5n\n  steps: [{wait: 1s}]",
            "2:7: `5n` cannot be the name of the number of a repetition; use at most 64 letters, "
                + "digits, `-` and `_`, and start with a letter"
        ),
        ("- repeat: 10001\n  steps: [{wait: 1s}]", "1:11: `10001` is not a whole number from 1 to 10000"),
        ("- repeat: 10000\n  steps: [{wait: 1s}]", "2:11: a scenario can have at most 10000 steps"),
        (
            "- repeat: two\n  steps: [{wait: 1s}]",
            "1:11: `two` is not a whole number from 1 to 10000; write it in digits, such as `3`"
        ),
        (
            "- repeat: 2\n  steps: {wait: 1s}",
            "2:10: `steps` is a list, not a mapping; start each step on a line of its own with `- `"
        ),
        ("- repeat: 2\n  steps:\n    - repeat: 2\n      as: n\n      steps: []", "5:14: `steps` has no step"),
        ("- do: x", "1:7: there is no sequence `x`; define it under `sequences`, or `include` a file that does"),
        ("- do: [x]", "1:7: expected the name of a sequence, not a list"),
        ("- do: ", "1:6: expected the name of a sequence, found nothing"),
        ("- as: n", "1:3: `as` needs `repeat` beside it"),
        ("- wait: ''", "1:9: `` is not a duration; write it like `2ms`, `2s` or `2min`"),
        ("- wait: 86400001ms", "1:9: `86400001ms` is longer than 24h, the most that a duration can be"),
        (
            "- sameTime: []",
            "1:13: `sameTime` is a list of at least two steps; start each of them on a line of its "
                + "own with `- `"
        ),
        (
            "- sameTime: {alice: accept}",
            "1:13: `sameTime` is a list of at least two steps; start each of them on a line of its "
                + "own with `- `"
        ),
        (
            "- sameTime:\n  - alice: accept\n  - expect: {alice.callingState: idle}",
            "3:5: `sameTime` holds commands and changes of the network alone; put `expect` into a "
                + "step behind it"
        ),
        (
            "- sameTime:\n  - alice: accept\n  - []",
            "3:5: a step is a mapping, not a list; write it like `- alice: accept`"
        ),
        (
            "- within: 2s\n  wait: 1s",
            "1:3: a step with `wait` has no key `within`; it can be combined with `expect`, "
                + "`packets` and `journal`"
        ),
        ("- within: 2s\n  alice: accept", "1:3: `within` needs `expect`, `packets` or `journal` beside it"),
        (
            "- for: 1s\n  always: {}",
            "2:11: `always` asks for nothing; write it like `always: {alice.callingState: inCall}`"
        ),
        (
            "- within: 5\n  expect: {alice.callingState: idle}",
            "1:11: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"
        ),
        (
            "- for: x\n  always: {alice.callingState: idle}",
            "1:8: `x` is not a duration; write it like `2ms`, `2s` or `2min`"
        ),
        (
            "- within: [1s]\n  packets: {event: custom}",
            "1:11: expected a duration with its unit, such as 2s, 150ms or 5min, not a list"
        ),
        (
            "- within: 5s\n  packets: {event: custom, count: {lessThan: 1}}",
            "1:11: `packets` with the count less than 1 is true from the start, so `within` waits "
                + "for nothing; put a step `- wait: 5s` before it, and leave `within` out"
        ),
        (
            "- within: 5s\n  journal: {bob: {log: a, count: 0}}",
            "1:11: `journal` with the count 0 is true from the start, so `within` waits for nothing; "
                + "put a step `- wait: 5s` before it, and leave `within` out"
        ),
        (
            "- wait: 1s\n  network: {loss: 1%}",
            "2:3: a step does one thing, and this one does `wait` and `network`; start another step "
                + "with `- network: …`"
        ),
        (
            "- network: {loss: 1%}\n  with: {a: 1}",
            "2:3: a step with `network` has no key `with`; it can be combined with `do`"
        ),
        (
            "- wait: 1s\n  alice: accept",
            "2:3: a step with `wait` has no key `alice`; start another step with `- alice: …`"
        ),
        ("- order: [{bob: {log: a}}]", "1:3: there is no step `order`; write `journal:` with the same list"),
        ("- 5", "1:3: a step is a mapping, not a number; write it like `- alice: accept`"),
        ("- [alice]", "1:3: a step is a mapping, not a list; write it like `- alice: accept`"),
        ("- ~", "1:3: a step is a mapping, not nothing; write it like `- alice: accept`"),
        ("-", "1:2: a step is a mapping, not nothing; write it like `- alice: accept`"),
    ])
    func `a step that cannot be is reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        "- wait: 0s", "- wait: 24h", "- sameTime:\n  - alice: accept\n  - sfu: crash",
        "- within: 0s\n  expect: {alice.callingState: idle}",
        "- within: 5s\n  packets: {event: custom, count: {not: 0}}",
        "- within: 5s\n  journal: [{bob: {log: a}}, {bob: {log: b}}]",
    ])
    func `a step at the border of what can be has no message`(_ steps: String) {
        #expect(complaints(steps: steps) == [])
    }

    @Test func `an unknown sequence does not hide a wrong key beside it`() {
        #expect(
            complaints(steps: "- do: x\n  steps: []") == [
                "1:7: there is no sequence `x`; define it under `sequences`, or `include` a file that does",
                "2:3: a step with `do` has no key `steps`; it can be combined with `repeat`",
            ])
    }
}
