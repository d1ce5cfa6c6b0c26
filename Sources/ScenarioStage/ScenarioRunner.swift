package import Capture
package import Journal
import Loop
import ScenarioDrivers
package import ScenarioLanguage
package import ScenarioVocabulary

/// Runs scenarios in this process, whose executors the loop already is, one after the other.
@MainActor
package final class ScenarioRunner {
    private let registry: Registry
    private let tap = CaptureTap()
    /// The last run, until everybody has left it.
    private var last: ScenarioRun?

    /// Makes a runner for scenarios that may use what the embedding program adds.
    package init(_ registry: Registry = Registry()) {
        self.registry = registry
    }

    /// Takes now what runs on that ground need and the process keeps.
    package func prepare(_ ground: CaptureEnvironment) {
        // What goes wrong here is told by the run that needs it.
        try? EventLoop.shared.selfTest()
        try? tap.open(on: ground, sourcePorts: AddressPlan.sourcePorts)
    }

    /// Runs a scenario to its end and judges it.
    ///
    /// - Parameters:
    ///   - scenario: What to run.
    ///   - options: How to run it.
    ///   - sink: Is handed every entry of the journal as it is made, so that a crash leaves the last ones.
    package func run(
        _ scenario: Scenario, options: RunOptions, sink: (@Sendable (JournalEntry) -> Void)? = nil
    ) -> RunOutcome {
        let run = ScenarioRun(scenario, options, registry, tap, sink)
        last = run
        return run.run()
    }

    /// Lets the last run end for good, and answers what it left behind in the process; nil when the next one finds
    /// everything as it was before.
    package func settle() -> String? {
        let leakProbes = last?.dissolve() ?? []
        EventLoop.shared.runLastJobs()
        last = nil
        let waiting = EventLoop.shared.settle()
        return waiting ?? leakProbes.first(where: \.isAlive)?.name
    }

    /// Runs one scenario to its end and judges it.
    ///
    /// - Parameters:
    ///   - scenario: What to run.
    ///   - options: How to run it.
    ///   - registry: What the embedding program adds.
    ///   - sink: Is handed every entry of the journal as it is made, so that a crash leaves the last ones.
    package nonisolated static func runToEnd(
        _ scenario: Scenario, options: RunOptions, registry: Registry = Registry(),
        sink: (@Sendable (JournalEntry) -> Void)? = nil
    ) -> RunOutcome {
        MainActor.assumeIsolated {
            let runner = ScenarioRunner(registry)
            let outcome = runner.run(scenario, options: options, sink: sink)
            _ = runner.settle()
            return outcome
        }
    }
}
