internal import Exploration
internal import Journal

/// The readable text of a search.
struct ExplorationText {
    let corpus: Corpus
    /// The possible transitions of machines that no run showed.
    let unreached: [String]
    let folder: String
    let command: RunCommand

    /// Returns a finding in one line.
    static func line(_ finding: Finding) -> String {
        "found    \(finding.id)  \(finding.reason.oneLine)  (\(finding.base), \(finding.strategy.rawValue), "
            + "run \(finding.run))\n"
    }

    /// The summary at the end of a search.
    var summary: String { "\n\(head)\n" + explored + strategies + reached + unfit + findings }

    /// The search in one line.
    var head: String {
        let rate = corpus.seconds > 0 ? Self.tenths(Double(corpus.runs) / corpus.seconds) : "0"
        return "\(Self.count(corpus.runs, "run")) of \(Self.count(corpus.bases.count, "scenario")) "
            + "in \(Self.tenths(corpus.seconds)) s, \(rate) a second, seed \(corpus.seed)"
    }

    private static let mostExplored = 8

    /// The scenarios that were explored, those with the most runs first.
    private var explored: String {
        let all = corpus.bases.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard !all.isEmpty else { return "" }
        let shown = all.prefix(Self.mostExplored).map { "\($0.key) (\($0.value.counted("run")))" }
        let more = all.count - shown.count
        let rest = more > 0 ? " and \(more) more, in exploration.json" : ""
        return "  \(shown.joined(separator: ", "))\(rest)\n"
    }

    private var strategies: String {
        Strategy.allCases.compactMap { strategy -> String? in
            guard let tally = corpus.tallies[strategy] else { return nil }
            return "  \(strategy.rawValue): \(Self.count(tally.runs, "run")), "
                + "\(Self.count(tally.findings, "finding")), \(tally.features) new transitions and states\n"
        }.joined()
    }

    private var reached: String {
        let states = corpus.jointStates.counted("joint state")
        let seen = "\(corpus.transitions.count.counted("transition")) and \(states) seen"
        guard !unreached.isEmpty else { return "\(seen), every transition of the tables\n" }
        let shown = unreached.prefix(8).map { "  \($0)\n" }.joined()
        let more = unreached.count > 8 ? "  and \(unreached.count - 8) more, in exploration.json\n" : ""
        return "\(seen); never reached:\n\(shown)\(more)"
    }

    private static let mostUnfit = 8

    private var unfit: String {
        let all = corpus.unfit.sorted { $0.key < $1.key }
        let shown = all.prefix(Self.mostUnfit).map { "not explored: \($0.key): \($0.value.oneLine)\n" }.joined()
        let more = all.count - Self.mostUnfit
        return shown + (more > 0 ? "and \(Self.count(more, "scenario")) more not explored, in exploration.json\n" : "")
    }

    private var findings: String {
        guard !corpus.findings.isEmpty else { return "nothing was found\n" }
        let lines = corpus.findings.map { finding in
            "\(finding.id)  \(finding.count)×  \(finding.reason.oneLine)\n"
                + "  \(command.text(finding, in: folder))\n"
        }
        return "\(Self.count(corpus.findings.count, "finding")):\n" + lines.joined()
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((min(number, 1e12) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
