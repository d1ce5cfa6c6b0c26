import DriverKit
import Foundation
import Journal
import ProgramTesting
import Testing

@testable import Harness

/// `rollcall driver`: what it writes, what it finds, and what the ladder shows.
@Suite struct DriverVerbTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let virtual = "python3 -B '\(root.appendingPathComponent("Examples/python/virtual.py").path)'"
    private static let fake = "python3 '\(root.appendingPathComponent("Tests/Drivers/virtual_fake.py").path)'"

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    /// The languages whose compiler or interpreter is installed; Python, C and Swift always are.
    private static let installed = DriverLanguage.allCases.filter { language in
        let command = language.build(in: "mine") ?? language.start(in: "mine")
        let tool = command.prefix { $0 != " " }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }

    @Test func `drivers in Python, C and Swift are tried`() {
        for language in [DriverLanguage.python, .c, .swift] { #expect(Self.installed.contains(language)) }
    }

    @Test(arguments: installed)
    func `a driver that was just written keeps the protocol and passes the first level`(
        _ language: DriverLanguage
    ) throws {
        let written = try rollcall.run("driver", "new", language.rawValue, "mine")
        #expect(written.status == 0, "\(written.errors)")
        if let build = language.build(in: "mine") {
            #expect(try shell(build) == 0)
        }
        let start = language.start(in: "mine")
        let check = try rollcall.run("driver", "check", start)
        #expect(check.status == 0 && check.output.contains("\n0 of 26 rules broken"), "\(check.output)")
        let ladder = try rollcall.run("driver", "ladder", start, "--levels", "1")
        #expect(ladder.status == 0 && ladder.output.contains("1 of 1 level passed"), "\(ladder.output)")
        try folder.write(
            """
            id: REFUSED-1
            name: The coordinator refuses a connection
            participants:
              alice: {connected: false}
            steps:
              - coordinator: fail
                path: "*/connect"
                refusal: notAllowed
              - alice: connect
                throws: APIError
                code: "4.03"
                within: 5s

            """, to: "refused.yaml")
        let refused = try rollcall.run("run", "refused.yaml", "--driver", start)
        #expect(refused.status == 0, "\(refused.output)")
    }

    private func shell(_ command: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test(arguments: DriverLanguage.allCases) func `a driver is short, and is written once`(
        _ language: DriverLanguage
    ) throws {
        let lines = language.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= 150)
        #expect(lines.allSatisfy { $0.count <= 124 }, "a line is longer than 120 characters")
        #expect(try rollcall.run("driver", "new", language.rawValue, "mine").status == 0)
        let again = try rollcall.run("driver", "new", language.rawValue, "mine")
        #expect(again.status == 65 && again.errors.contains("mine exists already"), "\(again.errors)")
    }

    @Test(arguments: [
        ([], "choose a task"), (["nwe"], "did you mean `new`?"), (["new", "python"], "a language"),
        (["new", "pyton", "x"], "did you mean `python`?"), (["check"], "needs a command"),
        (["check", "bob=python3 x.py"], "without a participant"), (["ladder", "'x"], "a quote in it does not end"),
        (["ladder", "x", "--levels", "12"], "11 at most"),
    ])
    func `wrong use is an error with the correction`(_ words: [String], _ message: String) throws {
        let outcome = try rollcall.run(["driver"] + words)
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `reusable drivers of one run serve the participants of the next ones`() throws {
        for id in ["A-1", "B-1", "C-1"] {
            let text = """
                id: \(id)
                name: alice and bob are outside programs
                participants: [alice, bob]
                steps:
                  - alice: ring
                    call: default:standup
                    members: [bob]
                  - within: 5s
                    expect: {bob.callingState: incoming}

                """
            try folder.write(text, to: "S/\(id).yaml")
        }
        let program = Self.root.appendingPathComponent("Examples/python/virtual.py").path
        let driver = #"sh -c 'echo started >> "\#(folder.path)/starts"; exec python3 -B "\#(program)"'"#
        let outcome = try rollcall.run("run", "S", "--jobs", "1", "--driver", driver)
        #expect(outcome.status == 0 && outcome.output.contains("3 passed"), "\(outcome.output)")
        #expect(try folder.text(of: "starts") == "started\nstarted\n")
    }

    @Test func `the example in Python passes all levels, twice alike`() throws {
        let outcome = try rollcall.run("driver", "ladder", Self.virtual)
        #expect(outcome.status == 0 && outcome.output.contains("11 of 11 levels passed"), "\(outcome.output)")
        let twice = try rollcall.run("run", ".rollcall/ladder", "--twice", "--out", "twice", "--driver", Self.virtual)
        #expect(twice.status == 0 && twice.output.contains("11 passed"), "\(twice.output)")
    }

    @Test(arguments: [
        ("past", "failed", "which is not later than now, 0 ns (line 5 of its output): {\"type\": \"wake\", \"at\": 0}"),
        ("hex", "failed", "not pairs of hexadecimal digits (line 5 of its output, column 42)"),
        ("large", "failed", "sends 20000 bytes; a datagram can have 1878"),
        ("address", "failed", "has `to` as `nowhere`; it is an address and a port"),
        (
            "after", "failed",
            "before the next line of the harness (line 7 of its output, column 1): {\"type\": \"log\""
        ), ("silent", "hung", "did not answer a `command` with `idle`"),
        ("early", "failed", "sends a datagram before the run begins"),
        (
            "half", "crashed",
            "in the middle of the line `{\"type\": \"se`; the last line to it was {\"type\":\"command\""
        ),
        ("unflushed", "hung", "did not say hello within 2s, and wrote `{\"type\": \"hello\""),
        ("jump", "failed", "bob.callingState made a transition that is not allowed"),
        (
            "unknown", "unsupported",
            "does not support `the property callingState`; in its `hello`, `callingSate` is not a property of scenarios; "
                + "did you mean `callingState`?"
        ),
        (
            "forever", "failed",
            "the driver of bob set its timer more than 1000 times within 100ms of virtual time after the command "
                + "`reject`; the last line to it was {\"type\":\"wake\""
        ),
        (
            "never", "failed",
            "the participants could not be connected: the `connect` of bob has not ended after 10min of virtual time"
        ),
    ])
    func `whatever a driver in virtual time does is a verdict`(
        _ misdeed: String, _ kind: String, _ reason: String
    ) throws {
        try folder.write(
            """
            id: A-1
            name: bob is an outside program
            participants:
              bob: {driver: {command: [python3, \(Self.fake.split(separator: "'")[1]), \(misdeed)], patience: 2s}}
            steps:
              - expect: {bob.callingState: idle}
              - bob: reject
            """, to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml")
        let json = try JSON(parsing: folder.bytes(of: ".rollcall/A-1/verdict.json"))
        let verdict = try #require(Verdict(json))
        #expect(outcome.status == 1 && verdict.kind.rawValue == kind, "\(outcome.output)")
        #expect(verdict.failure?.reason.contains(reason) == true, "\(outcome.output)")
    }

    @Test func `a failure shows the driver's message that was wrong`() throws {
        try folder.write(
            """
            id: A-1
            name: alice connects
            participants: [alice]
            steps: [{expect: {alice.callingState: inCall}}]
            """, to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml", "--driver", Self.virtual)
        #expect(outcome.output.contains("of the driver's output: {\"type\": \"state\""), "\(outcome.output)")
    }

    @Test func `a move that cannot be shows the driver's line beside the moves that can be`() throws {
        try folder.write(
            """
            id: A-1
            name: bob is an outside program
            participants:
              bob: {driver: {command: [python3, \(Self.fake.split(separator: "'")[1]), jump]}}
            steps:
              - bob: reject
            """, to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(outcome.output.contains("from idle to `inCall`, `incoming`, `joining`, `lobby` or `outgoing`"))
        #expect(outcome.output.contains("of the driver's output: {\"type\": \"state\""), "\(outcome.output)")
    }

    @Test func `a driver of 200 lines passes the first four levels, twice alike`() throws {
        let file = Self.root.appendingPathComponent("Examples/python/four_levels.py")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count <= 200, "lines that are not empty")
        let driver = "python3 -B '\(file.path)'"
        let check = try rollcall.run("driver", "check", driver)
        #expect(check.status == 0 && check.output.contains("\n0 of 26 rules broken"), "\(check.output)")
        let ladder = try rollcall.run("driver", "ladder", driver, "--levels", "4")
        #expect(ladder.status == 0 && ladder.output.contains("4 of 4 levels passed"), "\(ladder.output)")
        let twice = try rollcall.run("run", ".rollcall/ladder", "--twice", "--out", "twice", "--driver", driver)
        #expect(twice.status == 0 && twice.output.contains("4 passed"), "\(twice.output)")
    }

    // MARK: Known failures

    private func expecting(_ entries: String) throws -> Program.Outcome {
        try folder.write(entries, to: "known.yaml")
        try folder.write(
            """
            id: A-1
            name: alice connects
            participants: [alice]
            steps: [{expect: {alice.callingState: inCall}}]
            """, to: "S/a.yaml")
        try folder.writeScenario("GOOD-1", to: "S/good.yaml")
        return try rollcall.run("run", "S", "--driver", Self.virtual, "--expected-failures", "known.yaml")
    }

    @Test func `a known failure counts as unsupported, with its reason`() throws {
        let outcome = try expecting("- {id: A-1, reason: it is slow, until: 2999-01-01}\n")
        #expect(outcome.output.contains("a known failure until 2999-01-01 (it is slow)"), "\(outcome.output)")
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `a known failure that passes is an error`() throws {
        let outcome = try expecting(
            "- {id: A-1, reason: a, until: 2999-01-01}\n- {id: GOOD-1, reason: b, until: 2999-01-01}\n")
        #expect(outcome.status == 1 && outcome.output.contains("known.yaml:2:3 expects it to fail (b)"))
    }

    @Test(arguments: [
        ("- {id: A-2, reason: a, until: 2999-01-01}", "known.yaml:1:8", "did you mean `A-1`?"),
        ("- {id: A-1, reason: a, until: 2001-01-01}", "known.yaml:1:31", "has passed"),
        ("- {id: A-1, reason: a, until: 2999-02-29}", "known.yaml:1:31", "is not a date"),
        ("- {id: A-1, reason: a}", "known.yaml:1:3", "needs `until`"),
        ("- {id: A-1, reson: a, until: 2999-01-01}", "known.yaml:1:13", "no `reson`"),
        ("id: A-1", "known.yaml:1:1", "must be a list"),
    ])
    func `a mistake in the list is shown with its place`(_ entry: String, _ place: String, _ message: String) throws {
        let outcome = try expecting(entry + "\n")
        #expect(outcome.status == 65 && outcome.errors.contains(place), "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(arguments: ["", "# nothing is known to fail\n\n", "[]\n"])
    func `a list without entries is one`(_ text: String) throws {
        try folder.write(text, to: "known.yaml")
        try folder.writeScenario("GOOD-1", to: "good.yaml")
        let outcome = try rollcall.run(
            "run", "good.yaml", "--driver", Self.virtual, "--expected-failures", "known.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `days are dates of the calendar`() {
        for date in ["1970-01-01", "2000-02-29", "2026-11-23"] {
            #expect(CalendarDate.isDate(date))
        }
        for text in ["2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-11-23T00", "", "tomorrow"] {
            #expect(!CalendarDate.isDate(text), "\(text)")
        }
    }
}
