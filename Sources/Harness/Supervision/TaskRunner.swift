internal import CProcess
internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary
internal import Wire

/// Runs the tasks of a worker, one after the other, and tells whether the process is fit for another one.
@MainActor
final class TaskRunner {
    private let options: WorkerOptions
    private let ground: CaptureEnvironment
    private let registry: Registry
    private let vocabulary: Vocabulary
    private let runner: ScenarioRunner
    private var fitness: Fitness
    /// True when the last task ran code that the embedding program registered.
    private var ranOwnCode = false

    init(_ options: WorkerOptions, on ground: CaptureEnvironment, _ registry: Registry) {
        self.options = options
        self.ground = ground
        self.registry = registry
        vocabulary = Vocabulary(registry)
        runner = ScenarioRunner(registry)
        runner.prepare(ground)
        fitness = Fitness()
    }

    func run(_ task: WorkerTask) -> Verdict {
        guard let scenario = load(task).scenarios.first(where: { $0.id == task.id })?.driven(by: options.drivers) else {
            return .fault("the file changed since it was read: it has no valid scenario \(task.id) any more", task)
        }
        ranOwnCode = scenario.runsCode(of: registry)
        let journal = RunFolder(existing: task.folder).journal
        let number = cpr_record_open(journal)
        guard number == 0 else {
            return .fault("\(journal) cannot be written: \(systemMessage(number))", task, scenario)
        }
        var verdict = runner.run(scenario, options: runOptions(scenario, task)) { entry in
            let line = JournalLine.bytes(of: entry)
            // A disk that is full shows when the file is closed.
            cpr_record_append(line, line.count)
        }.verdict
        let closing = cpr_record_close()
        if closing != 0 { verdict.fail("\(journal) cannot be written: \(systemMessage(closing))", task) }
        return verdict
    }

    /// True when the next scenario finds the process as this one did, as far as the system shows it.
    ///
    /// A run that did not pass may have left anything; so may code that is not Rollcall's own, and the real clock.
    func isFit(after task: WorkerTask, _ verdict: Verdict) -> Bool {
        guard verdict.kind == .passed, !task.isAlone, !ranOwnCode, options.clock == .virtual else { return false }
        guard runner.settle() == nil else { return false }
        return fitness.holds()
    }

    private func runOptions(_ scenario: Scenario, _ task: WorkerTask) -> RunOptions {
        var run = RunOptions(
            seed: task.seed, clock: scenario.isDriven ? .real : options.clock, ground: ground,
            captureFormat: options.captureFormat, outFolder: task.folder,
            wallLimit: .milliseconds(Int64(options.limit * 1000)), replay: task.again)
        run.isStrict = options.isStrict
        return run
    }

    /// The file's scenario; a copy counts as the file from which it was made.
    private func load(_ task: WorkerTask) -> ScenarioLibrary {
        guard let name = task.name, let bytes = FileStore.read(task.file) else {
            return ScenarioLibrary.load(paths: [task.file], vocabulary: vocabulary)
        }
        return ScenarioLibrary.load(
            text: String(decoding: bytes, as: UTF8.self), file: name, including: Self.includes(of: task),
            vocabulary: vocabulary)
    }

    /// The copies of the files that the scenario includes.
    private static func includes(of task: WorkerTask) -> [String: [UInt8]] {
        let item = task.beside.flatMap { FileStore.read($0) }.flatMap {
            try? CBOR(decoding: $0, limits: Capsule.limits)
        }
        return Capsule.byPath((try? Capsule.files(item)) ?? [])
    }
}

extension Verdict {
    /// The verdict that the harness is at fault.
    static func fault(_ reason: String, _ task: WorkerTask, _ scenario: Scenario? = nil) -> Verdict {
        var verdict = Verdict(
            .harnessFault, id: task.id, name: scenario?.name ?? task.id, file: task.name ?? task.file, seed: task.seed,
            covers: scenario?.covers ?? [])
        verdict.fail(reason, task)
        return verdict
    }

    /// Makes it say that the harness is at fault.
    fileprivate mutating func fail(_ reason: String, _ task: WorkerTask) {
        kind = .harnessFault
        failure = Failure(reason)
        failure?.replay = task.again
    }
}
