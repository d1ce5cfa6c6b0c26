import CallLibraryGuest
import FoundationEssentials
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Sequences of steps with names, and the files that have them.
@Suite struct SequenceTests {
    private static let ringing = """
        sequences:
          ringAndAccept:
            parameters: [caller, callee]
            steps:
              - ${caller}: ring
                call: default:standup
                members: ["${callee}"]
              - ${callee}: accept
          nothing:
            steps: [{wait: 1s}]
        """

    private func library(
        _ steps: String, more: String = "include: [common/ringing.yaml]", _ files: [String: String] = [:],
        limits: ScenarioLimits = .default
    ) -> ScenarioLibrary {
        let texts = ["S/common/ringing.yaml": Self.ringing].merging(files) { $1 }.mapValues { Array($0.utf8) }
        return ScenarioLibrary.load(
            text: scenario(steps: steps, more: more), file: "S/x.yaml", including: texts, limits: limits)
    }

    private func found(_ library: ScenarioLibrary) -> [String] { library.diagnostics.map(\.description) }

    @Test func `a step does a sequence of a file that is included`() throws {
        let library = library("- do: ringAndAccept\n  with: {caller: bob, callee: alice}\n- do: nothing")
        #expect(library.rendered() == "")
        let read = try #require(library.scenarios.first)
        guard case .group(let inner)? = read.steps.first?.action else { return unexpected() }
        #expect(inner.map(\.text) == ["bob: ring", "alice: accept"])
        #expect(inner.map(\.file) == ["S/common/ringing.yaml", "S/common/ringing.yaml"])
        #expect(inner.map(\.place.line) == [5, 8])
        #expect(inner.map(\.trail) == [["`ringAndAccept`"], ["`ringAndAccept`"]])
        #expect(read.includes.map(\.file) == ["S/common/ringing.yaml"])
        #expect(read.lines(of: "S/common/ringing.yaml").first == "sequences:")
    }

    @Test func `a sequence of the file itself knows its variables`() throws {
        let more =
            "variables: {limit: 3s}\nsequences: {pause: {parameters: [p], steps: [{wait: \"${limit}\"}, {wait: \"${p}\"}]}}"
        let library = library("- do: pause\n  with: {p: 1s}", more: more)
        #expect(library.rendered() == "")
        guard case .group(let inner)? = library.scenarios.first?.steps.first?.action else { return unexpected() }
        #expect(inner.map(\.action) == [.wait(.seconds(3)), .wait(.seconds(1))])
    }

    @Test func `sequences do sequences, and files include files`() {
        let outer =
            "include: [ringing.yaml]\nsequences: {both: {parameters: [x], steps: [{do: nothing}, {do: ringAndAccept, "
            + "with: {caller: \"${x}\", callee: bob}}]}}"
        let library = library(
            "- do: both\n  with: {x: alice}\n- do: nothing", more: "include: [common/outer.yaml]",
            ["S/common/outer.yaml": outer])
        #expect(library.rendered() == "")
        #expect(library.scenarios.first?.includes.map(\.file) == ["S/common/outer.yaml", "S/common/ringing.yaml"])
    }

    @Test func `a problem in a file that is included is shown there, with the step that does the sequence`() {
        let library = library("- do: ringAndAccept\n  with: {caller: alice, callee: bop}")
        let expected = """
            S/common/ringing.yaml:7:19: error: there is no participant `bop`
              |
            7 |         members: ["${callee}"]
              |                   ^^^^^^^^^^^ did you mean `bob`?
            S/x.yaml:7:35: note: `${callee}` is `bop` here
              |
            7 |     with: {caller: alice, callee: bop}
              |                                   ^^^
            S/x.yaml:6:9: note: `ringAndAccept` is done here
              |
            6 |   - do: ringAndAccept
              |         ^^^^^^^^^^^^^

            """
        #expect(library.rendered().hasPrefix(expected), "\(library.rendered())")
    }

    @Test(arguments: [
        (
            "- do: ringAndAcept",
            "S/x.yaml:6:9: error: there is no sequence `ringAndAcept`; did you mean `ringAndAccept`?"
        ),
        (
            "- do: ringAndAccept\n  with: {caller: alice, calle: bob}",
            "S/x.yaml:7:27: error: `ringAndAccept` has no parameter `calle`; did you mean `callee`?"
        ),
        (
            "- do: ringAndAccept\n  with: {caller: alice}",
            "S/x.yaml:6:9: error: `ringAndAccept` needs `callee`; give it a value, `with: {callee: …}`"
        ),
        ("- do: nothing\n  with: {x: 1}", "S/x.yaml:7:12: error: `nothing` has no parameter `x`; it has none"),
        (
            "- do: nothing\n  with: 5",
            "S/x.yaml:7:11: error: `with` is a mapping, not a number; write it like `with: {caller: …}`"
        ),
        ("- with: {a: 1}", "S/x.yaml:6:5: error: `with` needs `do` beside it"),
    ])
    func `an invalid step with a sequence is reported`(_ steps: String, _ expected: String) {
        #expect(found(library(steps)) == [expected])
    }

    @Test(arguments: [
        (
            "[common/ringin.yaml]", "S/x.yaml:4:11: error: there is no file `S/common/ringin.yaml`"
        ),
        (
            "common/ringing.yaml",
            "S/x.yaml:4:10: error: `include` is a list of files, not text; write it in brackets, `[…]`"
        ),
        (
            "[/etc/passwd]",
            "S/x.yaml:4:11: error: `/etc/passwd` is not seen from the file's own folder; name it from there, like "
                + "`../common/ringing.yaml`"
        ),
        (
            "[common/ringing.yaml, ./common/../common/ringing.yaml]",
            "S/x.yaml:4:32: error: `./common/../common/ringing.yaml` is included twice; remove one of the two"
        ),
        (
            "[a.yaml]",
            "S/x.yaml:4:11: error: `S/a.yaml` is a scenario; include files with only `sequences`, and perhaps "
                + "`include`"
        ),
        ("[b.yaml]", "S/b.yaml:1:5: error: not YAML: did not find expected node content"),
        ("[c.yaml]", "S/c.yaml:1:27: error: `S/c.yaml` includes itself; remove this line"),
        ("[d.yaml]", "S/d.yaml:1:1: error: a file of sequences has no key `tags`; it can be `include` or `sequences`"),
        ("[e.yaml]", "S/e.yaml:1:33: error: there is no command `acept`; did you mean `accept`?"),
        (
            "[f.yaml]",
            "S/f.yaml:1:35: error: there is no variable or parameter `limit` here; give it a value, such as "
                + "`variables: {limit: …}`; `$${` stands for `${` itself"
        ),
    ])
    func `a file that cannot be included is reported`(_ include: String, _ expected: String) {
        let files = [
            "S/a.yaml": scenario(steps: "- wait: 1s"), "S/b.yaml": "a: [",
            "S/c.yaml": "{sequences: {}, include: [c.yaml]}",
            "S/d.yaml": "tags: [a]\nsequences: {}", "S/e.yaml": "sequences: {s: {steps: [{alice: acept}]}}",
            "S/f.yaml": "sequences: {s: {steps: [{wait:    \"${limit}\"}]}}",
        ]
        #expect(found(library("- wait: 1s", more: "include: \(include)", files)) == [expected])
    }

    @Test func `recursive and duplicate sequences are reported`() {
        let more =
            "include: [common/ringing.yaml]\nsequences: {a: {steps: [{do: b}]}, b: {steps: [{do: a}]}, nothing: "
            + "{parameters: [p, p], steps: []}}"
        #expect(
            found(library("- wait: 1s", more: more)) == [
                "S/x.yaml:4:11: error: there are two sequences called `nothing`; give one of them another name",
                "S/x.yaml:5:53: error: `a` does itself, by `b`; use `repeat` for steps that are done several times",
                "S/x.yaml:5:85: error: there are two parameters called `p`",
                "S/x.yaml:5:96: error: the sequence `nothing` has no step",
            ])
    }

    @Test func `an unused sequence is checked, except for its parameters`() {
        let text = """
            sequences:
              a:
                parameters: [who, what, limit]
                steps:
                  - ${who}: ${what}
                    call: nowhere
                  - within: ${limit}
                    expect: {"${who}.callingState": incall, alice.callingState: "${what}"}
                  - wait: 5
            """
        let library = ScenarioLibrary.load(text: text, file: "c.yaml")
        #expect(library.scenarios.isEmpty && library.libraryFiles == 1)
        #expect(
            found(library) == [
                "c.yaml:8:41: error: `incall` is not a calling state; did you mean `inCall`?",
                "c.yaml:9:15: error: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`",
            ])
    }

    @Test func `files that include one another too deeply are reported`() {
        var limits = ScenarioLimits.default
        limits.includes = 2
        let files = Dictionary(
            uniqueKeysWithValues: (1...4).map { ("S/f\($0).yaml", "{sequences: {}, include: [f\($0 + 1).yaml]}") })
        #expect(
            found(library("- wait: 1s", more: "include: [f1.yaml]", files, limits: limits)) == [
                "S/f2.yaml:1:27: error: files can include one another at most 2 deep"
            ])
    }

    @Test func `values in values in values come to an end`() {
        let levels = (1...40).map { level in
            "s\(level): {parameters: [x], steps: [{do: s\(level + 1), with: {x: [\"${x}\", \"${x}\"]}}]}"
        }
        let more = "sequences: {\(levels.joined(separator: ", ")), s41: {parameters: [x], steps: [{wait: 1s}]}}"
        let library = library("- do: s1\n  with: {x: [1]}", more: more)
        #expect(found(library).contains { $0.contains("names can be replaced by at most 1000000 values") })
    }

    @Test func `a folder's files of sequences are not scenarios, and are checked once`() throws {
        let folder =
            FileManager.default.temporaryDirectory.path + "/sequences-\(ProcessInfo.processInfo.processIdentifier)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/common", withIntermediateDirectories: true)
        try Data("sequences: {a: {steps: [{wait: 5}]}}".utf8).write(to: URL(filePath: folder + "/common/a.yaml"))
        let text = scenario(steps: "- do: a", more: "include: [common/a.yaml]")
        try Data(text.utf8).write(to: URL(filePath: folder + "/b.yaml"))
        let library = ScenarioLibrary.load(paths: [folder])
        #expect(library.scenarios.isEmpty && library.libraryFiles == 1)
        #expect(library.diagnostics.map(\.message) == ["`5` has no unit"])
        let other = ScenarioLibrary.load(paths: [folder + "/b.yaml", folder])
        #expect(other.diagnostics.map(\.message) == ["`5` has no unit"] && other.libraryFiles == 1)
        #expect(
            ScenarioLibrary.load(paths: [folder + "/b.yaml"]).diagnostics.map(\.file) == ["\(folder)/common/a.yaml"])
    }
}
