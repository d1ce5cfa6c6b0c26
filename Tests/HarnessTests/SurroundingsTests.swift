import Foundation
import ProgramTesting
import Testing

/// The bytes of a run's journal and capture are the same in other surroundings.
@Suite struct SurroundingsTests {
    private static let scenarios = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scenarios/security").path

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    private func shell(_ script: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run("-c", script)
    }

    /// The files of two runs with other bytes.
    private func differences(_ one: String, _ other: String) throws -> [String] {
        let ids = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(one)").filter {
            folder.has("\(one)/\($0)/verdict.json")
        }
        #expect(ids.count >= 14)
        return try ids.sorted().flatMap { id in
            try ["journal.ndjson", "capture.pcap"].map { "\(id)/\($0)" }.filter { file in
                try folder.bytes(of: "\(one)/\(file)") != folder.bytes(of: "\(other)/\(file)")
            }
        }
    }

    @Test func `the number of a worker and the lack of namespaces show in no journal and no capture`() throws {
        _ = try shell("cp -r '\(Self.scenarios)' S")
        #expect(try rollcall.run("run", "S", "--jobs", "1", "--out", "one").status == 0)
        #expect(try rollcall.run("run", "S", "--jobs", "7", "--out", "seven").status == 0)
        #expect(try differences("one", "seven") == [])
        let run = "exec '\(rollcall.path.path)' run S --jobs 7 --twice --out without"
        let outcome = try shell(
            "unshare --user --map-root-user --net sh -c \"ip link set lo up && "
                + "echo 0 > /proc/sys/user/max_net_namespaces && \(run)\"")
        // A system without user namespaces at all has none in the first two runs.
        if outcome.errors.contains("unshare:") { return }
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("(namespace)"))
        #expect(try differences("one", "without") == [])
    }
}
