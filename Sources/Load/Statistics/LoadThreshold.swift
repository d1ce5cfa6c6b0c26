/// A limit that a load must hold, such as `accept→inCall p99 < 200ms` or `failed < 0.1%`.
package struct LoadThreshold: Hashable, Sendable {
    /// The figure that is compared.
    package enum Subject: Hashable, Sendable {
        /// A percentile of a phase from the intended instant; 100 is the greatest value.
        case phase(LoadPhase, percentile: Double)
        /// A percentile of the starts' lateness.
        case lateness(percentile: Double)
        /// The share of instances that failed.
        case failedShare
        /// The number of instances that failed.
        case failedCount
        /// Completed instances a second.
        case rate
    }

    package enum Relation: String, CaseIterable, Hashable, Sendable {
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case more = ">"

        func holds(_ one: Double, _ other: Double) -> Bool {
            switch self {
            case .atMost: one <= other
            case .atLeast: one >= other
            case .less: one < other
            case .more: one > other
            }
        }
    }

    package let subject: Subject
    package let relation: Relation
    /// The limit: nanoseconds of durations, a share from 0 to 1, or a number.
    package let bound: Double
    /// The threshold as it was written.
    package let text: String
}

extension LoadThreshold {
    /// The result of a threshold.
    package struct Outcome: Hashable, Sendable {
        package let threshold: LoadThreshold
        /// The value; nil when nothing was measured, which breaks the threshold.
        package let actual: Double?
        package let isHeld: Bool

        /// The value with its unit.
        package var shown: String {
            guard let actual else { return "not measured" }
            return switch threshold.subject {
            case .phase, .lateness: LoadFigures.duration(Int64(actual))
            case .failedShare: "\(Decimals.text(actual * 100, 3))%"
            case .failedCount: "\(Int(actual))"
            case .rate: "\(Decimals.text(actual, 1))/s"
            }
        }
    }

    package func outcome(in statistics: LoadStatistics) -> Outcome {
        let actual = value(in: statistics)
        return Outcome(threshold: self, actual: actual, isHeld: actual.map { relation.holds($0, bound) } ?? false)
    }

    private func value(in statistics: LoadStatistics) -> Double? {
        switch subject {
        case .phase(let phase, let percentile):
            statistics.phases[phase].flatMap { $0.intended.measured(atPercentile: percentile) }
        case .lateness(let percentile): statistics.lateness.measured(atPercentile: percentile)
        case .failedCount: Double(statistics.failed)
        case .failedShare: statistics.started > 0 ? Double(statistics.failed) / Double(statistics.started) : nil
        case .rate: statistics.rate
        }
    }
}

extension Histogram {
    fileprivate func measured(atPercentile percentile: Double) -> Double? {
        count > 0 ? Double(value(atPercentile: percentile)) : nil
    }
}
