import Testing

@testable import ScenarioLanguage

/// A mistake in the definition of a name is reported alone, without the uses of the name.
@Suite struct FollowUpMessageTests {
    private func complaints(_ steps: String, more: String) -> [String] {
        ScenarioTests.complaints(scenario(steps: steps, more: more)).map { $0.replacing("error: ", with: "") }
    }

    @Test(arguments: [
        (
            "variables: {limit: 5s}\nsequences: {rest: {parameters: [limit], steps: [{wait: \"${limit}\"}]}}",
            "- do: rest\n  with: {limit: 3s}",
            "5:33: `limit` is a variable of the file already; choose another name"
        ),
        (
            "sequences: {rest: {parameters: [9x], steps: [{wait: \"${9x}\"}]}}", "- do: rest\n  with: {9x: 3s}",
            "4:33: `9x` cannot be the name of a parameter; "
                + "use at most 64 letters, digits, `-` and `_`, and start with a letter"
        ),
        (
            "sequences: {rest: {parameters: limit, steps: [{wait: \"${limit}\"}]}}",
            "- do: rest\n  with: {limit: 3s}", "4:32: expected a list, not text; write it in brackets, `[…]`"
        ),
        (
            "sequences: {rest: {stops: [{wait: 1s}]}}", "- do: rest",
            "4:20: a sequence has no key `stops`; did you mean `steps`?"
        ),
        (
            "variables: {one: 1s, two: \"${one}\"}", "- wait: ${two}\n- wait: ${one}",
            "4:27: the value of a variable cannot use another one; write the value out"
        ),
        (
            "variables: {9x: 1s}", "- wait: ${9x}",
            "4:13: `9x` cannot be the name of a variable; "
                + "use at most 64 letters, digits, `-` and `_`, and start with a letter"
        ),
        (
            "variables: [limit]", "- wait: ${limit}",
            "4:12: `variables` is a mapping, not a list; write it like `{limit: 30s}`"
        ),
        ("rows: {short: 5s}", "- wait: ${limit}", "4:15: a row is a mapping, not text; write it like `{limit: 30s}`"),
        (
            "include: [nowhere/no.yaml]", "- do: rest",
            "4:11: there is no file `nowhere/no.yaml`; the name is seen from the folder of this file"
        ),
        (
            "variables: {n: 3}", "- repeat: 2\n  as: n\n  steps: [{mark: \"m${n}\"}]",
            "7:9: `n` is already in use; choose another name"
        ),
        (
            "", "- repeat: 2\n  as: 9n\n  steps: [{mark: \"m${9n}\"}]",
            "7:9: `9n` cannot be the name of the number of a repetition; "
                + "use at most 64 letters, digits, `-` and `_`, and start with a letter"
        ),
    ])
    func `only the cause is reported`(_ more: String, _ steps: String, _ message: String) {
        #expect(complaints(steps, more: more) == [message])
    }

    @Test func `a name with a mistake is not suggested for another one`() {
        let found = complaints("- wait: ${on}", more: "variables: {one: \"${two}\"}")
        #expect(found.count == 2 && found[1].hasPrefix("6:11: there is no variable or parameter `on` here; give it"))
    }
}
