internal import Capture
internal import Exploration
internal import Journal
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The smallest scenario that shows the verdict on a pair of libraries.
///
/// It is made from the shortest scenario that failed, or from the shortest one that passed when none failed. A smaller
/// one counts when it fails alike, and passes with Rollcall's own call library.
struct InteropMinimum {
    let runs: [(scenario: Scenario, verdict: Verdict)]
    let request: RunRequest
    let program: String
    let vocabulary: Vocabulary

    /// The name of its file.
    static let file = "minimal.yaml"

    /// Writes the scenario to a folder; its value is nil when no scenario passed or failed.
    func result(
        in folder: String, address: String
    ) throws(FileError) -> Result<InteropMatrix.Minimal?, InteropPair.Ended> {
        guard let (scenario, verdict) = shortest(where: \.isBad) ?? shortest(where: { $0 == .passed }) else {
            return .success(nil)
        }
        var (text, seed) = (PlainScenario(scenario).text(), verdict.seed)
        let options = named(for: scenario)
        // Without virtual time no run repeats, so nothing can be left out with certainty.
        if verdict.kind.isBad, !verdict.isRealTime {
            switch try shrunk(scenario, seed: seed, options) {
            case .success(let smaller?): (text, seed) = smaller
            case .success(nil): break
            case .failure(let end): return .failure(end)
            }
        }
        let file = "\(folder)/\(Self.file)"
        try FileStore.write(Array(text.utf8), to: file)
        let words = [ProgramName.shown, "run", file, "--seed", "\(seed)"]
        var programs = options.drivers.flatMap { ["--driver", $0.text] }
        if let backend = options.backend { programs += ["--backend", backend.text] }
        return .success(
            InteropMatrix.Minimal(
                id: scenario.id, address: address, text: text,
                command: (words + programs).map(\.shellQuoted).joined(separator: " ")))
    }

    private func shortest(where isMeant: (Verdict.Kind) -> Bool) -> (Scenario, Verdict)? {
        runs.filter { isMeant($0.verdict.kind) }.min { $0.scenario.steps.count < $1.scenario.steps.count }
    }

    /// Returns the options with a driver for each name, because another participant may act first in a smaller scenario.
    private func named(for scenario: Scenario) -> WorkerOptions {
        var options = request.options
        options.drivers = scenario.participants.compactMap { participant in
            scenario.choice(of: participant.name, among: request.options.drivers)?.named(participant.name)
        }
        options.capture = .off
        return options
    }

    private func shrunk(
        _ scenario: Scenario, seed: UInt64, _ options: WorkerOptions
    ) throws(FileError) -> Result<(text: String, seed: UInt64)?, InteropPair.Ended> {
        let scratch = "\(request.outFolder)/.shrunken"
        var own = options
        own.drivers = []
        var runner = ReferenceProbeRunner(
            subject: try WorkerProbeRunner(jobs: request.jobs, program: program, options: options, scratch: scratch),
            reference: try WorkerProbeRunner(jobs: request.jobs, program: program, options: own, scratch: scratch))
        defer { runner.close() }
        do throws(Interruption) {
            let result = try Shrinker.result(
                of: PlainScenario(scenario), file: scenario.file, seed: seed, vocabulary, in: &runner)
            guard case .success(let smallest) = result else { return .success(nil) }
            return .success((smallest.scenario.text(comments: smallest.comments), smallest.seed))
        } catch {
            return .failure(InteropPair.Ended(status: ProbeRunnerRequest.status(of: error, .interop)))
        }
    }
}
