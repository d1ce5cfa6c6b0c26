import Foundation
import ProgramTesting
import Testing

@testable import Harness

/// Plans of searches and loads, and their results, as a user sees them.
@Suite struct SharedLoadTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeAcceptedCall(to: "a.yaml")
    }

    private func run(_ words: String...) throws -> Program.Outcome { try rollcall.run(words) }

    private func planLoad(_ words: String..., to name: String = "plan") throws {
        let outcome = try rollcall.run(
            ["plan", "load", "a.yaml", "--shape", "constant(5/s, 4s)", "--out", name] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    private func work(_ count: Int) throws {
        let machines = try (1...count).map { try rollcall.start(["work", "plan", "--machine", "m\($0)"]).0 }
        for machine in machines { machine.waitUntilExit() }
        #expect(machines.map(\.terminationStatus) == Array(repeating: 0, count: count))
    }

    private func reports() throws -> [String] {
        let outcome = try rollcall.run([
            "gather", "plan", "--report", "json=r.json", "--report", "html=r.html", "--series", "r.csv", "--series",
            "r.hlog",
        ])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        return try ["r.json", "r.html", "r.csv", "r.hlog"].map { try folder.text(of: $0) } + [outcome.output]
    }

    @Test func `a load has the same reports to the byte for one machine and for three`() throws {
        try planLoad("--workers", "4")
        try work(1)
        let alone = try reports()
        #expect(alone[4].contains("20 offered, 20 started, 20 completed"), "\(alone[4])")
        for part in ["claims", "packs"] {
            let path = "\(folder.path)/plan/\(part)"
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try work(3)
        #expect(try reports() == alone)
    }

    @Test func `a load of a plan has the figures of a load with as many workers`() throws {
        try planLoad("--workers", "2")
        try work(1)
        _ = try reports()
        #expect(
            try run(
                "load", "a.yaml", "--shape", "constant(5/s, 4s)", "--workers", "2", "--report", "json=one.json"
            ).status == 0)
        let phases = try ["r.json", "one.json"].map { name -> String in
            let json = try JSONSerialization.jsonObject(with: Data(folder.bytes(of: name))) as? [String: Any]
            let value = try #require((json?["statistics"] as? [String: Any])?["phases"])
            return String(
                decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
        }
        #expect(phases[0] == phases[1])
    }

    @Test func `thresholds of the plan judge the whole, and missing shares are named`() throws {
        try planLoad("--workers", "2", "--threshold", "ring→incoming p99 < 10ms")
        let early = try run("gather", "plan")
        #expect(early.status == 130)
        #expect(early.output.contains("without results: 2 of 2 packs (1, 2)"), "\(early.output)")
        #expect(early.output.contains("share 1 of 2 has no results yet"), "\(early.output)")
        try work(2)
        let outcome = try run("gather", "plan")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("broken: ring→incoming p99 < 10ms: 40.0 ms"), "\(outcome.output)")
    }

    @Test func `a share that killed three machines is given up, and the load is invalid`() throws {
        try planLoad("--workers", "2")
        for number in 1...3 {
            _ = try PackClaim(path: "\(folder.path)/plan/claims/00002.\(number)").take(by: "m\(number)")
        }
        try work(1)
        let outcome = try run("gather", "plan")
        #expect(outcome.status == 2)
        #expect(
            outcome.output.contains("share 2 of 2: 3 machines died while they worked on it"), "\(outcome.output)")
        #expect(outcome.output.contains("10 offered"), "\(outcome.output)")
    }

    @Test func `a search in packs has the same corpus whichever machines work on it`() throws {
        #expect(
            try run("plan", "explore", "a.yaml", "--runs", "100", "--seed", "5", "--pack", "3", "--out", "plan").status
                == 0)
        try work(1)
        let first = try run("gather", "plan", "--report", "json=one.json")
        try FileManager.default.removeItem(atPath: folder.path + "/plan")
        #expect(
            try run("plan", "explore", "a.yaml", "--runs", "100", "--seed", "5", "--pack", "3", "--out", "plan").status
                == 0)
        try work(2)
        let second = try run("gather", "plan", "--report", "json=two.json")
        #expect(first.status == second.status && [0, 1].contains(first.status), "\(first.errors)")
        #expect(first.output == second.output)
        #expect(try folder.bytes(of: "one.json") == folder.bytes(of: "two.json"))
        #expect(first.output.contains("100 runs of 1 scenario"), "\(first.output)")
        #expect(folder.has("plan/found/exploration.json"))
    }

    @Test(arguments: [
        (["plan", "load", "a.yaml", "--out", "p"], "say how instances start"),
        (["plan", "a.yaml", "--shape", "atOnce(1)", "--out", "p"], "--shape is for `plan load`"),
        (["plan", "explore", "a.yaml", "--budget", "1min", "--out", "p"], "give --runs 10000 instead of --budget"),
        (["plan", "explore", "a.yaml", "--workers", "2", "--out", "p"], "--workers is for `plan load`"),
    ])
    func `wrong use of a plan is an error with the correction`(words: [String], message: String) throws {
        let outcome = try rollcall.run(words)
        #expect(outcome.status == 64, "\(outcome)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(!folder.has("p"))
    }

    @Test func `an option of another purpose is refused when results are gathered`() throws {
        try planLoad("--workers", "1")
        let outcome = try run("gather", "plan", "--allow-unsupported")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("is for a plan of `run`, and this is one of `load`"), "\(outcome.errors)")
    }
}
