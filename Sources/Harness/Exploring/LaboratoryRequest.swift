internal import Capture
internal import Exploration
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The options of a verb's own runs, each of one scenario file or capsule.
struct LaboratoryRequest {
    private let jobs: Int
    private(set) var options: WorkerOptions
    private let program: String

    init(_ words: ParsedArguments, of verb: Verb, program: String) throws(UsageError) {
        jobs = try words.number(.jobs, of: verb, atLeast: 1) ?? Console.cores + 1
        guard jobs <= 1024 else { throw UsageError(verb, "--jobs can be 1024 at most, and is \(jobs)") }
        var options = try WorkerOptions(words, of: verb)
        options.capture = .off
        // A search first performs a scenario with its expectations.
        options.judgesExpectations = true
        self.options = options
        self.program = program
    }

    /// Replaces participants by the programs of a capsule, unless the command line has chosen some.
    func driven(by drivers: [DriverChoice]) -> LaboratoryRequest {
        var request = self
        if request.options.drivers.isEmpty { request.options.drivers = drivers }
        return request
    }

    /// Calls `body` with a laboratory; its workers end afterwards.
    ///
    /// - Parameter scratch: The folder for requested journals.
    func with<Value>(
        scratch: String = ".rollcall/.explored", _ body: (inout WorkerLaboratory) throws(Interruption) -> Value
    ) throws(FileError) -> Result<Value, Interruption> {
        var lab = try WorkerLaboratory(jobs: jobs, program: program, options: options, scratch: scratch)
        defer { lab.close() }
        do throws(Interruption) {
            return .success(try body(&lab))
        } catch {
            return .failure(error)
        }
    }

    /// Shows the message of an interruption and returns its exit status.
    static func status(of interruption: Interruption, _ verb: Verb) -> ExitStatus {
        guard case .fault(let reason) = interruption else { return .interrupted }
        Console.complain(verb, reason)
        return .fault
    }
}
