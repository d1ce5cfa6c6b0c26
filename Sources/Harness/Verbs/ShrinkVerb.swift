internal import Exploration
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall shrink`: makes a failing scenario as small as possible.
struct ShrinkVerb {
    /// A scenario to shrink, with the seed of its failure.
    private struct Subject {
        let scenarios: [Scenario]
        let seed: UInt64
        /// The drivers of a capsule's run.
        var drivers: [DriverChoice] = []
        /// The commands of programs that a capsule brings, and that the user has not named.
        var foreignCommands: [String] = []
        /// The included files that were read.
        var includes: [String] = []
    }

    private let file: String
    private let seed: UInt64?
    private let out: String?
    private let runnerRequest: ProbeRunnerRequest
    private let allowsPrograms: Bool
    private let vocabulary: Vocabulary

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        guard let file = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.shrink, "name one scenario file or capsule that fails")
        }
        self.file = file
        seed = try words.number(.seed, of: .shrink, atLeast: 0)
        out = words[.out]
        guard out != "" else { throw UsageError(.shrink, "--out needs the name of a file") }
        runnerRequest = try ProbeRunnerRequest(words, of: .shrink, program: program)
        allowsPrograms = words.has(.allowPrograms)
        vocabulary = Vocabulary(registry)
    }

    func perform() -> ExitStatus {
        do throws(FileError) {
            if let out {
                try FileStore.checkWritable(out)
                guard !InputFiles([file]).contains(out) else {
                    return reportError("\(out) is the input: give --out another file", .usage)
                }
            }
            guard let subject = try subject() else { return .invalid }
            if let out { try InputFiles(subject.includes).check(out, by: "the smaller scenario") }
            if let out, holdsOther(out) {
                return reportError(
                    "\(out) exists already, and `\(ProgramName.shown) shrink` did not write it: give --out another file",
                    .invalid)
            }
            if let scenario = subject.scenarios.first(where: { !$0.programs.isEmpty }) {
                return reportError("\(scenario.id) needs programs, and without virtual time no run repeats", .usage)
            }
            // A capsule may be from an untrusted source. Its scenario starts no program unless the user allows that.
            guard subject.foreignCommands.isEmpty || allowsPrograms else {
                let commands = subject.foreignCommands.joined(separator: ", ")
                return reportError(
                    "\(file): its scenario starts programs: \(commands). Give --allow-programs if you trust them",
                    .invalid)
            }
            return try shrink(subject)
        } catch {
            return reportError("\(error)", error.status)
        }
    }

    /// Returns true when a file has a content that is no shrunk scenario. Devices and pipes keep nothing.
    private func holdsOther(_ file: String) -> Bool {
        guard FileStore.isRegular(file), !FileStore.isEmpty(file) else { return false }
        let bytes = FileStore.read(file, atMost: Capsule.largestScenario) ?? []
        return !Shrinker.hasWritten(String(decoding: bytes, as: UTF8.self))
    }

    private func reportError(_ text: String, _ status: ExitStatus) -> ExitStatus {
        Console.error(.shrink, text)
        return status
    }

    /// Returns the scenarios of a file or capsule; nil, with a message, when it has no valid one.
    private func subject() throws(FileError) -> Subject? {
        let bytes = try FileStore.readWhole(file, atMost: Capsule.largest)
        do throws(CapsuleError) {
            if let capsule = try capsule(from: bytes) { return subject(of: capsule) }
        } catch {
            Console.error(.shrink, "\(file): \(error)")
            return nil
        }
        let library = ScenarioLibrary.load(paths: [file], vocabulary: vocabulary)
        return valid(library, nil).map {
            Subject(scenarios: $0, seed: seed ?? 1, includes: library.includedFiles)
        }
    }

    /// Returns nil for a file that is a scenario.
    private func capsule(from bytes: [UInt8]) throws(CapsuleError) -> Capsule? {
        do throws(CapsuleError) {
            return try Capsule(reading: bytes)
        } catch {
            guard CapsuleFiles.isLikely(file) else { return nil }
            throw error
        }
    }

    private func subject(of capsule: Capsule) -> Subject? {
        let library = ScenarioLibrary.load(
            text: String(decoding: capsule.scenario, as: UTF8.self), file: capsule.file,
            including: Capsule.byPath(capsule.includes), vocabulary: vocabulary)
        let chosen = runnerRequest.options.drivers
        let drivers = chosen.isEmpty ? capsule.options.drivers : []
        return valid(library, capsule.id).map { scenarios in
            Subject(
                scenarios: scenarios, seed: seed ?? capsule.seed, drivers: drivers,
                foreignCommands: scenarios.map { $0.driven(by: drivers) }.flatMap(\.outsideCommands))
        }
    }

    private func valid(_ library: ScenarioLibrary, _ id: String?) -> [Scenario]? {
        let scenarios = library.scenarios.filter { id == nil || $0.id == id }
        guard library.diagnostics.isEmpty, !scenarios.isEmpty else {
            Console.error(
                library.diagnostics.isEmpty
                    ? "\(file): error: it has no scenario\n" : library.rendered())
            return nil
        }
        return scenarios
    }

    /// Shrinks the first scenario that fails.
    private func shrink(_ subject: Subject) throws(FileError) -> ExitStatus {
        let runnerRequest = runnerRequest.driven(by: subject.drivers)
        typealias Shrunk = Result<Shrinker.Result, Shrinker.Refusal>
        var origin = file
        let outcome = try runnerRequest.with { (runner) throws(Interruption) -> Shrunk in
            for scenario in subject.scenarios {
                origin = scenario.file
                let result = try Shrinker.result(
                    of: PlainScenario(scenario), file: scenario.file, seed: subject.seed, vocabulary, in: &runner)
                if case .failure(.passes) = result { continue }
                return result
            }
            return .failure(.passes)
        }
        switch outcome {
        case .failure(let interruption): return ProbeRunnerRequest.status(of: interruption, .shrink)
        case .success(.failure(.passes)):
            return reportError("\(file) passes with the seed \(subject.seed): only a failure can be shrunk", .usage)
        case .success(.failure(.realTime)):
            return reportError("\(file): a driver of it runs in real time, in which no run repeats", .usage)
        case .success(.success(let result)): return try write(result, of: origin, runnerRequest.options)
        }
    }

    /// Writes the smaller form of a scenario file.
    private func write(
        _ result: Shrinker.Result, of origin: String, _ options: WorkerOptions
    ) throws(FileError) -> ExitStatus {
        let head = result.comments.map { "# \($0)\n" }.joined()
        let text = result.scenario.text()
        if let out {
            let moved = Relocation.text(text, of: origin, to: FileTree.parent(of: out))
            try FileStore.write(Array((head + moved).utf8), to: out)
            Console.say(result.comments.map { "\($0)\n" }.joined())
            let command = WorkerOptions.command.text(out, seed: result.seed, options: options.repeatedWords)
            Console.say("wrote \(out); it fails with: \(command)\n")
        } else {
            Console.say(head + text)
        }
        return result.interruption == .interrupted ? .interrupted : .success
    }
}
