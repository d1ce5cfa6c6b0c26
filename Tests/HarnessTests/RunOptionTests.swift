import Foundation
import ProgramTesting
import Testing

@testable import Harness
@testable import Journal

/// Runs in parts, over and over, with many seeds, and what is written of them.
@Suite struct RunOptionTests {
    private let folder: Folder
    private let host: Program

    init() throws {
        folder = try Folder()
        host = try Program("TrapHost", in: folder)
    }

    private func report(_ name: String = "r.json") throws -> JSON { try JSON(parsing: try folder.bytes(of: name)) }

    private func ids(_ report: JSON) -> [String] { report["scenarios"]?.elements?.compactMap { $0["id"]?.text } ?? [] }

    private func writeLossy() throws {
        let text = """
            id: LOSSY
            name: Somebody is accepted through a bad network
            participants: [alice, bob]
            network: {loss: 25%}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - within: 400ms
                expect: {bob.callingState: incoming}
            """
        try folder.write(text, to: "lossy.yaml")
    }

    // MARK: Plans

    @Test func `a report in a folder has a page and a script for each run, and replaces those of an earlier report`()
        throws
    {
        try folder.writeScenario("A-1", expecting: "reconnecting", to: "S/a.yaml")
        try folder.writeScenario("B-1", to: "S/b.yaml")
        let outcome = try host.run("run", "S", "--report", "html=deep/page/")
        #expect(outcome.status == 1, "\(outcome.errors)")
        let written = { try folder.names().filter { $0.hasPrefix("deep/page/") && $0.contains(".") } }
        #expect(try written() == ["deep/page/index.html", "deep/page/runs/run-0.js", "deep/page/runs/run-1.js"])
        let whole = try host.run("run", "S", "--report", "html=whole.html")
        #expect(whole.status == 1)
        let sizes = try ["deep/page/index.html", "whole.html"].map { try folder.bytes(of: $0).count }
        #expect(sizes[0] < 150_000 && sizes[0] < sizes[1] - 20_000, "\(sizes)")
        let script = try folder.text(of: "deep/page/runs/run-0.js")
        #expect(script.hasPrefix("deliver(0,'{") && script.contains(#""href":"../../.rollcall/A-1/capsule.rollcall""#))
        try folder.write("mine", to: "deep/page/runs/notes.txt")
        _ = try host.run("run", "S/b.yaml", "--report", "html=deep/page")
        let kept = ["deep/page/index.html", "deep/page/runs/notes.txt", "deep/page/runs/run-0.js"]
        #expect(try written() == kept)
        let wrong = try host.run("run", "S", "--report", "html=whole.html/")
        #expect(
            wrong.status == 2 && wrong.errors.contains("it is a file, where a folder is expected"), "\(wrong.errors)")
    }

    @Test func `a plan has every scenario, seed and round once, in that order`() {
        let plan = RunPlan(order: [1, 0], seeds: 5...6, rounds: 2)
        #expect(plan.count == 8)
        let tasks = (0..<8).map { plan[$0] }
        #expect(tasks.map(\.scenario) == [1, 1, 1, 1, 0, 0, 0, 0])
        #expect(tasks.map(\.seed) == [5, 5, 6, 6, 5, 5, 6, 6])
        #expect(tasks.map(\.round) == [1, 2, 1, 2, 1, 2, 1, 2])
    }

    @Test func `parts hold every scenario once`() throws {
        let parts = (1...3).map { ScenarioChoice.Shard(number: $0, count: 3) }
        for index in 0..<10 { #expect(parts.count { $0.holds(index) } == 1) }
    }

    @Test func `the line of progress fits its terminal, and is taken away before others`() {
        var line = ProgressLine(width: 30)
        #expect(line.cleared().isEmpty)
        var progress = Progress(ended: 5, count: 10, troubled: 1, runs: 5, allRuns: 10, seconds: 1.04)
        let text = line.text(progress)
        #expect(text == "\r\u{1B}[K5 of 10 scenarios, 1 not pass")
        #expect(line.cleared() == "\r\u{1B}[K" && line.cleared().isEmpty)
        var wide = ProgressLine(width: 100)
        (progress.troubled, progress.running) = (0, ["A-1"])
        #expect(wide.text(progress).hasSuffix("░ 5 of 10 scenarios, 1.0 s: A-1"))
        // The bar gives way to the words.
        var narrow = ProgressLine(width: 45)
        let shorter = narrow.text(progress)
        #expect(shorter.hasSuffix(" 5 of 10 scenarios, 1.0 s: A-1") && shorter.count == 4 + 44, "\(shorter)")
    }

    @Test func `progress counts the runs of many seeds, and foresees the time that is left`() {
        let progress = Progress(ended: 0, count: 1, runs: 50, allRuns: 200, seconds: 30)
        #expect("\(progress)" == "0 of 1 scenario, 50 of 200 runs, 30.0 s, 1 min 30 s left")
    }

    // MARK: Seeds and rounds

    @Test func `the first of many seeds to fail is reported, and its files are kept`() throws {
        try writeLossy()
        let outcome = try host.run("run", "lossy.yaml", "--seeds", "1..30", "--report", "json=r.json")
        #expect(outcome.status == 1, "\(outcome.output)")
        let verdict = try #require(try report()["scenarios"]?.elements?.first.flatMap { Verdict($0) })
        #expect(verdict.kind == .failed && verdict.runs >= Int(verdict.seed) && verdict.runs <= 30)
        #expect(verdict.notes.contains("LOSSY: seed \(verdict.seed) is the first of 1..30 that fails"))
        #expect(try folder.text(of: ".rollcall/LOSSY/journal.ndjson").contains("\"seed\":\(verdict.seed),"))
        #expect(try folder.names().allSatisfy { !$0.contains("seed-") })
        #expect(outcome.output.contains("run lossy.yaml --seed \(verdict.seed)"))
        #expect(try host.run("run", "lossy.yaml", "--seed", "\(verdict.seed)").status == 1)
        if verdict.seed > 1 {
            #expect(try host.run("run", "lossy.yaml", "--seeds", "1..\(verdict.seed - 1)").status == 0)
        }
    }

    @Test func `a scenario is not performed with a seed with which it need not hold`() throws {
        let seeds = "seeds: {except: [2, 5..6], because: the answer is lost twice}"
        try folder.write("id: A-1\nname: n\nparticipants: [alice]\n\(seeds)\nsteps: [{wait: 1s}]\n", to: "a.yaml")
        let left = try host.run("run", "a.yaml", "--seed", "2")
        #expect(left.status == 1 && left.output.contains("0 passed, 1 unsupported of 1 scenario"))
        #expect(left.output.contains("with the seed 2, but with all except `2` and `5..6`: the answer is lost twice"))
        for seeds in ["1..3", "2..3", "5..7"] {
            let outcome = try host.run("run", "a.yaml", "--seeds", seeds, "--report", "json=r.json")
            #expect(outcome.status == 0 && outcome.output.contains("1 passed of 1 scenario"), "\(outcome.output)")
            let verdict = try #require(try report()["scenarios"]?.elements?.first.flatMap { Verdict($0) })
            #expect(verdict.kind == .passed && verdict.seed == (seeds == "1..3" ? 1 : seeds == "2..3" ? 3 : 7))
            #expect(verdict.runs == (seeds == "1..3" ? 2 : 1))
        }
        #expect(try host.run("run", "a.yaml", "--seeds", "5..6").output.contains("1 unsupported of 1 scenario"))
    }

    @Test func `runs of one seed that differ are the harness's fault, however many there are`() throws {
        try folder.writeScenario("A-1", interceptor: "hash", to: "S/a.yaml")
        try folder.writeScenario("B-1", to: "S/b.yaml")
        let outcome = try host.run("run", "S", "--repeat", "4", "--report", "json=r.json")
        #expect(outcome.status == 2)
        #expect(try report()["scenarios"]?.elements?.compactMap { $0["runs"]?.integer } == [4, 4])
        let left = try folder.names().filter { $0.contains("second/") || $0.contains("round-") }
        #expect(left.contains { $0.hasSuffix("/journal.ndjson") } && left.allSatisfy { $0.hasPrefix(".rollcall/A-1/") })
        _ = try host.run("run", "S")
        #expect(try folder.names().allSatisfy { !$0.contains("second") && !$0.contains("round-") })
    }

    // MARK: Choices

    @Test func `parts of a run are brought together again`() throws {
        for name in ["a", "b", "c"] { try folder.writeScenario("\(name.uppercased())-1", to: "S/\(name).yaml") }
        try folder.writeScenario("D-1", interceptor: "throw", to: "S/d.yaml")
        #expect(try host.run("run", "S", "--shard", "1/2", "--report", "json=1.json").status == 0)
        #expect(try host.run("run", "S", "--shard", "2/2", "--report", "json=2.json").status == 1)
        #expect(try ids(report("1.json")) == ["A-1", "C-1"] && ids(report("2.json")) == ["B-1", "D-1"])
        let merged = try host.run("merge", "1.json", "2.json", "--report", "json=r.json", "--report", "tap")
        #expect(merged.status == 1)
        #expect(try ids(report()) == ["A-1", "B-1", "C-1", "D-1"])
        #expect(merged.output.hasPrefix("TAP version 14\n1..4\n"))
        #expect(merged.errors.contains("3 passed, 1 failed of 4 scenarios"))
        let twice = try host.run("merge", "1.json", "1.json")
        #expect(twice.status == 65 && twice.errors.contains("1.json: the scenario A-1 is also in 1.json"))
    }

    @Test func `a scenario that may test less than it seems to is a note, and with --strict a failure that replays`()
        throws
    {
        try folder.write(
            """
            id: A-1
            name: A drop that matches nothing
            participants: [alice]
            network: {drop: {path: /video/devices, next: 1}}
            steps:
              - expect: {alice.callingState: idle}

            """, to: "a.yaml")
        let lenient = try host.run("run", "a.yaml")
        #expect(lenient.status == 0 && lenient.output.contains("note: A-1"), "\(lenient.output)")
        let strict = try host.run("run", "a.yaml", "--strict")
        #expect(strict.status == 1 && strict.output.contains("because of --strict"), "\(strict.output)")
        #expect(strict.output.contains("--seed 1 --strict"))
        #expect(try host.run("replay", ".rollcall/A-1/capsule.rollcall").status == 0)
    }

    @Test func `a remark on a line is a failure at that line, which names the file once`() throws {
        try folder.write(
            """
            id: A-1
            name: A variable that nothing uses
            participants: [alice]
            variables: {spare: 2s}
            steps:
              - expect: {alice.callingState: idle}

            """, to: "a.yaml")
        let strict = try host.run("run", "a.yaml", "--strict")
        #expect(strict.status == 1, "\(strict.output)")
        #expect(strict.output.contains("    a.yaml:4: the variable `spare` is never used\n"), "\(strict.output)")
        #expect(!strict.output.contains("a.yaml: a.yaml"), "\(strict.output)")
    }

    /// A rule that does not hold, a command that throws, waits in vain, packets that are not there, and a time that is
    /// over.
    private static let wrongExpectations = """
        id: A-1
        name: Nothing is as expected
        participants: [alice]
        always: {alice.callingState: inCall}
        steps:
          - alice: call.get
            call: default:standup
          - within: 2s
            expect: {alice.callingState: inCall}
          - for: 1s
            always: {alice.callingState: inCall}
          - packets: {path: /video/devices, count: 3}
          - at: 1s
            alice: startCall
            call: default:standup
          - expect: {alice.callingState: idle}

        """

    @Test func `without expectations every step is performed, and the rules of whole runs judge`() throws {
        try folder.write(Self.wrongExpectations, to: "a.yaml")
        #expect(try host.run("run", "a.yaml").status == 1)
        let bare = try host.run("run", "a.yaml", "--without-expectations")
        #expect(bare.status == 0 && bare.output.contains("3.000 s"), "\(bare.output)")
        #expect(bare.output.contains("note: Because of --without-expectations"), "\(bare.output)")
        let journal = try folder.text(of: ".rollcall/A-1/journal.ndjson")
        #expect(journal.contains(#""property":"callingState","from":"joining","to":"inCall""#))
        try folder.writeScenario("B-1", interceptor: "trap", to: "b.yaml")
        let broken = try host.run("run", "b.yaml", "--without-expectations")
        #expect(broken.status == 1 && broken.output.contains("--without-expectations"), "\(broken.output)")
        #expect(try host.run("replay", ".rollcall/B-1/capsule.rollcall").status == 0)
    }

    @Test(arguments: ["", "{}", "[[[[", "\u{0}", #"{"schemaVersion":1}"#]) func `an invalid report cannot be merged`(
        _ text: String
    ) throws {
        try folder.write(text, to: "x.json")
        let outcome = try host.run("merge", "x.json")
        #expect(outcome.status == 65 && outcome.errors.hasPrefix("TrapHost merge: x.json: it"), "\(outcome.errors)")
    }

    @Test func `the scenarios that failed last run again until they pass`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", interceptor: "throw", to: "S/b.yaml")
        #expect(try host.run("run", "S", "--last-failed").errors.contains("--last-failed needs a run before this one"))
        _ = try host.run("run", "S")
        _ = try host.run("run", "S/a.yaml")
        #expect(try host.run("run", "S", "--last-failed", "--report", "json=r.json").status == 1)
        #expect(try ids(report()) == ["B-1"])
        try folder.writeScenario("B-1", to: "S/b.yaml")
        #expect(try host.run("run", "S", "--last-failed").status == 0)
        let none = try host.run("run", "S", "--last-failed")
        #expect(none.status == 0 && none.output == "nothing that is selected failed when it last ran\n")
    }

    @Test func `a list of failures that is damaged is not taken for an empty one, and the next run mends it`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        #expect(try host.run("run", "S").status == 0)
        try folder.write("B-1\n\u{1}\u{2}\n", to: ".rollcall/.last-failed")
        let damaged = try host.run("run", "S", "--last-failed")
        #expect(damaged.status == 64 && damaged.errors.contains(".rollcall/.last-failed:2: "), "\(damaged.errors)")
        _ = try host.run("run", "S")
        let none = try host.run("run", "S", "--last-failed")
        #expect(none.status == 0 && none.output == "nothing that is selected failed when it last ran\n")
    }

    @Test func `tags choose scenarios`() throws {
        for name in ["a", "b"] {
            try folder.write(
                "id: \(name)\nname: n\ntags: [tag-\(name)]\nparticipants: [alice]\nsteps: [{wait: 1s}]\n",
                to: "S/\(name).yaml")
        }
        _ = try host.run("run", "S", "--tag", "tag-b", "--report", "json=r.json")
        #expect(try ids(report()) == ["b"])
        let none = try host.run("run", "S", "--tag", "tag-c")
        #expect(none.status == 64 && none.errors.contains("no scenario of 2 has the tag `tag-c`"))
    }

    @Test func `filters add up, and can be turned around`() throws {
        for name in ["A-1", "B-1", "C-1"] { try folder.writeScenario(name, to: "S/\(name).yaml") }
        func listed(_ words: String...) throws -> [String] {
            try host.run(["list", "S"] + words).output.split(separator: "\n").map { String($0.prefix(3)) }
        }
        #expect(try listed("--filter", "A-1", "--filter", "c-1") == ["A-1", "C-1"])
        #expect(try listed("--filter", "A-1", "--invert") == ["B-1", "C-1"])
    }

    @Test func `of many equal rounds none is left, neither meanwhile nor after an interrupt`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        try folder.writeScenario("B-1", interceptor: "spin", to: "b.yaml")
        let rounds = { try self.folder.names().filter { $0.contains("second") || $0.contains("round-") } }
        #expect(try host.run("run", "a.yaml", "--repeat", "5").status == 0)
        #expect(try rounds().isEmpty)
        let (process, output, _) = try host.start(["run", "a.yaml", "b.yaml", "--repeat", "9", "--jobs", "4"])
        _ = output.fileHandleForReading.availableData
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(try rounds().isEmpty)
        // A scenario without a verdict leaves nothing.
        #expect(!folder.has(".rollcall/B-1"))
    }

    @Test func `a merged page shows the timeline of its run, or a note without one`() throws {
        try writeLossy()
        _ = try host.run("run", "lossy.yaml", "--seed", "7", "--out", "o7", "--report", "json=7.json")
        _ = try host.run("run", "lossy.yaml", "--seed", "1", "--out", "o1")
        func page(_ words: String...) throws -> String {
            _ = try host.run(["merge", "7.json", "--report", "html=x.html"] + words)
            return try folder.text(of: "x.html")
        }
        #expect(try page("--out", "o1").contains("o1 holds another run of this scenario"))
        #expect(try !page("--out", "o1").contains(#""kind":"runStarted""#))
        #expect(try page("--out", "o2").contains("o2 holds no run of this scenario"))
        #expect(try page("--out", "o1", "--out", "o7").contains(#""kind":"runStarted""#))
    }

    @Test func `scenarios are listed for programs too`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let outcome = try host.run("list", "S", "--format", "json")
        let scenarios = try JSON(parsing: Array(outcome.output.utf8)).elements
        #expect(outcome.status == 0)
        #expect(scenarios?.first?["id"]?.text == "A-1" && scenarios?.first?["covers"]?.texts == ["GAP-05"])
    }

    @Test func `the first failure can end a run`() throws {
        try folder.writeScenario("A-1", interceptor: "throw", to: "S/a.yaml")
        try folder.writeScenario("B-1", interceptor: "spin", to: "S/b.yaml")
        let outcome = try host.run("run", "S", "--fail-fast", "--jobs", "1", "--report", "json=r.json")
        #expect(outcome.status == 1)
        #expect(try report()["totals"]?["notRun"]?.integer == 1)
    }

    @Test func `captures and journals can be kept of failed runs only`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", interceptor: "throw", to: "S/b.yaml")
        let outcome = try host.run("run", "S", "--keep-failures", "--report", "html=page.html")
        #expect(outcome.status == 1)
        #expect(folder.has(".rollcall/A-1/verdict.json") && folder.has("page.html"))
        #expect(!folder.has(".rollcall/A-1/journal.ndjson") && !folder.has(".rollcall/A-1/capture.pcap"))
        #expect(folder.has(".rollcall/B-1/journal.ndjson") && folder.has(".rollcall/B-1/capture.pcap"))
    }

    @Test func `a change runs the changed scenarios, until an interrupt`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", to: "S/b.yaml")
        let (process, output, _) = try host.start(["run", "S", "--watch"])
        func read(until text: String) -> String {
            var received = ""
            while !received.contains(text) {
                let part = output.fileHandleForReading.availableData
                if part.isEmpty { break }
                received += String(decoding: part, as: UTF8.self)
            }
            return received
        }
        #expect(read(until: "waiting for changes in S\n").contains("2 passed of 2 scenarios"))
        try folder.writeScenario("B-1", interceptor: "throw", to: "S/b.yaml")
        #expect(read(until: "waiting for changes in S\n").contains("1 failed of 1 scenario"))
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
    }

    // MARK: Reports

    @Test func `all kinds of reports are written whole, and the one without a file has the output for itself`() throws {
        try folder.writeScenario("A-1", interceptor: "throw", to: "a.yaml")
        let outcome = try host.run(
            "run", "a.yaml", "--report", "junit=j.xml", "--report", "markdown=m.md", "--report", "html=h.html",
            "--report", "github=g.txt", "--report", "tap")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("TAP version 14\n1..1\nnot ok 1 - A-1 "))
        #expect(outcome.errors.hasPrefix("failed   A-1"))
        #expect(try folder.text(of: "j.xml").contains("<testcase name=\"A-1: The callee"))
        #expect(try folder.text(of: "m.md").hasPrefix("# Rollcall: not all passed"))
        #expect(try folder.text(of: "g.txt").hasPrefix("::error file=a.yaml,line=14,"))
        #expect(try folder.names().allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test func `GitHub receives no command from the code under test, and gets a summary of the job`() throws {
        try folder.writeScenario("A-1", interceptor: "throw", to: "a.yaml")
        try folder.write("what was there\n", to: "summary.md")
        let outcome = try host.run(
            ["run", "a.yaml", "--report", "github"], environment: ["GITHUB_STEP_SUMMARY": "\(folder.path)/summary.md"])
        let lines = outcome.output.split(separator: "\n")
        let word = try #require(lines.first?.wholeMatch(of: /::stop-commands::(rollcall-\w+)/)?.output.1)
        let end = try #require(lines.firstIndex(of: "::\(word)::"))
        #expect(lines[(end + 1)...].map { $0.prefix(20) } == ["::error file=a.yaml,"])
        #expect(try folder.text(of: "summary.md").hasPrefix("what was there\n# Rollcall: not all passed\n"))
    }

    @Test func `problems of scenarios appear in reports for programs too`() throws {
        try folder.write("id: B-1\nname: b\nparticipnats: [alice]\nsteps: []\n", to: "b.yaml")
        let outcome = try host.run("check", "b.yaml", "--format", "json")
        #expect(outcome.status == 65 && outcome.errors.isEmpty)
        let json = try JSON(parsing: Array(outcome.output.utf8))
        let problem = try #require(json["problems"]?.elements?.first)
        #expect(json["schemaVersion"]?.integer == 1 && json["valid"]?.integer == 0)
        #expect(problem["file"]?.text == "b.yaml" && problem["line"]?.integer == 3 && problem["column"]?.integer == 1)
        #expect(problem["suggestion"]?.text == "did you mean `participants`?")
    }
}
