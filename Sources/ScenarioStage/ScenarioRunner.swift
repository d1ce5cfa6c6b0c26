package import Capture
package import Journal
import Loop
import ScenarioDrivers
package import ScenarioLanguage
package import ScenarioVocabulary

/// Runs scenarios in sequence in this process; the loop is already its executor.
@MainActor
package final class ScenarioRunner {
    private let registry: Registry
    private let tap = CaptureTap()
    private let pool = DriverPool()
    /// The last run, until all its objects are released.
    private var last: ScenarioRun?

    /// Creates a runner for scenarios that may use a program's libraries and additions.
    package init(_ registry: Registry) {
        self.registry = registry
    }

    /// Acquires the resources of this environment that the process keeps for all runs.
    package func prepare(_ environment: CaptureEnvironment) {
        // The run that needs the resource reports the error.
        try? EventLoop.shared.selfTest()
        try? tap.open(on: environment, sourcePorts: AddressPlan.sourcePorts)
    }

    /// The descriptors of idle drivers that wait for another run.
    package var driverDescriptors: Int { pool.descriptors }

    /// Runs a scenario to its end and returns its verdict.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - options: The options of the run.
    ///   - sink: Receives every entry of the journal when it is added, so that a crash leaves the last ones.
    package func run(
        _ scenario: Scenario, options: RunOptions, sink: (@Sendable (JournalEntry) -> Void)? = nil
    ) -> RunOutcome {
        let run = ScenarioRun(scenario, options, registry, tap, pool, sink)
        last = run
        return run.run()
    }

    /// Ends the last run completely. Returns a remaining object or job of it; nil when the process is as before the
    /// run.
    package func settle() -> String? {
        let leakProbes = last?.releaseAll() ?? []
        EventLoop.shared.runLastJobs()
        last = nil
        let waiting = EventLoop.shared.settle()
        return waiting ?? leakProbes.first(where: \.isAlive)?.name
    }

    /// Runs one scenario to its end and returns its verdict.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - options: The options of the run.
    ///   - registry: The call library and the additions of the program.
    ///   - sink: Receives every entry of the journal when it is added, so that a crash leaves the last ones.
    package nonisolated static func runToEnd(
        _ scenario: Scenario, options: RunOptions, registry: Registry,
        sink: (@Sendable (JournalEntry) -> Void)? = nil
    ) -> RunOutcome {
        MainActor.assumeIsolated {
            let runner = ScenarioRunner(registry)
            let outcome = runner.run(scenario, options: options, sink: sink)
            _ = runner.settle()
            runner.pool.close()
            return outcome
        }
    }
}
