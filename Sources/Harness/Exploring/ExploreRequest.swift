internal import Exploration
internal import Loop
internal import Reporting
internal import ScenarioLanguage

/// A command line of `rollcall explore`.
struct ExploreRequest {
    let choice: ScenarioChoice
    let seed: UInt64?
    /// The number of runs; nil for as many as the budget allows.
    let runs: Int?
    /// The duration of the search in wall-clock seconds.
    let budget: Double
    let strategies: [Strategy]
    /// True when runs ignore the scenarios' expectations.
    let isBare: Bool
    /// True when runs start from drawn scenarios too.
    let generates: Bool
    /// True when the first finding ends the search.
    let stopsAtFinding: Bool
    /// True when tables of timers are shown instead of a search.
    let showsTimers: Bool
    let folder: String
    /// True when the search continues from the folder.
    let resumes: Bool
    /// The options of each run, and of the findings' runs for reports.
    let run: RunRequest
    let reports: [ReportRequest]

    private static let defaultRuns = 1000

    init(_ words: ParsedArguments) throws(UsageError) {
        var run = try RunRequest(words, of: .explore, cores: Console.cores)
        reports = run.reports
        run.reports = []
        self.run = run
        choice = run.choice
        seed = try words.number(.seed, of: .explore, atLeast: 0)
        let wanted: Int? = try words.number(.runs, of: .explore, atLeast: 1)
        budget = try words.budget() ?? .infinity
        runs = wanted ?? (words.has(.budget) ? nil : Self.defaultRuns)
        strategies = try words.strategies()
        isBare = words.has(.withoutExpectations)
        showsTimers = words.has(.timers)
        generates = words.has(.generate)
        stopsAtFinding = words.has(.failFast)
        guard !generates || !showsTimers else {
            throw UsageError(.explore, "--timers shows the timers of scenario files, and --generate draws scenarios")
        }
        for option in [OptionName.runs, .budget, .strategy, .withoutExpectations, .failFast, .report, .seed]
        where showsTimers && words.has(option) {
            throw UsageError(
                .explore, "--timers shows a table and searches nothing, so --\(option.rawValue) has no place beside it")
        }
        resumes = words.has(.corpus)
        folder = words[.corpus] ?? "\(run.outFolder)/.explored"
        guard !folder.isEmpty else { throw UsageError(.explore, "--corpus needs the name of a folder") }
    }
}

extension ParsedArguments {
    /// Returns the seconds of a search.
    fileprivate func budget() throws(UsageError) -> Double? {
        guard let text = self[.budget] else { return nil }
        guard let duration = try? Units.duration(text, longest: .seconds(30 * 86_400)) else {
            throw UsageError(.explore, "--budget needs a time up to 720h with its unit, as in 10min, and is `\(text)`")
        }
        guard duration > .zero else { throw UsageError(.explore, "--budget is empty: give a time, as in 10min") }
        return duration / .seconds(1)
    }

    /// Returns the strategies of a search without duplicates.
    fileprivate func strategies() throws(UsageError) -> [Strategy] {
        guard let text = self[.strategy] else { return Strategy.allCases }
        var strategies: [Strategy] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let strategy = Strategy(rawValue: word) else {
                let names = Strategy.allCases.map(\.rawValue)
                let advice = Spelling.nearest(to: word, in: names).map { "did you mean `\($0)`?" }
                throw UsageError(
                    .explore,
                    "there is no strategy `\(word)`; \(advice ?? "there is: \(names.joined(separator: ", "))")")
            }
            if !strategies.contains(strategy) { strategies.append(strategy) }
        }
        return strategies
    }
}
