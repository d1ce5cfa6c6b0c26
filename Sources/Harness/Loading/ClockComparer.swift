internal import Journal
internal import Load
internal import Loop
internal import ScenarioStage
internal import ScenarioVocabulary

/// `rollcall load --compare-clocks`: the same load under both clocks, and where they differ.
@MainActor
struct ClockComparer {
    let request: LoadRequest
    let plan: LoadPlan
    let registry: Registry
    let metrics: MetricsService?

    func run() throws(FileError) -> ExitStatus {
        var results: [LoadResult] = []
        for clock in [ClockMode.virtual, .real] {
            var plan = plan
            plan.clock = clock
            let result = try LoadTrial(
                plan: plan, registry: registry, whole: request.whole, metrics: metrics
            ).run()
            if let fault = result.fault {
                Console.error(.load, "\(clock.rawValue) clock: \(fault)")
                return .fault
            }
            guard !result.isInterrupted else {
                Console.error(
                    .load, "interrupted under the \(clock.rawValue) clock: there is nothing to compare")
                return .interrupted
            }
            results.append(result)
        }
        return try compare(results[0].statistics, results[1].statistics)
    }

    private func compare(_ virtual: LoadStatistics, _ real: LoadStatistics) throws(FileError)
        -> ExitStatus
    {
        let comparison = ClockComparison(virtual: virtual, real: real)
        let verdicts = [
            ("virtual", verdict(virtual, .virtual)), ("real", verdict(real, .standard)),
        ]
        let lines = verdicts.map { name, verdict in
            let word = verdict.word + (verdict.reasons.isEmpty ? "" : ": ")
            return
                "\(name)\(String(repeating: " ", count: 9 - name.count))\(word)\(verdict.reasons.joined(separator: "; "))\n"
        }
        let count = comparison.differences.count
        let sum = count == 0 ? "the clocks agree\n" : "the clocks differ in \(count.counted("figure"))\n"
        let text = comparison.table + lines.joined() + sum
        if request.reports.contains(where: { $0.file == nil }) {
            Console.error(text)
        } else {
            Console.say(text)
        }
        for report in request.reports {
            if let file = report.file {
                try FileStore.write(comparison.json, to: file)
            } else {
                Console.say(comparison.json)
            }
        }
        let words = verdicts.map(\.1)
        if words.contains(where: { if case .broken = $0 { true } else { false } }) { return .failure }
        return words.contains { if case .invalid = $0 { true } else { false } } ? .fault : .success
    }

    private func verdict(_ statistics: LoadStatistics, _ limits: GeneratorLimits) -> LoadVerdict {
        LoadVerdict(
            statistics, outcomes: request.thresholds.map { $0.outcome(in: statistics) }, limits: limits)
    }
}
