import Journal

/// The same load under the virtual and the real clock, figure by figure.
///
/// The virtual clock shows what links and timers take. The real one adds what the machine takes, and its limits.
package struct ClockComparison {
    private struct Row {
        let name: String
        let virtual: String
        let real: String
        let isDifferent: Bool
    }

    private let virtual: LoadStatistics
    private let real: LoadStatistics

    /// Durations differ from so much on, and from such a share on.
    private static let leastDuration = 1_000_000.0
    private static let leastShare = 0.1

    package init(virtual: LoadStatistics, real: LoadStatistics) {
        self.virtual = virtual
        self.real = real
    }

    /// The names of the figures that differ.
    package var differences: [String] { rows.filter(\.isDifferent).map(\.name) }

    private var rows: [Row] { counts + phases + failures }

    private var counts: [Row] {
        let figures: [(String, KeyPath<LoadStatistics, Int>, Double)] = [
            ("offered", \.offered, 0), ("started", \.started, 0), ("completed", \.completed, 0),
            ("failed", \.failed, 0),
            ("most at once", \.maxUnderWay, Self.leastShare), ("datagrams sent", \.traffic.sent, 0.01),
            ("lost by links", \.traffic.lost, Self.leastShare),
            ("retransmissions", \.traffic.retransmissions, 0),
            ("kernel drops", \.traffic.kernelDrops, 0),
        ]
        return figures.map { name, path, share in
            let (one, other) = (virtual[keyPath: path], real[keyPath: path])
            let isDifferent = Double(abs(one - other)) > share * Double(max(one, other))
            return Row(name: name, virtual: "\(one)", real: "\(other)", isDifferent: isDifferent)
        }
    }

    private var phases: [Row] {
        let late = Self.rows(of: "lateness", virtual.lateness, real.lateness)
        return late
            + LoadPhase.allCases.flatMap { phase in
                Self.rows(
                    of: phase.rawValue, virtual.phases[phase]?.intended ?? Histogram(),
                    real.phases[phase]?.intended ?? Histogram())
            }
    }

    private static func rows(of name: String, _ one: Histogram, _ other: Histogram) -> [Row] {
        guard one.count > 0 || other.count > 0 else { return [] }
        return [("p50", 50.0), ("p99", 99), ("max", 100)].map { label, share in
            let values = [one, other].map { $0.count > 0 ? Double($0.value(atPercentile: share)) : nil }
            let shown = values.map { $0.map { LoadFigures.duration(Int64($0)) } ?? "–" }
            return Row(
                name: "\(name) \(label)", virtual: shown[0], real: shown[1],
                isDifferent: differ(values[0], values[1]))
        }
    }

    private static func differ(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return (one == nil) != (other == nil) }
        return abs(one - other) > max(leastDuration, leastShare * max(one, other))
    }

    /// The causes of failures whose counts differ.
    private var failures: [Row] {
        Set(virtual.failures.keys).union(real.failures.keys).sorted().map { cause in
            let counts = [virtual, real].map { $0.failures[cause] ?? 0 }
            let place = cause.place.map { "\($0): " } ?? ""
            return Row(
                name: "failed: \(place)\(cause.reason)", virtual: "\(counts[0])", real: "\(counts[1])",
                isDifferent: counts[0] != counts[1])
        }
    }

    /// A table in which a mark shows the figures that differ.
    package var table: String {
        let rows = rows
        let cells = [["figure", "virtual", "real"]] + rows.map { [$0.name, $0.virtual, $0.real] }
        let widths = (0..<3).map { column in cells.map { min(60, $0[column].count) }.max() ?? 0 }
        let marks = [""] + rows.map { $0.isDifferent ? "  differs" : "" }
        return zip(cells, marks).map { row, mark in
            let space = zip(row, widths).map { String(repeating: " ", count: max(0, $1 - $0.count)) }
            return "\(row[0])\(space[0])  \(space[1])\(row[1])  \(space[2])\(row[2])\(mark)\n"
        }.joined()
    }

    /// The comparison as JSON.
    package var json: [UInt8] {
        var text = JSONText()
        text.openObject()
        text.key("figures")
        text.openArray()
        for row in rows {
            text.openObject()
            for (name, value) in [("name", row.name), ("virtual", row.virtual), ("real", row.real)] {
                text.key(name)
                text.text(value)
            }
            text.key("differs")
            text.boolean(row.isDifferent)
            text.closeObject()
        }
        text.closeArray()
        text.closeObject()
        text.newline()
        return text.takeBytes()
    }
}
