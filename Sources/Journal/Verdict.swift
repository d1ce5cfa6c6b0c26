/// How one run of a scenario was judged, and what is needed to understand and repeat it.
package struct Verdict: Hashable, Sendable {
    /// The possible judgements.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
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
    package var kind: Kind
    /// The scenario's id.
    package var id: String
    /// The scenario's name.
    package var name: String
    /// The scenario's file, as it was named on the command line.
    package var file: String
    /// The line of the file at which it stands, when that is not its first one: that of its row.
    package var line: Int?
    /// The seed of the run.
    package var seed: UInt64
    /// How often the scenario was run, with all seeds together.
    package var runs: Int = 1
    /// True when the run's own time was that of the real clock.
    package var isRealTime: Bool = false
    /// How long the run took on its own time line.
    package var virtualSeconds: Double = 0
    /// How long the run took on the wall clock.
    package var wallSeconds: Double = 0
    /// How many datagrams went onto the wire.
    package var datagramsSent: Int = 0
    /// How many datagrams the capture holds.
    package var datagramsCaptured: Int = 0
    /// How the capture was made: `namespace`, `host`, `ledger` or `off`.
    package var capture: String = "off"
    /// A digest of all captured payloads in order, as 16 hexadecimal digits; nil without a capture.
    package var payloadDigest: String?
    /// The ids of the statements that the scenario covers.
    package var covers: [String]
    /// Remarks for the user, such as the reason that the capture is not live.
    package var notes: [String] = []
    /// Why it did not pass; nil when it did.
    package var failure: Failure?

    /// Makes a verdict; what is not said here is set afterwards.
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
}
