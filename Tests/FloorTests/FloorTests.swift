import Testing

@Suite struct FloorTests {
    @Test(arguments: Rule.all.map(\.name)) func `every file of the house keeps the rule`(_ name: String) throws {
        let rule = try #require(Rule.all.first { $0.name == name })
        let violations = try House.sources.get().flatMap(rule.violations)
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test func `no test file has more than 500 lines`() throws {
        let violations = try House.tests.get().flatMap(Rule.length.violations)
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test func `no test sleeps or is skipped`() throws {
        let waiting = Rule.forbidding(
            ["Task.sleep", "Thread.sleep", "usleep(", "nanosleep(", ".disabled("], "tests", because: "in a test",
            // The probe is what shows that sleeping is virtual.
            allows: { $0.room == "LoopProbe" || $0.room == "TrapHost" })
        let violations = try House.tests.get().flatMap(waiting.violations)
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test func `the house is not empty`() throws {
        let rooms = Set(try House.sources.get().map(\.room))
        #expect(
            rooms.isSuperset(of: ["Timing", "Wire", "Journal", "ScenarioStage", "Harness", "rollcall", "Benchmarks"]))
    }
}
