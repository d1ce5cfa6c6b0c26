package import Capture
import Glibc
package import Journal
package import Loop
package import ScenarioDrivers
import ScenarioVocabulary

/// The options of a scenario's run.
package struct RunOptions: Sendable {
    /// The seed of all random numbers.
    package var seed: UInt64
    /// The clock of the run, virtual or real.
    package var clock: ClockMode
    /// The environment of the capture.
    package var environment: CaptureEnvironment
    /// The format of the capture.
    package var captureFormat: CaptureFormat
    /// The folder for capture, journal and verdict; nil to store nothing.
    package var outFolder: String?
    /// The limit on the wall clock; nil for no limit.
    package var wallLimit: Duration?
    /// The command that repeats the run, for the report of a failure.
    package var replay: String?
    /// True when a note on a passed scenario makes it fail.
    package var isStrict = false
    /// False when expectations delay the steps and do not decide the verdict.
    package var judgesExpectations = true
    /// True when the journal has the timers that are armed, besides those that fire.
    package var journalsArming = false
    /// The progress of every driver without which the run says nothing of it, and is a harness fault.
    package var neededProgress = DriverProgress.nothing
    /// An addition to the run.
    package var fork: RunFork?

    /// Creates the options of a run.
    package init(
        seed: UInt64, clock: ClockMode, environment: CaptureEnvironment, captureFormat: CaptureFormat = .pcap,
        outFolder: String?, wallLimit: Duration? = nil, replay: String? = nil
    ) {
        self.seed = seed
        self.clock = clock
        self.environment = environment
        self.captureFormat = captureFormat
        self.outFolder = outFolder
        self.wallLimit = wallLimit
        self.replay = replay
    }
}

extension RunOptions {
    /// The note of a run that is judged by rules and specifications alone.
    static let noteOnExpectations = "Because of --without-expectations, nothing that a scenario expects was judged."

    /// The folder of programs; without a folder of the run, one of this process.
    var programsFolder: String { (outFolder ?? "/tmp/rollcall-\(getpid())") + "/programs" }

    /// The path of the capture during the run.
    var captureFile: String? { outFolder.map { "\($0)/capture.pcap" } }
}

/// The result of a run.
package struct RunOutcome: Sendable {
    package var verdict: Verdict
    /// The journal of the run.
    package var journal: Journal
}
