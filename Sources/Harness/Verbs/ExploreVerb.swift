internal import Capture
internal import Exploration
internal import Loop
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// `rollcall explore`: searches for runs that fail, starting from scenarios that pass.
struct ExploreVerb {
    private let request: ExploreRequest
    private let selection: Selection
    private let vocabulary: Vocabulary
    private let program: String
    private let registry: Registry
    private let folder: CorpusFolder
    private let laboratory: LaboratoryRequest

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        request = try ExploreRequest(words)
        selection =
            request.generates && request.choice.operands.isEmpty
            ? .nothing : try Selection(request.choice, verb: .explore, registry)
        vocabulary = Vocabulary(registry)
        self.program = program
        self.registry = registry
        folder = CorpusFolder(path: request.folder)
        laboratory = try LaboratoryRequest(words, of: .explore, program: program)
    }

    func perform() -> ExitStatus {
        guard selection.diagnostics.isEmpty else {
            Console.complain(selection.problems)
            return .invalid
        }
        do throws(FileError) {
            let lock = try FolderLock(request.folder)
            defer { withExtendedLifetime(lock) {} }
            if request.showsTimers {
                let scenarios = selection.scenarios
                return try TimerTables(
                    scenarios: scenarios, vocabulary: vocabulary, laboratory: laboratory, folder: request.folder
                ).show()
            }
            switch try corpus() {
            case .failure(let error): return complain("\(error)", .invalid)
            case .success(let corpus):
                if let seed = request.seed, seed != corpus.seed {
                    return complain("\(request.folder) belongs to a search with the seed \(corpus.seed)", .usage)
                }
                return try explore(from: corpus)
            }
        } catch {
            return complain("\(error)", error.status)
        }
    }

    /// Returns the corpus to continue from; an empty one for a new search.
    private func corpus() throws(FileError) -> Result<Corpus, CorpusError> {
        if request.resumes, let earlier = try folder.read() { return earlier }
        try folder.prepare()
        return .success(Corpus(seed: request.seed ?? 1))
    }

    private func complain(_ text: String, _ status: ExitStatus) -> ExitStatus {
        Console.complain(.explore, text)
        return status
    }

    // MARK: The search

    private func explore(from corpus: Corpus) throws(FileError) -> ExitStatus {
        let reports = ExplorationReports(
            reports: request.reports, run: request.run, folder: folder, program: program, registry: registry)
        let writer = try reports.writer(inputs: selection.files)
        let started = WallClock.seconds
        var options = request.run.options
        options.capture = .off
        let lab = try WorkerLaboratory(
            jobs: request.run.jobs, program: program, options: options, scratch: request.folder,
            deadline: started + request.budget)
        var explorer = Explorer(
            selection.scenarios, vocabulary, strategies: request.strategies, isBare: request.isBare,
            generates: request.generates, stopsAtFinding: request.stopsAtFinding, corpus: corpus, in: lab)
        var session = ExploreSession(
            folder, command: request.run.options.command, registry.stateGraphs, say: writer.say, from: corpus,
            started: started)
        var end: Interruption?
        do throws(Interruption) {
            try explorer.run(until: request.runs.map { corpus.runs + $0 } ?? .max) {
                session.show($0)
            } onGroup: {
                session.show($0)
            }
        } catch {
            end = error
        }
        explorer.close()
        let result = try session.end(explorer.corpus)
        if case .fault(let reason)? = end { return complain(reason, .fault) }
        guard !result.bases.isEmpty || !result.findings.isEmpty else {
            return complain("nothing that is selected can be explored", .usage)
        }
        try reports.write(result)
        if end == .interrupted { return .interrupted }
        return result.findings.isEmpty ? .success : .failure
    }
}

extension Explorer where Lab == WorkerLaboratory {
    /// Ends the workers.
    mutating func close() {
        var lab = lab
        lab.close()
    }
}

extension Selection {
    /// The files of the scenarios, and the included files.
    fileprivate var files: [String] { scenarios.map(\.file) + includes }
}
