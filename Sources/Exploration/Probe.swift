package import Journal

/// One run that an exploration requests.
package struct Probe: Hashable, Sendable {
    /// The id of the scenario in the text.
    package var id: String
    /// The file that the text replaces. Relative names in the text refer to its folder.
    package var file: String
    /// The scenario's text.
    package var text: String
    package var seed: UInt64
    /// True when the journal is wanted beside the verdict.
    package var wantsJournal = false
    /// True when the journal has the timers that are armed, too.
    package var wantsArming = false
    /// True when a driver that does not say `hello` is a fault of its command, and not a result.
    package var needsHello = false
    /// True when a digest of the journal is wanted, to compare two runs.
    package var wantsDigest = false

    /// The beginning of the reason of a probe whose scenario is invalid. The verdict of such a probe is `unsupported`.
    package static let invalidReason = "the derived scenario is invalid"

    package init(id: String, file: String, text: String, seed: UInt64, wantsJournal: Bool = false) {
        self.id = id
        self.file = file
        self.text = text
        self.seed = seed
        self.wantsJournal = wantsJournal
    }
}

/// The result of one run.
package struct ProbeResult: Hashable, Sendable {
    package var verdict: Verdict
    /// The transitions and joint states that the run showed.
    package var features: [String]
    /// The lines of the journal; empty unless they were wanted.
    package var journal: [UInt8]
    /// The digest of the journal; nil unless it was wanted.
    package var digest: UInt64?

    package init(verdict: Verdict, features: [String] = [], journal: [UInt8] = []) {
        self.verdict = verdict
        self.features = features
        self.journal = journal
    }
}

/// Performs runs.
package protocol ProbeRunner {
    /// Performs runs side by side, and calls `each` with the index and the result of each that ends.
    ///
    /// - Throws: ``Interruption`` when the user ends the search, or its time is over.
    mutating func run(_ probes: [Probe], each: (Int, ProbeResult) -> Void) throws(Interruption)
}

/// The end of a search before it is complete.
package enum Interruption: Error, Hashable {
    /// The user interrupted it.
    case interrupted
    /// Its time is over.
    case outOfTime
    /// The harness could not do its own work.
    case fault(String)
}

extension ProbeRunner {
    /// The results of some runs, in their order.
    package mutating func results(of probes: [Probe]) throws(Interruption) -> [ProbeResult] {
        var results = [ProbeResult?](repeating: nil, count: probes.count)
        try run(probes) { results[$0] = $1 }
        let all = results.compactMap(\.self)
        guard all.count == probes.count else { throw .fault("a run gave no result") }
        return all
    }

    package mutating func result(of probe: Probe) throws(Interruption) -> ProbeResult {
        try results(of: [probe])[0]
    }
}
