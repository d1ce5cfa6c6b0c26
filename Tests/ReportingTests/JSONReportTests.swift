import Reporting
import Testing

@testable import Journal

@Suite struct JSONReportTests {
    private func verdict(_ kind: Verdict.Kind, _ id: String) -> Verdict {
        var verdict = Verdict(kind, id: id, name: "A \"name\"", file: "a.yaml", seed: 7, covers: ["S-1"])
        verdict.virtualSeconds = 30
        verdict.datagramsSent = 4
        verdict.datagramsCaptured = 4
        verdict.capture = "namespace"
        return verdict
    }

    private func report(_ verdicts: [Verdict], selected: Int) throws -> JSON {
        let result = RunResult(version: "1.2.3", verdicts: verdicts, selected: selected, wallSeconds: 0.5)
        return try JSON(parsing: JSONReport.bytes(of: result))
    }

    @Test func `the report holds its version, the sums and every scenario`() throws {
        let report = try report(
            [verdict(.passed, "A"), verdict(.failed, "B"), verdict(.hung, "C"), verdict(.passed, "D")], selected: 6)
        #expect(report["schemaVersion"]?.integer == 1)
        #expect(report["rollcall"]?.text == "1.2.3")
        let totals = try #require(report["totals"])
        let expected = [
            "selected": 6, "passed": 2, "failed": 1, "crashed": 0, "hung": 1, "harnessFault": 0, "notRun": 2,
            "datagramsSent": 16, "datagramsCaptured": 16,
        ]
        for (key, count) in expected { #expect(totals[key]?.integer == count, "\(key)") }
        #expect(totals["virtualSeconds"]?.double == 120)
        #expect(report["scenarios"]?.elements?.compactMap { $0["id"]?.text } == ["A", "B", "C", "D"])
    }

    @Test func `a scenario of the report is its verdict`() throws {
        let scenario = try report([verdict(.crashed, "A")], selected: 1)["scenarios"]?.elements?.first
        #expect(scenario.flatMap { Verdict($0) } == verdict(.crashed, "A"))
    }

    @Test func `a run that selected nothing is still one object`() throws {
        #expect(try report([], selected: 0)["scenarios"] == .array([]))
    }
}
