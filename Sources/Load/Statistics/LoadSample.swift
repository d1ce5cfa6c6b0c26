/// The statistics of one interval of a load.
package struct LoadSample: Hashable, Sendable {
    /// The start of the interval, relative to the start of the load.
    package let start: Duration
    package private(set) var statistics: LoadStatistics
    /// The entries that wait for something at the end of the interval.
    package private(set) var pending: LoadPending

    package init(at start: Duration, _ statistics: LoadStatistics, pending: LoadPending = LoadPending()) {
        self.start = start
        self.statistics = statistics
        self.pending = pending
    }

    /// The sample without the times of the generator.
    package var withoutGenerator: LoadSample {
        LoadSample(at: start, statistics.withoutGenerator, pending: pending)
    }

    /// Adds the interval that follows.
    package mutating func append(_ next: LoadSample) {
        statistics.append(next.statistics)
        pending = next.pending
    }

    /// Adds the same interval of another process.
    package mutating func add(_ other: LoadSample) {
        statistics.add(other.statistics)
        pending.timers += other.pending.timers
        pending.sessions += other.pending.sessions
    }
}

/// The entries of a load that wait for something.
package struct LoadPending: Hashable, Sendable {
    package var timers = 0
    /// The sessions at SFUs.
    package var sessions = 0

    package init() {}
}

/// The result of a load.
package struct LoadResult: Hashable, Sendable {
    package var statistics: LoadStatistics
    /// True when an interrupt ended it.
    package var isInterrupted = false
    /// The reason for which the load did not run to its end; nil when it did.
    package var fault: String?

    package init(statistics: LoadStatistics, isInterrupted: Bool = false, fault: String?) {
        self.statistics = statistics
        self.isInterrupted = isInterrupted
        self.fault = fault
    }
}
