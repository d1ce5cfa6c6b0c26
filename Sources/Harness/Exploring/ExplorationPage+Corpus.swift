internal import Exploration
internal import Reporting

extension ExplorationPage {
    /// The page of a corpus.
    ///
    /// - Parameter unreached: The possible transitions that no run showed.
    init(_ corpus: Corpus, unreached: [String], folder: String, command: RunCommand) {
        let text = ExplorationText(corpus: corpus, unreached: unreached, folder: folder, command: command)
        let findings = corpus.findings.map { finding in
            Finding(
                id: finding.id, count: finding.count, reason: finding.reason.oneLine,
                command: command.text(finding, in: folder),
                text: finding.text)
        }
        let strategies = Strategy.allCases.compactMap { strategy in
            corpus.tallies[strategy].map {
                [strategy.rawValue, "\($0.runs)", "\($0.findings)", "\($0.features)"]
            }
        }
        self.init(
            about: text.head, findings: findings, growth: corpus.growth.map { ($0.runs, $0.seen) },
            tables: [
                Table("Strategies", ["strategy", "runs", "findings", "new transitions and states"], strategies),
                Table("Never reached", ["transition"], unreached.map { [$0] }),
                Table("Reached", ["transition"], corpus.transitions.map { [$0] }),
                Table(
                    "Explored", ["scenario", "runs"],
                    corpus.bases.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] }),
                Table(
                    "Not explored", ["scenario", "reason"],
                    corpus.unfit.sorted { $0.key < $1.key }.map { [$0.key, $0.value.oneLine] }),
            ])
    }
}
