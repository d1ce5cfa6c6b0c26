import Foundation
import ProgramTesting
import Testing

/// The files of a run that something has damaged: every command names the file and the place.
@Suite struct DamagedRunTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeScenario("A-1", to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml").status == 0)
    }

    private static let journal = ".rollcall/A-1/journal.ndjson"
    private static let verdict = ".rollcall/A-1/verdict.json"

    /// The commands that read a whole run.
    private static let commands = [["why", "A-1", "bob.callingState"], ["export", "A-1", "--format", "chrome"]]

    private func lines() throws -> [Substring] {
        try folder.text(of: Self.journal).split(separator: "\n")
    }

    private func write(_ lines: [Substring]) throws {
        try folder.write(lines.joined(separator: "\n") + "\n", to: Self.journal)
    }

    @Test(arguments: commands) func `a journal with a missing, doubled or moved line is not read`(
        _ words: [String]
    ) throws {
        let lines = try lines()
        let place = "\(Self.journal): line 5 of the journal: "
        let cases: [(lines: [Substring], message: String)] = [
            (Array(lines[..<4] + lines[5...]), "this is entry 6, and entry 5 is expected: it is missing"),
            (Array(lines[..<4] + lines[8...]), "this is entry 9, and entry 5 is expected: entries 5 to 8 are missing"),
            (Array(lines[..<4] + lines[3...]), "this is entry 4, and entry 5 is expected: the line is there twice"),
            (Array(lines[..<4] + [lines[5], lines[4]] + lines[6...]), "this is entry 6, and entry 5 is expected"),
            (Array(lines[..<4] + [lines[4].dropLast(3)] + lines[5...]), "at byte \(lines[4].utf8.count - 3)"),
        ]
        for row in cases {
            try write(row.lines)
            let outcome = try rollcall.run(words)
            #expect(outcome.status == 65 && outcome.output == "", "\(outcome.output)")
            #expect(outcome.errors.contains(place) && outcome.errors.contains(row.message), "\(outcome.errors)")
        }
    }

    @Test(arguments: commands) func `a journal that is cut at its end is read with a note, and left as it is`(
        _ words: [String]
    ) throws {
        let lines = try lines()
        let whole = try rollcall.run(words)
        #expect(whole.status == 0 && whole.errors == "", "\(whole.errors)")
        try write(Array(lines.dropLast()))
        let short = try rollcall.run(words)
        let end = "\(Self.journal): the journal ends with entry \(lines.count - 1), before the verdict of the run"
        #expect(short.status == 0 && short.errors.contains("note: \(end)"), "\(short.errors)")
        let cut = lines.dropLast().joined(separator: "\n") + "\n" + lines[lines.count - 1].dropLast(5)
        try folder.write(cut, to: Self.journal)
        let outcome = try rollcall.run(words)
        let part = "\(Self.journal): the entry behind entry \(lines.count - 1) of the journal is cut, and is left out"
        #expect(outcome.status == 0 && outcome.errors.contains("note: \(part)"), "\(outcome.errors)")
        #expect(outcome.errors.contains("note: \(end)"))
        #expect(try folder.text(of: Self.journal) == cut)
    }

    private static let verdicts: [(text: String, message: String)] = [
        ("{", "\(verdict) cannot be read: it is not the JSON of a verdict: a name is missing at byte 1"),
        ("", "\(verdict) cannot be read: it is not the JSON of a verdict: a value is missing at byte 0"),
        (#"{"id":"A-1","name":"n"}"#, "\(verdict) cannot be read: `file` of the verdict is missing or wrong"),
        (
            #"{"id":"A-1","name":"n","file":"f","verdict":"failed","seed":1,"failure":{}}"#,
            "\(verdict) cannot be read: `failure` of the verdict is missing or wrong"
        ),
    ]

    @Test(arguments: verdicts) func `a damaged verdict is named, and is no scenario that has not run`(
        _ row: (text: String, message: String)
    ) throws {
        try folder.write(row.text, to: Self.verdict)
        for words in [["why", "A-1"], ["conformance", "a.yaml"]] {
            let outcome = try rollcall.run(words)
            #expect(outcome.status == 65 && outcome.output == "", "\(outcome.output)")
            #expect(outcome.errors.contains(row.message), "\(outcome.errors)")
        }
        for words in Self.commands {
            let outcome = try rollcall.run(words)
            #expect(outcome.status == 0 && outcome.errors.contains("note: \(row.message)"), "\(outcome.errors)")
        }
    }

    @Test func `a list of failures that lacks one or is cut is not taken for a whole one`() throws {
        try folder.writeScenario("B-1", interceptor: "throw", to: "b.yaml")
        let program = try Program("TrapHost", in: folder)
        #expect(try program.run("run", "a.yaml", "b.yaml").status == 1)
        let (list, report) = (".rollcall/.last-failed", ".rollcall/.last.json")
        for (text, message) in [
            ("", "\(list): `B-1` is not in it, and \(report) says that it failed"),
            ("A-1\n", "\(list): `B-1` is not in it"), ("B-1", "\(list):1: `B-1` is not a whole line"),
        ] {
            try folder.write(text, to: list)
            let outcome = try program.run("run", "a.yaml", "b.yaml", "--last-failed")
            #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        }
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(list))
        let missing = try program.run("run", "a.yaml", "b.yaml", "--last-failed")
        #expect(missing.status == 64 && missing.errors.contains("\(list): it is missing, and \(report) is there"))
        try folder.write("B-1\n", to: list)
        try folder.write("{", to: report)
        let damaged = try program.run("run", "a.yaml", "b.yaml", "--last-failed")
        #expect(damaged.status == 64 && damaged.errors.contains("\(report): it is not a report"), "\(damaged.errors)")
    }
}
