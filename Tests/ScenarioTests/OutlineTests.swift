import CallLibraryGuest
import FoundationEssentials
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The messages about variables, rows, sequences and files of sequences.
@Suite struct OutlineTests {
    @Test(arguments: [
        (
            "variables: [a]", "- wait: 1s",
            "4:12: error: `variables` is a mapping, not a list; write it like `{limit: 30s}`"
        ),
        (
            "variables: {a: \"${b}\"}", "- wait: 1s",
            "4:16: error: the value of a variable cannot use another one; write the value out"
        ),
        (
            "variables: {a: {b: [1, \"${c}\"]}}", "- wait: 1s",
            "4:24: error: the value of a variable cannot use another one; write the value out"
        ),
        (
            "variables: {a: {\"${b}\": 1}}", "- wait: 1s",
            "4:17: error: the value of a variable cannot use another one; write the value out"
        ),
        (
            "variables: {5a: 1}", "- wait: 1s",
            "4:13: error: `5a` cannot be the name of a variable; use at most 64 letters, digits, `-` "
                + "and `_`, and start with a letter"
        ),
        (
            "variables: {a: \"$${b}\"}", "- wait: 1s",
            "4:16: error: the value of a variable cannot use another one; write the value out"
        ),
        (
            "rows: [a]", "- wait: 1s",
            "4:7: error: `rows` is a mapping, not a list; write it like `rows: {short: {limit: 5s}, "
                + "long: {limit: 60s}}`"
        ),
        (
            "rows: {a b: {}}", "- wait: 1s",
            "4:8: error: `a b` cannot be the name of a row; use at most 64 letters, digits, `-`, `_` "
                + "and `.`, and start with a letter or digit"
        ),
        (
            "rows: {a: [1]}", "- wait: 1s",
            "4:11: error: a row is a mapping, not a list; write it like `{limit: 30s}`"
        ),
        (
            "rows: {a: {5b: 1}}", "- wait: 1s",
            "4:12: error: `5b` cannot be the name of a variable; use at most 64 letters, digits, `-` "
                + "and `_`, and start with a letter"
        ),
        (
            "rows: {a: {b: \"${c}\"}}", "- wait: 1s",
            "4:15: error: the value of a variable cannot use another one; write the value out"
        ),
        (
            "rows: {a: , b: {x: 1}}", "- wait: ${x}s",
            "6:11: error: there is no variable or parameter `x` here; give it a value, such as "
                + "`variables: {x: …}`; `$${` stands for `${` itself"
        ),
        (
            "sequences: [a]", "- wait: 1s",
            "4:12: error: `sequences` is a mapping, not a list; write it like `sequences: "
                + "{ringAndAccept: {parameters: [caller], steps: [{alice: connect}]}}`"
        ),
        (
            "sequences: {a: [b]}", "- wait: 1s",
            "4:16: error: a sequence is a mapping, not a list; write it like `a: {parameters: "
                + "[caller], steps: [{alice: connect}]}`"
        ),
        (
            "sequences: {a b: {steps: [{wait: 1s}]}}", "- wait: 1s",
            "4:13: error: `a b` cannot be the name of a sequence; use at most 64 letters, digits, "
                + "`-`, `_` and `.`, and start with a letter or digit"
        ),
        (
            "sequences: {a: {}}", "- wait: 1s",
            "4:13: error: a sequence needs `steps`, the steps, in order; add a line like `steps: "
                + "[{alice: connect}]`"
        ),
        (
            "sequences: {a: {step: [{wait: 1s}]}}", "- wait: 1s",
            "4:17: error: a sequence has no key `step`; did you mean `steps`?"
        ),
        (
            "sequences: {a: {steps: {wait: 1s}}}", "- wait: 1s",
            "4:24: error: `steps` is a list, not a mapping; start each step on a line of its own "
                + "with `- `"
        ),
        (
            "sequences: {a: {steps: []}}", "- wait: 1s",
            "4:24: error: the sequence `a` has no step"
        ),
        (
            "sequences: {a: {parameters: p, steps: [{wait: 1s}]}}", "- wait: 1s",
            "4:29: error: expected a list, not text; write it in brackets, `[…]`"
        ),
        (
            "sequences: {a: {parameters: [5p], steps: [{wait: 1s}]}}", "- wait: 1s",
            "4:30: error: `5p` cannot be the name of a parameter; use at most 64 letters, digits, "
                + "`-` and `_`, and start with a letter"
        ),
        (
            "sequences: {a: {parameters: [p, q, p], steps: [{wait: 1s}]}}", "- wait: 1s",
            "4:36: error: there are two parameters called `p`"
        ),
        (
            "variables: {v: 1}\nsequences: {a: {parameters: [v], steps: [{wait: 1s}]}}", "- wait: 1s",
            "5:30: error: `v` is a variable of the file already; choose another name"
        ),
        (
            "rows: {r: {v: 1}}\nsequences: {a: {parameters: [v], steps: [{wait: 1s}]}}", "- wait: 1s",
            "5:30: error: `v` is a variable of the file already; choose another name"
        ),
        (
            "sequences: {a: {steps: [{do: a}]}}", "- wait: 1s",
            "4:30: error: `a` does itself; use `repeat` for steps that are done several times"
        ),
        (
            "sequences: {a: {steps: [{do: b}]}, b: {steps: [{do: c}]}, c: {steps: [{do: a}]}}", "- wait: 1s",
            "4:76: error: `a` does itself, by `b` and `c`; use `repeat` for steps that are done "
                + "several times"
        ),
        (
            "sequences: {a: {steps: [{repeat: 2, steps: [{do: a}]}]}}", "- wait: 1s",
            "4:50: error: `a` does itself; use `repeat` for steps that are done several times"
        ),
        (
            "sequences: {a: {steps: [{do: b}]}}", "- wait: 1s",
            "4:30: error: there is no sequence `b`; it can be `a`"
        ),
        (
            "sequences: {a: {parameters: [p], steps: [{do: \"${p}\"}]}}", "- do: a\n  with: {p: a}",
            "4:47: error: `a` needs `p`; give it a value, `with: {p: …}`"
        ),
        (
            "sequences: {a: {parameters: [p], steps: [{wait: 1s}]}}", "- do: a\n  with: {p: 1, r: 2}",
            "7:18: error: `a` has no parameter `r`; it can be `p`"
        ),
        (
            "sequences: {a: {parameters: [pause], steps: [{wait: 1s}]}}", "- do: a\n  with: {paus: 1s}",
            "7:12: error: `a` has no parameter `paus`; did you mean `pause`?"
        ),
        (
            "sequences: {a: {steps: [{wait: 1s}]}}", "- do: a\n  with: [p]",
            "7:11: error: `with` is a mapping, not a list; write it like `with: {caller: …}`"
        ),
        (
            "sequences: {a: {parameters: [p], steps: [{wait: \"${p}\"}]}}", "- do: a\n  with: {p: 5}",
            "4:49: error: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"
        ),
        (
            "sequences: {a: {parameters: [p], steps: [{wait: \"${q}\"}]}}", "- do: a\n  with: {p: 5}",
            "4:49: error: there is no variable or parameter `q` here; it can be `p`"
        ),
        (
            "sequences: {a: {steps: [{mark: m}]}}", "- do: a\n- do: a",
            "4:32: error: there are two marks called `m`; give one of them another name; in "
                + "repetitions, one with their number, such as `m${n}`"
        ),
        (
            "variables: {w: {a: b}}", "- ${w}: accept",
            "6:5: error: a mapping cannot be a key"
        ),
        (
            "variables: {w: [alice]}", "- \"x${w}\": accept",
            "6:5: error: `${w}` is a list, which cannot be a part of a text; write it alone, without "
                + "other text"
        ),
        (
            "variables: {w: 5}", "- wait: ${w}${w}",
            "6:11: error: `55` has no unit; write `55ms`, `55s`, `55min` or `55h`"
        ),
    ])
    func `a name that cannot be is reported at its definition or its use`(
        _ more: String, _ steps: String, _ message: String
    ) {
        #expect(complaints(scenario(steps: steps, more: more)) == [message])
    }

    @Test(arguments: [
        ("variables: {a: $5}", "- wait: 1s"),
        ("sequences: {a: {steps: [{do: b}]}, b: {steps: [{wait: 1s}]}}", "- do: a\n- do: b\n- do: a"),
        ("sequences: {a: {steps: [{wait: 1s}]}}", "- do: a\n  with: {}"),
        ("sequences: {a: {parameters: [p], steps: [{wait: \"${p}s\"}]}}", "- do: a\n  with: {p: 5}"),
        ("sequences: {a: {steps: [{repeat: 2, as: n, steps: [{mark: \"m${n}\"}]}]}}", "- do: a"),
        ("variables: {w: alice}", "- ${w}: accept"),
        ("variables: {w: call.get}", "- alice: ${w}\n  call: default:x"),
        ("variables: {w: 5s}", "- wait: \"${w}\""),
        ("variables: {w: 5}", "- wait: ${w}s"),
    ])
    func `a name that can be has no message`(_ more: String, _ steps: String) {
        #expect(complaints(scenario(steps: steps, more: more)) == [])
    }

    @Test func `each missing parameter is reported`() {
        let more = "sequences: {a: {parameters: [p, q], steps: [{wait: 1s}]}}"
        #expect(
            complaints(scenario(steps: "- do: a", more: more)) == [
                "6:9: error: `a` needs `p`; give it a value, `with: {p: …}`",
                "6:9: error: `a` needs `q`; give it a value, `with: {q: …}`",
            ])
    }

    @Test func `steps are nested to a depth, and no deeper`() {
        func nested(_ depth: Int) -> String {
            (0..<depth).reduce("{wait: 1s}") { inner, _ in "{repeat: 1, steps: [\(inner)]}" }
        }
        var limits = ScenarioLimits.default
        limits.depth = 3
        #expect(complaints(scenario(steps: "- \(nested(3))"), limits: limits) == [])
        let found = complaints(scenario(steps: "- \(nested(4))"), limits: limits)
        #expect(found == ["6:66: error: steps can be nested at most 3 deep"])
    }

    @Test func `a scenario and its rows have as many steps as they may`() {
        var limits = ScenarioLimits.default
        (limits.steps, limits.stepsOfRows) = (3, 5)
        func found(_ steps: String, _ more: String = "") -> [String] {
            complaints(scenario(steps: steps, more: more), limits: limits)
        }
        #expect(found("- repeat: 2\n  steps: [{wait: 1s}]") == [])
        #expect(found("- repeat: 3\n  steps: [{wait: 1s}]") == ["7:13: error: a scenario can have at most 3 steps"])
        #expect(found("- wait: 1s\n- wait: 1s", "rows: {a: , b: }") == [])
        let most = "the rows of a scenario can have at most 5 steps together"
        #expect(found("- wait: 1s\n- wait: 1s", "rows: {a: , b: , c: }") == ["7:5: error: \(most)"])
    }

    // MARK: Files

    @Test(arguments: [
        (
            "include: x.yaml",
            "4:10: error: `include` is a list of files, not text; write it in brackets, `[…]`"
        ),
        (
            "include: [sub]",
            "4:11: error: `sub` is a folder; name the files in it"
        ),
        (
            "include: [lib.yam]",
            "4:11: error: there is no file `lib.yam`; did you mean `lib.yaml`?"
        ),
        (
            "include: [sub/lb.yaml]",
            "4:11: error: there is no file `sub/lb.yaml`; did you mean `sub/lib.yaml`?"
        ),
        (
            "include: [empty/a.yaml]",
            "4:11: error: there is no file `empty/a.yaml`; the name is seen from the folder of this "
                + "file"
        ),
        (
            "include: [notes.txt]",
            "4:11: error: `notes.txt` has no sequences; include files with only `sequences`, and "
                + "perhaps `include`"
        ),
        (
            "include: [lib.yaml, lib.yaml]",
            "4:21: error: `lib.yaml` is included twice; remove one of the two"
        ),
        (
            "include: [lib.yaml, sub/../lib.yaml]",
            "4:21: error: `sub/../lib.yaml` is included twice; remove one of the two"
        ),
        (
            "include: [lib.yaml, link.yaml]",
            "4:21: error: `link.yaml` is included twice; remove one of the two"
        ),
        (
            "include: [sub/]",
            "4:11: error: `sub/` is not seen from the file's own folder; name it from there, like "
                + "`../common/ringing.yaml`"
        ),
        (
            "include: [/lib.yaml]",
            "4:11: error: `/lib.yaml` is not seen from the file's own folder; name it from there, "
                + "like `../common/ringing.yaml`"
        ),
        (
            "include: [lib.yaml, sub/lib.yaml]",
            "4:21: error: there are two sequences called `greet`; give one of them another name"
        ),
        (
            "include: [lib.yaml]\nsequences: {greet: {steps: [{wait: 1s}]}}",
            "4:11: error: there are two sequences called `greet`; give one of them another name"
        ),
        (
            "include: [list.yaml]",
            "4:11: error: `list.yaml` has no sequences; include files with only `sequences`, and "
                + "perhaps `include`"
        ),
    ])
    func `a file on disk that cannot be included is reported`(_ more: String, _ message: String) throws {
        // A message shows at most 60 characters of a path.
        let folder = try Folder("\(more.utf8.reduce(0) { ($0 * 31 + Int($1)) % 99_991 })")
        try folder.write("sequences: {greet: {steps: [{wait: 1s}]}}\n", to: "lib.yaml")
        try folder.write("sequences: {greet: {steps: [{wait: 2s}]}}\n", to: "sub/lib.yaml")
        try folder.write("a: b\n", to: "notes.txt")
        try folder.write("- a\n", to: "list.yaml")
        try folder.write("", to: "empty/a.txt")
        try folder.link("link.yaml", to: "lib.yaml")
        try folder.write(scenario(steps: "- wait: 1s", more: more), to: "t.yaml")
        let found = folder.found("t.yaml").map { $0.replacing("DIR/", with: "") }
        #expect(found == ["t.yaml:\(message)"])
    }

    @Test func `the files of a folder are named when none is near`() throws {
        let folder = try Folder("near")
        try folder.write("a: b", to: "b.yml")
        try folder.write("a: b", to: "a.txt")
        try folder.write(scenario(steps: "- wait: 1s", more: "include: [somewhere.yaml]"), to: "t.yaml")
        #expect(
            folder.found("t.yaml") == [
                "DIR/t.yaml:4:11: error: there is no file `DIR/somewhere.yaml`; that folder has `b.yml` and `t.yaml`"
            ])
    }

    @Test func `a file of sequences that is too long is not read`() throws {
        let folder = try Folder("long")
        try folder.write("sequences: {} # \(String(repeating: "x", count: 300))", to: "lib.yaml")
        let text = scenario(steps: "- wait: 1s", more: "include: [lib.yaml]")
        try folder.write(text, to: "t.yaml")
        var limits = ScenarioLimits.default
        limits.bytes = 316
        #expect(folder.found("t.yaml", limits: limits) == [])
        limits.bytes = 315
        #expect(
            folder.found("t.yaml", limits: limits) == [
                "DIR/t.yaml:4:11: error: `DIR/lib.yaml` has 316 bytes, and a file can have at most 315; "
                    + "split it into several files"
            ])
    }

    @Test func `a file that is included twice is read once, and its scenario has its lines`() throws {
        let folder = try Folder()
        try folder.write("include: [base.yaml]\nsequences: {one: {steps: [{do: two}]}}\n", to: "lib.yaml")
        try folder.write("sequences: {two: {steps: [{wait: 1s}]}}\n", to: "base.yaml")
        let text = scenario(steps: "- do: one\n- do: two", more: "include: [lib.yaml, base.yaml]")
        try folder.write(text, to: "t.yaml")
        let library = ScenarioLibrary.load(paths: [folder.path])
        #expect(library.rendered() == "" && library.libraryFiles == 2)
        let scenario = try #require(library.scenarios.first)
        #expect(scenario.includes.map(\.file) == ["lib.yaml", "base.yaml"].map { "\(folder.path)/\($0)" })
        #expect(library.includedFiles == ["base.yaml", "lib.yaml"].map { "\(folder.path)/\($0)" })
        #expect(scenario.lines(of: "\(folder.path)/base.yaml") == ["sequences: {two: {steps: [{wait: 1s}]}}", ""])
    }
}
