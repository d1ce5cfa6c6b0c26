internal import Journal
internal import ScenarioLanguage

/// The cases that scenarios cover, with the verdict on each for one call library or driver.
struct ConformanceMatrix {
    /// One case, and the scenarios that cover it.
    struct Row {
        let id: String
        let scenarios: [String]
        let outcome: Outcome
    }

    /// The outcome of a case or scenario, from good to bad.
    enum Outcome: Comparable {
        case passed
        case unsupported
        case notRun
        case bad(Verdict.Kind)

        init(_ verdict: Verdict?) {
            switch verdict?.kind {
            case nil: self = .notRun
            case .passed: self = .passed
            case .unsupported: self = .unsupported
            case .some(let kind): self = .bad(kind)
            }
        }

        /// The outcome in words.
        var word: String {
            switch self {
            case .passed: "passed"
            case .unsupported: "unsupported"
            case .notRun: "not run"
            case .bad(let kind): kind.rawValue
            }
        }

        private var rank: Int {
            switch self {
            case .passed: 0
            case .unsupported: 1
            case .notRun: 2
            case .bad(let kind): 3 + (Verdict.Kind.allCases.firstIndex(of: kind) ?? 0)
            }
        }

        static func < (lhs: Outcome, rhs: Outcome) -> Bool { lhs.rank < rhs.rank }
    }

    /// The cases, in the order of their ids.
    let rows: [Row]
    /// The scenarios that did not pass, in the order of the files, with the reason.
    let troubles: [(scenario: Scenario, outcome: Outcome, reason: String)]
    /// The drivers that replace participants; empty when the call library itself was run.
    let drivers: [String]
    private let outcomes: [Outcome]

    init(_ scenarios: [Scenario], verdicts: [String: Verdict], drivers: [String]) {
        self.drivers = drivers
        outcomes = scenarios.map { Outcome(verdicts[$0.id]) }
        var covering: [String: [(id: String, outcome: Outcome)]] = [:]
        for (scenario, outcome) in zip(scenarios, outcomes) {
            for id in Set(scenario.covers) { covering[id, default: []].append((scenario.id, outcome)) }
        }
        rows = covering.sorted { $0.key.caseOrder < $1.key.caseOrder }.map { id, runs in
            Row(id: id, scenarios: runs.map(\.id), outcome: runs.map(\.outcome).max() ?? .notRun)
        }
        troubles = zip(scenarios, outcomes).filter { $0.1 != .passed }.map { scenario, outcome in
            (scenario, outcome, verdicts[scenario.id]?.failure?.reason ?? "it has no result")
        }
    }

    /// The number of cases for each outcome, from good to bad.
    var sums: [(outcome: Outcome, count: Int)] { Self.counts(rows.map(\.outcome)) }

    /// The number of scenarios for each outcome, from good to bad.
    var scenarioSums: [(outcome: Outcome, count: Int)] { Self.counts(outcomes) }

    private static func counts(_ outcomes: [Outcome]) -> [(outcome: Outcome, count: Int)] {
        outcomes.sorted().reduce(into: []) { sums, outcome in
            if sums.last?.outcome == outcome { sums[sums.count - 1].count += 1 } else { sums.append((outcome, 1)) }
        }
    }

    /// True for conformance: every scenario passed or is unsupported, and at least one passed.
    var isMet: Bool { outcomes.contains(.passed) && outcomes.allSatisfy { $0 == .passed || $0 == .unsupported } }
}

extension String {
    /// The key that sorts ids by area, then by number.
    fileprivate var caseOrder: (String, Int, String) {
        guard let dash = lastIndex(of: "-"), let number = Int(self[index(after: dash)...]) else {
            return (self, .max, self)
        }
        return (String(self[..<dash]), number, self)
    }
}
