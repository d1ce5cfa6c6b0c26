import Foundation
import Glibc
import ProgramTesting
import Testing

@testable import Journal

/// Limits and signals of the system, which are never taken for faults of a scenario.
@Suite struct SystemLimitTests {
    private let folder: Folder
    private let host: Program

    init() throws {
        folder = try Folder()
        host = try Program("TrapHost", in: folder)
    }

    private func verdict(_ id: String) throws -> Verdict {
        try #require(Verdict(try JSON(parsing: try folder.bytes(of: ".rollcall/\(id)/verdict.json"))))
    }

    /// Runs a command line of the host with limits of its shell.
    private func runLimited(_ limits: String, _ words: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run("-c", "\(limits); exec '\(host.path.path)' \(words)")
    }

    @Test func `a scenario beyond the limit of memory is crashed, and the verdict names the limit`() throws {
        try folder.writeScenario("A-1", interceptor: "devour", to: "a.yaml")
        try folder.writeScenario("B-1", to: "b.yaml")
        let outcome = try host.run("run", "a.yaml", "b.yaml", "--memory", "200")
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        let crashed = try verdict("A-1")
        #expect(crashed.kind == .crashed)
        #expect(
            crashed.failure?.reason == "the scenario took more than 200 MiB of memory (--memory sets the limit)")
        #expect(crashed.failure?.replay?.contains("--memory 200") == true)
        #expect(try verdict("B-1").kind == .passed)
    }

    @Test func `a search ends at a fault of the system, which is no finding`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try runLimited("ulimit -f 1", "explore a.yaml --runs 16 --corpus C")
        #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.errors.contains(" cannot be written: "), "\(outcome.errors)")
        #expect(!folder.has("C/FOUND-1.yaml"))
    }

    @Test(arguments: ["1", "8", "64"]) func `a limit of file sizes is a fault of the system`(_ blocks: String) throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try runLimited("ulimit -f \(blocks)", "run a.yaml")
        #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
        #expect((outcome.output + outcome.errors).contains("File too large"))
        #expect(!outcome.output.contains("crashed"))
    }

    @Test(arguments: [8, 10, 12]) func `a lack of descriptors is a fault of the system`(_ limit: Int) throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try runLimited("ulimit -n \(limit)", "run a.yaml")
        #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
        let text = outcome.output + outcome.errors
        #expect(text.contains("Too many open files") && !text.contains("failed   "), "\(text)")
    }

    /// From a limit that starts no worker to one that is sufficient, no scenario is to blame.
    @Test(arguments: [10, 12, 13, 14, 15, 16, 17, 18, 20, 24])
    func `a lack of descriptors for a driver is a fault of the system`(_ limit: Int) throws {
        let driver = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Drivers/virtual_fake.py").path
        try folder.write(
            """
            id: A-1
            name: A scenario with a driver
            participants:
              alice:
              bob: {driver: {command: [python3, '\(driver)']}}
            steps:
              - alice: call.create
                call: default:standup

            """, to: "a.yaml")
        let outcome = try runLimited("ulimit -n \(limit)", "run a.yaml")
        let text = outcome.output + outcome.errors
        #expect(outcome.status == 2 || outcome.status == 0, "\(text)")
        #expect(outcome.status == 0 || text.contains("Too many open files"), "\(text)")
        #expect(limit > 13 || outcome.status == 2, "\(text)")
        #expect(limit < 24 || outcome.status == 0, "\(text)")
    }

    /// The same for a whole program with a host of its own.
    @Test(arguments: [10, 12, 14, 16, 18, 20, 22, 24, 28])
    func `a lack of descriptors for a program is a fault of the system`(_ limit: Int) throws {
        try folder.write(
            """
            id: A-1
            name: A scenario with a program
            programs:
              sleeper: {command: [sleep, "60"]}
            participants: [alice]
            steps:
              - wait: 10ms

            """, to: "a.yaml")
        let outcome = try runLimited("ulimit -n \(limit)", "run a.yaml")
        let text = outcome.output + outcome.errors
        #expect(outcome.status == 2 || outcome.status == 0, "\(text)")
        #expect(outcome.status == 0 || text.contains("Too many open files"), "\(text)")
    }

    @Test(arguments: [SIGQUIT, SIGINT, SIGTERM, SIGHUP])
    func `each interrupt leaves a report, and nothing of the run under way`(_ signal: Int32) throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", interceptor: "spin", to: "S/b.yaml")
        let (process, output, _) = try host.start(["run", "S", "--jobs", "1", "--report", "json=report.json"])
        let first = output.fileHandleForReading.availableData
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("passed   A-1"))
        kill(process.processIdentifier, signal)
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(try JSON(parsing: try folder.bytes(of: "report.json"))["totals"]?["passed"]?.integer == 1)
        #expect(!folder.has(".rollcall/B-1"))
    }

    /// Waits ten seconds at most, until a command of the shell succeeds.
    private func wait(until command: String) throws {
        let shell = Program(at: "/usr/bin/timeout", in: folder)
        _ = try shell.run("10", "sh", "-c", "until \(command); do sleep 0.01; done")
    }

    @Test func `the journal of a run whose supervisor is killed has complete lines and nothing after them`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", interceptor: "spin", to: "S/b.yaml")
        let (process, output, _) = try host.start(["run", "S", "--jobs", "1"])
        let first = output.fileHandleForReading.availableData
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("passed   A-1"))
        let journal = ".rollcall/B-1/journal.ndjson"
        try wait(until: "grep -aq runStarted \(journal) 2>/dev/null")
        kill(process.processIdentifier, SIGKILL)
        // The worker holds the other end of this pipe until it has ended.
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try wait(until: "! grep -aqP '\\x00' \(journal)")
        let lines = try folder.bytes(of: journal)
        #expect(lines.last == UInt8(ascii: "\n"))
        for line in lines.split(separator: UInt8(ascii: "\n")) { _ = try JSON(parsing: Array(line)) }
    }

    @Test(arguments: ["\u{202E}", "\u{2066}", "\u{200F}", "\u{1B}[31m", "\u{9B}"])
    func `no word of the command line commands the terminal`(_ text: String) throws {
        let outcome = try host.run("run\(text)n", "--seed", text)
        #expect(outcome.status == 64)
        #expect(!outcome.errors.unicodeScalars.contains { $0.isCommand && $0 != "\n" })
    }
}
