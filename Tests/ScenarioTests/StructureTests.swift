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

    @Test(arguments: [
        ("- parallel: [[{alice: accept}], [{bob: accept}, {wait: 1s}]]", ["1", "2"]),
        ("- parallel: {caller: [{alice: accept}], callee: [{bob: accept}, {wait: 1s}]}", ["`caller`", "`callee`"]),
    ])
    func `branches have names or numbers`(_ step: String, _ titles: [String]) throws {
        guard case .parallel(let branches)? = try actions(step).first else { return unexpected() }
        #expect(branches.map(\.title) == titles)
        #expect(branches.map(\.steps.count) == [1, 2])
        #expect(branches.last?.steps.last?.trail == ["branch \(titles[1])"])
    }

    @Test func `of two ways one may be left out`() throws {
        let steps = "- when: {alice.callingState: idle}\n  then: [{wait: 1s}]"
        guard case .when(let fork)? = try actions(steps).first else { return unexpected() }
        #expect(fork.conditions.map(\.description) == ["alice.callingState: idle"])
        #expect(fork.then.map(\.action) == [.wait(.seconds(1))] && fork.otherwise.isEmpty)
    }

    @Test func `a step has a time, from the first one or from a mark`() throws {
        let text = "- mark: rung\n- at: 12s\n  bob: accept\n- wait: 1s\n  at: rung\n- {at: rung + 1.5s, wait: 1s}"
        let steps = try read(scenario(steps: text)).steps
        #expect(steps.map { $0.time.map { "\($0)" } } == [nil, "12s", "rung", "rung + 1500ms"])
        #expect(steps.map(\.text).dropFirst().first == "bob: accept")
        #expect(steps.first?.action == .mark("rung"))
    }

    @Test(arguments: [
        // Set in another branch, in both of two ways, before a branch, or in what a step before it holds.
        "- parallel:\n    - [{mark: m}]\n    - [{at: m + 1s, wait: 1s}]",
        "- parallel:\n    - [{at: m + 1s, wait: 1s}]\n    - [{wait: 1s}, {mark: m}]",
        "- when: {alice.callingState: idle}\n  then: [{mark: m}]\n  else: [{wait: 1s}, {mark: m}]\n- {at: m, wait: 1s}",
        "- mark: m\n- parallel: [[{at: m, wait: 1s}], [{wait: 1s}]]",
        "- repeat: 1\n  steps: [{mark: m}]\n- {at: m, wait: 1s}",
    ])
    func `a mark may be used wherever it may be set by then`(_ steps: String) {
        #expect(complaints(steps: steps) == [])
    }

    @Test(arguments: [
        ("- repeat: 0\n  steps: [{wait: 1s}]", "1:11: `0` is no whole number from 1 to 10000"),
        ("- repeat: 2", "1:3: `repeat` needs `steps` beside it; add `steps:` with a list of steps below"),
        ("- repeat: 2\n  steps: []", "2:10: `steps` has no step"),
        ("- steps: [{wait: 1s}]", "1:3: `steps` needs `repeat` beside it"),
        ("- repeat: 2\n  steps: [{bob: acept}]", "2:17: there is no command `acept`; did you mean `accept`?"),
        (
            "- parallel: [[{wait: 1s}]]",
            "1:13: `parallel` needs at least two branches; put what one branch alone does into steps of its own"
        ),
        (
            "- parallel: go",
            "1:13: `parallel` is a list of branches, or a mapping that names them, not text; "
                + "write each branch as a list of steps, such as `caller: [{alice: connect}]`"
        ),
        (
            "- parallel: [{wait: 1s}, [{wait: 1s}]]",
            "1:14: `parallel` is a list, not a mapping; start each step on a line of its own with `- `"
        ),
        ("- parallel: {a: [], b: [{wait: 1s}]}", "1:17: the branch `a` has no step"),
        (
            "- when: {alice.callingState: idle}",
            "1:3: `when` needs `then` beside it; add `then:` with a list of steps below"
        ),
        ("- else: [{wait: 1s}]", "1:3: `else` needs `when` beside it"),
        (
            "- mark: 5s",
            "1:9: a mark cannot be called `5s`; use at most 64 letters, digits, `-` and `_`, and start with a letter"
        ),
        ("- at: 5s", "1:3: `at` needs something beside it that is done then"),
        ("- {at: 5, wait: 1s}", "1:8: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
        (
            "- {at: 5s + 1s, wait: 1s}",
            "1:8: `5s + 1s` is no instant of the run; write a time from its start, such as `12s`, or a mark, "
                + "as in `rung + 2s`"
        ),
        ("- {at: rung, wait: 1s}", "1:8: there is no mark `rung`; set it in a step before, `- mark: rung`"),
        ("- mark: rung\n- {at: rang + 1s, wait: 1s}", "2:8: there is no mark `rang`; did you mean `rung`?"),
        (
            "- {at: rung, wait: 1s}\n- mark: rung",
            "1:8: the mark `rung` cannot be set before it is used; set it in a step before this one"
        ),
        (
            "- when: {alice.callingState: idle}\n  then: [{mark: m}]\n  else: [{at: m, wait: 1s}]",
            "3:15: the mark `m` cannot be set before it is used; set it in a step before this one"
        ),
        (
            "- mark: m\n- parallel: [[{mark: m}], [{wait: 1s}]]",
            "2:22: there are two marks called `m`; give one of them another name; in repetitions, one with their "
                + "number, such as `m${n}`"
        ),
        (
            "- sameTime:\n    - {at: 1s, alice: accept}\n    - bob: accept",
            "2:8: `sameTime` is one instant: `at` has no place in it; put `at` beside `sameTime`"
        ),
        (
            "- sameTime:\n    - parallel: [[{wait: 1s}], [{wait: 1s}]]\n    - bob: accept",
            "2:7: `sameTime` holds commands and changes of the network alone; put `parallel` into a step behind it"
        ),
    ])
    func `a mistake is told with what would be right`(_ steps: String, _ expected: String) {
        #expect(complaints(steps: steps) == [expected])
    }

    @Test func `steps inside steps, and branches, have limits`() {
        var limits = ScenarioLimits.default
        (limits.steps, limits.depth, limits.branches) = (10, 2, 2)
        let wait = "{wait: 1s}"
        #expect(
            complaints(scenario(steps: "- repeat: 10\n  steps: [\(wait)]"), limits: limits) == [
                "7:13: error: a scenario can have at most 10 steps"
            ])
        #expect(
            complaints(scenario(steps: "- parallel: [[\(wait)], [\(wait)], [\(wait)]]"), limits: limits) == [
                "6:15: error: `parallel` can have at most 2 branches"
            ])
        let deep = "- {repeat: 1, steps: [{repeat: 1, steps: [{repeat: 1, steps: [\(wait)]}]}]}"
        #expect(
            complaints(scenario(steps: deep), limits: limits) == [
                "6:46: error: steps can stand at most 2 deep inside one another"
            ])
    }
}
