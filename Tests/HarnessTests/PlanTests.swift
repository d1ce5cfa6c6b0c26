import Foundation
import Journal
import Load
import ProgramTesting
import Reporting
import Testing

@testable import Harness

@Suite struct PackCuttingTests {
    private func cut(_ seconds: [Double], seeds: ClosedRange<UInt64> = 1...1, rounds: Int = 1) -> [WorkPlan.Pack] {
        PackCutting(seeds: seeds, rounds: rounds, target: 10).packs(
            of: seconds.enumerated().map { .init(id: "A-\($0.offset)", seconds: $0.element) })
    }

    @Test func `packs hold every scenario once, and none is longer than asked for`() {
        let packs = cut([4, 4, 4, 9, 1, 1])
        #expect(packs.flatMap(\.ids).sorted() == (0..<6).map { "A-\($0)" })
        #expect(packs.map(\.ids) == [["A-3", "A-4"], ["A-0", "A-1"], ["A-2"], ["A-5"]])
    }

    @Test func `a scenario whose seeds take long has packs of its own, with every seed once`() {
        let packs = cut([1, 1], seeds: 5...29, rounds: 2)
        let seeds = packs.filter { $0.ids == ["A-0"] }.flatMap { Array($0.seeds) }
        #expect(seeds.sorted() == Array(5...29))
        #expect(packs.allSatisfy { $0.ids.count == 1 && $0.seeds.count <= 5 })
    }

    @Test func `seeds up to the largest number are cut without a trap`() {
        let packs = cut([20], seeds: (UInt64.max - 2)...UInt64.max)
        let seeds: [UInt64] = packs.flatMap { Array($0.seeds) }
        #expect(seeds.sorted().map { UInt64.max - $0 } == [2, 1, 0])
    }
}

@Suite struct WorkPlanTests {
    @Test func `a plan reads as it was written`() throws {
        var plan = WorkPlan()
        (plan.program, plan.programName) = ("ab", "rollcall")
        (plan.paths, plan.ids, plan.seeds, plan.rounds) = (["S"], ["A-1", "A-2"], 3...9, 2)
        plan.files = [.init(path: "S/a.yaml", digest: "00")]
        plan.options = ["--limit=3.0"]
        plan.purpose = .load
        plan.packs = [
            .init(ids: ["A-1"], seeds: 3...9, runs: 16),
            .init(ids: ["A-2"], seeds: 3...5, share: LoadShare(index: 1, count: 4)),
        ]
        #expect(try WorkPlan(reading: plan.bytes) == plan)
    }

    private static func plan(_ seeds: String, pack: String = "1..1") -> String {
        #"{"rollcallPlan":2,"purpose":"run","program":"","programName":"","paths":[],"files":[],"ids":["A"],"rounds":1,"options":[],"#
            + #""seeds":"\#(seeds)","packs":[{"ids":["A"],"seeds":"\#(pack)","runs":0,"share":"1/1"}]}"#
    }

    @Test(arguments: [
        ("{", "it is not JSON"), ("{}", "no `rollcallPlan`"), (#"{"rollcallPlan":9}"#, "version 9"),
        (#"{"rollcallPlan":2}"#, "its `purpose` is missing"), (#"{"rollcallPlan":1}"#, "version 1"),
        (plan("0..18446744073709551615"), "its `seeds` is missing or of another kind"),
        (plan("1..1", pack: "0..18446744073709551615"), "its `packs` is missing or of another kind"),
    ])
    func `a damaged plan is refused with the reason`(text: String, reason: String) {
        let error = #expect(throws: PlanError.self) { try WorkPlan(reading: Array(text.utf8)) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
}

@Suite struct PackClaimTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `one of two machines gets a claim`() throws {
        let claim = PackClaim(path: folder.path + "/00001.1")
        #expect(try claim.take(by: "a"))
        #expect(try !claim.take(by: "b"))
        #expect(claim.machine == "a")
    }

    @Test func `a claim is abandoned when its heartbeat is the same for three seconds`() throws {
        let claim = PackClaim(path: folder.path + "/00001.1")
        _ = try claim.take(by: "a")
        var watch = ClaimWatch()
        func isAbandoned(_ now: Double) -> Bool { watch.isAbandoned(claim, number: 1, of: 0, at: now) }
        #expect(!isAbandoned(100))
        try claim.noteBeat(1)
        #expect(!isAbandoned(102))
        #expect(!isAbandoned(104.9))
        #expect(isAbandoned(105))
    }

    @Test func `a released claim is free at once`() throws {
        let claim = PackClaim(path: folder.path + "/00001.1")
        _ = try claim.take(by: "a")
        try claim.release(because: "interrupted")
        var watch = ClaimWatch()
        let isAbandoned = watch.isAbandoned(claim, number: 1, of: 0, at: 0)
        #expect(isAbandoned)
    }
}

/// Plans, machines and results as a user sees them.
@Suite struct SharedWorkTests {
    private let folder: Folder
    private let program: Program

    init() throws {
        folder = try Folder()
        program = try Program("TrapHost", in: folder)
    }

    private func plan(_ words: String..., scenarios count: Int = 3, failing: Int? = nil) throws {
        for number in 1...count {
            try folder.writeScenario(
                "A-\(number)", expecting: number == failing ? "idle" : "inCall", to: "S/a\(number).yaml")
        }
        let outcome = try program.run(["plan", "S", "--out", "plan"] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    private func gather(_ words: String...) throws -> Program.Outcome { try program.run(["gather", "plan"] + words) }

    private func gatheredReports() throws -> [[UInt8]] {
        let kinds = ["json", "junit", "html"]
        _ = try program.run(["gather", "plan"] + kinds.flatMap { ["--report", "\($0)=report.\($0)"] })
        return try kinds.map { try folder.bytes(of: "report.\($0)") }
    }

    @Test func `reports are equal to the byte however the work is cut and shared`() throws {
        try plan("--seeds", "1..3", scenarios: 3, failing: 2)
        #expect(try program.run("work", "plan").status == 0)
        #expect(try gather().status == 1)
        let alone = try gatheredReports()
        try FileManager.default.removeItem(atPath: folder.path + "/plan")
        try plan("--seeds", "1..3", "--pack", "1", scenarios: 3, failing: 2)
        let machines = try (1...3).map { try program.start(["work", "plan", "--machine", "m\($0)", "--jobs", "1"]).0 }
        for machine in machines { machine.waitUntilExit() }
        #expect(machines.map(\.terminationStatus) == [0, 0, 0])
        #expect(try gatheredReports() == alone)
        let result = try JSONReport.result(from: alone[0])
        #expect(result.verdicts.map(\.kind) == [.passed, .failed, .passed])
        #expect(result.verdicts.map(\.runs) == [3, 1, 3])
        #expect(String(decoding: alone[2], as: UTF8.self).contains("bob.callingState: idle"))
    }

    @Test func `results that are missing are named, with the command that runs them`() throws {
        try plan()
        let outcome = try gather()
        #expect(outcome.status == 130)
        #expect(outcome.output.contains("without results: 1 of 1 pack (1)"), "\(outcome.output)")
        #expect(outcome.output.contains("work plan"), "\(outcome.output)")
    }

    @Test func `the pack of a machine that dies is run by another one`() throws {
        try folder.writeScenario("A-1", interceptor: "spin", to: "S/a.yaml")
        #expect(try program.run("plan", "S", "--out", "plan", "--limit", "6").status == 0)
        let (machine, output, _) = try program.start(["work", "plan", "--machine", "first"])
        // The line shows that the pack is claimed; the scenario then spins until its limit.
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("pack 1 of 1"))
        kill(machine.processIdentifier, SIGKILL)
        machine.waitUntilExit()
        #expect(try program.run("work", "plan", "--machine", "second").status == 0)
        #expect(try folder.text(of: "plan/claims/00001.2/machine") == "second\n")
        let outcome = try gather()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("1 hung of 1 scenario"), "\(outcome.output)")
    }

    @Test func `a scenario during which two machines died counts as crashed`() throws {
        try plan(scenarios: 2)
        for number in 1...4 {
            let claim = PackClaim(path: "\(folder.path)/plan/claims/00001.\(number)")
            _ = try claim.take(by: "m\(number)")
            if number > 2 { try claim.noteRunning("A-2") }
        }
        #expect(try program.run("work", "plan").status == 0)
        let outcome = try gather()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("2 machines died while the scenario ran alone"), "\(outcome.output)")
        #expect(outcome.output.contains("1 passed, 1 crashed of 2 scenarios"), "\(outcome.output)")
    }

    @Test func `a second result that differs from the first is kept and reported`() throws {
        try plan(scenarios: 1)
        #expect(try program.run("work", "plan").status == 0)
        let contradiction = folder.path + "/plan/contradictions/00001.2"
        try FileManager.default.createDirectory(atPath: contradiction, withIntermediateDirectories: true)
        let outcome = try gather()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("two machines have different results"), "\(outcome.output)")
    }

    @Test func `a file that changed since the plan is refused`() throws {
        try plan(scenarios: 1)
        try folder.writeScenario("A-1", expecting: "idle", to: "plan/files/S/a1.yaml")
        let outcome = try program.run("work", "plan")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("S/a1.yaml has changed since the plan was made"), "\(outcome.errors)")
    }

    @Test func `another build of the program is refused`() throws {
        try plan(scenarios: 1)
        let plan = try folder.text(of: "plan/plan.json").replacing(/"program":"[0-9a-f]+"/, with: #""program":"00""#)
        try folder.write(plan, to: "plan/plan.json")
        let outcome = try program.run("work", "plan")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("another build"), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["plan", "S"], "--out names the folder"), (["plan", "S", "--out", "plan", "--pack", "0"], "--pack"),
        (["work"], "name the folder of one plan"), (["gather", "S", "S"], "name the folder of one plan"),
        (["plan", "S/../S", "--out", "p"], "is outside of this folder"),
        (["plan", "-", "--out", "p"], "name a file in place of the standard input"),
    ])
    func `wrong use is an error with the correction`(words: [String], message: String) throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let outcome = try program.run(words)
        #expect(outcome.status == 64, "\(outcome)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(arguments: ["work", "gather"]) func `a folder without a plan that can be read is invalid`(verb: String) throws
    {
        try folder.write("{", to: "damaged/plan.json")
        for (name, message) in [
            ("nothing", "plan.json cannot be read"), ("damaged", "damaged/plan.json: it is not a plan"),
        ] {
            let outcome = try program.run(verb, name)
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test func `a plan is not written over another one`() throws {
        try plan(scenarios: 1)
        let outcome = try program.run("plan", "S", "--out", "plan")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("holds a plan already"), "\(outcome.errors)")
    }
}
