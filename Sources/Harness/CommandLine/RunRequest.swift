internal import Capture
internal import Loop
internal import Reporting
internal import ScenarioLanguage

/// A command line of `rollcall run`.
struct RunRequest {
    var jobs: Int
    var seeds: ClosedRange<UInt64> = SeedChoice.usual...SeedChoice.usual
    /// The seeds of all machines that share a plan; nil when this machine runs all.
    var sharedSeeds: ClosedRange<UInt64>?
    var rounds = 1
    /// The options of each run.
    let options: WorkerOptions
    var outFolder = LastRun.defaultFolder
    var choice: ScenarioChoice
    var reports: [ReportRequest] = []
    var failsFast = false
    /// True when the captures and journals of runs that passed are deleted.
    var keepsOnlyFailures = false
    /// True when verdicts omit the wall clock's times, so that equal runs have equal verdicts.
    var omitsWallTime = false
    var allowsUnsupported = false
    /// The file with the expected failures of a driver.
    var expectedFailures: String?
    var watches = false
    var detail = ConsoleDetail.standard
    /// True when the console's lines go to the standard error, because a report takes the standard output.
    var usesStandardError = false

    init(_ words: ParsedArguments, of verb: Verb, cores: Int) throws(UsageError) {
        let wantedJobs = try words.number(.jobs, of: verb, atLeast: 1)
        options = try WorkerOptions(words, of: verb)
        outFolder = words[.out] ?? outFolder
        choice = try ScenarioChoice(words, of: verb)
        // One more than cores, so that they are busy while a worker waits for its next task or for the kernel, which
        // creates and reaps its network. In real time a busy machine would delay programs.
        let isRealTime = options.clock == .real || !options.drivers.isEmpty || options.backend != nil
        jobs = wantedJobs ?? min(UsageError.mostJobs, isRealTime ? cores : cores + 1)
        failsFast = words.has(.failFast)
        keepsOnlyFailures = words.has(.keepFailures)
        allowsUnsupported = words.has(.allowUnsupported)
        expectedFailures = words[.expectedFailures]
        watches = words.has(.watch)
        let isForPrograms = verb == .run ? try words.format(of: verb) == .json : false
        if isForPrograms { detail = .events }
        if words.has(.quiet) { detail = .quiet }
        if words.has(.verbose) { detail = .verbose }
        seeds = try words.seeds(of: verb) ?? seeds
        rounds = try words.rounds(of: verb)
        reports = try words.reports(of: verb)
        guard !choice.paths.isEmpty || words.has(.generate) else { throw UsageError.noScenarios(verb) }
        guard !outFolder.isEmpty else { throw UsageError.noOutFolder(verb) }
        guard jobs <= UsageError.mostJobs else { throw UsageError.tooManyJobs(jobs, verb) }
        guard !words.has(.quiet) || !words.has(.verbose) else {
            throw UsageError(verb, "--quiet and --verbose exclude each other")
        }
        guard !isForPrograms || detail == .events else {
            throw UsageError(verb, "--format json has all events: leave --quiet and --verbose out")
        }
        guard !watches || !choice.isStandardInput else {
            throw UsageError(verb, "--watch needs files: the standard input is read once")
        }
        if words.has(.twice), options.clock == .real {
            throw UsageError(
                verb, "--twice compares runs under the virtual clock: under the real clock no two runs are equal")
        }
    }
}

extension RunRequest {
    /// Returns the command that repeats the run of a scenario.
    func again(_ scenario: Scenario, seed: UInt64, program: String) -> String {
        var words = [program, "run", scenario.file, "--seed", "\(seed)"]
        if scenario.row != nil { words += ["--filter", scenario.id] }
        for option in options.words {
            words += ["--\(option.name.rawValue)"] + [option.value].compactMap(\.self)
        }
        switch rounds {
        case 1: break
        case 2: words.append("--twice")
        default: words += ["--repeat", "\(rounds)"]
        }
        return words.map(\.shellQuoted).joined(separator: " ")
    }
}

extension ParsedArguments {
    /// Returns how many times each scenario runs with one seed.
    fileprivate func rounds(of verb: Verb) throws(UsageError) -> Int {
        let rounds: Int? = try number(.repeat, of: verb, atLeast: 1)
        guard rounds == nil || !has(.twice) else {
            throw UsageError(verb, "--twice is --repeat 2: leave one of them out")
        }
        guard rounds ?? 1 <= 10_000 else { throw UsageError(verb, "--repeat can be 10000 at most") }
        return rounds ?? (has(.twice) ? 2 : 1)
    }
}

/// The amount of console output about passed scenarios.
enum ConsoleDetail {
    /// No output.
    case quiet
    /// One line.
    case standard
    /// One line, and one line for each step.
    case verbose
    /// A JSON object for each event, and no other lines.
    case events
}
