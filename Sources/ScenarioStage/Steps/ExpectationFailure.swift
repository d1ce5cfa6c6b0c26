import ScenarioLanguage

/// A failure of a run: the reason, the place, and what was expected and found.
struct ExpectationFailure {
    var reason: String
    var place: Place?
    var step: Step?
    var expected: String?
    var actual: String?
    /// The affected participants, for the choice of datagrams to show.
    var participants: [String] = []
    /// The packets or entries that differ least, one line each.
    var candidates: [String] = []
    /// All failed expectations of the step, one line each.
    var findings: [String] = []
    /// True when no event was possible and no expectation was contradicted.
    var isDeadlock = false
}
