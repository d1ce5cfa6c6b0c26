internal import Capture
internal import Exploration
internal import Loop
internal import ScenarioLanguage

/// The options that all runs of a worker share.
///
/// They are defined once: command lines are parsed into them, and the command lines of workers and of repeated runs are
/// created from them.
struct WorkerOptions {
    var clock = ClockMode.virtual
    var capture = CaptureMode.auto
    var captureFormat = CaptureFormat.pcap
    /// The limit of real time for one run, in seconds.
    var limit = 60.0
    var memory = MemoryLimit.standard
    /// The programs that replace participants.
    var drivers: [DriverChoice] = []
    /// The program in place of Rollcall's servers.
    var backend: BackendChoice?
    /// True when a note on a passed scenario makes it fail.
    var isStrict = false
    /// False when runs are judged by the rules of whole runs and the specifications alone.
    var judgesExpectations = true

    /// Returns a scenario with the programs in their places.
    func arranged(_ scenario: Scenario) -> Scenario { scenario.driven(by: drivers).served(by: backend) }

    /// The options that differ from the defaults, with their values; nil for an option without a value.
    var words: [(name: OptionName, value: String?)] {
        let usual = WorkerOptions()
        var words: [(name: OptionName, value: String?)] = []
        if clock != usual.clock { words.append((.clock, clock.rawValue)) }
        words += drivers.map { (.driver, $0.text) }
        if let backend { words.append((.backend, backend.text)) }
        if limit != usual.limit { words.append((.limit, "\(limit)")) }
        if memory != usual.memory { words.append((.memory, "\(memory.mebibytes)")) }
        if capture != usual.capture { words.append((.capture, capture.rawValue)) }
        if captureFormat != usual.captureFormat { words.append((.captureFormat, captureFormat.rawValue)) }
        if isStrict { words.append((.strict, nil)) }
        if !judgesExpectations { words.append((.withoutExpectations, nil)) }
        return words
    }
}

extension WorkerOptions {
    /// The command line that repeats a run of a search or of shrinking.
    static var command: RunCommand { RunCommand(program: ProgramName.shown) { $0.shellQuoted } }

    /// The words of that command line with these options.
    var repeatedWords: [String] {
        words.filter { [.driver, .limit, .memory].contains($0.name) }
            .flatMap { ["--\($0.name.rawValue)"] + [$0.value].compactMap(\.self) }
    }

    /// The words of a command line with these options.
    var commandWords: [String] {
        words.map { "--\($0.name.rawValue)" + ($0.value.map { "=\($0)" } ?? "") }
    }

    init(_ words: ParsedArguments, of verb: Verb) throws(UsageError) {
        self.init()
        clock = try words.clock(of: verb) ?? clock
        capture = try words.capture(of: verb) ?? capture
        captureFormat = try words.captureFormat(of: verb) ?? captureFormat
        limit = try words.seconds(.limit, of: verb) ?? limit
        memory = try words.memory(of: verb) ?? memory
        drivers = try words.drivers(of: verb)
        backend = try words.backend(of: verb)
        isStrict = words.has(.strict)
        judgesExpectations = !words.has(.withoutExpectations)
    }
}
