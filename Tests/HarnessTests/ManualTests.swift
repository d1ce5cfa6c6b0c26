import Foundation
import ProgramTesting
import Testing

@testable import Harness

/// Help, manual pages and completions, which come from one table of verbs and options.
@Suite struct ManualTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    private func shell(_ line: String) throws -> Program.Outcome {
        try Program(at: "/bin/bash", in: folder).run(["-c", line], environment: ["R": rollcall.path.path])
    }

    @Test(arguments: Verb.visible.map(\.rawValue)) func `each verb has a page with every option and an example`(
        _ verb: String
    ) throws {
        let page = try rollcall.run("man", verb).output.replacing("\\-", with: "-")
        #expect(page.hasPrefix(".TH ROLLCALL-\(verb.uppercased()) 1 \"\" \"rollcall \(RollcallMain.version)\""))
        let help = try rollcall.run(verb, "--help").output
        let own = try #require(Verb(rawValue: verb))
        for option in own.options.map({ $0.written(of: own) }) {
            #expect(page.contains(option) && help.contains("  \(option)"), "\(option)")
        }
        #expect(help.contains("\nExamples:\n  rollcall \(verb) ") && page.contains(".SH EXAMPLES\n"))
        #expect(page.contains(".SH EXIT STATUS\n.TP\n\\fB0\\fR\n"))
    }

    @Test func `the changes have a heading for the version`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let changes = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        #expect(changes.contains("\n## \(RollcallMain.version)\n"))
    }

    @Test func `each example is a command line that the program understands`() throws {
        for verb in Verb.visible {
            for example in verb.examples {
                let words = example.words.prefix { !">|".contains($0) }.replacing(/".*"/, with: "command")
                let given = words.split(separator: " ").map(String.init)
                #expect(given.first == verb.rawValue)
                #expect(throws: Never.self, "\(example.words)") {
                    try ParsedArguments(Array(given.dropFirst()), of: verb)
                }
            }
        }
    }

    @Test func `groff finds nothing to error about in the pages`() throws {
        for verb in [""] + Verb.visible.map(\.rawValue) {
            let outcome = try shell("$R man \(verb) | groff -man -Tutf8 -ww -rLL=100n")
            #expect(outcome.status == 0 && outcome.errors == "", "\(verb): \(outcome.errors)")
            #expect(outcome.output.contains("rollcall"))
        }
    }

    @Test(arguments: [
        (["c"], ["check", "conformance", "completions"]), (["run", "--only-"], ["--only-changed"]),
        (["run", "--clock", ""], ["virtual", "real"]), (["run", "--report", "j"], ["json", "junit"]),
        (["completions", ""], ["bash", "zsh", "fish"]), (["run", "sce"], ["scenario.yaml"]),
    ]) func `bash completes verbs, options, values and files`(_ words: [String], _ offered: [String]) throws {
        try folder.write("", to: "scenario.yaml")
        let line = (["rollcall"] + words).map { "'\($0)'" }.joined(separator: " ")
        let outcome = try shell(
            "source <($R completions bash); COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _rollcall; "
                + "printf '%s\\n' \"${COMPREPLY[@]}\"")
        let shown = outcome.output.split(separator: "\n").map(String.init)
        #expect(Set(offered).isSubset(of: shown), "\(outcome.output)\(outcome.errors)")
        #expect(shown.count == offered.count || words == ["c"])
    }

    @Test(arguments: ["zsh", "fish"]) func `the completions of other shells name every verb and option`(
        _ shell: String
    ) throws {
        let script = try rollcall.run("completions", shell).output
        for verb in Verb.visible {
            #expect(script.contains(verb.rawValue))
            for option in verb.options {
                #expect(script.contains(shell == "fish" ? "-l \(option.rawValue) " : "--\(option.rawValue)"))
            }
        }
    }
}
