public import Capture
public import Journal
public import Loop

/// How a scenario is run.
public struct RunOptions: Sendable {
    /// What decides every random number.
    public var seed: UInt64
    /// Whether time jumps or passes.
    public var clock: ClockMode
    /// How datagrams are captured.
    public var ground: CaptureGround
    /// The format of the capture.
    public var captureFormat: CaptureFormat
    /// The folder that gets capture, journal and verdict; nil keeps nothing.
    public var outFolder: String?
    /// The number of the worker among those that run side by side; keeps their addresses apart where they share a
    /// network.
    public var lane: Int
    /// How long it may take on the wall clock; nil for as long as it likes.
    public var wallLimit: Duration?
    /// The command that repeats the run, for the report of a failure.
    public var replay: String?

    /// Says how to run.
    public init(
        seed: UInt64, clock: ClockMode, ground: CaptureGround, captureFormat: CaptureFormat = .pcap,
        outFolder: String?, lane: Int = 0, wallLimit: Duration? = nil, replay: String? = nil
    ) {
        self.seed = seed
        self.clock = clock
        self.ground = ground
        self.captureFormat = captureFormat
        self.outFolder = outFolder
        self.lane = lane
        self.wallLimit = wallLimit
        self.replay = replay
    }
}

extension RunOptions {
    /// Where the capture is written while the run goes on.
    var captureFile: String? { outFolder.map { "\($0)/capture.pcap" } }
}

/// What came of a run.
public struct RunOutcome: Sendable {
    /// How it was judged.
    public var verdict: Verdict
    /// All that happened.
    public var journal: Journal
}
