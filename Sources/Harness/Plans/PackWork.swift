internal import CProcess
internal import Capture
internal import Exploration
internal import Glibc
internal import Journal
internal import Load
internal import Loop
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The work of one pack: runs of scenarios, a search, or a share of a load. The results are files of one folder.
struct PackWork {
    let plan: WorkPlan
    let pack: WorkPlan.Pack
    /// The folder of the results.
    let folder: String
    /// The scenarios of the plan, by id.
    let scenarios: [String: Scenario]
    /// The value of `--jobs`; nil without it.
    let jobs: String?
    let program: String
    let registry: Registry

    /// The verdicts of a pack of runs.
    static let resultFile = "result.json"
    /// The messages of a worker with a share of a load.
    static let loadFile = "load.jsonl"
    /// The reason for which a pack was given up.
    static let lossFile = "lost"

    /// True when the same work has the same results on any machine.
    var isRepeatable: Bool { !plan.options.contains("--clock=real") }

    func write(_ bytes: [UInt8], _ name: String) throws(FileError) {
        try FileStore.makeFolder(folder)
        try FileStore.write(bytes, to: "\(folder)/\(name)")
    }

    /// Writes that the pack has no results, with the reason.
    func giveUp(_ reason: String) throws(FileError) { try write(Array("\(reason)\n".utf8), Self.lossFile) }

    // MARK: Scenarios

    /// Runs scenarios with the seeds of the pack; returns nil when it was interrupted.
    func run(_ ids: [String], beat: @escaping () -> Void) throws(FileError) -> RunResult? {
        let given = try words(.run) { words throws(UsageError) in
            try RunRequest(words, of: .run, cores: Console.cores)
        }
        var request = given
        request.outFolder = folder
        (request.seeds, request.rounds) = (pack.seeds, plan.rounds)
        request.sharedSeeds = plan.seeds
        request.keepsOnlyFailures = true
        request.omitsWallTime = true
        var session = try RunSession(
            request, scenarios: ids.compactMap { scenarios[$0] }, program: plan.programName)
        let status = try session.run(beat: beat)
        return status == .interrupted ? nil : session.result
    }

    /// Parses the options of the plan for a verb.
    private func words<Request>(
        _ verb: Verb, _ paths: [String]? = nil, _ request: (ParsedArguments) throws(UsageError) -> Request
    ) throws(FileError) -> Request {
        let jobs = jobs.map { verb.options.contains(.jobs) ? ["--jobs=\($0)"] : [] } ?? []
        do throws(UsageError) {
            return try request(ParsedArguments(plan.options + jobs + ["--"] + (paths ?? plan.paths), of: verb))
        } catch {
            throw FileError(path: "plan.json", doing: "used", number: EINVAL, reason: error.message)
        }
    }

    // MARK: A search

    /// Searches with the pack's seed.
    func search(beat: @escaping () -> Void) throws(FileError) -> PackRun.End {
        let request = try words(.explore) { words throws(UsageError) in try ExploreRequest(words) }
        let corpusFolder = CorpusFolder(path: folder)
        try corpusFolder.prepare()
        var options = request.run.options
        options.capture = .off
        var runner = try WorkerProbeRunner(
            jobs: request.run.jobs, program: program, options: options, scratch: folder)
        runner.beat = beat
        var explorer = Explorer(
            pack.ids.compactMap { scenarios[$0] }, Vocabulary(registry), strategies: request.strategies,
            isBare: request.isBare, options: options.repeatedWords, corpus: Corpus(seed: pack.seeds.lowerBound),
            in: runner)
        defer { explorer.close() }
        do throws(Interruption) {
            try explorer.run(until: pack.runs, onFinding: { _ in }, onGroup: { _ in beat() })
        } catch {
            guard case .fault(let reason) = error else { return .interrupted }
            throw FileError(path: folder, doing: "filled", number: EIO, reason: reason)
        }
        for finding in explorer.corpus.findings { try corpusFolder.write(finding) }
        try corpusFolder.write(
            explorer.corpus.json(folder: ".", command: RunCommand(program: plan.programName), unreached: []))
        return .published
    }

    // MARK: A load

    /// Runs the share of a load in a worker process.
    func load(beat: @escaping () -> Void) throws(FileError) -> PackRun.End {
        guard let scenario = pack.ids.first.flatMap({ scenarios[$0] }) else {
            throw FileError(path: "plan.json", doing: "used", number: EINVAL, reason: "a pack names no scenario")
        }
        let place = scenario.row.map { "\(scenario.file):\($0.line)" } ?? scenario.file
        let request = try words(.load, [place]) { words throws(UsageError) in try LoadRequest(words) }
        var workers = try LoadWorkers(workers: 1, whole: request.whole, metrics: nil)
        var lines: [UInt8] = []
        let result = try workers.run([request.workerCommand(pack.share)], beat: beat) { sample in
            lines += LoadMessage.sample(isRepeatable ? sample.withoutGenerator : sample).line
        }
        guard !result.isInterrupted else { return .interrupted }
        guard workers.deaths.isEmpty else { return .died }
        if let fault = result.fault { throw FileError(path: folder, doing: "filled", number: EIO, reason: fault) }
        var end = result
        if isRepeatable { end.statistics = end.statistics.withoutGenerator }
        try write(lines + LoadMessage.end(end).line, Self.loadFile)
        return .published
    }
}
