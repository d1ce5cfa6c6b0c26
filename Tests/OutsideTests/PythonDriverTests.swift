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

    /// A third of the ringing part: scenarios that are over soon, one that the driver cannot do, and one that takes too
    /// long.
    private static let scenarios = [
        "accept-of-another-call", "accepted-by-a-double-tap", "alone-after-ringing", "alone-before-anybody-came",
        "answers-that-do-not-count", "busy-while-calling", "call-is-missed", "callee-accepts", "callee-gives-up-first",
        "callee-hangs-up", "callee-rejects", "caller-cancels", "caller-ends-for-everyone",
        "caller-leaves-after-one-acceptance",
        "device-that-connects-late", "ended-while-it-rings", "events-that-answer-nothing", "first-answer-counts",
        "hang-up-while-creating", "hang-up-while-ringing-after-the-join", "join-and-ring-ends-in-time",
        "rejected-on-another-device", "rejected-on-one-of-two-devices-in-a-group", "rejects-what-one-rings",
        "ring-after-entering", "ring-after-the-join-fails", "ring-again", "ring-while-busy-is-rejected",
        "ring-without-limits",
    ]

    @Test func `a client on aiocoap passes what it supports of ringing, and every datagram of it is captured`() throws {
        defer { try? FileManager.default.removeItem(at: out) }
        let files = Self.scenarios.map { House.root.appendingPathComponent("Scenarios/ringing/\($0).yaml").path }
        let options = ["--driver", driver, "--out", out.path, "--jobs", "4"]
        let outcome = try rollcall.run(["conformance"] + options + files)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Of \(files.count) scenarios: 24 passed, 5 unsupported."), "\(outcome.output)")
        #expect(outcome.output.contains("its waits take 1h of real time"))
        #expect(outcome.errors.contains(" captured (namespace)") || outcome.errors.contains(" captured (host)"))
    }
}
