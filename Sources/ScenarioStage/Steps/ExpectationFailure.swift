import ScenarioLanguage

/// A failure of a run: the reason, the place, and what was expected and found.
struct ExpectationFailure {
    var reason: String
    var place: Place?
    var step: Step?
    var expected: String?
    var actual: String?
    /// The participants that it concerns, for the choice of datagrams to show.
    var participants: [String] = []
    /// What comes nearest to the expectation, a line each.
    var candidates: [String] = []
    /// Every wrong expectation of the step, a line each.
    var findings: [String] = []
    /// True when nothing was left to happen, and no expectation was contradicted.
    var isStandstill = false
}
