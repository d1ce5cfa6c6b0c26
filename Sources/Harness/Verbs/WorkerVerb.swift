internal import CProcess
internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import Scenario
internal import Wire

/// The hidden verb: one process that runs one scenario, and hands its verdict over through descriptor 3.
struct WorkerVerb {
    private let registry: Registry
    private let file: String
    private let id: String
    private let seed: UInt64
    private let clock: ClockMode
    private let capture: CaptureMode
    private let captureFormat: CaptureFormat
    private let folder: String
    private let lane: Int
    private let parent: pid_t
    private let again: String?
    /// The programs in the place of participants.
    private let drivers: [DriverChoice]
    private let limit: Double?
    /// The name of the file of which `file` is a copy.
    private let name: String?
    /// The file with copies of those that it includes.
    private let beside: String?

    init(_ words: Words, _ registry: Registry) throws(UsageError) {
        guard let file = words.operands.first, let id = words[.id], let folder = words[.out],
            let seed: UInt64 = try words.number(.seed, of: .worker, atLeast: 0),
            let parent: pid_t = try words.number(.parent, of: .worker, atLeast: 1)
        else { throw UsageError(.worker, "this verb is for `rollcall run`") }
        self.registry = registry
        self.file = file
        self.id = id
        self.folder = folder
        self.seed = seed
        self.parent = parent
        clock = try words.clock(of: .worker) ?? .virtual
        capture = try words.capture(of: .worker) ?? .auto
        captureFormat = try words.captureFormat(of: .worker) ?? .pcap
        lane = try words.number(.lane, of: .worker, atLeast: 0) ?? 0
        again = words[.again]
        drivers = try words.drivers(of: .worker)
        limit = try words.seconds(.limit, of: .worker)
        name = words[.named]
        beside = words[.beside]
    }

    func perform() -> ExitStatus {
        let verdict = judged()
        let isHandedOver = Descriptor.write(verdict.json, to: 3)
        close(3)
        fflush(nil)
        // What the code under test left running must not get a say after the verdict, so nothing is torn down.
        _exit(isHandedOver ? ExitStatus.success.rawValue : ExitStatus.fault.rawValue)
    }

    private func judged() -> Verdict {
        do throws(CaptureError) {
            let ground = try CaptureGround.prepare(capture)
            // Only now: a new user namespace would undo it.
            guard cpr_become_worker(parent) != 0 else { _exit(ExitStatus.fault.rawValue) }
            EventLoop.install()
            return run(on: ground)
        } catch {
            return fault("\(error)", Verdict(.harnessFault, id: id, name: id, file: file, seed: seed))
        }
    }

    private func run(on ground: CaptureGround) -> Verdict {
        let vocabulary = Vocabulary(registry)
        guard let scenario = load(vocabulary).scenarios.first(where: { $0.id == id })?.driven(by: drivers) else {
            let blank = Verdict(.harnessFault, id: id, name: id, file: file, seed: seed)
            return fault("the file changed since it was read: it has no valid scenario \(id) any more", blank)
        }
        let journal = RunFolder(existing: folder).journal
        let number = cpr_record_open(journal)
        let blank = Verdict(
            .harnessFault, id: id, name: scenario.name, file: file, seed: seed, covers: scenario.covers)
        guard number == 0 else { return fault("\(journal) cannot be written: \(systemMessage(number))", blank) }
        let options = RunOptions(
            seed: seed, clock: scenario.isDriven ? .real : clock, ground: ground, captureFormat: captureFormat,
            outFolder: folder, lane: lane, wallLimit: limit.map { .milliseconds(Int64($0 * 1000)) }, replay: again)
        let verdict = ScenarioRunner.runToEnd(scenario, options: options, registry: registry) { entry in
            let line = JournalLine.bytes(of: entry)
            // A disk that is full shows when the file is closed.
            cpr_record_append(line, line.count)
        }.verdict
        let closing = cpr_record_close()
        return closing == 0 ? verdict : fault("\(journal) cannot be written: \(systemMessage(closing))", verdict)
    }

    /// The file's scenario; a copy counts as the file from which it was made.
    private func load(_ vocabulary: Vocabulary) -> ScenarioLibrary {
        guard let name, let bytes = FileStore.read(file) else {
            return ScenarioLibrary.load(paths: [file], vocabulary: vocabulary)
        }
        return ScenarioLibrary.load(
            text: String(decoding: bytes, as: UTF8.self), file: name, including: includes, vocabulary: vocabulary)
    }

    /// The copies of the files that the scenario includes.
    private var includes: [String: [UInt8]] {
        let item = beside.flatMap { FileStore.read($0) }.flatMap { try? CBOR(decoding: $0, limits: Capsule.limits) }
        let files = (try? Capsule.files(item)) ?? []
        return Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    private func fault(_ reason: String, _ verdict: Verdict) -> Verdict {
        var verdict = verdict
        verdict.kind = .harnessFault
        verdict.failure = Verdict.Failure(reason)
        verdict.failure?.replay = again
        return verdict
    }
}
