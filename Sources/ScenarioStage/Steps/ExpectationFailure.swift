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
    /// Returns the packets or entries that differ least, one line each. An expectation with time left fails at every idle
    /// point until it holds, and needs no candidates.
    var candidates: @MainActor () -> [String] = { [] }
    /// All failed expectations of the step, one line each.
    var findings: [String] = []
    /// True when no event was possible, or the run took too long, and no expectation was contradicted.
    var isHang = false
}
