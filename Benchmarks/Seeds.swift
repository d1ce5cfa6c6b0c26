import CallLibraryGuest
import Capture
import Journal
import Loop
import ScenarioLanguage
import ScenarioStage
import ScenarioVocabulary
import Timing

/// One scenario of a reconnect on a lossy network, with a third of the seeds 1 to 1,000 in each round.
@MainActor
enum Seeds {
    private static let last: UInt64 = 1_000

    private static let text = """
        id: BENCH-02
        name: On a lossy network with jitter a cut is healed
        participants: [alice, bob, carol, dave]
        network: {latency: 40ms, jitter: 15ms, loss: 5%}
        steps:
          - everyone: join
            call: default:standup
          - within: 60s
            expect: {everyone.roster: [alice, bob, carol, dave], everyone.callingState: inCall}
          - network: {cut: bob}
          - within: 25s
            expect: {bob.callingState: reconnecting}
          - wait: 3s
          - network: {heal: bob}
          - within: 60s
            expect: {everyone.callingState: inCall, everyone.roster: [alice, bob, carol, dave]}
        """

    /// Runs a second; every seed must pass.
    static func perSecond(environment: CaptureEnvironment, round: Int) throws -> Double {
        let seeds = seeds(of: round)
        return Double(seeds.count) * 1e9 / (try run(seeds, environment).nanoseconds)
    }

    /// How many times faster than real time the steps of those runs are.
    static func timesRealTime(environment: CaptureEnvironment, round: Int) throws -> Double {
        let (nanoseconds, virtualSeconds) = try run(seeds(of: round), environment)
        return virtualSeconds * 1e9 / nanoseconds
    }

    private static func seeds(of round: Int) -> ClosedRange<UInt64> {
        let bounds = [round - 1, round].map { UInt64($0) * last / UInt64(Benchmark.rounds) }
        return bounds[0] + 1...bounds[1]
    }

    private static func run(
        _ seeds: ClosedRange<UInt64>, _ environment: CaptureEnvironment
    ) throws -> (nanoseconds: Double, virtualSeconds: Double) {
        let library = ScenarioLibrary.load(text: text, file: "seeds.yaml")
        guard let scenario = library.scenarios.first else { throw Unreadable(problems: library.rendered()) }
        var failed: [UInt64] = []
        var virtualSeconds = 0.0
        let start = WallClock.now
        for seed in seeds {
            let options = RunOptions(seed: seed, clock: .virtual, environment: environment, outFolder: nil)
            let verdict = Scenarios.outcome(of: scenario, options).verdict
            if verdict.kind != .passed { failed.append(seed) }
            virtualSeconds += verdict.virtualSeconds
        }
        guard failed.isEmpty else { throw NotPassed(seeds: failed) }
        return (Double((WallClock.now - start).nanoseconds), virtualSeconds)
    }

    private struct NotPassed: Error {
        let seeds: [UInt64]
    }

    private struct Unreadable: Error {
        let problems: String
    }
}
