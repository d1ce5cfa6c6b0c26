import CallLibraryGuest
import Exploration
import Journal
import ScenarioLanguage
import ScenarioVocabulary

/// A runner of probes whose runs are judged by a closure, and are counted.
struct FakeProbeRunner: ProbeRunner {
    var fails: (Probe) -> String?
    private(set) var probes: [Probe] = []
    /// The number of times that runs were asked for.
    private(set) var calls = 0
    /// The number of runs after which the user interrupts.
    var patience = Int.max
    /// The digests of runs that ask for one, in turn.
    var digests: [UInt64] = [0]
    private var digested = 0
    /// The verdict of runs that fail.
    var kind = Verdict.Kind.failed
    /// The step that failures are of; nil for none.
    var failedStep: Int?
    /// Further lines of the journal of a run.
    var entries: (Probe) -> [String] = { _ in [] }

    init(fails: @escaping (Probe) -> String?) { self.fails = fails }

    mutating func run(_ probes: [Probe], each: (Int, ProbeResult) -> Void) throws(Interruption) {
        calls += 1
        for (index, probe) in probes.enumerated() {
            guard self.probes.count < patience else { throw .interrupted }
            self.probes.append(probe)
            var verdict = Verdict(.passed, id: probe.id, name: probe.id, file: probe.file, seed: probe.seed)
            if let reason = fails(probe) {
                verdict.kind = kind
                verdict.failure = Verdict.Failure(reason)
                verdict.failure?.step = failedStep
            }
            var result = ProbeResult(verdict: verdict, journal: probe.wantsJournal ? journal(probe) : [])
            if probe.wantsDigest {
                result.digest = digests[digested % digests.count]
                digested += 1
            }
            each(index, result)
        }
    }

    /// A journal in which each step takes a second.
    private func journal(_ probe: Probe) -> [UInt8] {
        let scenario = ScenarioLibrary.load(text: probe.text, file: probe.file).scenarios.first
        let lines = (scenario?.steps ?? []).flatMap { step in
            ["began", "ended"].enumerated().map { offset, phase in
                "{\"time\":\(step.number - 1 + offset).000000000,\"kind\":\"step\",\"step\":\(step.number),"
                    + "\"phase\":\"\(phase)\"}\n"
            }
        }
        return Array((lines.joined() + entries(probe).map { $0 + "\n" }.joined()).utf8)
    }
}

/// The scenario of a text.
func read(_ text: String) -> Scenario? {
    ScenarioLibrary.load(text: text, file: "a.yaml").scenarios.first
}
