import Foundation
import Testing

@Suite struct ClockTests {
    @Test func `a deadline from the continuous clock is exact on a busy machine`() throws {
        #expect(try behaviour("continuous-deadline") == ["1500000000"])
    }

    @Test func `a deadline from the suspending clock is exact below a millisecond`() throws {
        #expect(try behaviour("suspending-deadline") == ["700000"])
    }

    @Test func `code that measures itself measures virtual time`() throws {
        #expect(try behaviour("measured") == ["0.25 seconds"])
    }

    @Test func `the date goes with the virtual clock`() throws {
        #expect(try behaviour("date") == ["true", "2026-01-01T00:00:00Z 2026-01-01T00:01:30Z"])
    }

    @Test func `a sleep to the end of time traps nothing and never ends`() throws {
        #expect(
            try behaviour("far-future") == ["9000000000.000 s: later", "true", "no further event is possible"])
    }

    @Test func `the loop's clock serves code that takes any clock`() throws {
        #expect(try behaviour("loop-clock") == ["1234000 true"])
    }

    @Test func `after a run the clocks are the system's again`() throws {
        #expect(try behaviour("clocks-after-run") == ["true"])
    }

    @Test func `the real clock waits`() throws {
        #expect(try behaviour("real-clock") == ["finished true true"])
    }

    @Test func `the real clock's date is the system's`() throws {
        #expect(try behaviour("real-clock-date") == ["true"])
    }

    @Test func `the self-test passes here and leaves the clocks alone`() throws {
        #expect(try behaviour("self-test") == ["passed", "passed", "true"])
    }

    private static let unshare = "/usr/bin/unshare"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: unshare)))
    func `the self-test fails where the loopback interface is down, however often it is run`() throws {
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        let probe = URL(filePath: bundle).deletingLastPathComponent().appending(path: "LoopProbe").path
        let process = Process()
        process.executableURL = URL(filePath: Self.unshare)
        let rights = geteuid() == 0 ? [] : ["--user", "--map-root-user"]
        process.arguments = rights + ["--net", probe, "self-test"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let failure = "the loopback interface cannot be used: Network is unreachable; is lo up?\n"
        #expect(String(decoding: output, as: UTF8.self) == failure + failure + "true\n")
    }
}
