import Foundation
import ProgramTesting
import Testing

@testable import Harness

/// Schedulers as `rollcall work --engine` uses them. `Scripts/machines` runs the real ones.
@Suite struct EngineTests {
    private let folder: Folder
    private let program: Program

    init() throws {
        folder = try Folder()
        program = try Program("TrapHost", in: folder)
        for number in 1...3 { try folder.writeScenario("A-\(number)", to: "S/a\(number).yaml") }
        _ = try program.run("plan", "S", "--out", "a plan", "--pack", "1")
    }

    /// Puts a program into the folder, which then stands first in `PATH`.
    private func write(_ script: String, as name: String) throws {
        try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: "\(folder.path)/bin/\(name)")
    }

    private func work(_ words: String...) throws -> Program.Outcome {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try program.run(["work", "a plan"] + words, environment: ["PATH": "\(folder.path)/bin:\(path)"])
    }

    @Test func `slots of Slurm run the packs, and are followed to the end`() throws {
        // The slots end before the answer, because they belong to the answering process and would end with it.
        try write(
            #"for slot in 1 2; do SLURM_ARRAY_TASK_ID=$slot sh -c "$8" >/dev/null 2>&1; done; echo "7;main""#,
            as: "sbatch")
        try write("echo 7_1", as: "squeue")
        let outcome = try work("--engine", "slurm", "--slots", "2")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("job 7 of Slurm has 2 slots"))
        #expect(outcome.output.contains("the pack has results"))
        #expect(try folder.text(of: "a plan/claims/00001.1/machine").hasPrefix("slurm-"))
    }

    @Test func `slots that end without results are an error that names their output`() throws {
        try write("echo 7", as: "sbatch")
        try write("", as: "squeue")
        let outcome = try work("--engine", "slurm", "--slots", "2")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("all slots have ended, and 1 of 1 packs have no results"), "\(outcome.errors)")
        #expect(outcome.errors.contains("a plan/logs holds the output"), "\(outcome.errors)")
    }

    @Test func `a scheduler that refuses is quoted`() throws {
        try write("echo 'sbatch: error: no partition' >&2; exit 1", as: "sbatch")
        let outcome = try work("--engine", "slurm", "--slots", "2")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("no partition"), "\(outcome.errors)")
    }

    @Test func `a scheduler that is not installed is named`() throws {
        let outcome = try program.run(
            ["work", "a plan", "--engine", "parallel", "--slots", "2"], environment: ["PATH": folder.path])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("parallel cannot be started: no folder of PATH has it"), "\(outcome.errors)")
    }

    @Test func `the manifest of a Job fits the schema of Kubernetes`() throws {
        let manifest = try work("--engine", "kubernetes", "--slots", "8", "--jobs", "2", "--image", "registry/x:1")
        #expect(manifest.status == 0, "\(manifest)")
        try folder.write(manifest.output, to: "job.yaml")
        let outcome = try Program.python(in: folder).run("-m", "kubernetes_validate", "--strict", "job.yaml")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(manifest.output.contains(#"image: "registry/x:1""#))
    }

    @Test(arguments: [
        (["--engine", "sge"], "slurm, parallel, kubernetes"), (["--engine", "slurm"], "needs --slots"),
        (["--slots", "2"], "--slots is for --engine"),
        (["--engine", "slurm", "--slots", "2", "--ssh", "h"], "--ssh is for --engine parallel"),
        (["--engine", "slurm", "--slots", "2", "--image", "i"], "--image is for --engine kubernetes"),
    ])
    func `wrong use is an error with the correction`(words: [String], message: String) throws {
        let outcome = try program.run(["work", "a plan"] + words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
