package import Journal

/// The result of one run of the command line: all verdicts, in the order of the scenarios.
package struct RunResult: Hashable, Sendable {
    /// The version of Rollcall.
    package var version: String
    package var verdicts: [Verdict]
    /// The number of selected scenarios, including those that an interrupted run did not reach.
    package var selected: Int
    /// The total duration on the wall clock.
    package var wallSeconds: Double

    /// Creates a result.
    package init(version: String, verdicts: [Verdict], selected: Int, wallSeconds: Double) {
        self.version = version
        self.verdicts = verdicts
        self.selected = selected
        self.wallSeconds = wallSeconds
    }

    /// The sums over all verdicts.
    package var totals: Totals { Totals(verdicts: verdicts, selected: selected) }
}

/// The sums over the verdicts of a run.
package struct Totals: Hashable, Sendable {
    /// The number of selected scenarios.
    package let selected: Int
    /// The number of scenarios that an interrupted run did not reach.
    package let notRun: Int
    /// The sum of the scenarios' durations on their own time lines.
    package let virtualSeconds: Double
    /// The number of sent datagrams.
    package let datagramsSent: Int
    /// The number of captured datagrams.
    package let datagramsCaptured: Int
    private let counts: [Verdict.Kind: Int]

    /// Computes the sums of verdicts.
    package init(verdicts: [Verdict], selected: Int) {
        self.selected = selected
        notRun = max(0, selected - verdicts.count)
        virtualSeconds = verdicts.reduce(0) { $0 + $1.virtualSeconds }
        datagramsSent = verdicts.reduce(0) { $0 + $1.datagramsSent }
        datagramsCaptured = verdicts.reduce(0) { $0 + $1.datagramsCaptured }
        counts = verdicts.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    /// Returns the number of scenarios with this verdict.
    package func count(of kind: Verdict.Kind) -> Int { counts[kind] ?? 0 }
}
