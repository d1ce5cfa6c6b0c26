public import Journal
import Loop

/// Runs one scenario in this process, whose executors the loop already is.
public enum ScenarioRunner {
    /// Runs a scenario to its end and judges it.
    ///
    /// - Parameters:
    ///   - scenario: What to run.
    ///   - options: How to run it.
    ///   - registry: What the embedding program adds.
    ///   - sink: Is handed every entry of the journal as it is made, so that a crash leaves the last ones.
    public static func runToEnd(
        _ scenario: Scenario, options: RunOptions, registry: Registry = Registry(),
        sink: (@Sendable (JournalEntry) -> Void)? = nil
    ) -> RunOutcome {
        MainActor.assumeIsolated {
            ScenarioRun(scenario, options, registry, sink).run()
        }
    }
}
