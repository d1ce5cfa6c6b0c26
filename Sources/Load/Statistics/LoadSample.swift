/// The statistics of one interval of a load.
package struct LoadSample: Hashable, Sendable {
    /// When the interval began, from the beginning of the load.
    package let start: Duration
    package let statistics: LoadStatistics

    package init(at start: Duration, _ statistics: LoadStatistics) {
        self.start = start
        self.statistics = statistics
    }
}

/// The result of a load.
package struct LoadResult: Hashable, Sendable {
    package var statistics: LoadStatistics
    /// The reason for which the load did not run to its end; nil when it did.
    package var fault: String?

    package init(statistics: LoadStatistics, fault: String?) {
        self.statistics = statistics
        self.fault = fault
    }
}
