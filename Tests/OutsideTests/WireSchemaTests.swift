import Foundation
import Testing

/// The bodies on the wire follow `Docs/wire.cddl`, as a validator finds that knows nothing of this code.
@Suite struct WireSchemaTests {
    /// The scenarios that send a damaged body on purpose. The validator must find it.
    private static let damaged: Set = ["CALLS-20"]

    @Test func `the bodies of the catalogue follow the schema, and a damaged one does not`() throws {
        let python = House.scratch.appendingPathComponent("python/bin/python3")
        let isThere = FileManager.default.isExecutableFile(atPath: python.path)
        try #require(isThere, "there is no Python with pycddl at \(python.path): run Scripts/setup tests")
        let out = FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: out) }
        let run = try Program(built: "rollcall").run(["run", "--out", out.path, "Scenarios"])
        #expect(run.status == 0, "\(run.output.suffix(2000))")
        let captures = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
            .map { out.appendingPathComponent($0).appendingPathComponent("capture.pcap").path }
            .filter(FileManager.default.fileExists(atPath:))
        let script = House.root.appendingPathComponent("Scripts/wire-bodies").path
        let check = try Program(at: python).run(["-B", script] + captures)
        let complaints = check.output.split(separator: "\n").filter { $0.contains(" breaks ") }
        let blamed = Self.damaged.filter { id in complaints.contains { $0.contains("/\(id)/") } }
        let others = complaints.filter { line in !Self.damaged.contains { line.contains("/\($0)/") } }
        #expect(others.isEmpty, "\(others.joined(separator: "\n"))")
        #expect(blamed.count == Self.damaged.count && check.status == 1, "\(check.output.suffix(2000))\(check.errors)")
    }
}
