import Journal
import ScenarioLanguage
import Timing
import YAML

// Explanation: the failure of the smallest scenario, and the variations with which it fails too.
extension Shrinker {
    private static let latencies = ["1ms", "20ms", "200ms"]
    /// The beginning of the comment that every shrunk scenario has.
    private static let mark = "Made small in"
    private static let otherSeeds: [UInt64] = [2, 3, 4, 5, 6, 7, 8, 9]

    /// Returns true for the text of a file that shrinking has written.
    package static func hasWritten(_ text: String) -> Bool {
        text.lines.prefix { $0.hasPrefix("#") }.contains { $0.hasPrefix("# \(mark)") }
    }

    /// The smallest scenario with its explanation.
    func explained(
        _ verdict: Verdict, _ variations: [String], stepsBefore: Int, _ interruption: Interruption?
    ) -> Result {
        let reasons = [
            verdict.failure?.reason, verdict.failure?.expected.map { "expected \($0)" }, verdict.failure?.actual,
        ]
        var comments = "\(verdict.kind.rawValue): \(reasons.compactMap(\.self).joined(separator: "; "))".commentLines
        if needsFaults { comments.append("It passes without its faults.") }
        comments += variations
        let steps = "\(best.steps.count) of \(stepsBefore) steps"
        comments.append("\(Self.mark) \(runs) runs: \(steps) are left. Seed \(seed).")
        if interruption != nil || runs >= maxRuns { comments.append("It may become smaller: shrinking ended early.") }
        return Result(
            scenario: best, seed: seed, runs: runs, needsFaults: needsFaults, comments: comments,
            interruption: interruption)
    }

    /// Returns one sentence for each variation and its result.
    mutating func variations(in runner: inout some ProbeRunner) throws(Interruption) -> [String] {
        let bySeed = try failsAlike(Self.otherSeeds.map { Self.probe(best, file, $0) }, in: &runner)
        var lines = ["It fails with \(bySeed.count { $0 }) of \(bySeed.count) other seeds."]
        lines += try orderVariations(in: &runner)
        lines += try bound(in: &runner)
        guard best["network"] == nil else { return lines }
        let probes = Self.latencies.map { latency in
            var slow = best
            slow["network"] = .map([("latency", .word(latency))])
            return Self.probe(slow, file, seed)
        }
        let byLatency = try failsAlike(probes, in: &runner)
        let failing = zip(Self.latencies, byLatency).filter(\.1).map(\.0)
        let passing = zip(Self.latencies, byLatency).filter { !$0.1 }.map(\.0)
        if !failing.isEmpty { lines.append("It fails with a latency of \(failing.joined(separator: ", ")) too.") }
        if !passing.isEmpty {
            lines.append("It does not fail so with a latency of \(passing.joined(separator: ", ")).")
        }
        return lines
    }

    private static let otherOrders = 1...8

    /// The share of orders of what is ready at one instant with which it fails.
    private mutating func orderVariations(in runner: inout some ProbeRunner) throws(Interruption) -> [String] {
        let others = Self.otherOrders.map { Self.probe(best.withOrder(.drawn(seed: $0)), file, seed) }
        let byOrder = try failsAlike(others, in: &runner)
        let count = byOrder.count { $0 }
        let share = "\(count) of \(byOrder.count)"
        guard best.hasOrder else {
            return ["It fails with \(share) other orders of what is ready at one instant."]
        }
        let needed = best.drawsOrder ? [] : try choices(in: &runner)
        return ["It needs an order of what is ready at one instant, as \(share) others are."]
            + needed.prefix(Self.shownChoices).map { choice in
                let time = Instant(nanoseconds: choice.time)
                return "At \(time) \(choice.first) comes first, of \(choice.count) that are ready."
            }
    }

    private static let shownChoices = 8

    /// The number of chosen packets with which it fails, when with one less it passes.
    private mutating func bound(in runner: inout some ProbeRunner) throws(Interruption) -> [String] {
        let counts = best.steps.compactMap { $0["network"]?["drop"]?["next"]?.scalar?.integer }
        guard counts.count == 1, let least = counts.first, least > 1 else { return [] }
        let fewer = Reduction.withRounderNumbers(best).first { candidate in
            candidate.steps.contains { $0["network"]?["drop"]?["next"]?.scalar?.integer == least - 1 }
        }
        guard let fewer else { return [] }
        let passes = try !failsAlike([Self.probe(fewer, file, seed)], in: &runner).contains(true)
        return passes ? ["It fails with \(least) losses, and not with \(least - 1)."] : []
    }

    /// Returns true for each run with the failure of the first scenario.
    private mutating func failsAlike(
        _ probes: [Probe], in runner: inout some ProbeRunner
    ) throws(Interruption) -> [Bool] {
        runs += probes.count
        return try runner.results(of: probes).map { Signature($0.verdict, names: names) == signature }
    }
}
