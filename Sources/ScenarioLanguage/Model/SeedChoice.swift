/// The seeds with which a scenario holds, and the reason that it does not hold with all.
package struct SeedChoice: Hashable, Sendable {
    /// The ranges of seeds, in the order of the file.
    package let ranges: [ClosedRange<UInt64>]
    /// True when the ranges are the seeds with which it does not hold.
    package let isExcluding: Bool
    /// The reason.
    package let reason: String

    /// The seed of a run for which none is given.
    package static let usual: UInt64 = 1

    /// Creates a choice of seeds.
    package init(_ ranges: [ClosedRange<UInt64>], isExcluding: Bool = false, because reason: String) {
        self.ranges = ranges
        self.isExcluding = isExcluding
        self.reason = reason
    }

    /// Returns true when the scenario holds with a seed.
    package func contains(_ seed: UInt64) -> Bool {
        ranges.contains { $0.contains(seed) } != isExcluding
    }

    /// Returns the reason that the scenario does not hold with a seed; nil when it does.
    package func reason(against seed: UInt64) -> String? {
        guard !contains(seed) else { return nil }
        let seeds = Spelling.list(
            ranges.map { $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : $0.written }, joinedBy: "and")
        let extent = isExcluding ? "but with all except" : "only with"
        return "it need not hold with the seed \(seed), \(extent) \(seeds): \(reason)"
    }
}

/// Parses ranges of seeds.
package enum SeedRange {
    /// The maximum number of seeds of a command line or of a plan.
    package static let most = 1_000_000

    /// Returns the seeds of a text such as `1..20`, lower one first; nil for another form.
    package static func read(_ text: String) -> ClosedRange<UInt64>? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let first = seed(parts[0]), let last = seed(parts[2]), first <= last
        else { return nil }
        return first...last
    }

    /// Returns the seed of a text of digits; nil for another form.
    static func seed(_ text: some StringProtocol) -> UInt64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt64(text) : nil
    }
}

extension ClosedRange<UInt64> {
    /// The range in the notation of the command line.
    package var written: String { "\(lowerBound)..\(upperBound)" }
}
