import Journal
package import ScenarioLanguage
import YAML

/// The limits of loss, latency, jitter and cuts to which a scenario holds with some seeds.
package struct Passability: Sendable {
    /// A property of the network that is made worse.
    package enum Measure: String, CaseIterable, Sendable {
        case loss
        case latency
        case jitter
        case cut

        /// The largest value that is tried: percents of loss, milliseconds else.
        package var largest: Int {
            switch self {
            case .loss: 100
            case .latency, .jitter: 60_000
            case .cut: 120_000
            }
        }

        /// A value with its unit.
        package func text(_ value: Int) -> String {
            self == .loss ? "\(value)%" : Duration.milliseconds(value).written
        }
    }

    /// The limit of one measure.
    package struct Row: Hashable, Sendable {
        package let measure: Measure
        /// The largest value with which every seed passes; nil when a seed fails without any impairment.
        package let holds: String?
        /// The smallest value that was seen to fail; nil when the largest value passes.
        package let fails: String?
        /// The first seed that fails there, with its reason.
        package let seed: UInt64?
        package let reason: String?
        /// The largest value with which every seed passes, in the measure's unit.
        let value: Int?
    }

    private let scenario: PlainScenario
    private let file: String
    private let seeds: [UInt64]
    private var runs = 0

    /// The highest number of instants at which a cut begins.
    private static let maxCuts = 6

    /// Measures a scenario. A scenario that holds with a value is assumed to hold with every smaller one.
    ///
    /// - Parameter seeds: Seeds with which the scenario has to hold.
    /// - Returns: A row for each measure, and the number of runs.
    package static func rows(
        of scenario: PlainScenario, file: String, seeds: [UInt64], in runner: inout some ProbeRunner
    ) throws(Interruption) -> (rows: [Row], runs: Int) {
        var passability = Passability(scenario: scenario, file: file, seeds: seeds)
        var rows: [Row] = []
        for measure in Measure.allCases { rows.append(try passability.row(measure, in: &runner)) }
        return (rows, passability.runs)
    }

    private init(scenario: PlainScenario, file: String, seeds: [UInt64]) {
        self.scenario = scenario
        self.file = file
        self.seeds = seeds
    }

    private mutating func row(_ measure: Measure, in runner: inout some ProbeRunner) throws(Interruption) -> Row {
        let start = try failure(measure, 0, in: &runner)
        if let start { return row(measure, holds: nil, fails: 0, start) }
        guard var worst = try failure(measure, measure.largest, in: &runner) else {
            return Row(
                measure: measure, holds: measure.text(measure.largest), fails: nil, seed: nil, reason: nil,
                value: measure.largest)
        }
        var (low, high) = (0, measure.largest)
        while high - low > max(1, low / 100) {
            let middle = low + (high - low) / 2
            if let found = try failure(measure, middle, in: &runner) {
                (high, worst) = (middle, found)
            } else {
                low = middle
            }
        }
        return row(measure, holds: low, fails: high, worst)
    }

    private func row(_ measure: Measure, holds: Int?, fails: Int, _ verdict: Verdict) -> Row {
        Row(
            measure: measure, holds: holds.map(measure.text), fails: measure.text(fails), seed: verdict.seed,
            reason: verdict.failure?.reason.oneLine, value: holds)
    }

    /// The verdict of the first seed that fails with a value; nil when all seeds pass.
    private mutating func failure(
        _ measure: Measure, _ value: Int, in runner: inout some ProbeRunner
    ) throws(Interruption) -> Verdict? {
        let texts = scenarios(measure, value).map { $0.text() }
        let id = scenario["id"]?.scalar?.text ?? ""
        let probes = seeds.flatMap { seed in
            texts.map { Probe(id: id, file: file, text: $0, seed: seed) }
        }
        // Most failures show with the first seeds.
        for part in stride(from: 0, to: probes.count, by: 8) {
            let some = Array(probes[part..<min(part + 8, probes.count)])
            runs += some.count
            let verdicts = try runner.results(of: some).map(\.verdict)
            if let bad = verdicts.first(where: \.kind.isBad) { return bad }
        }
        return nil
    }

    // MARK: Impaired scenarios

    /// The scenario with one measure of its network at a value; a cut can begin at several instants.
    private func scenarios(_ measure: Measure, _ value: Int) -> [PlainScenario] {
        guard value > 0 else { return [scenario] }
        switch measure {
        case .loss: return [with(["loss": "\(value)%"])]
        case .latency: return [with(["latency": measure.text(value)])]
        case .jitter: return [with(["latency": measure.text(value), "jitter": measure.text(value)])]
        case .cut: return cuts(measure.text(value))
        }
    }

    private func with(_ conditions: [String: String]) -> PlainScenario {
        var impaired = scenario
        let kept = (scenario["network"]?.pairs ?? []).filter { conditions[$0.name] == nil }
        let added = conditions.sorted { $0.key < $1.key }.map { YAMLNode.Pair($0.key, .word($0.value)) }
        impaired["network"] = YAMLNode(.mapping(kept + added))
        return impaired
    }

    /// The scenario with one cut of all participants, before some of its steps that act.
    private func cuts(_ length: String) -> [PlainScenario] {
        let flap = YAMLNode.map([
            ("who", .list(ScenarioNames(scenario).participants.map { .word($0) })), ("off", .word(length)),
            ("on", .word("1s")), ("times", .word("1")), ("by", .word("cut")),
        ])
        let step = YAMLNode.map([("network", .map([("flap", flap)]))])
        let places = scenario.steps.indices.filter { $0 > 0 } + [scenario.steps.count]
        let spread = max(1, (places.count + Self.maxCuts - 1) / Self.maxCuts)
        return stride(from: 0, to: places.count, by: spread).map { index in
            var impaired = scenario
            impaired.steps.insert(step, at: places[index])
            return impaired
        }
    }
}

extension Passability {
    /// The rows as JSON.
    package static func json(id: String, rows: [Row], runs: Int, seeds: ClosedRange<UInt64>) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("scenario", id)
        json.field("firstSeed", seeds.lowerBound)
        json.field("lastSeed", seeds.upperBound)
        json.field("runs", runs)
        json.key("limits")
        json.openArray()
        for row in rows {
            json.openObject()
            json.field("measure", row.measure.rawValue)
            json.field("holds", row.holds)
            json.field("fails", row.fails)
            if let seed = row.seed { json.field("seed", seed) }
            json.field("reason", row.reason)
            json.closeObject()
        }
        json.closeArray()
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    /// The rows as a table.
    package static func text(id: String, rows: [Row], runs: Int, seeds: ClosedRange<UInt64>) -> String {
        let cells = rows.map { row in
            [
                row.measure.rawValue, row.holds ?? "not at all", row.fails ?? "none",
                row.seed.map { "\($0)" } ?? "", row.reason ?? "",
            ]
        }
        return "\(id) with the seeds \(seeds.lowerBound)..\(seeds.upperBound), \(runs) runs\n"
            + TextTable(["measure", "holds to", "fails at", "seed", "reason"], cells).text
    }
}
