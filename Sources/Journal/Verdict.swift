/// The judgement of one run of a scenario, with everything that is needed to understand and repeat it.
package struct Verdict: Hashable, Sendable {
    /// The possible judgements.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Every expectation held.
        case passed
        /// An expectation did not hold, or a step could not be performed.
        case failed
        /// The process died.
        case crashed
        /// The run exceeded its wall-clock limit, or no further event was possible.
        case hung
        /// The scenario was not performed: a participant is an outside program without an ability that it needs, or it
        /// need not hold with the seed.
        case unsupported
        /// The harness failed, so that nothing is known about the code under test.
        case harnessFault
    }

    /// The judgement.
    package var kind: Kind
    /// The scenario's id.
    package var id: String
    /// The scenario's name.
    package var name: String
    /// The scenario's file, as given on the command line.
    package var file: String
    /// The line of the row in the file; nil for a scenario at the beginning of its file.
    package var line: Int?
    /// The seed of the run.
    package var seed: UInt64
    /// The number of runs of the scenario, with all seeds together.
    package var runs: Int = 1
    /// True when the run used the real clock.
    package var isRealTime: Bool = false
    /// The duration of the run on its own time line.
    package var virtualSeconds: Double = 0
    /// The duration of the run on the wall clock.
    package var wallSeconds: Double = 0
    /// The number of sent datagrams.
    package var datagramsSent: Int = 0
    /// The number of captured datagrams.
    package var datagramsCaptured: Int = 0
    /// The kind of the capture: `namespace`, `host`, `ledger`, `off`, or `partial` for that of a process that ended early.
    package var capture: String = "off"
    /// A digest of all captured payloads in order, as 16 hexadecimal digits; nil without a capture.
    package var payloadDigest: String?
    /// The ids of the statements that the scenario covers.
    package var covers: [String]
    /// Remarks for the user, such as the reason that the capture is not live.
    package var notes: [String] = []
    /// The failure; nil when the scenario passed.
    package var failure: Failure?

    /// Creates a verdict; other facts are set afterwards.
    package init(
        _ kind: Kind, id: String, name: String, file: String, seed: UInt64, covers: [String] = [],
        failure: Failure? = nil
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.file = file
        self.seed = seed
        self.covers = covers
        self.failure = failure
    }
}

extension Verdict.Kind {
    /// True when it is neither passed nor unsupported.
    package var isBad: Bool { self != .passed && self != .unsupported }

    /// Returns true when it decides the verdict on a scenario rather than another run's: a bad run decides before one
    /// that passed, and that before one that was not performed.
    package func decides(before other: Self) -> Bool { rank > other.rank }

    private var rank: Int { self == .unsupported ? 0 : isBad ? 2 : 1 }
}
