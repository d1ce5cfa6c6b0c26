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

    init(_ words: Words, program: String, _ registry: Registry) throws(UsageError) {
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
        let writer = try ReportWriter(request.reports, folders: [request.run.outFolder], inputs: selection.files)
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
            folder, program: program, registry.stateGraphs, say: writer.say, from: corpus, started: started)
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
        try report(result)
        if end == .interrupted { return .interrupted }
        return result.findings.isEmpty ? .success : .failure
    }

    /// Writes the reports: JSON and a page about the search, and others about the findings' runs.
    private func report(_ corpus: Corpus) throws(FileError) {
        for report in request.reports where Self.isAboutSearch(report) {
            let bytes =
                report.kind == .json
                ? ExploreSession.json(of: corpus, in: folder, program: program, registry.stateGraphs)
                : ExplorationPage(
                    corpus, unreached: ExploreSession.unreached(corpus, of: registry.stateGraphs), folder: folder.path,
                    program: program
                ).bytes
            guard let file = report.file else {
                Console.say(bytes)
                continue
            }
            try FileStore.write(bytes, to: file)
        }
        let others = request.reports.filter { !Self.isAboutSearch($0) }
        guard !others.isEmpty else { return }
        let files = corpus.findings.map { "\(folder.path)/\($0.file)" }
        let scenarios = ScenarioLibrary.load(paths: files, vocabulary: vocabulary).scenarios
        var run = request.run
        run.reports = others
        run.isAside = true
        var session = try RunSession(run, scenarios: scenarios, program: program)
        _ = try session.run()
    }
}

extension ExploreVerb {
    /// True for a report about the search. A folder of pages is about the findings' runs.
    private static func isAboutSearch(_ report: ReportRequest) -> Bool {
        report.kind == .json || report.kind == .html && report.folder == nil
    }
}

extension Explorer where Lab == WorkerLaboratory {
    /// Ends the workers.
    fileprivate mutating func close() {
        var lab = lab
        lab.close()
    }
}

extension Selection {
    /// The files of the scenarios, and the included files.
    fileprivate var files: [String] { scenarios.map(\.file) + includes }
}
