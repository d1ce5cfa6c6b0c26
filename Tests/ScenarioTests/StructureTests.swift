import CallLibraryGuest
import Testing

@testable import ScenarioLanguage

/// Steps that hold other steps, marks and times.
@Suite struct StructureTests {
    @Test func `a repetition is unrolled, and its steps are counted each time`() throws {
        let scenario = try read(scenario(steps: "- repeat: 3\n  steps: [{alice: accept}, {wait: 1s}]\n- wait: 2s"))
        guard case .group(let steps)? = scenario.steps.first?.action else { return unexpected() }
        #expect(steps.map(\.number) == [2, 3, 4, 5, 6, 7])
        #expect(steps.map(\.place.line) == [7, 7, 7, 7, 7, 7])
        #expect(steps.last?.trail == ["repetition 3 of 3"])
        #expect(scenario.steps.map(\.number) == [1, 8])
    }

    @Test func `a step has a time, from the first one or from a mark`() throws {
        let text = "- mark: rung\n- at: 12s\n  bob: accept\n- wait: 1s\n  at: rung\n- {at: rung + 1.5s, wait: 1s}"
        let steps = try read(scenario(steps: text)).steps
        #expect(steps.map { $0.time.map { "\($0)" } } == [nil, "12s", "rung", "rung + 1500ms"])
        #expect(steps.map(\.text).dropFirst().first == "bob: accept")
        #expect(steps.first?.action == .mark("rung"))
    }

    @Test(arguments: [
        "- mark: m\n- {at: m, wait: 1s}",
        "- mark: m\n- repeat: 2\n  steps: [{at: m, alice: hangUp}]",
        "- repeat: 1\n  steps: [{mark: m}]\n- {at: m, wait: 1s}",
    ])
    func `a mark may be used wherever it may be set by then`(_ steps: String) {
        #expect(complaints(steps: steps) == [])
    }

    @Test(arguments: [
        ("- repeat: 0\n  steps: [{wait: 1s}]", "1:11: `0` is not a whole number from 1 to 10000"),
        ("- repeat: 2", "1:3: `repeat` needs `steps` beside it; add `steps:` with a list of steps below"),
        ("- repeat: 2\n  steps: []", "2:10: `steps` has no step"),
        (
            "- within: 5s\n  packets: {event: call.ring, count: 0}",
            "1:11: `packets` with the count 0 is true from the start, so `within` waits for nothing; "
                + "put a step `- wait: 5s` before it, and leave `within` out"
        ),
        (
            "- within: 5s\n  journal: {bob: {log: x, count: {atMost: 2}}}",
            "1:11: `journal` with the count at most 2 is true from the start, so `within` waits for nothing; "
                + "put a step `- wait: 5s` before it, and leave `within` out"
        ),
        ("- steps: [{wait: 1s}]", "1:3: `steps` needs `repeat` beside it"),
        ("- repeat: 2\n  steps: [{bob: acept}]", "2:17: there is no command `acept`; did you mean `accept`?"),
        (
            "- mark: 5s",
            "1:9: a mark cannot be called `5s`; use at most 64 letters, digits, `-` and `_`, and start with a letter"
        ),
        ("- at: 5s", "1:3: `at` needs something beside it that is done then"),
        ("- {at: 5, wait: 1s}", "1:8: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
        (
            "- {at: 5s + 1s, wait: 1s}",
            "1:8: `5s + 1s` is not an instant of the run; write a time from its start, such as `12s`, or a mark, "
                + "as in `rung + 2s`"
        ),
        ("- {at: rung, wait: 1s}", "1:8: there is no mark `rung`; set it in a step before, `- mark: rung`"),
        ("- mark: rung\n- {at: rang + 1s, wait: 1s}", "2:8: there is no mark `rang`; did you mean `rung`?"),
        (
            "- {at: rung, wait: 1s}\n- mark: rung",
            "1:8: the mark `rung` cannot be set before it is used; set it in a step before this one"
        ),
        (
            "- mark: m\n- mark: m",
            "2:9: there are two marks called `m`; give one of them another name; in repetitions, one with their "
                + "number, such as `m${n}`"
        ),
        (
            "- sameTime:\n    - {at: 1s, alice: accept}\n    - bob: accept",
            "2:8: `sameTime` is one instant: `at` has no place in it; put `at` beside `sameTime`"
        ),
        (
            "- sameTime:\n    - repeat: 2\n      steps: [{wait: 1s}]\n    - bob: accept",
            "2:7: `sameTime` holds commands and changes of the network alone; put `repeat` into a step behind it"
        ),
    ])
    func `a mistake is reported with the correction`(_ steps: String, _ expected: String) {
        #expect(complaints(steps: steps) == [expected])
    }

    @Test func `a scenario that tests less than it seems to has remarks`() throws {
        let more = "variables: {limit: 5s, other: 6s}\nsequences: {rest: {steps: [{wait: 1s}]}}"
        let remarks = try read(scenario(steps: "- wait: ${limit}\n- mark: m", more: more)).remarks
        #expect(remarks.count == 4, "\(remarks)")
        #expect(remarks.first?.hasSuffix("the variable `other` is never used") == true)
        #expect(remarks.contains { $0.hasSuffix("the sequence `rest` is never used") })
        #expect(remarks.contains { $0.hasSuffix("the mark `m` is never used") })
        #expect(remarks.last?.hasSuffix("no step expects anything") == true)
    }

    @Test func `a scenario that expects something and uses its names has no remarks`() throws {
        let steps = "- mark: m\n- at: m + ${limit}\n  expect: {alice.callingState: idle}"
        #expect(try read(scenario(steps: steps, more: "variables: {limit: 5s}")).remarks == [])
    }

    @Test func `a sequence and a variable that another row uses have no remark`() throws {
        let text = scenario(
            steps: "- do: ${how}\n- expect: {alice.callingState: idle}",
            more: """
                rows: {short: {how: one}, long: {how: two}}
                variables: {pause: 1s}
                sequences: {one: {steps: [{wait: "${pause}"}]}, two: {steps: [{wait: 2s}]}, three: {steps: [{wait: 3s}]}}
                """)
        let library = ScenarioLibrary.load(text: text, file: "x.yaml", vocabulary: .standard)
        let scenarios = library.scenarios
        #expect(library.rendered() == "" && scenarios.count == 2)
        for scenario in scenarios {
            #expect(scenario.remarks.count == 1 && scenario.remarks[0].hasSuffix("the sequence `three` is never used"))
        }
    }

    @Test func `steps inside steps have limits`() {
        var limits = ScenarioLimits.default
        (limits.steps, limits.depth) = (10, 2)
        let wait = "{wait: 1s}"
        #expect(
            complaints(scenario(steps: "- repeat: 10\n  steps: [\(wait)]"), limits: limits) == [
                "7:13: error: a scenario can have at most 10 steps"
            ])
        let deep = "- {repeat: 1, steps: [{repeat: 1, steps: [{repeat: 1, steps: [\(wait)]}]}]}"
        #expect(
            complaints(scenario(steps: deep), limits: limits) == [
                "6:46: error: steps can be nested at most 2 deep"
            ])
    }
}
