import CallLibraryGuest
import Covering
import Exploration
import ScenarioLanguage
import ScenarioVocabulary
import Testing

/// The limits that a scenario holds.
@Suite struct PassabilityTests {
    private static let text = """
        id: A-1
        name: A join
        participants: [alice]
        steps:
          - alice: join
            call: default:standup
          - within: 2s
            expect: {alice.callingState: inCall}
        """

    @Test func `the largest value that every seed passes is found, and the first seed that fails beyond it`() throws {
        let scenario = try #require(read(Self.text))
        var runner = FakeProbeRunner { probe in
            let loss = probe.text.firstMatch(of: /loss: (\d+)%/).flatMap { Int($0.output.1) } ?? 0
            return loss > 37 && probe.seed >= 3 ? "lost" : nil
        }
        let (rows, runs) = try Passability.rows(
            of: PlainScenario(scenario), file: "a.yaml", seeds: Array(1...4), in: &runner)
        let loss = try #require(rows.first { $0.measure == .loss })
        #expect(loss.holds == "37%" && loss.fails == "38%" && loss.seed == 3)
        #expect(rows.first { $0.measure == .cut }?.fails == nil)
        #expect(runs == runner.probes.count)
    }

    @Test func `every impaired scenario is valid`() throws {
        let scenario = try #require(read(Self.text))
        var runner = FakeProbeRunner { $0.text.contains("120s") || $0.text.contains("2min") ? "cut" : nil }
        _ = try Passability.rows(of: PlainScenario(scenario), file: "a.yaml", seeds: Array(1...1), in: &runner)
        for probe in runner.probes {
            #expect(ScenarioLibrary.load(text: probe.text, file: "a.yaml").scenarios.count == 1, "\(probe.text)")
        }
    }
}
