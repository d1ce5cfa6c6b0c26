import Foundation

/// The mutants that each scenario reaches, and the time that it takes.
struct Reach: Codable {
    struct Scenario: Codable {
        let id: String
        let file: String
        /// Its number in orders.
        let number: Int
        let milliseconds: Double
        /// True when it leaves nothing behind, so that other scenarios can follow in the same process.
        let isSettled: Bool
        let mutants: [Int]
    }

    /// The scenarios that pass without a mutant, the fastest first.
    let scenarios: [Scenario]
    /// The other scenarios, which can kill nothing.
    let failing: [String]
    /// The mutants that are reached before any scenario runs.
    let atStart: Set<Int>
    private var byMutant: [Int: [Int]] = [:]

    private enum CodingKeys: CodingKey { case scenarios, failing, atStart }

    init(_ scenarios: [Scenario], failing: [String], atStart: Set<Int>) {
        self.scenarios = scenarios.sorted { ($0.milliseconds, $0.number) < ($1.milliseconds, $1.number) }
        self.failing = failing
        self.atStart = atStart
        index()
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        scenarios = try container.decode([Scenario].self, forKey: .scenarios)
        failing = try container.decode([String].self, forKey: .failing)
        atStart = try container.decode(Set<Int>.self, forKey: .atStart)
        index()
    }

    private mutating func index() {
        for (place, scenario) in scenarios.enumerated() {
            for id in scenario.mutants { byMutant[id, default: []].append(place) }
        }
    }

    /// The scenarios that reach a mutant, the fastest first.
    func scenarios(reaching mutant: Int) -> [Scenario] {
        if atStart.contains(mutant) { return scenarios }
        return (byMutant[mutant] ?? []).map { scenarios[$0] }
    }

    /// The numbers of some fast scenarios that together reach many mutants.
    var warming: [Int] {
        var (reached, chosen): (Set<Int>, [Int]) = ([], [])
        let fast = scenarios.prefix(scenarios.count / 2).filter(\.isSettled)
        while chosen.count < 8 {
            let best = fast.max { $0.newCount(beyond: reached) < $1.newCount(beyond: reached) }
            guard let best, best.newCount(beyond: reached) > 0 else { break }
            reached.formUnion(best.mutants)
            chosen.append(best.number)
        }
        return chosen
    }

    /// Runs every scenario by itself without a mutant, and records the mutants that it reaches.
    static func record(_ place: Workplace) throws -> Reach {
        let found = Shared<[Scenario]>([])
        let failing = Shared<[String]>([])
        let first = try RunnerProcess(place)
        let (ids, files, atStart) = (first.scenarios, first.files, first.reachedAtStart)
        let runners = try Runners(place, warmedWith: [])
        try inParallel(Array(ids.indices)) { number in
            let words = try runners.with(isWarm: false) { try $0.perform("reach \(number)") }
            guard words.count >= 3, words[0] == "passed", let milliseconds = Double(words[1]) else {
                return failing.change { $0.append(ids[number]) }
            }
            let mutants = words.dropFirst(3).compactMap { Int($0) }.filter { !atStart.contains($0) }
            found.change {
                $0.append(
                    Scenario(
                        id: ids[number], file: files[number], number: number, milliseconds: milliseconds,
                        isSettled: words[2] == "1", mutants: mutants))
            }
        }
        let cold = Reach(found.value, failing: failing.value.sorted(), atStart: atStart)
        return try cold.keepingSound(place)
    }

    /// Runs every scenario without a mutant in processes that are warm, and leaves out those that do not pass there.
    private func keepingSound(_ place: Workplace) throws -> Reach {
        let unsound = Shared<Set<String>>([])
        let runners = try Runners(place, warmedWith: warming)
        try inParallel(scenarios) { scenario in
            let words = try runners.with(isWarm: true) { try $0.perform("together \(scenario.order)") }
            if words.first != "passed" { unsound.change { _ = $0.insert(scenario.id) } }
        }
        let left = scenarios.filter { !unsound.value.contains($0.id) }
        return Reach(left, failing: failing + unsound.value.sorted(), atStart: atStart)
    }
}

extension Reach.Scenario {
    /// The scenario as orders name it, with its limit in milliseconds: enough that only a loop needs more.
    var order: String { order(as: number) }

    /// The same in a process in which it has another number.
    func order(as number: Int) -> String { "\(number):\(300 + 20 * Int(milliseconds))" }

    fileprivate func newCount(beyond reached: Set<Int>) -> Int { mutants.count { !reached.contains($0) } }
}
