import Journal
package import ScenarioLanguage

/// Searches for runs that break, from scenarios that pass.
///
/// Run number n depends on the seed, on n, on its scenario, and on what that scenario's earlier groups showed. So a search
/// with the same seed performs the same runs in the same order, however many run side by side. A scenario more takes some
/// groups from the others, whose remaining runs are as before.
package struct Explorer<Lab: Laboratory> {
    /// A run before it is performed.
    private struct Draft {
        let number: Int
        let strategy: Strategy
        let base: Base
        let changes: [Change]
        let scenario: PlainScenario
        let probe: Probe
    }

    /// The number of runs in a group. They change the same scenario, and are drawn before any of them has a result.
    package static var group: Int { 16 }
    /// The most runs for making one finding small.
    private static var maxShrinkRuns: Int { 300 }

    private let scenarios: [Scenario]
    private let vocabulary: Vocabulary
    private let strategies: [Strategy]
    /// True when no run keeps its expectations.
    private let isBare: Bool
    package private(set) var lab: Lab
    private var bases: [Int: Base] = [:]
    package private(set) var corpus: Corpus

    package init(
        _ scenarios: [Scenario], _ vocabulary: Vocabulary, strategies: [Strategy], isBare: Bool, corpus: Corpus,
        in lab: Lab
    ) {
        self.scenarios = scenarios
        self.vocabulary = vocabulary
        self.strategies = strategies
        self.isBare = isBare
        self.corpus = corpus
        self.lab = lab
    }

    /// Searches until the corpus counts `runs` runs in all its searches.
    ///
    /// - Parameters:
    ///   - onFinding: Called with the index of a finding that is new or has a smaller scenario.
    ///   - onGroup: Called when a group of runs has ended.
    /// - Throws: The reason of an earlier end.
    package mutating func run(
        until runs: Int, onFinding: (Finding) -> Void, onGroup: (Corpus) -> Void
    ) throws(Interruption) {
        while corpus.runs < runs {
            let group = corpus.runs / Self.group
            guard let base = try base(of: group) else { return }
            let last = min((group + 1) * Self.group, runs)
            let drafts = (corpus.runs..<last).map { draft($0, base) }
            let known = corpus.findings.count
            do throws(Interruption) {
                try perform(drafts)
            } catch {
                for finding in corpus.findings.dropFirst(known) { onFinding(finding) }
                throw error
            }
            for index in corpus.findings.indices.dropFirst(known) {
                onFinding(corpus.findings[index])
                let interruption = try shrink(index, base)
                onFinding(corpus.findings[index])
                if let interruption { throw interruption }
            }
            onGroup(corpus)
        }
    }

    /// Makes the scenario of a finding small, and returns the reason of an early end.
    private mutating func shrink(_ index: Int, _ base: Base) throws(Interruption) -> Interruption? {
        guard let scenario = corpus.findings[index].unshrunk else { return nil }
        let outcome = try Shrinker.result(
            of: scenario, file: base.file, seed: corpus.findings[index].seed, vocabulary, maxRuns: Self.maxShrinkRuns,
            in: &lab)
        guard case .success(let result) = outcome else { return nil }
        corpus.findings[index].scenario = result.scenario.text()
        corpus.findings[index].seed = result.seed
        corpus.findings[index].explanation = result.comments
        corpus.findings[index].isShrunk = result.interruption == nil
        corpus.findings[index].unshrunk = nil
        return result.interruption
    }

    /// The scenario of a group of runs; nil when none can be explored.
    private mutating func base(of group: Int) throws(Interruption) -> Base? {
        let draw = Draw(seed: corpus.seed, label: "group \(group)")
        for index in draw.ranked(Array(scenarios.indices), by: { scenarios[$0].id }) {
            if let base = bases[index] { return base }
            guard corpus.unfit[scenarios[index].id] == nil else { continue }
            switch try lab.base(of: scenarios[index], vocabulary) {
            case .success(var base):
                if strategies.contains(.timers) { try lab.addTimers(to: &base) }
                bases[index] = base
                return base
            case .failure(let reason): corpus.unfit[scenarios[index].id] = reason.description
            }
        }
        return nil
    }

    // MARK: One group

    private func draft(_ number: Int, _ base: Base) -> Draft {
        let strategy = strategies[number % strategies.count]
        var drafting = Drafting(base, seed: corpus.seed, run: number)
        let changes = drafting.changes(strategy, kept: corpus.kept[base.id] ?? [])
        let keepsExpectations = strategy == .seeds && !isBare && !base.losesByChance
        let scenario = keepsExpectations ? base.scenario : base.timeline.scenario(with: changes)
        let probe = Probe(
            id: base.id, file: base.file, text: scenario.text(), seed: drafting.seed(strategy))
        return Draft(number: number, strategy: strategy, base: base, changes: changes, scenario: scenario, probe: probe)
    }

    /// Performs a group. When it ends early, the runs up to the first that is missing count.
    private mutating func perform(_ drafts: [Draft]) throws(Interruption) {
        var results = [ProbeResult?](repeating: nil, count: drafts.count)
        do throws(Interruption) {
            try lab.run(drafts.map(\.probe)) { results[$0] = $1 }
        } catch {
            take(drafts, results)
            throw error
        }
        take(drafts, results)
    }

    private mutating func take(_ drafts: [Draft], _ results: [ProbeResult?]) {
        for (draft, result) in zip(drafts, results) {
            guard let result else { return }
            take(draft, result)
        }
    }

    private mutating func take(_ draft: Draft, _ result: ProbeResult) {
        corpus.runs += 1
        corpus.bases[draft.base.id, default: 0] += 1
        corpus.tallies[draft.strategy, default: .init()].runs += 1
        corpus.tallies[draft.strategy, default: .init()].features += result.features.count { !corpus.seen.contains($0) }
        let isNew = corpus.add(result.features, of: draft.base.id)
        if isNew, !draft.changes.isEmpty {
            let kept = corpus.kept[draft.base.id] ?? []
            corpus.kept[draft.base.id] = (kept + [draft.changes]).suffix(Corpus.maxKept)
        }
        guard let signature = Signature(result.verdict, names: draft.base.names.names),
            signature != draft.base.ownFailure
        else { return }
        add(signature, draft, result.verdict)
    }

    private mutating func add(_ signature: Signature, _ draft: Draft, _ verdict: Verdict) {
        if let index = corpus.findings.firstIndex(where: { $0.signature == signature }) {
            corpus.findings[index].count += 1
            return
        }
        corpus.tallies[draft.strategy, default: .init()].findings += 1
        let id = "FOUND-\(corpus.findings.count + 1)"
        var scenario = draft.scenario
        scenario["id"] = .word(id)
        scenario["name"] = .text("What was found from \(draft.base.id)")
        let reasons = [verdict.failure?.reason, verdict.failure?.actual].compactMap(\.self)
        corpus.findings.append(
            Finding(
                id: id, signature: signature, reason: "\(verdict.kind.rawValue): \(reasons.joined(separator: ": "))",
                base: draft.base.id, strategy: draft.strategy, run: draft.number + 1, seed: draft.probe.seed,
                scenario: scenario.text(), unshrunk: scenario))
    }
}
