import CallLibraryGuest
import Capture
import Journal
import Loop
import ScenarioLanguage
import ScenarioStage
import ScenarioVocabulary
import Timing

/// Whole scenarios, one after the other in this process: staged, run, judged and journaled, without capture.
@MainActor
enum Scenarios {
    private static let count = 200

    private static let text = """
        id: BENCH-01
        name: The callee accepts, and both are in the call
        participants: [alice, bob]
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - bob: accept
          - within: 2s
            expect: {everyone.callingState: inCall}
        """

    /// Runs a scenario with the call library.
    static func outcome(of scenario: Scenario, _ options: RunOptions) -> RunOutcome {
        ScenarioRunner.runToEnd(scenario, options: options, registry: Registry().withOwnLibrary)
    }

    static func perSecond(environment: CaptureEnvironment) throws -> Double {
        let library = ScenarioLibrary.load(text: text, file: "bench.yaml")
        guard let scenario = library.scenarios.first else { throw Unreadable(problems: library.rendered()) }
        let options = RunOptions(seed: 1, clock: .virtual, environment: environment, outFolder: nil)
        var failed = 0
        let start = WallClock.now
        for _ in 0..<count where Scenarios.outcome(of: scenario, options).verdict.kind != .passed {
            failed += 1
        }
        precondition(failed == 0, "\(failed) of \(count) scenarios did not pass")
        return Double(count) * 1e9 / Double((WallClock.now - start).nanoseconds)
    }

    private struct Unreadable: Error {
        let problems: String
    }
}
