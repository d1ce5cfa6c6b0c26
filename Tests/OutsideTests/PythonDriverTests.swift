import Foundation
import Testing

/// Scenarios of the catalogue with a client in another language as every participant (`Docs/driver.md`).
@Suite struct PythonDriverTests {
    private let rollcall: Program
    private let driver: String
    private let out: URL

    init() throws {
        rollcall = Program(built: "rollcall")
        let python = House.scratch.appendingPathComponent("python/bin/python3").path
        let isThere = FileManager.default.isExecutableFile(atPath: python)
        try #require(isThere, "there is no Python with aiocoap and cbor2 at \(python): run Scripts/setup tests")
        driver = "'\(python)' -B '\(House.root.appendingPathComponent("Examples/python/driver.py").path)'"
        out = FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)")
    }

    /// Those of the ringing part that are over soon, one that it cannot do, and one that takes too long.
    private static let scenarios = [
        "callee-accepts", "callee-rejects", "callee-hangs-up", "caller-cancels", "caller-ends-for-everyone",
        "events-that-answer-nothing", "hang-up-while-creating", "rejected-on-another-device", "ring-after-entering",
        "ring-while-busy-is-rejected", "ring-without-limits",
    ]

    @Test func `a client on aiocoap passes what it supports of ringing, and every datagram of it is captured`() throws {
        defer { try? FileManager.default.removeItem(at: out) }
        let files = Self.scenarios.map { House.root.appendingPathComponent("Scenarios/ringing/\($0).yaml").path }
        let outcome = try rollcall.run(["run", "--driver", driver, "--out", out.path] + files)
        #expect(outcome.status == 0, "\(outcome.output)")
        // Whoever adds to these scenarios may ask for more than the client has, but nothing that it has may fail.
        let passed = outcome.output.split(separator: "\n").count { $0.hasPrefix("passed ") }
        #expect(passed >= 8, "\(outcome.output)")
        #expect(outcome.output.contains(" unsupported of 11 scenarios"), "\(outcome.output)")
        #expect(outcome.output.contains("its waits take 1h of real time"))
        let matrix = try rollcall.run(
            ["conformance", House.root.appendingPathComponent("Scenarios/ringing").path, "--out", out.path])
        #expect(matrix.output.contains("| unsupported |"))
    }
}
