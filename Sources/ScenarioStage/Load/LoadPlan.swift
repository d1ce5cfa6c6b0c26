package import Load
package import Loop
package import ScenarioLanguage

/// A load to run: a scenario, and when how many instances of it start.
package struct LoadPlan: Sendable {
    /// The rule by which instances start.
    package enum Arrivals: Hashable, Sendable {
        /// Each at its planned instant, whatever became of others.
        case open(LoadShape)
        /// So many at once: the end of one starts another, until so many have started or so long has passed.
        case closed(atOnce: Int, count: Int?, lasting: Duration?)
    }

    package var scenario: Scenario
    package var arrivals: Arrivals
    package var seed: UInt64
    package var clock: ClockMode
    /// The time between two samples.
    package var interval: Duration
    /// True when samples have the number of timers and sessions, which are counted for each.
    package var countsPending = false

    package init(
        _ scenario: Scenario, _ arrivals: Arrivals, seed: UInt64, clock: ClockMode, interval: Duration
    ) {
        self.scenario = scenario
        self.arrivals = arrivals
        self.seed = seed
        self.clock = clock
        self.interval = interval
    }
}
