/// The runs of a command line: every scenario with every seed, and each of those so often.
struct RunPlan {
    /// One run.
    struct Task: Hashable {
        /// The place of the scenario among those that are selected.
        let scenario: Int
        let seed: UInt64
        /// From 1.
        let round: Int
    }

    let scenarios: Int
    let seeds: ClosedRange<UInt64>
    let rounds: Int

    /// The most runs that one command line can ask for.
    static let mostRuns = 10_000_000

    /// How many runs each scenario has.
    var runsOfEach: Int { seedCount * rounds }

    /// All runs together.
    var count: Int { scenarios * runsOfEach }

    private var seedCount: Int {
        Int(clamping: (seeds.upperBound - seeds.lowerBound).addingReportingOverflow(1).partialValue)
    }

    /// The run of a number from 0: scenario by scenario, and within one seed by seed.
    subscript(number: Int) -> Task {
        let (scenario, rest) = number.quotientAndRemainder(dividingBy: max(1, runsOfEach))
        let (seed, round) = rest.quotientAndRemainder(dividingBy: max(1, rounds))
        return Task(scenario: scenario, seed: seeds.lowerBound + UInt64(seed), round: round + 1)
    }
}
