/// The runs of a command line: each scenario with each seed, several times where requested.
struct RunPlan {
    /// One run.
    struct Task: Hashable {
        /// The index of the scenario in the selection.
        let scenario: Int
        let seed: UInt64
        /// The number of the round, from 1.
        let round: Int
    }

    /// The indices of the scenarios, in the order of their runs.
    let order: [Int]
    let seeds: ClosedRange<UInt64>
    let rounds: Int
    /// The seeds of all machines that share a plan; nil when this machine runs all.
    var sharedSeeds: ClosedRange<UInt64>?
    /// The seed of each scenario, in place of the seeds; empty when all have the same.
    var ownSeeds: [UInt64] = []

    /// The maximum number of runs of one command line.
    static let maxRuns = 10_000_000

    /// The number of runs of each scenario.
    var runsOfEach: Int { seedCount * rounds }

    /// The number of all runs.
    var count: Int { order.count * runsOfEach }

    /// The seeds of all machines.
    var allSeeds: ClosedRange<UInt64> { sharedSeeds ?? seeds }

    private var seedCount: Int {
        Int(clamping: (seeds.upperBound - seeds.lowerBound).addingReportingOverflow(1).partialValue)
    }

    /// The run with a number from 0 to ``count``, ordered by scenario, then by seed.
    subscript(number: Int) -> Task {
        let (turn, rest) = number.quotientAndRemainder(dividingBy: max(1, runsOfEach))
        let (seed, round) = rest.quotientAndRemainder(dividingBy: max(1, rounds))
        let own = ownSeeds.isEmpty ? seeds.lowerBound + UInt64(seed) : ownSeeds[order[turn]]
        return Task(scenario: order[turn], seed: own, round: round + 1)
    }
}

extension RunPlan {
    /// The weight from which a scenario counts as heavy.
    private static let heavy = 40

    /// Returns the order of concurrent runs. Heavy scenarios are first, so that none remains when all others have
    /// ended. The others keep the order of the files, and so do their lines.
    static func order(of weights: [Int]) -> [Int] {
        let heavy = weights.indices.filter { weights[$0] >= Self.heavy }
        let light = weights.indices.filter { weights[$0] < Self.heavy }
        return heavy.sorted { (weights[$1], $0) < (weights[$0], $1) } + light
    }
}
