package import ScenarioLanguage

/// An addition to the run of a scenario, for a debugger.
package enum RunFork: Sendable {
    /// A step that is performed in addition to those of the scenario, after a number of journal entries.
    case step(Step, after: Int)
    /// Expectations whose values are journaled whenever they change; the course of the run stays the same.
    case watch([Expectation])

    /// The name of the entries with watched values.
    ///
    /// The attributes are `after`, the number of the run's own entries before, `holds`, true when all expectations are
    /// met, and the values that changed.
    package static let watchEntry = "watch"
}
