import CallLibraryGuest
import Foundation
import ProgramTesting
import Testing

@testable import Harness
@testable import Journal
@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Outside programs as participants, most of which do what they must not (`Tests/Drivers/fake.py`).
@Suite struct DriverTests {
    private static let fake = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Drivers/fake.py").path

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    private func scenario(_ mode: String, patience: String = "1s", command: String? = nil) -> String {
        """
        id: A-1
        name: bob is an outside program
        covers: [VM-01]
        participants:
          alice:
          bob: {driver: {command: \(command ?? "[python3, \(Self.fake), \(mode)]"), patience: \(patience)}}
        steps:
          - expect: {bob.callingState: idle, alice.callingState: idle}
          - bob: accept
          - within: 1s
            expect: {bob.callingState: inCall}
        """
    }

    private func verdict(_ id: String = "A-1") throws -> Verdict {
        let json = try JSON(parsing: folder.bytes(of: ".rollcall/\(id)/verdict.json"))
        return try #require(Verdict(json))
    }

    private func run(_ mode: String, patience: String = "1s", _ options: String...) throws -> Program.Outcome {
        try folder.write(scenario(mode, patience: patience), to: "a.yaml")
        return try rollcall.run(["run", "a.yaml"] + options)
    }

    @Test func `of several programs that say no hello the first is named, after its patience alone`() throws {
        let driver = "{driver: {command: [python3, \(Self.fake), mute], patience: 3s}}"
        let participants = (1...8).map { "  p\($0): \(driver)\n" }.joined()
        try folder.write(
            "id: A-1\nname: a\nparticipants:\n\(participants)steps: [{expect: {p1.callingState: idle}}]\n",
            to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(outcome.output.contains("the driver of p1 did not say hello within 3s"), "\(outcome.output)")
        #expect(try verdict().wallSeconds < 20)
    }

    @Test(arguments: ["fraction", "windows"])
    func `numbers with a fraction of zeros, and lines that end with CR and LF, are read`(_ mode: String) throws {
        let outcome = try run(mode, patience: "20s")
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `a program that does as it should passes, under the real clock`() throws {
        let outcome = try run("good", patience: "20s")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("ran under the real clock"))
        #expect(try rollcall.run("check", "a.yaml").output.contains("which choose the clock: A-1"))
        #expect(try folder.text(of: ".rollcall/A-1/journal.ndjson").contains(#""clock":"real""#))
    }

    @Test(arguments: [
        ("garbage", "failed", "not JSON: a name is missing (line 5 of its output, column 18)"),
        (
            "text", "failed",
            "which is not JSON: this is not a value; only lines of the protocol belong on the standard output, and others on "
                + "the standard error (line 5 of its output, column 1)"
        ),
        ("array", "failed", "not a JSON object (line 5 of its output, column 1)"),
        ("long", "failed", "longer than 65536 bytes (line 5 of its output)"),
        ("endless", "failed", "longer than 65536 bytes (line 5 of its output)"),
        ("lines", "failed", "more than 200000 lines"),
        ("deep", "failed", "longer than 65536 bytes"),
        ("deeper", "failed", "nested more than 16 deep"),
        ("utf8", "failed", "a text is not UTF-8"),
        ("zeros", "failed", "not JSON"),
        ("empty", "failed", "not JSON: a value is missing"),
        ("unknown", "failed", "has the unknown type `sate`; did you mean `state`?"),
        ("notype", "failed", "needs `type`"),
        ("twice", "failed", "responds to the command "),
        ("foreign", "failed", "responds to the command 999, and "),
        ("huge", "failed", "has `id` as `99999999999999999999999`; it is the number of a command or a `sync`"),
        ("textual", "failed", "has `id` as the text `3`; it is the number of a command or a `sync`"),
        ("indented", "failed", "a name is missing; write each object on one line"),
        ("mark", "failed", "it begins with a byte order mark"),
        ("hello", "failed", "is a second `hello`"),
        ("first", "failed", "comes before its `hello`"),
        ("keys", "failed", "`type` twice"),
        ("property", "failed", "`callingSate`, which is not a property; did you mean `callingState`?"),
        ("value", "failed", "as `flying`, which is not a calling state; it can be `idle`"),
        ("kind", "failed", "as `7`, which is not a calling state"),
        ("backend", "failed", "has the backend `elsewhere`; it can be `rollcall` or `own`"),
        ("silent", "failed", "has connected without a datagram from 127.1.0.2 to the coordinator"),
        ("version", "failed", "speaks version 3 of the protocol, and this harness speaks versions 1 and 2"),
        ("error", "failed", "threw"),
        ("jump", "failed", "bob.callingState made a transition that is not allowed"),
        ("early", "crashed", "ended with status 1"),
        ("exit", "crashed", "ended with status 3"),
        ("half", "crashed", "ended with status 0, in the middle of the line `{\"type\": `"),
        ("abort", "crashed", "died of signal 6"),
        ("close", "crashed", "closed its standard output"),
        ("mute", "hung", "did not say hello within 1s"),
        ("cut", "hung", "did not say hello within 5s; `{\"type\": \"hel` lacks the line feed at its end"),
        ("hang", "hung", "did not answer a `sync` within 5s"),
        ("unsupported", "unsupported", "does not support the command accept on Sundays"),
        ("poor", "unsupported", "does not support `the command accept` and `the property callingState`"),
    ])
    func `whatever a program does is a verdict`(_ mode: String, _ kind: String, _ reason: String) throws {
        // On a busy machine it takes a program some seconds to write a line, so those that hang afterwards have five.
        let patience = ["mute": "1s", "hang": "5s", "cut": "5s"]
        let text = scenario(mode, patience: patience[mode, default: "20s"])
        try folder.write(mode == "hang" ? text.replacing("within: 1s", with: "within: 20s") : text, to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(try verdict().kind.rawValue == kind)
        let found = try #require(try verdict().failure?.reason)
        #expect(found.contains(reason), "\(found)")
    }

    @Test func `every program receives bye at the end of a run`() throws {
        let participants = ["alice", "bob"].map { name in
            "  \(name): {driver: {command: [python3, \(Self.fake), good, \(folder.path)/\(name).bye], patience: 20s}}\n"
        }
        let steps = "steps: [{everyone: accept}, {within: 1s, expect: {everyone.callingState: inCall}}]\n"
        try folder.write("id: A-1\nname: n\nparticipants:\n\(participants.joined())\(steps)", to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)")
        for name in ["alice", "bob"] { #expect(try folder.text(of: "\(name).bye") == "bye") }
    }

    @Test(arguments: [
        ("wait: 1001ms", "its time 1001ms is exact to the millisecond"),
        ("repeat: 2, steps: [{wait: 1001ms}]", "its time 1001ms is exact to the millisecond"),
        ("alice: hangUp, mayThrow: true, at: 1234ms", "its time 1234ms is exact to the millisecond"),
        ("network: {alice: {latency: 105ms}}", "its time 105ms is exact to the millisecond"),
        ("wait: 1h", "its waits take 1h of real time with an outside program, and --limit is 1min"),
        ("network: {delay: {path: /sfu/join, by: 1s}}", "it chooses the times of single packets"),
    ])
    func `a scenario that needs virtual time is unsupported with a program in real time`(
        _ step: String, _ reason: String
    ) throws {
        let text = scenario("good", patience: "20s").replacing("steps:\n", with: "steps:\n  - {\(step)}\n")
        try folder.write(text, to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(try outcome.status == 1 && verdict().kind == .unsupported, "\(outcome.output)")
        #expect(try verdict().failure?.reason.hasPrefix(reason) == true, "\(outcome.output)")
    }

    @Test func `a program that is not there is a verdict`() throws {
        try folder.write(scenario("", command: "[./nobody]"), to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml").status == 1)
        #expect(try verdict().failure?.reason.contains("could not be started: `./nobody`") == true)
        #expect(try verdict().kind == .crashed)
    }

    /// The processes whose command line holds a text.
    private func processes(with text: String) -> Int {
        let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return ids.count { id in
            guard Int(id) != nil, let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else {
                return false
            }
            return String(decoding: line, as: UTF8.self).replacingOccurrences(of: "\0", with: " ").contains(text)
        }
    }

    @Test func `no process is left behind, not even by a program that started another one`() throws {
        let first = scenario("orphan")
        let last = first.replacing("  alice:\n", with: "").replacing("steps:", with: "  alice:\nsteps:")
        // One after the other, because each counts the processes of the machine.
        for participants in [first, last] {
            try folder.write(participants, to: "a.yaml")
            #expect(try rollcall.run("run", "a.yaml").status == 1)
            #expect(processes(with: "\(Self.fake) orphan") == 0)
            #expect(processes(with: "sleep 333") == 0)
        }
    }

    @Test func `a process that a driver started in a session of its own ends with it`() throws {
        #expect(try run("stray", patience: "1s").status == 1)
        #expect(processes(with: "sleep 334") == 0)
        #expect(processes(with: "\(Self.fake) stray") == 0)
    }

    @Test func `an interrupt ends the programs too`() throws {
        let pipe = folder.url.appendingPathComponent("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        try folder.write(scenario("", patience: "60s", command: "[python3, \(Self.fake), tell, \(pipe)]"), to: "a.yaml")
        let (process, output, _) = try rollcall.start(["run", "a.yaml"])
        // The program writes into the pipe when it has been told what it never does.
        let found = try #require(FileHandle(forReadingAtPath: pipe)).readDataToEndOfFile()
        #expect(found == Data("here".utf8))
        #expect(processes(with: "tell \(pipe)") == 1)
        process.interrupt()
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(processes(with: "tell \(pipe)") == 0)
    }

    @Test func `a driver may provide a value that the scenario leaves to the library`() throws {
        let text = scenario("").replacing(
            "bob: {driver: {command: [python3, \(Self.fake), ], patience: 1s}}", with: "bob:")
        try folder.write(text, to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml", "--driver", "bob=python3 '\(Self.fake)' good")
        #expect(outcome.status == 0, "\(outcome.output)")
        let all = try rollcall.run("run", "a.yaml", "--driver", "python3 \(Self.fake) poor")
        #expect(all.status == 1)
        #expect(try verdict().kind == .unsupported)
        #expect(all.output.contains("0 passed, 1 unsupported of 1 scenario"))
        for wrong in ["", "bob=", "bob='python3"] {
            #expect(try rollcall.run("run", "a.yaml", "--driver", wrong).status == 64)
        }
        #expect(try rollcall.run("run", "a.yaml", "--twice", "--clock", "real").status == 64)
    }

    @Test func `the matrix of a program results from running it, and lists unsupported features`() throws {
        try folder.write(scenario("good", patience: "20s"), to: "a.yaml")
        try folder.write(
            """
            id: B-1
            name: bob is told what his program cannot do
            covers: [VM-02]
            participants: [alice, bob]
            steps:
              - bob: crash

            """, to: "b.yaml")
        let driver = "--driver=bob=python3 \(Self.fake) good"
        let outcome = try rollcall.run("conformance", "a.yaml", "b.yaml", driver, "--jobs", "2")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("1 passed, 1 unsupported of 2 scenarios"))
        #expect(outcome.output.hasPrefix("# Conformance of `bob=python3 \(Self.fake) good`\n"))
        #expect(outcome.output.contains("Of 2 cases: 1 passed, 1 unsupported."))
        #expect(outcome.output.contains("| VM-01 | passed | A-1 |"))
        #expect(outcome.output.contains("| unsupported | the driver of bob does not support"))
        let json = try rollcall.run("conformance", "b.yaml", driver, "--format", "json")
        #expect(json.output.contains(#""drivers":["bob=python3"#) && json.output.contains(#""scenario":"B-1""#))
        let wrong = try rollcall.run("conformance", "a.yaml", "--driver=bob=python3 \(Self.fake) garbage")
        #expect(wrong.status == 1 && wrong.output.contains("| VM-01 | failed | A-1 |"))
    }

    @Test(arguments: [["--jobs", "2"], ["--limit", "5"], ["--driver", ""], ["--driver", "x", "--jobs", "0"]])
    func `wrong options of a matrix are status 64`(_ options: [String]) throws {
        try folder.write(scenario("good"), to: "a.yaml")
        let outcome = try rollcall.run(["conformance", "a.yaml"] + options)
        #expect(outcome.status == 64 && outcome.errors.contains("conformance --help"), "\(outcome.errors)")
    }

    @Test func `an unsupported scenario is neither passed nor failed in any report`() throws {
        let outcome = try run(
            "poor", patience: "20s", "--allow-unsupported", "--report", "tap=r.tap", "--report", "junit=r.xml",
            "--report", "json=r.json",
            "--report",
            "markdown=r.md", "--report", "html=r.html", "--report", "github=r.txt")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(try folder.text(of: "r.tap").contains("# SKIP unsupported: the driver of bob"))
        let xml = try folder.text(of: "r.xml")
        #expect(xml.contains(#"skipped="1""#) && xml.contains("<skipped") && xml.contains(#"failures="0""#))
        #expect(try folder.text(of: "r.json").contains(#""unsupported":1"#))
        let markdown = try folder.text(of: "r.md")
        #expect(markdown.contains("# Rollcall: all that is supported passed") && markdown.contains("## Unsupported"))
        #expect(try folder.text(of: "r.html").contains(#""verdict":"unsupported""#))
        let annotations = try folder.text(of: "r.txt")
        #expect(annotations.contains("::notice") && !annotations.contains("::error"))
        let matrix = try rollcall.run("conformance", "a.yaml")
        #expect(matrix.status == 1 && matrix.output.contains("| VM-01 | unsupported | A-1 |"))
    }

    @Test(arguments: [
        ("- network: {cut: bob}", "network at line 8"), ("- packets: {from: bob, count: 0}", "packets at line 8"),
        ("- coordinator: fail\n    path: \"*/join\"\n    refusal: notAllowed", "the server command at line 8"),
    ])
    func `a step that cannot reach the driver's own backend is reported before the first step`(
        _ step: String, _ need: String
    ) throws {
        let text = scenario("good", patience: "20s").replacing("steps:\n", with: "steps:\n  \(step)\n")
        try folder.write(text, to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(try outcome.status == 1 && verdict().kind == .unsupported, "\(outcome.output)")
        #expect(outcome.output.contains("\(need), because its backend is its own"), "\(outcome.output)")
        #expect(try !folder.text(of: ".rollcall/A-1/journal.ndjson").contains(#""kind":"step""#))
    }

    @Test func `a run in which nothing passed and something is unsupported has tested nothing`() throws {
        let outcome = try run("poor", patience: "20s")
        #expect(outcome.status == 1 && outcome.output.contains("nothing was tested"), "\(outcome.output)")
    }

    @Test func `the matrix is not met by a scenario that failed or did not run, with cases or without`() throws {
        try folder.writeScenario("GOOD-1", to: "S/good.yaml")
        #expect(try rollcall.run("run", "S").status == 0)
        #expect(try rollcall.run("conformance", "S").status == 0)
        let text = "id: BAD-1\nname: n\nparticipants: [alice]\nsteps: [{expect: {alice.callingState: inCall}}]\n"
        try folder.write(text, to: "S/bad.yaml")
        let missing = try rollcall.run("conformance", "S")
        #expect(missing.status == 1 && missing.output.contains("| BAD-1: n | not run | it has no result |"))
        #expect(try rollcall.run("run", "S").status == 1)
        let failed = try rollcall.run("conformance", "S")
        #expect(failed.status == 1 && failed.output.contains("| BAD-1: n | failed |"), "\(failed.output)")
    }

    @Test(arguments: [
        ("{command: python3}", "`command` is a list"), ("{command: []}", "`command` is a list"),
        ("{}", "needs `command`"),
        ("{command: [\"\"]}", "a program without a name"), ("{comand: [a]}", "did you mean `command`?"),
        ("{command: [a], patience: 5}", "`5` has no unit"), ("x", "`driver` is a mapping"),
    ])
    func `a mistake in a driver is reported before the boot`(_ driver: String, _ message: String) throws {
        let text = "id: A\nname: n\nparticipants: {bob: {driver: \(driver)}}\nsteps: [{bob: accept}]\n"
        #expect(ScenarioLibrary.load(text: text, file: "a.yaml").rendered().contains(message))
    }
}
