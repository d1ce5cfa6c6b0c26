/// Parses the seeds of a command line or of a plan.
enum SeedRange {
    /// The maximum number of seeds.
    static let most = 1_000_000

    /// Returns the seeds of a text such as `1..20`, lower one first; nil for another form.
    static func read(_ text: String) -> ClosedRange<UInt64>? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let first = UInt64(parts[0]), let last = UInt64(parts[2]),
            first <= last
        else { return nil }
        return first...last
    }
}
