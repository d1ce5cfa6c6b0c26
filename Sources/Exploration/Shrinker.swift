import Journal
package import ScenarioLanguage
import YAML

/// Makes a scenario that fails as small as possible, by trying smaller ones.
///
/// A smaller scenario counts when it fails alike and, where the first one passes without its faults, when it passes without
/// them too. Where a step fails without any fault, the smaller one must also keep the whole ``FailureHistory``. Without
/// these conditions a scenario shrinks to one in which the expectation has no cause to hold.
package struct Shrinker {
    /// The result of shrinking.
    package struct Result: Sendable {
        package var scenario: PlainScenario
        package var seed: UInt64
        /// The number of runs that the shrinking took.
        package var runs: Int
        /// True when the scenario passes without its faults.
        package var needsFaults: Bool
        /// The lines that explain the failure, for the file's head.
        package var comments: [String]
        /// The reason of an early end; nil when nothing smaller was left to try.
        package var interruption: Interruption?
    }

    /// The reason for which a scenario is not shrunk.
    package enum Refusal: Error, Hashable {
        /// It passes.
        case passes
        /// A driver of it runs in real time, in which no run repeats.
        case realTime
    }

    let file: String
    private let vocabulary: Vocabulary
    let names: [String]
    let signature: Signature
    let needsFaults: Bool
    /// The history of the failed step; nil when faults did, or when the failure is of no step.
    private let history: FailureHistory?
    let maxRuns: Int
    var best: PlainScenario
    var seed: UInt64
    var runs = 0
    private var tried: Set<String> = []

    /// The number of candidates that run side by side. The first that counts is taken, so the result is the same on
    /// any number of cores.
    private static let width = 4

    /// Shrinks a scenario.
    ///
    /// - Parameter maxRuns: The number of runs after which the smallest scenario so far is the result.
    package static func result(
        of scenario: PlainScenario, file: String, seed: UInt64, _ vocabulary: Vocabulary, maxRuns: Int = 400,
        in runner: inout some ProbeRunner
    ) throws(Interruption) -> Swift.Result<Result, Refusal> {
        let names = ScenarioNames(scenario).names + Reduction.plainNames
        let whole = try runner.result(of: probe(scenario, file, seed, wantsJournal: true))
        guard !whole.verdict.isRealTime else { return .failure(.realTime) }
        guard let signature = Signature(whole.verdict, names: names) else { return .failure(.passes) }
        let faultless = Reduction.withoutFaults(scenario)
        let alone = faultless == scenario ? nil : try runner.result(of: probe(faultless, file, seed))
        let needsFaults = alone?.verdict.kind == .passed
        var shrinker = Shrinker(
            file: file, vocabulary: vocabulary, names: names, signature: signature, needsFaults: needsFaults,
            history: needsFaults ? nil : FailureHistory(whole), maxRuns: maxRuns, best: scenario, seed: seed)
        let before = scenario.steps.count
        var interruption: Interruption?
        do throws(Interruption) {
            try shrinker.replaceChance(in: &runner)
            try shrinker.shrink(in: &runner)
            if try shrinker.replaceOrder(in: &runner) { try shrinker.shrink(in: &runner) }
        } catch {
            // The smallest so far is a result too, unless the harness is at fault.
            if case .fault = error { throw error }
            interruption = error
        }
        let variations = interruption == nil ? (try? shrinker.variations(in: &runner)) ?? [] : []
        let last = shrinker.best == scenario ? whole : try? runner.result(of: probe(shrinker.best, file, shrinker.seed))
        return .success(shrinker.explained((last ?? whole).verdict, variations, stepsBefore: before, interruption))
    }

    static func probe(
        _ scenario: PlainScenario, _ file: String, _ seed: UInt64, wantsJournal: Bool = false
    ) -> Probe {
        Probe(
            id: scenario["id"]?.scalar?.text ?? "", file: file, text: scenario.text(), seed: seed,
            wantsJournal: wantsJournal)
    }

    /// Replaces losses by chance with the loss of the packets that were lost, when the same thing still breaks.
    private mutating func replaceChance(in runner: inout some ProbeRunner) throws(Interruption) {
        guard best.losesByChance else { return }
        let history = RunHistory(
            journal: try runner.result(of: Self.probe(best, file, seed, wantsJournal: true)).journal)
        runs += 1
        let candidates = ChosenDrops.scenarios(of: best, history).filter(isNew)
        guard !candidates.isEmpty, let index = try counts(candidates, seed: seed, in: &runner) else { return }
        best = candidates[index]
    }

    /// Replaces an order that is drawn from a seed with the fewest choices that break the same thing. Returns false when
    /// there is no such order.
    private mutating func replaceOrder(in runner: inout some ProbeRunner) throws(Interruption) -> Bool {
        guard best.drawsOrder, runs < maxRuns else { return false }
        let choices = try choices(in: &runner)
        let chosen = best.withOrder(.chosen(choices.map { ($0.number, $0.value) }))
        guard !choices.isEmpty, isNew(chosen), try counts([chosen], seed: seed, in: &runner) == 0 else { return false }
        best = chosen
        try exhaustRows(of: choices.count, in: &runner) { $0.withoutChoices(count: $1) }
        return true
    }

    /// The choices of the smallest scenario that are not the usual ones.
    mutating func choices(in runner: inout some ProbeRunner) throws(Interruption) -> [RunHistory.Choice] {
        runs += 1
        let result = try runner.result(of: Self.probe(best, file, seed, wantsJournal: true))
        return RunHistory(journal: result.journal).choices
    }

    // MARK: Passes

    private mutating func shrink(in runner: inout some ProbeRunner) throws(Interruption) {
        best = Reduction.normal(best)
        var size = Int.max
        // A name or a number can become longer once, so a round that makes nothing smaller is the last one.
        while runs < maxRuns, best.text().utf8.count < size {
            size = best.text().utf8.count
            try exhaustRows(of: best.steps.count, in: &runner, Reduction.withoutSteps)
            try exhaust(in: &runner, Reduction.withoutTwoFaults)
            try exhaust(in: &runner, Reduction.withoutParticipants)
            try exhaust(in: &runner, Reduction.withoutParts)
            try exhaust(in: &runner, Reduction.withRounderNumbers)
            try exhaust(in: &runner, Reduction.withPlainNames)
            if seed != 1, try counts([best], seed: 1, in: &runner) == 0 { seed = 1 }
        }
    }

    /// Takes candidates without half of some parts in a row, then without a quarter, and so on down to one.
    private mutating func exhaustRows(
        of parts: Int, in runner: inout some ProbeRunner, _ candidates: (PlainScenario, Int) -> [PlainScenario]
    ) throws(Interruption) {
        var count = max(1, parts / 2)
        while count >= 1 {
            try exhaust(in: &runner) { candidates($0, count) }
            count /= 2
        }
    }

    /// Takes the first candidate that counts, until none does.
    private mutating func exhaust(
        in runner: inout some ProbeRunner, _ candidates: (PlainScenario) -> [PlainScenario]
    ) throws(Interruption) {
        var isSmaller = true
        while isSmaller, runs < maxRuns {
            isSmaller = false
            let untried = candidates(best).map(Reduction.normal).filter(isNew)
            var rest = untried[...]
            while !rest.isEmpty, !isSmaller, runs < maxRuns {
                let some = Array(rest.prefix(Self.width))
                rest = rest.dropFirst(Self.width)
                guard let index = try counts(some, seed: seed, in: &runner) else { continue }
                best = some[index]
                isSmaller = true
            }
        }
    }

    /// True for a valid scenario that was not tried.
    private func isNew(_ scenario: PlainScenario) -> Bool {
        let text = scenario.text()
        guard !tried.contains(text), scenario != best else { return false }
        return !ScenarioLibrary.load(text: text, file: file, vocabulary: vocabulary).scenarios.isEmpty
    }

    /// Returns the index of the first candidate with the same failure, or nil.
    private mutating func counts(
        _ candidates: [PlainScenario], seed: UInt64, in runner: inout some ProbeRunner
    ) throws(Interruption) -> Int? {
        runs += candidates.count
        let wantsJournal = history != nil
        let results = try runner.results(
            of: candidates.map { Self.probe($0, file, seed, wantsJournal: wantsJournal) })
        for (index, result) in results.enumerated() {
            if self.seed == seed { tried.insert(candidates[index].text()) }
            guard Signature(result.verdict, names: names) == signature, hasHistory(result) else { continue }
            guard needsFaults else { return index }
            runs += 1
            let faultless = try runner.result(of: Self.probe(Reduction.withoutFaults(candidates[index]), file, seed))
            if faultless.verdict.kind == .passed { return index }
        }
        return nil
    }

    /// True when nothing is missing of what led to the failed step.
    private func hasHistory(_ result: ProbeResult) -> Bool {
        guard let history else { return true }
        return FailureHistory(result)?.contains(history) ?? false
    }
}
