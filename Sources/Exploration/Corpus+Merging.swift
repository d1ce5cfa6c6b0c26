extension Corpus {
    /// Adds the features and findings of a search with another seed. Its findings get the next numbers.
    package mutating func merge(_ other: Corpus) {
        runs += other.runs
        seconds += other.seconds
        for (strategy, tally) in other.tallies { tallies[strategy, default: Tally()].add(tally) }
        addFeatures(of: other)
        for (id, changes) in other.kept { kept[id] = ((kept[id] ?? []) + changes).suffix(Self.maxKept) }
        for (id, count) in other.bases { bases[id, default: 0] += count }
        unfit.merge(other.unfit) { first, _ in first }
        for finding in other.findings { add(finding) }
    }

    private mutating func add(_ finding: Finding) {
        guard let index = findings.firstIndex(where: { $0.signature == finding.signature }) else {
            return findings.append(finding.renumbered(nextId))
        }
        findings[index].count += finding.count
    }
}

extension Corpus.Tally {
    fileprivate mutating func add(_ other: Corpus.Tally) {
        runs += other.runs
        findings += other.findings
        features += other.features
    }
}

extension Finding {
    /// The finding with another id, also in its scenario.
    fileprivate func renumbered(_ next: String) -> Finding {
        guard next != id else { return self }
        var lines = scenario.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let line = lines.firstIndex(of: "id: \(id)") { lines[line] = "id: \(next)" }
        return Finding(
            id: next, signature: signature, reason: reason, base: base, strategy: strategy, run: run, seed: seed,
            count: count, scenario: lines.joined(separator: "\n"), isShrunk: isShrunk, explanation: explanation,
            options: options, origin: origin, unshrunk: unshrunk)
    }
}
