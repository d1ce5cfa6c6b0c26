import Foundation
import Testing

/// Drivers of earlier days (`Tests/Drivers/frozen`), which every later harness has to run.
@Suite struct FrozenDriverTests {
    private static let folder = House.root.appendingPathComponent("Tests/Drivers/frozen")
    private let rollcall = Program(built: "rollcall")

    /// Runs scenarios of the catalogue with one driver for all participants.
    private func run(_ command: String, _ scenarios: [String], _ options: String...) throws -> Program.Outcome {
        let out = FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: out) }
        let files = scenarios.map { House.root.appendingPathComponent("Scenarios/ringing/\($0).yaml").path }
        return try rollcall.run(["run", "--driver", command, "--out", out.path] + options + files)
    }

    private func path(_ file: String) -> String { "'\(Self.folder.appendingPathComponent(file).path)'" }

    @Test func `they are unchanged`() throws {
        let check = Process()
        check.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        check.arguments = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
        check.currentDirectoryURL = Self.folder
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0)
    }

    @Test func `a driver of version 1 on sockets of its own passes what it passed`() throws {
        let python = House.scratch.appendingPathComponent("python/bin/python3").path
        try #require(FileManager.default.isExecutableFile(atPath: python), "run Scripts/setup tests")
        let outcome = try run(
            "'\(python)' -B \(path("version-1/driver.py"))",
            ["callee-accepts", "callee-rejects", "caller-cancels", "callee-hangs-up", "caller-ends-for-everyone"])
        #expect(outcome.status == 0 && outcome.output.contains("5 passed of 5 scenarios"), "\(outcome.output)")
    }

    @Test func `a driver of version 1 with a backend of its own runs`() throws {
        let out = FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: out) }
        let scenario = """
            id: OWN-1
            name: A phone with a backend of its own is accepted
            participants: [bob]
            steps:
              - bob: accept
              - within: 1s
                expect: {bob.callingState: inCall}

            """
        let file = out.appendingPathComponent("own.yaml")
        try scenario.write(to: file, atomically: true, encoding: .utf8)
        let command = "python3 -B \(path("version-1-own-backend/driver.py")) good"
        let outcome = try rollcall.run(["run", "--driver", command, "--out", out.path, file.path])
        #expect(outcome.status == 0 && outcome.output.contains("1 passed of 1 scenario"), "\(outcome.output)")
    }

    @Test func `a driver of version 2 passes what it passed, twice alike`() throws {
        let outcome = try run(
            "python3 -B \(path("version-2/virtual.py"))",
            ["callee-accepts", "callee-rejects", "caller-cancels", "call-is-missed", "busy-while-calling"], "--twice")
        #expect(outcome.status == 0 && outcome.output.contains("5 passed of 5 scenarios"), "\(outcome.output)")
        let ladder = try rollcall.run([
            "driver", "ladder", "python3 -B \(path("version-2/virtual.py"))", "--out",
            FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)").path,
            // It counts an event of the SFU twice that arrives twice, which the eleventh level shows.
            "--levels", "10",
        ])
        #expect(ladder.status == 0 && ladder.output.contains("10 of 10 levels passed"), "\(ladder.output)")
    }
}
