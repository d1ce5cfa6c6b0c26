import ScenarioLanguage

extension Explorer {
    /// The scenarios of consecutive groups, which all differ; empty when none can be explored.
    ///
    /// The result ends before a group whose scenario is that of an earlier one, because its changes depend on what the
    /// earlier one shows.
    mutating func bases(of groups: Range<Int>) throws(Interruption) -> [Base] {
        try prepare(groups)
        var found: [Base] = []
        for group in groups {
            guard let base = try base(of: group), !found.contains(where: { $0.id == base.id }) else { break }
            found.append(base)
        }
        return found
    }

    /// True when a group starts from a scenario that is drawn from nothing.
    private func isGenerated(_ group: Int) -> Bool { generates && (scenarios.isEmpty || group % 2 == 1) }

    /// The indices of all scenarios in the order in which a group tries them.
    private func ranking(of group: Int) -> [Int] {
        Draw(seed: corpus.seed, label: "group \(group)").ranked(Array(scenarios.indices), by: { scenarios[$0].id })
    }

    /// Runs the scenarios that groups try first, side by side.
    private mutating func prepare(_ groups: Range<Int>) throws(Interruption) {
        let wanted = groups.filter { !isGenerated($0) }.compactMap { group in
            ranking(of: group).first { corpus.unfit[scenarios[$0].id] == nil }
        }
        var seen: Set<Int> = []
        try open(wanted.filter { bases[$0] == nil && seen.insert($0).inserted })
    }

    /// Keeps the base of each scenario, or the reason against it.
    private mutating func open(_ indices: [Int]) throws(Interruption) {
        let outcomes = try runner.bases(of: indices.map { scenarios[$0] }, vocabulary, isBare: isBare)
        for (index, outcome) in zip(indices, outcomes) {
            switch outcome {
            case .success(let base):
                bases[index] = base
                forgetUnfitting(base)
                if isBare, let broken = base.broken { add(broken, from: scenarios[index]) }
            case .failure(let reason):
                corpus.unfit[scenarios[index].id] = reason.description
                if let broken = reason.broken { add(broken, from: scenarios[index]) }
            }
        }
    }

    /// Forgets the kept runs of an earlier search that are not valid, because the scenario has changed since.
    private mutating func forgetUnfitting(_ base: Base) {
        let vocabulary = vocabulary
        corpus.kept[base.id]?.removeAll { changes in
            let text = base.timeline.scenario(with: changes).text()
            return ScenarioLibrary.load(text: text, file: base.file, vocabulary: vocabulary).scenarios.isEmpty
        }
    }

    /// The scenario of a group of runs; nil when none can be explored.
    private mutating func base(of group: Int) throws(Interruption) -> Base? {
        if isGenerated(group) { return try generated(group) }
        for index in ranking(of: group) where corpus.unfit[scenarios[index].id] == nil {
            if bases[index] == nil { try open([index]) }
            if let base = bases[index] { return base }
        }
        return nil
    }

    /// The groups, with scenarios and without, that start from one drawn scenario.
    private static var groupsOfDrawn: Int { 8 }
    /// The attempts to draw a scenario that can be explored.
    private static var attempts: Int { 50 }

    /// A scenario that is drawn from nothing; nil when no attempt can be explored. One that fails is a finding.
    private mutating func generated(_ group: Int) throws(Interruption) -> Base? {
        let number = group / Self.groupsOfDrawn
        if let drawn, drawn.number == number { return drawn.base }
        for attempt in 0..<Self.attempts {
            var generator = Generator(seed: corpus.seed, number: number, attempt: attempt, vocabulary)
            guard let scenario = try generator?.scenario(in: &runner) else { continue }
            switch try runner.base(of: scenario, vocabulary, isBare: true) {
            case .failure(let reason): if let broken = reason.broken { add(broken, from: scenario) }
            case .success(let base):
                if let broken = base.broken { add(broken, from: scenario) }
                drawn = (number, base)
                forgetUnfitting(base)
                return base
            }
        }
        return nil
    }
}
