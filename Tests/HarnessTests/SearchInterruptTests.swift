import Foundation
import ProgramTesting
import Testing

/// What an interrupt of a search or of shrinking leaves.
@Suite struct SearchInterruptTests {
    private let folder: Folder
    private let host: Program

    init() throws {
        folder = try Folder()
        host = try Program("TrapHost", in: folder)
    }

    /// Waits ten seconds at most, until a command of the shell succeeds.
    private func wait(until command: String) throws {
        let shell = Program(at: "/usr/bin/timeout", in: folder)
        _ = try shell.run("10", "sh", "-c", "until \(command); do sleep 0.01; done")
    }

    /// Waits until at least five workers have started and none has for five seconds: the last one spins.
    private func waitUntilWorkerSpins(_ starts: String) throws {
        var (count, since) = (0, Date())
        let deadline = Date(timeIntervalSinceNow: 60)
        while count < 5 || since.timeIntervalSinceNow > -5 {
            try #require(Date() < deadline)
            Thread.sleep(forTimeInterval: 0.05)
            let now = folder.has(starts) ? try folder.bytes(of: starts).count : 0
            if now != count { (count, since) = (now, Date()) }
        }
    }

    @Test func `an interrupted search leaves no folder of the run under way`() throws {
        try folder.writeScenario("B-1", interceptor: "spin", to: "S/b.yaml")
        let (process, output, _) = try host.start(["explore", "S", "--jobs", "1", "--corpus", "C"])
        try wait(until: "grep -aq runStarted C/.run-0/journal.ndjson 2>/dev/null")
        #expect(folder.has("C/.run-0"))
        process.interrupt()
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(!folder.has("C/.run-0"))
    }

    @Test func `interrupted shrinking ends at once, and no run of it counts as a later one`() throws {
        try folder.write(
            """
            id: A-1
            name: A join is lost, and a later step spins
            participants: {alice: {}, bob: {interceptor: spin}}
            steps:
              - network: {alice: {loss: 100%}}
              - alice: join
                call: default:standup
              - within: 1s
                expect: {alice.callingState: lobby}
              - bob: join
                call: default:standup
            """, to: "a.yaml")
        let (process, output, _) = try host.start(
            ["shrink", "a.yaml", "--jobs", "1", "--limit", "30", "--out", "small.yaml"],
            environment: ["TRAPHOST_STARTS": "\(folder.path)/starts"])
        try waitUntilWorkerSpins("starts")
        process.interrupt()
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let text = try folder.text(of: "small.yaml")
        #expect(text.hasPrefix("# failed: alice.callingState was not as expected"), "\(text)")
        #expect(text.contains("shrinking ended early") && !text.contains("hung"), "\(text)")
        #expect(!folder.has(".rollcall"))
    }
}
