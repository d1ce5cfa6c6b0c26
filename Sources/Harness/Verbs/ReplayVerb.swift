internal import Glibc
internal import Journal
internal import Loop
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary
internal import Wire

/// `rollcall replay`: repeats the run of a capsule, and compares both runs.
struct ReplayVerb {
    private let request: ReplayRequest
    private let registry: Registry

    init(_ words: Words, program: String, _ registry: Registry) throws(UsageError) {
        request = try ReplayRequest(words, program: program)
        self.registry = registry
    }

    func perform() -> ExitStatus {
        let isFolder = FileStore.isFolder(request.file)
        guard !isFolder, let bytes = FileStore.read(request.file, atMost: Capsule.largest) else {
            return complain("\(request.file) cannot be read: \(systemMessage(isFolder ? EISDIR : errno))", .invalid)
        }
        do throws(CapsuleError) {
            return replay(try Capsule(reading: bytes))
        } catch {
            return complain("\(request.file): \(error)", .invalid)
        }
    }

    private func replay(_ capsule: Capsule) -> ExitStatus {
        guard let then = (try? JSON(parsing: capsule.verdict)).flatMap({ Verdict($0) }), then.id == capsule.id else {
            return complain("\(request.file): \(CapsuleError.missing("verdict"))", .invalid)
        }
        if let problem = problem(of: capsule) { return complain("\(request.file): \(problem)", .invalid) }
        do throws(FileError) {
            let lock = try FolderLock(request.outFolder)
            defer { withExtendedLifetime(lock) {} }
            let folder = RunFolder(out: request.outFolder, id: capsule.id)
            try folder.prepareWhole()
            folder.forget(evidence: false)
            guard let now = try run(capsule, in: folder) else { return .interrupted }
            try FileStore.write(now.json + [UInt8(ascii: "\n")], to: folder.verdict)
            return report(ReplayComparison(capsule, then: then, now: now, journal: folder.mendedJournal()), folder)
        } catch {
            return complain("\(error)", .fault)
        }
    }

    /// Returns the reason that the capsule is not run; nil when it may run.
    ///
    /// A capsule may be from an untrusted source. Its scenario starts no program unless the user allows that.
    private func problem(of capsule: Capsule) -> String? {
        let library = ScenarioLibrary.load(
            text: String(decoding: capsule.scenario, as: UTF8.self), file: capsule.file,
            including: Capsule.byPath(capsule.includes), vocabulary: Vocabulary(registry))
        // The worker rejects a scenario that this program cannot read, and starts nothing either.
        let named = library.scenarios.first { $0.id == capsule.id }
        guard let scenario = named?.driven(by: capsule.options.drivers), scenario.isDriven, !request.allowsPrograms
        else { return nil }
        let commands = scenario.outsideCommands.joined(separator: ", ")
        return "its scenario starts programs: \(commands). Give --allow-programs if you trust them"
    }

    /// Returns the verdict on the repeated run; nil when the user interrupted it.
    private func run(_ capsule: Capsule, in folder: RunFolder) throws(FileError) -> Verdict? {
        let copy = "\(folder.path)/scenario.yaml"
        try FileStore.write(capsule.scenario, to: copy)
        let beside = "\(folder.path)/includes.cbor"
        try FileStore.write(Capsule.map(of: capsule.includes).encoded(), to: beside)
        defer {
            FileStore.delete(copy)
            FileStore.delete(beside)
        }
        let again = ["rollcall", "replay", request.file].map(\.shellQuoted).joined(separator: " ")
        let task = WorkerTask(
            id: capsule.id, file: copy, seed: capsule.seed, folder: folder.path, again: again, name: capsule.file,
            beside: beside, isAlone: true)
        var supervisor = try Supervisor(jobs: 1, program: request.program, options: capsule.options)
        var waiting = [(number: 0, task: task)]
        var verdict: Verdict?
        let end = supervisor.run {
            waiting.popLast()
        } onEnd: { _, end in
            let run = Judge.Case(
                id: capsule.id, name: capsule.id, file: capsule.file, covers: [], seed: capsule.seed, again: again)
            verdict = Judge.verdict(on: run, end, in: folder)
            folder.deleteUnwritten()
            return true
        }
        return end == .interrupted ? nil : verdict
    }

    private func report(_ comparison: ReplayComparison, _ folder: RunFolder) -> ExitStatus {
        let report = ConsoleReport(style: Console.style, ids: [comparison.now.id], names: [comparison.now.name])
        Console.say(report.text(of: comparison.now) + "\n" + comparison.text)
        Console.say("the repeated run is in \(folder.path)\n")
        return comparison.isSame ? .success : .failure
    }

    private func complain(_ text: String, _ status: ExitStatus) -> ExitStatus {
        Console.complain(.replay, "\(text)")
        return status
    }
}
