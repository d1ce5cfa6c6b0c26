/// Formats durations and shares of a load for people.
package enum LoadFigures {
    /// Nanoseconds with three significant digits and a unit: `1.23 ms`, `45.6 s`.
    package static func duration(_ nanoseconds: Int64) -> String {
        let units: [(name: String, size: Double)] = [("s", 1e9), ("ms", 1e6), ("µs", 1e3)]
        let value = Double(nanoseconds)
        guard value != 0 else { return "0 s" }
        let unit = units.first { abs(value) >= $0.size * 0.9995 } ?? ("ns", 1)
        let scaled = value / unit.size
        let places = unit.size == 1 ? 0 : abs(scaled) >= 99.95 ? 0 : abs(scaled) >= 9.995 ? 1 : 2
        return "\(Decimals.text(scaled, places)) \(unit.name)"
    }

    package static func duration(_ duration: Duration) -> String {
        self.duration(Int64(clamping: Int64((duration / .nanoseconds(1)).rounded())))
    }

    /// A number of bytes with a unit.
    package static func bytes(_ count: Int) -> String {
        let units: [(name: String, size: Int)] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]
        guard let unit = units.first(where: { count >= $0.size }) else { return "\(count) B" }
        return "\(Decimals.text(Double(count) / Double(unit.size), 1)) \(unit.name)"
    }
}
