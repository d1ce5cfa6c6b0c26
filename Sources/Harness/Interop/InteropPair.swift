internal import Capture
internal import Exploration
internal import Journal
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// Two libraries that run scenarios together.
struct InteropPair {
    let first: InteropMatrix.Library
    let others: InteropMatrix.Library
    let backend: InteropMatrix.Backend
    private let scenarios: [Scenario]
    /// The equivalent command line of `rollcall run`.
    private let request: RunRequest
    /// The folder of the page.
    private let folder: String
    private let program: String

    /// An end of the runs before all have a verdict.
    struct Ended: Error {
        let status: ExitStatus
    }

    /// The folder of the pair in that of the page. No library has a name with `@`.
    private let place: String

    /// The pair in words.
    var name: String {
        let pair = "first \(first.name), others \(others.name)"
        if case .program(let program) = backend { return "\(pair), backend \(program.name)" } else { return pair }
    }

    init(
        first: InteropMatrix.Library, others: InteropMatrix.Library, backend: InteropMatrix.Backend,
        scenarios: [Scenario], words: ParsedArguments,
        folder: String, program: String
    ) throws(UsageError) {
        (self.first, self.others, self.backend, self.scenarios) = (first, others, backend, scenarios)
        (self.folder, self.program) = (folder, program)
        var line: [String] = []
        var place = "\(first.name)/\(others.name)"
        if let command = first.command { line += ["--driver", "@first=\(command)"] }
        if let command = others.command { line += ["--driver", "@others=\(command)"] }
        if case .program(let program) = backend {
            place = "@\(program.name)/\(place)"
            line += ["--backend", program.command]
        }
        for option in [OptionName.jobs, .limit] { line += words[option].map { ["--\(option.rawValue)", $0] } ?? [] }
        self.place = place
        let whole = "\(folder)/\(place)"
        line += ["--out", "\(whole)/results", "--report", "html=\(whole)/"] + scenarios.map(\.file)
        var request = try RunRequest(ParsedArguments(line, of: .run), of: .run, cores: Console.cores)
        request.usesStandardError = true
        self.request = request
    }

    /// Runs all scenarios, and makes the smallest that shows the verdict.
    func run(_ vocabulary: Vocabulary) throws(FileError) -> Result<InteropMatrix.Pair, Ended> {
        var session = try RunSession(request, scenarios: scenarios, program: program)
        let status = try session.run()
        guard status != .interrupted, let verdicts = session.result?.verdicts else {
            return .failure(Ended(status: status))
        }
        let runs = zip(scenarios, verdicts).map { scenario, verdict in
            let capture = RunFolder(out: request.outFolder, id: scenario.id).writtenCapture
            return InteropMatrix.Run(
                verdict, command: request.again(scenario, seed: verdict.seed, program: ProgramName.shown),
                capture: FileStore.exists(capture) ? RelativeAddress.of(capture, from: folder) : nil)
        }
        let minimal = try InteropMinimum(
            runs: Array(zip(scenarios, verdicts)), request: request, program: program, vocabulary: vocabulary
        ).result(in: "\(folder)/\(place)", address: "\(place)/\(InteropMinimum.file)")
        return minimal.map {
            InteropMatrix.Pair(
                first: first, others: others, backend: backend, report: "\(place)/\(FolderReport.page)", runs: runs,
                minimal: $0)
        }
    }
}
