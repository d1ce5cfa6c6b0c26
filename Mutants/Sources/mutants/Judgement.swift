/// The result of one mutant.
struct Judgement: Codable, Sendable {
    enum Fate: String, Codable, Sendable {
        /// No scenario reaches it.
        case unreached
        /// Every scenario that reaches it passes.
        case survived
        /// A scenario does not pass with it.
        case killed
        /// All scenarios pass with it, and a test does not.
        case killedByTest
        /// It is known to change nothing that can be observed.
        case equivalent
    }

    let mutant: Mutant
    var fate: Fate
    /// The scenarios that reach it, the fastest first.
    let reachedBy: [String]
    /// The scenario or test that did not pass; nil when it is not killed.
    var killer: String?
    /// The verdict of that scenario.
    var verdict: String?
    /// True once the tests that reach it were tried.
    var hasTried: Bool?

    init(_ mutant: Mutant, _ fate: Fate, _ scenarios: [Reach.Scenario], killer: String? = nil, verdict: String? = nil) {
        self.mutant = mutant
        self.fate = fate
        reachedBy = scenarios.map(\.id)
        self.killer = killer
        self.verdict = verdict
    }

    /// True for a mutant that nothing kills, and that could be killed.
    var isLeft: Bool { fate == .survived || fate == .unreached }
}
