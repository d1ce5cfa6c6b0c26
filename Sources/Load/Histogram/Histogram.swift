/// Counts of values with three significant digits, in the layout of HdrHistogram: any number of values in bounded memory.
///
/// Adding two histograms adds their counts, so percentiles of a sum are those of all values together.
package struct Histogram: Hashable, Sendable {
    /// The greatest value that differs from greater ones: an hour in nanoseconds.
    package static let highest: Int64 = 3_600_000_000_000
    /// The number of significant digits.
    static let digits = 3
    private static let subBuckets = 2048
    private static let half = subBuckets / 2
    /// The bits of the sub-buckets' indices.
    private static let bits = 11

    /// The counts by index, up to the greatest value so far.
    private(set) var counts: [Int64] = []
    /// The number of values.
    package private(set) var count: Int64 = 0
    /// The greatest value; 0 without values.
    package private(set) var max: Int64 = 0

    package init() {}

    /// Adds a value; a negative one counts as 0, and one beyond the highest as the highest.
    package mutating func record(_ value: Int64, times: Int64 = 1) {
        let value = Swift.min(Swift.max(0, value), Self.highest)
        let index = Self.index(of: value)
        if index >= counts.count { counts += Array(repeating: 0, count: index + 1 - counts.count) }
        counts[index] += times
        count += times
        max = Swift.max(max, value)
    }

    /// Adds a duration.
    package mutating func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        record(overflow ? Self.highest : nanoseconds &+ attoseconds / 1_000_000_000)
    }

    /// Adds all values of another histogram.
    package mutating func add(_ other: Histogram) {
        if other.counts.count > counts.count {
            counts += Array(repeating: 0, count: other.counts.count - counts.count)
        }
        for index in other.counts.indices { counts[index] += other.counts[index] }
        count += other.count
        max = Swift.max(max, other.max)
    }

    /// The value below or at which so many percent of all values are; 0 without values.
    package func value(atPercentile percentile: Double) -> Int64 {
        guard count > 0 else { return 0 }
        let share = Swift.min(Swift.max(percentile, 0), 100) / 100
        let wanted = Swift.max(1, Int64((share * Double(count)).rounded(.up)))
        var seen: Int64 = 0
        for (index, number) in counts.enumerated() where number > 0 {
            seen += number
            if seen >= wanted { return Swift.min(Self.highestEquivalent(of: Self.value(at: index), max), max) }
        }
        return max
    }

    /// The mean of all values; 0 without values.
    package var mean: Double {
        guard count > 0 else { return 0 }
        let sum = counts.enumerated().reduce(0.0) { sum, item in
            item.element == 0 ? sum : sum + Double(item.element) * Double(Self.middle(of: item.offset))
        }
        return sum / Double(count)
    }
}

extension Histogram {
    /// The same counts with the exact greatest value, which they alone do not have.
    func with(max: Int64) -> Histogram {
        var copy = self
        if Self.index(of: Swift.min(Swift.max(0, max), Self.highest)) == Self.index(of: self.max) { copy.max = max }
        return copy
    }
}

// MARK: The layout

extension Histogram {
    /// Makes a histogram from counts by index, as an encoding holds them.
    init(counts: [Int64]) {
        self.init()
        for (index, number) in counts.enumerated() where number > 0 {
            record(Self.highestEquivalent(of: Self.value(at: index), .max), times: number)
        }
    }

    /// The place of a value's count. Values of one bucket differ in steps of a power of two.
    static func index(of value: Int64) -> Int {
        let exponent = exponent(of: value)
        return exponent << (bits - 1) + Int(value >> Int64(exponent))
    }

    /// The least value that is counted at a place.
    static func value(at index: Int) -> Int64 {
        guard index >= subBuckets else { return Int64(index) }
        let exponent = index / half - 1
        return Int64(index % half + half) << Int64(exponent)
    }

    private static func exponent(of value: Int64) -> Int {
        64 - bits - (value | Int64(subBuckets - 1)).leadingZeroBitCount
    }

    private static func highestEquivalent(of value: Int64, _ bound: Int64) -> Int64 {
        Swift.min(value + (1 << Int64(exponent(of: value))) - 1, bound)
    }

    private static func middle(of index: Int) -> Int64 {
        let value = value(at: index)
        return value + (1 << Int64(exponent(of: value))) / 2
    }
}
