package import Capture
package import Journal
package import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

/// How a scenario is run.
package struct RunOptions: Sendable {
    /// What decides every random number.
    package var seed: UInt64
    /// Whether time jumps or passes.
    package var clock: ClockMode
    /// How datagrams are captured.
    package var ground: CaptureEnvironment
    /// The format of the capture.
    package var captureFormat: CaptureFormat
    /// The folder that gets capture, journal and verdict; nil keeps nothing.
    package var outFolder: String?
    /// How long it may take on the wall clock; nil for as long as it likes.
    package var wallLimit: Duration?
    /// The command that repeats the run, for the report of a failure.
    package var replay: String?
    /// True when a remark on a scenario that passed makes it fail.
    package var isStrict = false

    /// Says how to run.
    package init(
        seed: UInt64, clock: ClockMode, ground: CaptureEnvironment, captureFormat: CaptureFormat = .pcap,
        outFolder: String?, wallLimit: Duration? = nil, replay: String? = nil
    ) {
        self.seed = seed
        self.clock = clock
        self.ground = ground
        self.captureFormat = captureFormat
        self.outFolder = outFolder
        self.wallLimit = wallLimit
        self.replay = replay
    }
}

extension RunOptions {
    /// Where the capture is written while the run goes on.
    var captureFile: String? { outFolder.map { "\($0)/capture.pcap" } }
}

/// What came of a run.
package struct RunOutcome: Sendable {
    /// How it was judged.
    package var verdict: Verdict
    /// All that happened.
    package var journal: Journal
}
