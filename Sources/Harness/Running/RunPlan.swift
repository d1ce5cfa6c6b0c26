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

    /// The places of the scenarios, in the order in which they run.
    let order: [Int]
    let seeds: ClosedRange<UInt64>
    let rounds: Int

    /// The most runs that one command line can ask for.
    static let mostRuns = 10_000_000

    /// How many runs each scenario has.
    var runsOfEach: Int { seedCount * rounds }

    /// All runs together.
    var count: Int { order.count * runsOfEach }

    private var seedCount: Int {
        Int(clamping: (seeds.upperBound - seeds.lowerBound).addingReportingOverflow(1).partialValue)
    }

    /// The run of a number from 0, less than ``count``: scenario by scenario, and within one seed by seed.
    subscript(number: Int) -> Task {
        let (turn, rest) = number.quotientAndRemainder(dividingBy: max(1, runsOfEach))
        let (seed, round) = rest.quotientAndRemainder(dividingBy: max(1, rounds))
        return Task(scenario: order[turn], seed: seeds.lowerBound + UInt64(seed), round: round + 1)
    }
}

extension RunPlan {
    /// From here on a scenario counts as heavy.
    private static let heavy = 40

    /// The order in which scenarios run side by side: the heavy ones first, so that none of them is what all others have
    /// ended before, and then those of the files as they come, so that their lines do.
    static func order(of weights: [Int]) -> [Int] {
        let heavy = weights.indices.filter { weights[$0] >= Self.heavy }
        let light = weights.indices.filter { weights[$0] < Self.heavy }
        return heavy.sorted { (weights[$1], $0) < (weights[$0], $1) } + light
    }
}
