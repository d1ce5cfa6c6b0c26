package import Journal

/// The result of one run of the command line: all verdicts, in the order of the scenarios.
package struct RunResult: Hashable, Sendable {
    /// The version of Rollcall that made it.
    package var version: String
    /// The verdicts.
    package var verdicts: [Verdict]
    /// How many scenarios were selected, also when the run was interrupted before it came to all of them.
    package var selected: Int
    /// How long all of it took on the wall clock.
    package var wallSeconds: Double

    /// Gathers what a run gave.
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
    /// How many scenarios were selected.
    package let selected: Int
    /// How many of them were not run, because the run was interrupted.
    package let notRun: Int
    /// How long the scenarios took on their own time lines, together.
    package let virtualSeconds: Double
    /// How many datagrams went onto the wire.
    package let datagramsSent: Int
    /// How many datagrams the captures hold.
    package let datagramsCaptured: Int
    private let counts: [Verdict.Kind: Int]

    /// Sums up verdicts.
    package init(verdicts: [Verdict], selected: Int) {
        self.selected = selected
        notRun = max(0, selected - verdicts.count)
        virtualSeconds = verdicts.reduce(0) { $0 + $1.virtualSeconds }
        datagramsSent = verdicts.reduce(0) { $0 + $1.datagramsSent }
        datagramsCaptured = verdicts.reduce(0) { $0 + $1.datagramsCaptured }
        counts = verdicts.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    /// How many scenarios were judged so.
    package func count(of kind: Verdict.Kind) -> Int { counts[kind] ?? 0 }
}
