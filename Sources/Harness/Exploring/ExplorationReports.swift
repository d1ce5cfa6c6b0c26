internal import Exploration
internal import Glibc
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The reports of a search: JSON and a page about the search, and others about the findings' runs.
struct ExplorationReports {
    let reports: [ReportRequest]
    /// The options of the findings' runs.
    let run: RunRequest
    let folder: CorpusFolder
    let program: String
    let registry: Registry

    /// Checks that all reports can be written.
    func writer(inputs: [String]) throws(FileError) -> ReportWriter {
        if let file = reports.compactMap(\.file).first(where: folder.isOwn) {
            throw FileError(
                path: file, doing: "replaced by a report", number: EINVAL, reason: "it is a file of the search")
        }
        return try ReportWriter(reports, folders: [run.outFolder], inputs: inputs)
    }

    func json(of corpus: Corpus) -> [UInt8] {
        ExploreSession.json(of: corpus, in: folder, command: WorkerOptions.command, registry.stateGraphs)
    }

    private func page(of corpus: Corpus) -> [UInt8] {
        ExplorationPage(
            corpus, unreached: ExploreSession.unreached(corpus, of: registry.stateGraphs), folder: folder.path,
            command: WorkerOptions.command
        ).bytes
    }

    /// True for a report about the search. A folder of pages is about the findings' runs.
    private static func isAboutSearch(_ report: ReportRequest) -> Bool {
        report.kind == .json || report.kind == .html && report.folder == nil
    }

    func write(_ corpus: Corpus) throws(FileError) {
        for report in reports where Self.isAboutSearch(report) {
            let bytes = report.kind == .json ? json(of: corpus) : page(of: corpus)
            guard let file = report.file else {
                Console.say(bytes)
                continue
            }
            try FileStore.write(bytes, to: file)
        }
        let others = reports.filter { !Self.isAboutSearch($0) }
        guard !others.isEmpty else { return }
        let files = corpus.findings.map { "\(folder.path)/\($0.file)" }
        let scenarios = ScenarioLibrary.load(paths: files, vocabulary: Vocabulary(registry)).scenarios
        var run = run
        run.reports = others
        run.usesStandardError = true
        let seeds = scenarios.map { scenario in corpus.findings.first { $0.id == scenario.id }?.seed ?? 1 }
        var session = try RunSession(run, scenarios: scenarios, ownSeeds: seeds, program: program)
        _ = try session.run()
    }
}
