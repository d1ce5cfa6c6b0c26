/// How one run of a scenario was judged, and what is needed to understand and repeat it.
public struct Verdict: Hashable, Sendable {
    /// The possible judgements.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Every expectation held.
        case passed
        /// An expectation did not hold, or a step could not be done.
        case failed
        /// The process died.
        case crashed
        /// The run did not end within its wall-clock limit, or nothing was left to happen.
        case hung
        /// A participant is an outside program that cannot do what the scenario needs: neither passed nor failed.
        case unsupported
        /// The harness could not do its own work, so nothing can be said about the code under test.
        case harnessFault
    }

    /// The judgement.
    public var kind: Kind
    /// The scenario's id.
    public var id: String
    /// The scenario's name.
    public var name: String
    /// The scenario's file, as it was named on the command line.
    public var file: String
    /// The line of the file at which it stands, when that is not its first one: that of its row.
    public var line: Int?
    /// The seed of the run.
    public var seed: UInt64
    /// How often the scenario was run, with all seeds together.
    public var runs: Int = 1
    /// True when the run's own time was that of the real clock.
    public var isRealTime: Bool = false
    /// How long the run took on its own time line.
    public var virtualSeconds: Double = 0
    /// How long the run took on the wall clock.
    public var wallSeconds: Double = 0
    /// How many datagrams went onto the wire.
    public var datagramsSent: Int = 0
    /// How many datagrams the capture holds.
    public var datagramsCaptured: Int = 0
    /// How the capture was made: `namespace`, `host`, `ledger` or `off`.
    public var capture: String = "off"
    /// A digest of all captured payloads in order, as 16 hexadecimal digits; nil without a capture.
    public var payloadDigest: String?
    /// The ids of the statements that the scenario covers.
    public var covers: [String]
    /// What the user should know beside, such as why the capture is not live.
    public var notes: [String] = []
    /// Why it did not pass; nil when it did.
    public var failure: Failure?

    /// Makes a verdict; what is not said here is set afterwards.
    public init(
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
    /// Whether something is wrong: neither passed nor merely unsupported.
    public var isBad: Bool { self != .passed && self != .unsupported }
}
