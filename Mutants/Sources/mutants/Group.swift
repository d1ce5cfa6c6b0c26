/// Mutants that run together, scenario by scenario.
struct Group {
    private var judgements: [Int: Judgement] = [:]
    /// The mutants that each scenario is still to run with.
    private var pending: [Int: [Int]] = [:]
    private let reach: Reach
    private let most: Int

    /// - Parameter skipping: The number of scenarios with which each mutant has run.
    init(_ left: [Judgement], reach: Reach, skipping: Int, most: Int) {
        self.reach = reach
        self.most = most
        for judgement in left {
            let id = judgement.mutant.id
            judgements[id] = judgement
            for scenario in reach.scenarios(reaching: id).dropFirst(skipping) {
                pending[scenario.number, default: []].append(id)
            }
        }
    }

    func judged(by runner: RunnerProcess) throws -> [Judgement] {
        var group = self
        for scenario in reach.scenarios { try group.run(scenario, runner) }
        return Array(group.judgements.values)
    }

    private mutating func run(_ scenario: Reach.Scenario, _ runner: RunnerProcess) throws {
        var alive = (pending[scenario.number] ?? []).filter { judgements[$0]?.fate == .survived }[...]
        while !alive.isEmpty {
            try run(scenario, with: Array(alive.prefix(most)), runner)
            alive = alive.dropFirst(most)
        }
    }

    private mutating func run(_ scenario: Reach.Scenario, with mutants: [Int], _ runner: RunnerProcess) throws {
        let words = try runner.perform("together \(scenario.order) \(mutants.map(String.init).joined(separator: " "))")
        guard let verdict = words.first else { throw Failure("no reply to `together`") }
        if verdict == "passed" || verdict == "unsupported" {
            // One that was not reached with the others may be reached without them.
            let missed = words.dropFirst().compactMap { Int($0) }
            if !missed.isEmpty, missed.count < mutants.count { try run(scenario, with: missed, runner) }
        } else if mutants.count == 1 {
            judgements[mutants[0]]?.fate = .killed
            judgements[mutants[0]]?.killer = scenario.id
            judgements[mutants[0]]?.verdict = verdict
        } else {
            try run(scenario, with: Array(mutants[..<(mutants.count / 2)]), runner)
            try run(scenario, with: Array(mutants[(mutants.count / 2)...]), runner)
        }
    }
}
