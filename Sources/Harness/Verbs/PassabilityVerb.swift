internal import Exploration
internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall passability`: the limits of loss, latency, jitter and cuts that scenarios withstand.
struct PassabilityVerb {
    private let selection: Selection
    private let seeds: ClosedRange<UInt64>
    private let format: OutputFormat
    private let draws: Bool
    private let runnerRequest: ProbeRunnerRequest

    private static let defaultSeeds: ClosedRange<UInt64> = 1...5

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        selection = try Selection(ScenarioChoice(words, of: .passability), verb: .passability, registry)
        seeds = try words.seeds(of: .passability) ?? Self.defaultSeeds
        format = try words.format(of: .passability)
        draws = words.has(.svg)
        guard !draws || !words.has(.format) else {
            throw UsageError(.passability, "--svg and --format are two forms of the same limits: give one of them")
        }
        guard !draws || selection.scenarios.count == 1 || !selection.diagnostics.isEmpty else {
            throw UsageError(.passability, "--svg draws the limits of one scenario: choose one, as with --filter")
        }
        runnerRequest = try ProbeRunnerRequest(words, of: .passability, program: program)
    }

    func perform() -> ExitStatus {
        guard !selection.reportProblems() else { return .invalid }
        if let driven = selection.scenarios.first(where: \.isDriven) {
            Console.error(
                .passability, "\(driven.id) needs an outside program, and without virtual time no run repeats")
            return .usage
        }
        if let scenario = selection.scenarios.first(where: { heldSeeds(of: $0).isEmpty }) {
            Console.error(
                .passability,
                "\(scenario.id) need not hold with any of the seeds \(seeds.written): give others with --seeds")
            return .usage
        }
        do throws(FileError) {
            for scenario in selection.scenarios {
                let held = heldSeeds(of: scenario)
                let outcome = try runnerRequest.with { (runner) throws(Interruption) in
                    try Passability.rows(of: PlainScenario(scenario), file: scenario.file, seeds: held, in: &runner)
                }
                switch outcome {
                case .failure(let interruption): return ProbeRunnerRequest.status(of: interruption, .passability)
                case .success(let result): show(scenario.id, result.rows, result.runs)
                }
            }
            return .success
        } catch {
            Console.error(.passability, "\(error)")
            return .fault
        }
    }

    /// The seeds with which a scenario has to hold.
    private func heldSeeds(of scenario: Scenario) -> [UInt64] {
        seeds.filter { scenario.seeds?.contains($0) ?? true }
    }

    private func show(_ id: String, _ rows: [Passability.Row], _ runs: Int) {
        // A file with the result leaves the terminal empty otherwise.
        if !Console.isTerminal { Console.error(.passability, "\(id) is measured, in \(runs.counted("run"))") }
        guard !draws else { return Console.say(Passability.picture(id: id, rows: rows, seeds: seeds)) }
        switch format {
        case .json: Console.say(Passability.json(id: id, rows: rows, runs: runs, seeds: seeds))
        case .text: Console.say(Passability.text(id: id, rows: rows, runs: runs, seeds: seeds))
        }
    }
}
