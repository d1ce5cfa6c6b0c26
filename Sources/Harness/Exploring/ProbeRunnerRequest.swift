internal import Capture
internal import Exploration
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The options of a verb's own runs, each of one scenario file or capsule.
struct ProbeRunnerRequest {
    private let jobs: Int
    private(set) var options: WorkerOptions
    private let program: String

    init(_ words: ParsedArguments, of verb: Verb, program: String) throws(UsageError) {
        jobs = try words.number(.jobs, of: verb, atLeast: 1) ?? Console.cores + 1
        guard jobs <= UsageError.mostJobs else { throw UsageError.tooManyJobs(jobs, verb) }
        var options = try WorkerOptions(words, of: verb)
        options.capture = .off
        // A search first performs a scenario with its expectations.
        options.judgesExpectations = true
        self.options = options
        self.program = program
    }

    /// Replaces participants by the programs of a capsule, unless the command line has chosen some.
    func driven(by drivers: [DriverChoice]) -> ProbeRunnerRequest {
        var request = self
        if request.options.drivers.isEmpty { request.options.drivers = drivers }
        return request
    }

    /// Calls `body` with a runner of probes; its workers end afterwards.
    ///
    /// - Parameter scratch: The folder for requested journals; nil for a temporary one of this process.
    func with<Value>(
        scratch: String? = nil, _ body: (inout WorkerProbeRunner) throws(Interruption) -> Value
    ) throws(FileError) -> Result<Value, Interruption> {
        guard let scratch else {
            let folder = try FileStore.makeTemporaryFolder()
            defer { FileStore.deleteFolder(folder) }
            return try with(scratch: folder, body)
        }
        var runner = try WorkerProbeRunner(jobs: jobs, program: program, options: options, scratch: scratch)
        defer { runner.close() }
        do throws(Interruption) {
            return .success(try body(&runner))
        } catch {
            return .failure(error)
        }
    }

    /// Shows the message of an interruption and returns its exit status.
    static func status(of interruption: Interruption, _ verb: Verb) -> ExitStatus {
        guard case .fault(let reason) = interruption else { return .interrupted }
        Console.error(verb, reason)
        return .fault
    }
}
