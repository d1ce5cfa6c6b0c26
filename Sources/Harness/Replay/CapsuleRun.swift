internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioVocabulary
internal import Wire

/// A repetition of the run of a capsule, by a worker process.
struct CapsuleRun {
    private let capsule: Capsule
    private let file: String
    private let program: String
    private let library: ScenarioLibrary

    /// - Parameter file: The path of the capsule.
    init(_ capsule: Capsule, from file: String, program: String, _ registry: Registry) {
        self.capsule = capsule
        self.file = file
        self.program = program
        library = ScenarioLibrary.load(
            text: String(decoding: capsule.scenario, as: UTF8.self), file: capsule.file,
            including: Capsule.byPath(capsule.includes), vocabulary: Vocabulary(registry))
    }

    private var scenario: Scenario? { library.scenarios.first { $0.id == capsule.id } }

    /// The mistakes of the scenario, rendered in its lines; nil when it can run.
    var problems: String? {
        guard library.diagnostics.isEmpty else { return library.rendered() }
        return scenario == nil ? "\(capsule.file): error: it has no scenario `\(capsule.id)`\n" : nil
    }

    /// The commands of the programs that the scenario starts; nil when it starts none.
    var outsideCommands: String? {
        guard let scenario = scenario?.driven(by: capsule.options.drivers), scenario.isDriven else { return nil }
        return scenario.outsideCommands.joined(separator: ", ")
    }

    /// Runs the scenario, and returns the verdict; nil when the user interrupted it.
    func verdict(in folder: RunFolder) throws(FileError) -> Verdict? {
        let copy = "\(folder.path)/scenario.yaml"
        try FileStore.write(capsule.scenario, to: copy)
        let beside = "\(folder.path)/includes.cbor"
        try FileStore.write(Capsule.map(of: capsule.includes).encoded(), to: beside)
        defer {
            FileStore.delete(copy)
            FileStore.delete(beside)
        }
        let again = ["rollcall", "replay", RelativePath.of(file)].map(\.shellQuoted).joined(separator: " ")
        let task = WorkerTask(
            id: capsule.id, file: copy, seed: capsule.seed, folder: folder.path, again: again, name: capsule.file,
            beside: beside, isAlone: true)
        var supervisor = try Supervisor(jobs: 1, program: program, options: capsule.options)
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
}
