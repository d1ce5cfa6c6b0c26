package import ScenarioLanguage

/// A step that a run performs in addition to those of its scenario, at a position of its record.
package struct RunFork: Sendable {
    /// The number of journal entries before the step.
    package let entries: Int
    package let step: Step

    package init(after entries: Int, step: Step) {
        self.entries = entries
        self.step = step
    }
}
