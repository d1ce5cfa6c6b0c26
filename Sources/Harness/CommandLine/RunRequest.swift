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
    /// Returns the seeds: one, or a range.
    func seeds(of verb: Verb) throws(UsageError) -> ClosedRange<UInt64>? {
        guard let text = self[.seeds] else {
            return try number(.seed, of: verb, atLeast: UInt64(0)).map { $0...$0 }
        }
        guard !has(.seed) else { throw UsageError(verb, "--seed and --seeds exclude each other") }
        guard let seeds = SeedRange.read(text) else {
            throw UsageError(
                verb, "--seeds needs two whole numbers, the lower one first, as in 1..20, and is `\(text)`")
        }
        guard seeds.upperBound - seeds.lowerBound < SeedRange.most else {
            throw UsageError(verb, "--seeds can be \(SeedRange.most) numbers at most, and is `\(text)`")
        }
        return seeds
    }

    fileprivate func rounds(of verb: Verb) throws(UsageError) -> Int {
        let rounds: Int? = try number(.repeat, of: verb, atLeast: 1)
        guard rounds == nil || !has(.twice) else {
            throw UsageError(verb, "--twice is --repeat 2: leave one of them out")
        }
        guard rounds ?? 1 <= 10_000 else { throw UsageError(verb, "--repeat can be 10000 at most") }
        return rounds ?? (has(.twice) ? 2 : 1)
    }

    /// Returns the requested reports; at most one of them goes to the standard output.
    func reports(of verb: Verb) throws(UsageError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        for text in all(.report) { requests.append(try ReportRequest(text, verb)) }
        guard requests.count(where: { $0.file == nil }) <= 1 else {
            throw UsageError(verb, "one report can go to the standard output: name files for the others, as KIND=FILE")
        }
        try OutputFiles.check(requests.compactMap(\.file), of: verb, called: "reports")
        return requests
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

/// The format of a verb's output.
enum OutputFormat: String {
    /// Readable text.
    case text
    /// JSON for programs.
    case json
}

/// A requested report.
struct ReportRequest: Hashable {
    let kind: ReportKind
    /// The file; nil for the standard output. Of a report that is a folder it is the page.
    let file: String?
    /// The folder of a report with a file for each run; nil for a report in one file.
    let folder: String?

    init(_ text: String, _ verb: Verb) throws(UsageError) {
        let kinds = ReportKind.allCases.map(\.rawValue).joined(separator: ", ")
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let word = parts.first, let kind = ReportKind(rawValue: word) else {
            let meant = parts.first ?? text
            let near = Spelling.nearest(to: meant, in: ReportKind.allCases.map(\.rawValue))
            let advice = near.map { "did you mean `\($0)`?" } ?? "there is: \(kinds)"
            throw UsageError(verb, "there is no report of the kind `\(meant)`; \(advice)")
        }
        let path = parts.dropFirst().first
        self.kind = kind
        let isFolder = path.map { kind == .html && verb != .load && ($0.hasSuffix("/") || FileStore.isFolder($0)) }
        folder = isFolder == true ? path.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } : nil
        file = folder.map { "\($0)/\(FolderReport.page)" } ?? path
        guard file != "" else { throw UsageError(verb, "--report needs KIND or KIND=FILE, and is `\(text)`") }
    }
}

extension ParsedArguments {
    /// Returns a whole number.
    func number<Number: FixedWidthInteger>(
        _ name: OptionName, of verb: Verb, atLeast least: Number
    ) throws(UsageError) -> Number? {
        guard let text = self[name] else { return nil }
        if let number = Number(text), number >= least { return number }
        let isTooLarge = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } && Number(text) == nil
        let range = isTooLarge ? "from \(least) to \(Number.max)" : "from \(least) on"
        throw UsageError(verb, "--\(name.rawValue) needs a whole number \(range), and is `\(text)`")
    }

    /// Returns a number of seconds up to a day, with or without a fraction.
    func seconds(_ name: OptionName, of verb: Verb, atLeast least: Double? = nil) throws(UsageError) -> Double? {
        guard let text = self[name] else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds >= least ?? 0, seconds <= 86_400 else {
            let range = least.map { "from \(Int($0))" } ?? "above 0 and"
            throw UsageError(
                verb, "--\(name.rawValue) needs a number of seconds \(range) up to 86400, and is `\(text)`")
        }
        return seconds
    }

    /// Returns a memory limit.
    func memory(of verb: Verb) throws(UsageError) -> MemoryLimit? {
        guard let mebibytes: Int = try number(.memory, of: verb, atLeast: 0) else { return nil }
        guard mebibytes <= MemoryLimit.largest else {
            throw UsageError(verb, "--memory can be \(MemoryLimit.largest) at most, and is \(mebibytes)")
        }
        return MemoryLimit(mebibytes: mebibytes)
    }

    /// Returns a time in nanoseconds, given in seconds.
    func nanoseconds(_ name: OptionName, of verb: Verb) throws(UsageError) -> Int64? {
        guard let text = self[name] else { return nil }
        let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
        guard let seconds = Double(digits), let time = Int64(exactly: (seconds * 1e9).rounded()), time >= 0 else {
            throw UsageError(verb, "--\(name.rawValue) needs a number of seconds from 0 on, and is `\(text)`")
        }
        return time
    }

    /// Returns the programs that replace participants.
    func drivers(of verb: Verb) throws(UsageError) -> [DriverChoice] {
        var choices: [DriverChoice] = []
        for text in all(.driver) {
            do throws(DriverChoice.Mistake) {
                choices.append(try DriverChoice(text))
            } catch {
                throw UsageError(verb, "--driver `\(text)`: \(error)")
            }
        }
        return choices
    }

    /// Returns the program in place of Rollcall's servers.
    func backend(of verb: Verb) throws(UsageError) -> BackendChoice? {
        guard verb != .interop, let text = self[.backend] else { return nil }
        do throws(DriverChoice.Mistake) {
            return try BackendChoice(text)
        } catch {
            throw UsageError(verb, "--backend `\(text)`: \(error)")
        }
    }

    func clock(of verb: Verb) throws(UsageError) -> ClockMode? {
        guard let text = self[.clock] else { return nil }
        guard let mode = ClockMode(rawValue: text) else {
            throw UsageError(verb, "--clock can be virtual or real, and is `\(text)`")
        }
        return mode
    }

    func format(of verb: Verb) throws(UsageError) -> OutputFormat {
        guard let text = self[.format] else { return .text }
        guard let format = OutputFormat(rawValue: text) else {
            throw UsageError(verb, "--format can be text or json, and is `\(text)`")
        }
        return format
    }

    func captureFormat(of verb: Verb) throws(UsageError) -> CaptureFormat? {
        guard let text = self[.captureFormat] else { return nil }
        guard let format = CaptureFormat(rawValue: text) else {
            throw UsageError(verb, "--capture-format can be pcap or pcapng, and is `\(text)`")
        }
        return format
    }

    func capture(of verb: Verb) throws(UsageError) -> CaptureMode? {
        guard let text = self[.capture] else { return nil }
        guard let mode = CaptureMode(rawValue: text) else {
            throw UsageError(verb, "--capture can be auto, live, ledger or off, and is `\(text)`")
        }
        return mode
    }
}
