/// The statistics of a load as people read them.
package struct LoadText {
    private let statistics: LoadStatistics

    /// The number of causes of failures that are shown.
    private static let shownCauses = 10

    package init(_ statistics: LoadStatistics) {
        self.statistics = statistics
    }

    /// The whole summary, with a line break at the end.
    package var summary: String {
        (instances + phases + traffic + generator + causes).map { $0 + "\n" }.joined()
    }

    private var instances: [String] {
        let it = statistics
        return [
            "instances  \(it.offered) offered, \(it.started) started, \(it.completed) completed, \(it.failed) failed"
                + (it.cutShort > 0 ? ", \(it.cutShort) cut short" : "")
                + (it.dropped > 0 ? ", \(it.dropped) dropped" : ""),
            "rate       \(Decimals.text(it.rate, 1)) completed a second in \(LoadFigures.duration(.seconds(it.seconds))), "
                + "at most \(it.maxUnderWay) at once",
            "starts     \(it.lateStarts) late by more than 1 ms; lateness " + Self.percentiles(it.lateness),
        ]
    }

    private var phases: [String] {
        let shown = LoadPhase.allCases.filter { statistics.phases[$0].map { $0.intended.count > 0 } ?? false }
        guard !shown.isEmpty else { return [] }
        let head = ["phase", "count", "p50", "p90", "p99", "p99.9", "max"]
        let rows = shown.flatMap { phase -> [[String]] in
            guard let durations = statistics.phases[phase] else { return [] }
            let own = Self.row(phase.rawValue, durations.intended)
            guard durations.intended != durations.performed else { return [own] }
            return [own, Self.row("  uncorrected", durations.performed)]
        }
        return [""] + Self.table([head] + rows) + [""]
    }

    private var traffic: [String] {
        let it = statistics.traffic
        return [
            "datagrams  \(it.sent) sent (\(it.media) of media, \(LoadFigures.bytes(it.bytes))), "
                + "\(it.lost) lost by links, \(it.retransmissions) retransmissions, \(it.kernelDrops) kernel drops"
        ] + (it.joined > 0 ? ["           \(it.joined) passed the kernel joined to others of one burst (UDP GSO)"] : [])
    }

    private var generator: [String] {
        let it = statistics
        // Results of several machines have no times of their generators.
        guard it.wallSeconds > 0 else { return [] }
        let share = it.processorShare.map { "\(Decimals.text($0 * 100, 0))% of a core" } ?? "no time"
        let pace = Double(it.traffic.sent) / it.wallSeconds
        return [
            "generator  \(share), \(Decimals.text(it.wallSeconds, 2)) s of the wall clock, "
                + "\(Decimals.text(pace, 0)) datagrams a second of it"
        ]
    }

    private var causes: [String] {
        let sorted = statistics.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let lines = sorted.prefix(Self.shownCauses).map { cause, count in
            "failed     \(count)×  \(cause.place.map { "\($0): " } ?? "")\(cause.reason)"
                + (statistics.examples[cause].map { "; was \($0) at first" } ?? "")
        }
        let more = sorted.count - lines.count
        return lines + (more > 0 ? ["           and \(more) more causes"] : [])
    }

    // MARK: Tables

    private static let shares = [50, 90, 99, 99.9, 100.0]

    private static func row(_ name: String, _ histogram: Histogram) -> [String] {
        [name, "\(histogram.count)"]
            + shares.map { LoadFigures.duration(histogram.value(atPercentile: $0)) }
    }

    private static func percentiles(_ histogram: Histogram) -> String {
        let values = shares.map { LoadFigures.duration(histogram.value(atPercentile: $0)) }
        return zip(["p50", "p90", "p99", "p99.9", "max"], values).map { "\($0) \($1)" }.joined(separator: ", ")
    }

    /// Lines of columns, the first one aligned to the left and the others to the right.
    private static func table(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { index, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ")
        }
    }
}
