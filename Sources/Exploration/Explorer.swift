import Journal
package import ScenarioLanguage

/// Searches for runs that break, from scenarios that pass.
///
/// Run number n depends on the seed, on n, on its scenario, and on what that scenario's earlier groups showed. So a
/// search with the same seed performs the same runs in the same order, however many run side by side. An added scenario
/// takes some groups from the others, whose remaining runs are as before. Groups of different scenarios run together.
package struct Explorer<Runner: ProbeRunner> {
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
    /// The highest number of groups that run together.
    private static var groupsTogether: Int { 4 }

    let scenarios: [Scenario]
    let vocabulary: Vocabulary
    private let strategies: [Strategy]
    /// True when no run keeps its expectations.
    let isBare: Bool
    /// True when every second group, or each without scenarios, starts from a scenario that is drawn from nothing.
    let generates: Bool
    /// True when the first finding ends the search.
    private let stopsAtFinding: Bool
    /// The options with which a finding fails.
    let options: [String]
    package internal(set) var runner: Runner
    var bases: [Int: Base] = [:]
    /// The last scenario that was drawn from nothing, with its number.
    var drawn: (number: Int, base: Base)?
    package internal(set) var corpus: Corpus

    package init(
        _ scenarios: [Scenario], _ vocabulary: Vocabulary, strategies: [Strategy], isBare: Bool,
        generates: Bool = false, stopsAtFinding: Bool = false, options: [String] = [], corpus: Corpus,
        in runner: Runner
    ) {
        self.options = options
        self.generates = generates
        self.stopsAtFinding = stopsAtFinding
        self.scenarios = scenarios
        self.vocabulary = vocabulary
        self.strategies = strategies
        self.isBare = isBare
        self.corpus = corpus
        self.runner = runner
    }

    /// Searches until the corpus counts `runs` runs in all its searches.
    ///
    /// - Parameters:
    ///   - onFinding: Called with each finding that is new, and again when it was shrunk.
    ///   - onGroup: Called when one group of runs has ended, or several that ran together.
    /// - Throws: The reason of an earlier end.
    package mutating func run(
        until runs: Int, onFinding: (Finding) -> Void, onGroup: (Corpus) -> Void
    ) throws(Interruption) {
        try continueShrinking(onFinding)
        while corpus.runs < runs {
            let known = corpus.findings.count
            let hasRun: Bool
            do throws(Interruption) {
                hasRun = try performGroups(until: runs)
            } catch {
                for finding in corpus.findings.dropFirst(known) { onFinding(finding) }
                throw error
            }
            for index in corpus.findings.indices.dropFirst(known) {
                onFinding(corpus.findings[index])
                let interruption = try shrink(index)
                onFinding(corpus.findings[index])
                if let interruption { throw interruption }
            }
            guard hasRun else { return }
            onGroup(corpus)
            if stopsAtFinding, !corpus.findings.isEmpty { return }
        }
    }

    /// Performs the next groups of runs, or the rest of them. Returns false when nothing can be explored.
    private mutating func performGroups(until runs: Int) throws(Interruption) -> Bool {
        let first = corpus.runs / Self.group
        let end = runs / Self.group + (runs % Self.group == 0 ? 0 : 1)
        let bases = try bases(of: first..<min(end, first + (stopsAtFinding ? 1 : Self.groupsTogether)))
        try perform(
            zip(first..., bases).map { group, base in
                let start = group * Self.group
                let numbers = max(corpus.runs, start)..<min(start + Self.group, runs)
                return numbers.map { draft($0, base) }
            })
        return !bases.isEmpty
    }

    // MARK: One group

    private func draft(_ number: Int, _ base: Base) -> Draft {
        let strategy = strategies[number % strategies.count]
        var drafting = Drafting(base, seed: corpus.seed, run: number)
        let changes = drafting.changes(strategy, kept: corpus.kept[base.id] ?? [])
        let keepsExpectations = strategy == .seeds && !isBare && !base.scenario.losesByChance
        let changed = base.timeline.scenario(with: changes).withOrder(drafting.order(strategy))
        let scenario = keepsExpectations ? base.scenario : changed
        var probe = Probe(
            id: base.id, file: base.file, text: scenario.text(), seed: drafting.seed(strategy))
        probe.wantsDigest = number % Self.group == 0
        return Draft(number: number, strategy: strategy, base: base, changes: changes, scenario: scenario, probe: probe)
    }

    /// Performs groups together. When they end early, the runs up to the first that is missing count.
    private mutating func perform(_ groups: [[Draft]]) throws(Interruption) {
        // The first run of a group is performed twice.
        let repeated = groups.map { $0[0].probe }
        let probes = groups.joined().map(\.probe) + repeated
        var results = [ProbeResult?](repeating: nil, count: probes.count)
        var interruption: Interruption?
        do throws(Interruption) {
            try runner.run(probes) { results[$0] = $1 }
        } catch {
            interruption = error
        }
        var rest = results.dropLast(repeated.count)
        for (group, again) in zip(groups, results.suffix(repeated.count)) {
            let own = rest.prefix(group.count)
            rest = rest.dropFirst(group.count)
            take(group, Array(own))
            if own.contains(where: { $0 == nil }) { break }
            if let first = own.first ?? nil, let again { compare(group[0], first, again) }
            corpus.notePoint()
        }
        if let interruption { throw interruption }
    }

    /// Adds a finding when two runs with one seed differ.
    private mutating func compare(_ draft: Draft, _ first: ProbeResult, _ again: ProbeResult) {
        guard first.digest != again.digest, first.digest != nil, again.digest != nil else { return }
        var verdict = first.verdict
        verdict.kind = .failed
        verdict.failure = Verdict.Failure("two runs with one seed differ, as `rollcall run --twice` shows")
        guard let signature = Signature(verdict, names: draft.base.names.names) else { return }
        add(signature, origin(of: draft), draft.scenario, verdict, options: options + ["--twice"])
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
        noteInvalid(draft, result.verdict)
        guard let signature = Signature(result.verdict, names: draft.base.names.names),
            signature != draft.base.ownFailure
        else { return }
        add(signature, origin(of: draft), draft.scenario, result.verdict)
    }

    /// Notes a changed scenario that the language refuses. Its run was not performed, and the search goes on.
    private mutating func noteInvalid(_ draft: Draft, _ verdict: Verdict) {
        guard let reason = verdict.failure?.reason, reason.hasPrefix(Probe.invalidReason) else { return }
        corpus.unfit["\(draft.base.id), run \(draft.number + 1)"] = reason
    }

    private func origin(of draft: Draft) -> Origin {
        Origin(
            base: draft.base.id, file: draft.base.file, strategy: draft.strategy, run: draft.number + 1,
            seed: draft.probe.seed)
    }
}
