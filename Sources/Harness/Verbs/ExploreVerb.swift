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
    private let runnerRequest: ProbeRunnerRequest

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        request = try ExploreRequest(words)
        selection =
            request.generates && request.choice.operands.isEmpty
            ? .nothing : try Selection(request.choice, verb: .explore, registry)
        vocabulary = Vocabulary(registry)
        self.program = program
        self.registry = registry
        folder = CorpusFolder(path: request.folder)
        runnerRequest = try ProbeRunnerRequest(words, of: .explore, program: program)
    }

    func perform() -> ExitStatus {
        guard !selection.reportProblems() else { return .invalid }
        do throws(FileError) {
            let lock = try FolderLock(request.folder, namedBy: request.resumes ? .corpus : .out)
            defer { withExtendedLifetime(lock) {} }
            if request.showsTimers {
                let scenarios = selection.scenarios
                return try TimerTables(
                    scenarios: scenarios, vocabulary: vocabulary, runnerRequest: runnerRequest, folder: request.folder
                ).show()
            }
            switch try corpus() {
            case .failure(let error): return reportError("\(error)", .invalid)
            case .success(let corpus):
                if let seed = request.seed, seed != corpus.seed {
                    return reportError("\(request.folder) belongs to a search with the seed \(corpus.seed)", .usage)
                }
                return try explore(from: corpus)
            }
        } catch {
            return reportError("\(error)", error.status)
        }
    }

    /// Returns the corpus to continue from; an empty one for a new search.
    private func corpus() throws(FileError) -> Result<Corpus, CorpusError> {
        if request.resumes, let earlier = try folder.read() {
            return earlier.map { corpus in
                var corpus = corpus
                // The reason against a scenario may have been mended since.
                corpus.unfit = [:]
                return corpus
            }
        }
        var corpus = Corpus(seed: request.seed ?? 1)
        if request.resumes {
            try FileStore.makeFolder(request.folder)
            corpus.lastNumber = folder.lastNumber
        } else {
            try folder.prepare()
        }
        return .success(corpus)
    }

    private func reportError(_ text: String, _ status: ExitStatus) -> ExitStatus {
        Console.error(.explore, text)
        return status
    }

    /// Says why no run has ended.
    private func reportNothing(_ end: Interruption?) -> ExitStatus {
        switch end {
        case .interrupted: .interrupted
        case .outOfTime: reportError("the time ended before the first run did: a longer --budget is needed", .usage)
        case .fault(let reason): reportError(reason, .fault)
        case nil: reportError("nothing that is selected can be explored", .usage)
        }
    }

    // MARK: The search

    private func explore(from corpus: Corpus) throws(FileError) -> ExitStatus {
        let reports = ExplorationReports(
            reports: request.reports, run: request.run, folder: folder, program: program, registry: registry)
        let writer = try reports.writer(inputs: selection.files)
        let started = WallClock.seconds
        var options = request.run.options
        options.capture = .off
        let runner = try WorkerProbeRunner(
            jobs: request.run.jobs, program: program, options: options, scratch: request.folder,
            deadline: started + request.budget)
        var explorer = Explorer(
            selection.scenarios, vocabulary, strategies: request.strategies, isBare: request.isBare,
            generates: request.generates, stopsAtFinding: request.stopsAtFinding,
            options: options.repeatedWords, corpus: corpus, in: runner)
        var session = ExploreSession(
            folder, command: WorkerOptions.command, registry.stateGraphs, say: writer.say, from: corpus,
            started: started)
        var end: Interruption?
        do throws(Interruption) {
            try explorer.run(until: corpus.runs + min(request.runs ?? .max, .max - corpus.runs)) {
                session.show($0)
            } onGroup: {
                session.show($0)
            }
        } catch {
            end = error
        }
        explorer.close()
        let result = try session.end(explorer.corpus)
        if case .fault(let reason)? = end { return reportError(reason, .fault) }
        guard !result.bases.isEmpty || !result.findings.isEmpty else { return reportNothing(end) }
        try reports.write(result)
        if end == .interrupted { return .interrupted }
        return result.findings.isEmpty ? .success : .failure
    }
}

extension Explorer where Runner == WorkerProbeRunner {
    /// Ends the workers.
    mutating func close() {
        var runner = runner
        runner.close()
    }
}

extension Selection {
    /// The files of the scenarios, and the included files.
    fileprivate var files: [String] { scenarios.map(\.file) + includes }
}
