/// Runs mutants that are reached before any scenario runs. A process has them on from its beginning.
struct EarlyMutants: Sendable {
    let place: Workplace
    /// The number of scenarios with which a mutant runs alone.
    private static let fewest = 64
    /// The number of mutants that run together.
    private static let most = 16
    /// The highest number of scenarios for which only their files are read.
    private static let fewFiles = 100

    /// Runs each mutant alone with the fastest scenarios.
    func alone(_ mutant: Mutant, _ scenarios: [Reach.Scenario]) throws -> Judgement {
        let first = scenarios.prefix(Self.fewest)
        let (passed, verdict) = try run(first, with: [mutant.id])
        guard passed < first.count else { return Judgement(mutant, .survived, scenarios) }
        return Judgement(mutant, .killed, scenarios, killer: first[passed].id, verdict: verdict)
    }

    /// Runs those that are left with the other scenarios, many at a time.
    func together(_ left: [Judgement], _ scenarios: [Reach.Scenario]) throws -> [Judgement] {
        let judged = Shared<[Judgement]>([])
        let groups = stride(from: 0, to: left.count, by: Self.most).map {
            Array(left[$0..<min($0 + Self.most, left.count)])
        }
        try inParallel(groups) { group in
            let own = try self.judged(group, scenarios.dropFirst(Self.fewest))
            judged.change { $0 += own }
        }
        return judged.value
    }

    private func judged(_ group: [Judgement], _ scenarios: ArraySlice<Reach.Scenario>) throws -> [Judgement] {
        var (alive, done, rest) = (group, [Judgement](), scenarios)
        while !alive.isEmpty, !rest.isEmpty {
            rest = try rest.dropFirst(run(rest, with: alive.map(\.mutant.id)).passed)
            guard let scenario = rest.first else { break }
            let killed = try noticed(by: scenario, alive)
            done += killed
            let ids = Set(killed.map(\.mutant.id))
            alive.removeAll { ids.contains($0.mutant.id) }
            // Mutants that a scenario notices only together have passed it.
            if killed.isEmpty { rest = rest.dropFirst() }
        }
        return done + alive
    }

    /// Returns the mutants with each of which a scenario does not pass, by trying halves.
    private func noticed(by scenario: Reach.Scenario, _ mutants: [Judgement]) throws -> [Judgement] {
        let (passed, verdict) = try run([scenario], with: mutants.map(\.mutant.id))
        if passed > 0 { return [] }
        if mutants.count == 1 {
            var judgement = mutants[0]
            (judgement.fate, judgement.killer, judgement.verdict) = (.killed, scenario.id, verdict)
            return [judgement]
        }
        let half = mutants.count / 2
        return try noticed(by: scenario, Array(mutants[..<half])) + noticed(by: scenario, Array(mutants[half...]))
    }

    /// Runs scenarios until one does not pass. Returns how many passed, and the verdict on the next one.
    private func run(
        _ scenarios: ArraySlice<Reach.Scenario>, with mutants: [Int]
    ) throws -> (passed: Int, verdict: String) {
        let files = scenarios.count > Self.fewFiles ? nil : Set(scenarios.map(\.file)).sorted()
        // A program that does not start with a mutant has noticed it.
        guard let process = try? RunnerProcess(place, mutants: mutants, files: files) else { return (0, "crashed") }
        let numbers = Dictionary(uniqueKeysWithValues: process.scenarios.enumerated().map { ($1, $0) })
        let orders = scenarios.compactMap { scenario in numbers[scenario.id].map(scenario.order) }
        guard orders.count == scenarios.count else { return (0, "crashed") }
        let words = try process.perform("judge 0 \(orders.joined(separator: " "))")
        guard words.count == 2, let passed = Int(words[0]) else { throw Failure("no reply to `judge`: \(words)") }
        return (passed, words[1])
    }
}
