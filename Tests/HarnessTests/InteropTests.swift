import Foundation
import Journal
import ProgramTesting
import Testing

/// `rollcall interop`: every library with every other one, and the page about them.
@Suite struct InteropTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let driver = root.appendingPathComponent("Examples/python/virtual.py")
    private static let whole = "--library=python=python3 -B '\(driver.path)'"
    private static let ownBackend =
        "--library=own=python3 -B '\(root.appendingPathComponent("Tests/Drivers/fake.py").path)' good"

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(
            """
            id: CALL-1
            name: A call is accepted and ended
            participants: [alice, bob]
            steps:
              - wait: 1s
              - alice: ring
                call: default:standup
                members: [bob]
              - expect: {bob.callingState: incoming}
              - wait: 2s
              - bob: accept
              - expect: {everyone.callingState: inCall}
                within: 5s
              - alice: hangUp
              - expect: {alice.callingState: idle}
                within: 5s

            """, to: "call.yaml")
    }

    /// One pair of `interop.json`.
    private struct Pair: Decodable {
        struct Run: Decodable {
            let id: String
            let verdict: String
            let capture: String?
            let command: String
        }

        let first: String
        let others: String
        let verdict: String
        let report: String
        let minimal: String?
        let command: String?
        let scenarios: [Run]

        var cell: String { "\(first) \(others) \(verdict)" }
    }

    private struct Matrix: Decodable {
        let pairs: [Pair]
    }

    private func pairs() throws -> [Pair] {
        try JSONDecoder().decode(Matrix.self, from: Data(folder.text(of: ".rollcall/interop/interop.json").utf8)).pairs
    }

    /// Runs a command that the page shows.
    private func repeats(_ command: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "set -- \(command); shift; exec '\(rollcall.path.path)' \"$@\" --quiet --out again"]
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test func `each library takes both places, and each cell leads to its evidence`() throws {
        let outcome = try rollcall.run("interop", "call.yaml", "--library", "rollcall", Self.whole)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("first python, others rollcall    passed"), "\(outcome.output)")
        let pairs = try pairs()
        let page = try folder.text(of: ".rollcall/interop/index.html")
        #expect(
            pairs.map(\.cell) == [
                "rollcall rollcall passed", "rollcall python passed", "python rollcall passed", "python python passed",
            ])
        for pair in pairs {
            #expect(page.contains("<a href=\"#\(pair.first)--\(pair.others)\">"))
            #expect(page.contains("<section id=\"\(pair.first)--\(pair.others)\">"))
            for file in [pair.report, pair.minimal, pair.scenarios.first?.capture] {
                let name = try #require(file)
                #expect(page.contains("href=\"\(name)\""))
                #expect(FileManager.default.fileExists(atPath: "\(folder.path)/.rollcall/interop/\(name)"), "\(name)")
            }
            #expect(try repeats(#require(pair.command)) == 0)
            #expect(try repeats(#require(pair.scenarios.first).command) == 0)
        }
    }

    @Test func `a library that fails in one place has a small scenario that shows it`() throws {
        let text = try String(contentsOf: Self.driver, encoding: .utf8)
        let folderOfDriver = Self.driver.deletingLastPathComponent().path
        let broken =
            "import sys\nsys.path.insert(0, '\(folderOfDriver)')\n"
            + text.replacing("/accept\"", with: "/acept\"")
        #expect(broken.contains("/acept"))
        try folder.write(broken, to: "broken.py")
        let outcome = try rollcall.run(
            "interop", "call.yaml", "--library", "rollcall", "--library", "broken=python3 -B broken.py")
        #expect(outcome.status == 1, "\(outcome.errors)")
        let pairs = try pairs()
        let cells = [
            "rollcall rollcall passed", "rollcall broken failed", "broken rollcall passed", "broken broken failed",
        ]
        #expect(pairs.map(\.cell) == cells, "\(outcome.output)")
        let failed = try #require(pairs.first { $0.verdict == "failed" })
        let minimal = try folder.text(of: ".rollcall/interop/\(#require(failed.minimal))")
        #expect(minimal.contains("accept") && !minimal.contains("hangUp") && !minimal.contains("wait"), "\(minimal)")
        #expect(try repeats(#require(failed.command)) == 1)
    }

    @Test func `libraries with a backend of their own meet each other only`() throws {
        let outcome = try rollcall.run("interop", "call.yaml", "--library", "rollcall", Self.ownBackend)
        let names = try pairs().map { "\($0.first) \($0.others)" }
        #expect(names == ["rollcall rollcall", "own own"], "\(outcome.errors)")
        let page = try folder.text(of: ".rollcall/interop/index.html")
        #expect(page.contains("With Rollcall's backend") && page.contains("With a backend of their own"))
    }

    @Test(arguments: [
        ([], "name at least one library"), (["--library", "a b"], "a name has letters"),
        (["--library", "../x=true"], "a name has letters"), (["--library", "x="], "it needs a command"),
        (["--library", "x", "--library", "X=true"], "another library has this name"),
        (["--library", "x=bob=true"], "names no participant"), (["--library", "x='a"], "a quote in it does not end"),
    ])
    func `a wrong library is status 64 with what would be right`(_ options: [String], _ message: String) throws {
        let outcome = try rollcall.run(["interop", "call.yaml"] + options)
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `a driver that does not answer is named before the first run`() throws {
        let outcome = try rollcall.run("interop", "call.yaml", "--library", "x=false")
        #expect(outcome.status == 1 && outcome.errors.contains("--library `x`: the driver"), "\(outcome.errors)")
        let missing = try rollcall.run("interop", "call.yaml", "--library", "x=./nowhere")
        #expect(missing.status == 1 && missing.errors.contains("--library `x`: the driver"), "\(missing.errors)")
    }
}
