internal import Exploration
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The reports of a search: JSON about the search, and others about the findings' runs.
struct ExplorationReports {
    let reports: [ReportRequest]
    /// The options of the findings' runs.
    let run: RunRequest
    let folder: CorpusFolder
    let program: String
    let registry: Registry

    /// Checks that all reports can be written.
    func writer(inputs: [String]) throws(FileError) -> ReportWriter {
        try ReportWriter(reports, folders: [run.outFolder], inputs: inputs)
    }

    func json(of corpus: Corpus) -> [UInt8] {
        ExploreSession.json(of: corpus, in: folder, program: program, registry.stateGraphs)
    }

    func write(_ corpus: Corpus) throws(FileError) {
        for report in reports where report.kind == .json {
            guard let file = report.file else {
                Console.say(json(of: corpus))
                continue
            }
            try FileStore.write(json(of: corpus), to: file)
        }
        let others = reports.filter { $0.kind != .json }
        guard !others.isEmpty else { return }
        let files = corpus.findings.map { "\(folder.path)/\($0.file)" }
        let scenarios = ScenarioLibrary.load(paths: files, vocabulary: Vocabulary(registry)).scenarios
        var run = run
        run.reports = others
        run.isAside = true
        var session = try RunSession(run, scenarios: scenarios, program: program)
        _ = try session.run()
    }
}
