internal import CProcess
internal import Capture
internal import Exploration
internal import Glibc
internal import Journal
internal import Loop
internal import ScenarioDrivers
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary
internal import Wire

/// Runs the tasks of a worker in sequence, and determines whether the process is fit for another one.
@MainActor
final class TaskRunner {
    private let options: WorkerOptions
    private let environment: CaptureEnvironment
    private let registry: Registry
    private let vocabulary: Vocabulary
    private let runner: ScenarioRunner
    private var health: WorkerHealth
    /// True when the last task ran code that the embedding program registered.
    private var ranOwnCode = false
    /// The addition of the task to the scenario.
    private var fork: RunFork?
    /// The last file that was read, if it is valid. Its rows often follow one another, and each needs the whole file.
    private var lastFile: (path: String, library: ScenarioLibrary)?

    init(_ options: WorkerOptions, on environment: CaptureEnvironment, _ registry: Registry) {
        self.options = options
        self.environment = environment
        self.registry = registry
        vocabulary = Vocabulary(registry)
        runner = ScenarioRunner(registry)
        runner.prepare(environment)
        health = WorkerHealth()
    }

    func run(_ task: WorkerTask) -> WorkerReport {
        let library = load(task)
        guard var scenario = library.scenarios.first(where: { $0.id == task.id }).map(options.arranged) else {
            return WorkerReport(verdict: .notFound(task, in: library))
        }
        fork = Self.takeFork(of: task, from: &scenario)
        ranOwnCode = scenario.runsCode(of: registry)
        guard !task.folder.isEmpty else { return runWithoutFolder(scenario, task) }
        return runKeepingJournal(scenario, task)
    }

    /// Removes the first step of a task that has an addition, and returns the addition.
    private static func takeFork(of task: WorkerTask, from scenario: inout Scenario) -> RunFork? {
        if let entries = task.forkAfter { return .step(scenario.steps.removeFirst(), after: entries) }
        guard task.isWatch, case .expect(let expectations, _) = scenario.steps.removeFirst().action else { return nil }
        return .watch(expectations)
    }

    /// Runs a scenario of which only the report is kept.
    private func runWithoutFolder(_ scenario: Scenario, _ task: WorkerTask) -> WorkerReport {
        let outcome = runner.run(scenario, options: runOptions(scenario, task))
        var report = WorkerReport(verdict: outcome.verdict, features: CoverageFeatures.all(in: outcome.journal))
        if task.isDigested { report.digest = Self.digest(of: outcome.journal) }
        return report
    }

    /// Returns a digest of a journal's lines (FNV-1a).
    private static func digest(of journal: Journal) -> UInt64 {
        journal.entries.reduce(0xCBF2_9CE4_8422_2325) { digest, entry in
            JournalLine.bytes(of: entry).reduce(digest) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }

    private func runKeepingJournal(_ scenario: Scenario, _ task: WorkerTask) -> WorkerReport {
        let journal = RunFolder(existing: task.folder).journal
        let number = cpr_record_open(journal)
        guard number == 0 else {
            return WorkerReport(
                verdict: .fault("\(journal) cannot be written: \(systemMessage(number))", task, scenario))
        }
        let outcome = runner.run(scenario, options: runOptions(scenario, task)) { entry in
            let line = JournalLine.bytes(of: entry)
            // A full disk is detected when the file is closed.
            cpr_record_append(line, line.count)
        }
        var verdict = outcome.verdict
        let closing = cpr_record_close()
        if closing != 0 { verdict.fail("\(journal) cannot be written: \(systemMessage(closing))", task) }
        return WorkerReport(
            verdict: verdict, features: task.text == nil ? [] : CoverageFeatures.all(in: outcome.journal))
    }

    /// Returns true when the process is unchanged for the next scenario, as far as the system shows it.
    ///
    /// A run that did not pass may have changed anything. So may registered code, and a run under the real clock.
    func isFit(after task: WorkerTask, _ verdict: Verdict) -> Bool {
        guard [.passed, .unsupported].contains(verdict.kind), !task.isAlone, !ranOwnCode, !verdict.isRealTime else {
            return false
        }
        guard runner.settle() == nil else { return false }
        return health.isUnchanged(keeping: Int32(runner.driverDescriptors))
    }

    private func runOptions(_ scenario: Scenario, _ task: WorkerTask) -> RunOptions {
        var run = RunOptions(
            seed: task.seed, clock: options.clock, environment: environment,
            captureFormat: options.captureFormat,
            outFolder: task.folder.isEmpty ? nil : task.folder,
            wallLimit: .milliseconds(Int64(options.limit * 1000)), replay: task.again)
        run.isStrict = options.isStrict
        run.judgesExpectations = options.judgesExpectations
        run.fork = fork
        run.journalsArming = task.journalsArming
        // A search repeats its runs, so the command of a driver is at fault and not a run.
        if task.text != nil { run.neededProgress = task.needsHello ? .hello : .started }
        return run
    }

    /// Returns the file's scenario; a copy counts as its original file.
    private func load(_ task: WorkerTask) -> ScenarioLibrary {
        // A derived scenario chooses packets by what was on the wire, which may be no request that the tables have.
        if let text = task.text {
            return ScenarioLibrary.load(text: text, file: task.file, vocabulary: vocabulary.withoutWire)
        }
        guard let name = task.name, let bytes = FileStore.read(task.file) else {
            return load(task.file)
        }
        return ScenarioLibrary.load(
            text: String(decoding: bytes, as: UTF8.self), file: name, including: Self.includes(of: task),
            vocabulary: vocabulary)
    }

    private func load(_ path: String) -> ScenarioLibrary {
        if let lastFile, lastFile.path == path, lastFile.library.isUpToDate() { return lastFile.library }
        let library = ScenarioLibrary.load(paths: [path], vocabulary: vocabulary)
        lastFile = library.diagnostics.isEmpty ? (path, library) : nil
        return library
    }

    /// Returns the copies of the included files.
    private static func includes(of task: WorkerTask) -> [String: [UInt8]] {
        let item = task.beside.flatMap { FileStore.read($0) }.flatMap {
            try? CBOR(decoding: $0, limits: Capsule.limits)
        }
        return Capsule.byPath((try? Capsule.files(item)) ?? [])
    }
}

extension Verdict {
    /// Returns the verdict of a task whose scenario is missing or invalid. A search goes on without a derived scenario.
    fileprivate static func notFound(_ task: WorkerTask, in library: ScenarioLibrary) -> Verdict {
        let problem = library.diagnostics.first.map { "; \($0)" } ?? ""
        let cause = task.text == nil ? "the file changed since it was read" : Probe.invalidReason
        var verdict = fault("\(cause): it has no valid scenario \(task.id)\(problem)", task)
        if task.text != nil { verdict.kind = .unsupported }
        return verdict
    }

    /// Returns the verdict of a harness fault.
    static func fault(_ reason: String, _ task: WorkerTask, _ scenario: Scenario? = nil) -> Verdict {
        var verdict = Verdict(
            .harnessFault, id: task.id, name: scenario?.name ?? task.id, file: task.name ?? task.file, seed: task.seed,
            covers: scenario?.covers ?? [])
        verdict.fail(reason, task)
        return verdict
    }

    /// Changes the verdict to a harness fault.
    fileprivate mutating func fail(_ reason: String, _ task: WorkerTask) {
        kind = .harnessFault
        failure = Failure(reason)
        failure?.replay = task.again
    }
}
