import Foundation
import ProgramTesting
import Testing

/// The files that remain after an interrupt of a search or of shrinking.
@Suite struct SearchInterruptTests {
    private let folder: Folder
    private let host: Program

    init() throws {
        folder = try Folder()
        host = try Program("TrapHost", in: folder)
    }

    /// Waits until a command of the shell succeeds, but not longer than the seconds.
    private func wait(_ seconds: Int = 60, until command: String) throws {
        let shell = Program(at: "/usr/bin/timeout", in: folder)
        let outcome = try shell.run("\(seconds)", "sh", "-c", "until \(command); do sleep 0.05; done")
        try #require(outcome.status == 0, "\(command): \(outcome.errors)")
    }

    /// Waits until at least five workers have started and none has for five seconds: the last one spins.
    private func waitUntilWorkerSpins(_ starts: String) throws {
        try wait(
            120,
            until:
                "[ $(stat -c %s \(starts) || echo 0) -ge 5 ] && [ -n \"$(find \(starts) -not -newermt '5 seconds ago')\" ]"
        )
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
