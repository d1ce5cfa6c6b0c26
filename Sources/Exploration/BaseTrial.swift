import Journal
package import ScenarioLanguage

/// The runs that turn a scenario into a ``Base``: as it is, and without its expectations.
struct BaseTrial {
    /// The purpose of the next run.
    private enum Phase {
        /// The scenario must pass, and shows its history.
        case whole
        /// The scenario without its expectations, after it failed with them.
        case bareWhole
        /// The actions alone must pass.
        case actions(RunHistory, Timeline)
        case ended(Result<Base, NotExplorable>)
    }

    private let scenario: Scenario
    private let vocabulary: Vocabulary
    /// True when a scenario is explored although its expectations fail.
    private let isBare: Bool
    private var plain: PlainScenario
    private var phase: Phase

    init(_ scenario: Scenario, _ vocabulary: Vocabulary, isBare: Bool) {
        self.scenario = scenario
        self.vocabulary = vocabulary
        self.isBare = isBare
        plain = PlainScenario(scenario)
        phase = .whole
        if !scenario.programs.isEmpty { fail("it needs programs, which have no virtual time") }
    }

    /// The base, or the reason against it; nil when another run is needed.
    var outcome: Result<Base, NotExplorable>? {
        if case .ended(let outcome) = phase { outcome } else { nil }
    }

    /// The next run; nil when there is an outcome.
    var probe: Probe? {
        switch phase {
        case .whole, .bareWhole:
            var probe = probe(plain)
            probe.wantsJournal = true
            probe.wantsArming = true
            probe.needsHello = true
            return probe
        case .actions(_, let timeline): return probe(timeline.scenario(with: []))
        case .ended: return nil
        }
    }

    private func probe(_ text: PlainScenario) -> Probe {
        Probe(id: scenario.id, file: scenario.file, text: text.text(), seed: 1)
    }

    /// Processes the result of ``probe``.
    mutating func take(_ result: ProbeResult) {
        switch phase {
        case .whole where isBare && result.verdict.kind != .passed && !result.verdict.isRealTime:
            plain = plain.withoutExpectations(vocabulary)
            phase = .bareWhole
        case .whole, .bareWhole: judge(whole: result)
        case .actions(let history, let timeline): judge(actions: result, history, timeline)
        case .ended: break
        }
    }

    private mutating func judge(whole: ProbeResult) {
        if whole.verdict.isRealTime { return fail("a driver of it runs in real time, in which no run repeats") }
        guard whole.verdict.kind == .passed else {
            let isFinding = isBare && whole.verdict.kind.isBad || whole.verdict.kind == .crashed
            return fail(
                "it does not pass as it is: \(whole.verdict.failure?.reason ?? "no reason")",
                isFinding ? FailingScenario(scenario: plain, verdict: whole.verdict) : nil)
        }
        guard whole.journal.count <= RunHistory.longestJournal else {
            let most = RunHistory.longestJournal >> 20
            return fail("its journal has more than \(most) MiB, which a search cannot read")
        }
        let history = RunHistory(journal: whole.journal)
        guard let timeline = Timeline(plain, history, vocabulary) else {
            return fail("its steps cannot be written out")
        }
        phase = .actions(history, timeline)
    }

    private mutating func judge(actions: ProbeResult, _ history: RunHistory, _ timeline: Timeline) {
        let verdict = actions.verdict
        guard verdict.kind == .passed || verdict.failure?.line == nil else {
            return fail("it does not pass without its expectations: \(verdict.failure?.reason ?? "no reason")")
        }
        let broken = verdict.kind.isBad ? FailingScenario(scenario: timeline.scenario(with: []), verdict: verdict) : nil
        let base = Base(
            id: scenario.id, file: scenario.file, scenario: plain, names: ScenarioNames(plain), timeline: timeline,
            history: history, broken: broken, events: vocabulary.words.events.all)
        phase = .ended(.success(base))
    }

    private mutating func fail(_ reason: String, _ broken: FailingScenario? = nil) {
        phase = .ended(.failure(NotExplorable(reason, broken)))
    }
}

extension ProbeRunner {
    /// Runs scenarios as they are and without their expectations, side by side.
    ///
    /// - Parameter isBare: True when a scenario is explored although its expectations fail.
    /// - Returns: A base for each scenario, or the reason against it.
    mutating func bases(
        of scenarios: [Scenario], _ vocabulary: Vocabulary, isBare: Bool = false
    ) throws(Interruption) -> [Result<Base, NotExplorable>] {
        var trials = scenarios.map { BaseTrial($0, vocabulary, isBare: isBare) }
        while true {
            let unfinished = trials.indices.filter { trials[$0].outcome == nil }
            if unfinished.isEmpty { return trials.compactMap(\.outcome) }
            let results = try results(of: unfinished.compactMap { trials[$0].probe })
            for (index, result) in zip(unfinished, results) { trials[index].take(result) }
        }
    }

    /// Runs one scenario as it is and without its expectations.
    package mutating func base(
        of scenario: Scenario, _ vocabulary: Vocabulary, isBare: Bool = false
    ) throws(Interruption) -> Result<Base, NotExplorable> {
        try bases(of: [scenario], vocabulary, isBare: isBare)[0]
    }
}
