internal import Exploration
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// Combines the searches of a plan, and writes a scenario file for each finding.
struct SearchGathering: Gathering {
    private let folder: PlanFolder
    private let request: ExploreRequest
    private let found: CorpusFolder
    private let program: String
    private let registry: Registry

    init(
        _ folder: PlanFolder, _ words: ParsedArguments, name: String, program: String, _ registry: Registry
    ) throws(UsageError) {
        self.folder = folder
        self.program = program
        self.registry = registry
        found = CorpusFolder(path: words[.out] ?? "\(name)/found")
        request = try ExploreRequest(
            ParsedArguments(
                folder.plan.options + words.texts(without: [.out]) + ["--"] + folder.plan.paths, of: .explore))
    }

    func perform(notes: String) throws -> ExitStatus {
        let corpus = try GatheredSearch(folder).corpus
        let reports = ExplorationReports(
            reports: request.reports, run: request.run, folder: found, program: program, registry: registry)
        let say = try reports.writer(inputs: folder.inputs).say
        try found.prepare()
        for finding in corpus.findings { try found.write(finding) }
        try found.write(reports.json(of: corpus))
        let unreached = ExploreSession.unreached(corpus, of: registry.stateGraphs)
        say(
            ExplorationText(
                corpus: corpus, unreached: unreached, folder: found.path, command: WorkerOptions.command
            )
            .summary + notes)
        try reports.write(corpus)
        return corpus.findings.isEmpty ? .success : .failure
    }
}
