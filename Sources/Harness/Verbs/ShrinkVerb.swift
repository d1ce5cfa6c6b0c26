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
    }

    private let file: String
    private let seed: UInt64?
    private let out: String?
    private let laboratory: LaboratoryRequest
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
        laboratory = try LaboratoryRequest(words, of: .shrink, program: program)
        allowsPrograms = words.has(.allowPrograms)
        vocabulary = Vocabulary(registry)
    }

    func perform() -> ExitStatus {
        do throws(FileError) {
            if let out {
                try FileStore.checkWritable(out)
                guard FileStore.identity(of: out) != FileStore.identity(of: file) else {
                    return complain("\(out) is the input: give --out another file", .usage)
                }
            }
            guard let subject = try subject() else { return .invalid }
            if let scenario = subject.scenarios.first(where: { !$0.programs.isEmpty }) {
                return complain("\(scenario.id) needs programs, and without virtual time no run repeats", .usage)
            }
            // A capsule may be from an untrusted source. Its scenario starts no program unless the user allows that.
            guard subject.foreignCommands.isEmpty || allowsPrograms else {
                let commands = subject.foreignCommands.joined(separator: ", ")
                return complain(
                    "\(file): its scenario starts programs: \(commands). Give --allow-programs if you trust them",
                    .invalid)
            }
            return try shrink(subject)
        } catch {
            return complain("\(error)", error.status)
        }
    }

    private func complain(_ text: String, _ status: ExitStatus) -> ExitStatus {
        Console.complain(.shrink, text)
        return status
    }

    /// Returns the scenarios of a file or capsule; nil, with a message, when it has no valid one.
    private func subject() throws(FileError) -> Subject? {
        let bytes = try FileStore.readWhole(file, atMost: Capsule.largest)
        if let capsule = try? Capsule(reading: bytes) {
            let library = ScenarioLibrary.load(
                text: String(decoding: capsule.scenario, as: UTF8.self), file: capsule.file,
                including: Capsule.byPath(capsule.includes), vocabulary: vocabulary)
            let chosen = laboratory.options.drivers
            let drivers = chosen.isEmpty ? capsule.options.drivers : []
            return valid(library, capsule.id).map { scenarios in
                Subject(
                    scenarios: scenarios, seed: seed ?? capsule.seed, drivers: drivers,
                    foreignCommands: scenarios.map { $0.driven(by: drivers) }.flatMap(\.outsideCommands))
            }
        }
        let library = ScenarioLibrary.load(paths: [file], vocabulary: vocabulary)
        return valid(library, nil).map { Subject(scenarios: $0, seed: seed ?? 1) }
    }

    private func valid(_ library: ScenarioLibrary, _ id: String?) -> [Scenario]? {
        let scenarios = library.scenarios.filter { id == nil || $0.id == id }
        guard library.diagnostics.isEmpty, !scenarios.isEmpty else {
            Console.complain(
                library.diagnostics.isEmpty
                    ? "\(file): error: it has no scenario\n" : library.rendered())
            return nil
        }
        return scenarios
    }

    /// Shrinks the first scenario that fails.
    private func shrink(_ subject: Subject) throws(FileError) -> ExitStatus {
        let laboratory = laboratory.driven(by: subject.drivers)
        let outcome = try laboratory.with { (lab) throws(Interruption) -> Result<Shrinker.Result, Shrinker.Refusal> in
            for scenario in subject.scenarios {
                let result = try Shrinker.result(
                    of: PlainScenario(scenario), file: scenario.file, seed: subject.seed, vocabulary, in: &lab)
                if case .failure(.passes) = result { continue }
                return result
            }
            return .failure(.passes)
        }
        switch outcome {
        case .failure(let interruption): return LaboratoryRequest.status(of: interruption, .shrink)
        case .success(.failure(.passes)):
            return complain("\(file) passes with the seed \(subject.seed): only a failure can be shrunk", .usage)
        case .success(.failure(.realTime)):
            return complain("\(file): a driver of it runs in real time, in which no run repeats", .usage)
        case .success(.success(let result)): return try write(result, laboratory.options.command)
        }
    }

    private func write(_ result: Shrinker.Result, _ run: RunCommand) throws(FileError) -> ExitStatus {
        let text = result.scenario.text(comments: result.comments)
        if let out { try FileStore.write(Array(text.utf8), to: out) } else { Console.say(text) }
        if let out {
            Console.say(result.comments.map { "\($0)\n" }.joined())
            Console.say("wrote \(out); it fails with: \(run.text(out.shellQuoted, seed: result.seed))\n")
        }
        return result.interruption == .interrupted ? .interrupted : .success
    }
}
