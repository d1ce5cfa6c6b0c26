import Journal
import ScenarioLanguage

// Findings: each failure is recorded once, and then shrunk.
extension Explorer {
    /// The run that showed a finding first.
    struct Origin {
        let base: String
        let file: String
        let strategy: Strategy
        let run: Int
        let seed: UInt64
    }

    /// Adds a failure to the findings, or counts it as one of a known finding.
    mutating func add(
        _ signature: Signature, _ origin: Origin, _ broken: PlainScenario, _ verdict: Verdict,
        options: [String]? = nil
    ) {
        if let index = corpus.findings.firstIndex(where: { $0.signature == signature }) {
            corpus.findings[index].count += 1
            return
        }
        corpus.tallies[origin.strategy, default: .init()].findings += 1
        let id = corpus.nextId
        var scenario = broken
        scenario["id"] = .word(id)
        scenario["name"] = .text("What was found from \(origin.base)")
        let reasons = [verdict.failure?.reason, verdict.failure?.actual].compactMap(\.self)
        corpus.findings.append(
            Finding(
                id: id, signature: signature, reason: "\(verdict.kind.rawValue): \(reasons.joined(separator: ": "))",
                base: origin.base, strategy: origin.strategy, run: origin.run, seed: origin.seed,
                scenario: scenario.text(), options: options ?? self.options, origin: origin.file, unshrunk: scenario))
    }

    /// Adds the failure of an unchanged scenario to the findings.
    mutating func add(_ broken: FailingScenario, from scenario: Scenario) {
        guard let signature = Signature(broken.verdict, names: ScenarioNames(broken.scenario).names) else { return }
        let origin = Origin(
            base: scenario.id, file: scenario.file, strategy: .random, run: corpus.runs + 1, seed: 1)
        add(signature, origin, broken.scenario, broken.verdict)
    }

    // MARK: Shrinking

    /// The highest number of runs that shrink one finding.
    private static var maxShrinkRuns: Int { 300 }

    /// Shrinks the findings of an interrupted search further.
    mutating func continueShrinking(_ onFinding: (Finding) -> Void) throws(Interruption) {
        for index in corpus.findings.indices where !corpus.findings[index].isShrunk {
            let finding = corpus.findings[index]
            let library = ScenarioLibrary.load(text: finding.scenario, file: finding.origin, vocabulary: vocabulary)
            guard let scenario = library.scenarios.first else { continue }
            corpus.findings[index].unshrunk = PlainScenario(scenario)
            let interruption = try shrink(index)
            onFinding(corpus.findings[index])
            if let interruption { throw interruption }
        }
    }

    /// Shrinks the scenario of a finding. Returns the reason of an early end.
    mutating func shrink(_ index: Int) throws(Interruption) -> Interruption? {
        guard let scenario = corpus.findings[index].unshrunk else { return nil }
        let outcome = try Shrinker.result(
            of: scenario, file: corpus.findings[index].origin, seed: corpus.findings[index].seed, vocabulary,
            maxRuns: Self.maxShrinkRuns, in: &runner)
        guard case .success(let result) = outcome else {
            corpus.findings[index].passedAgain()
            return nil
        }
        corpus.findings[index].scenario = result.scenario.text()
        corpus.findings[index].seed = result.seed
        corpus.findings[index].explanation = result.comments
        corpus.findings[index].isShrunk = result.interruption == nil
        corpus.findings[index].unshrunk = nil
        return result.interruption
    }
}
