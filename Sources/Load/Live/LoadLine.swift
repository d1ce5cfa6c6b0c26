/// The line that shows a running load, once a second.
package struct LoadLine {
    /// The completed instances a second of the last lines, for the sparkline.
    private var rates: [Double] = []
    private var total = (failed: 0, underWay: 0)
    private var shown: LoadStatistics?

    private static let bars = Array("▁▂▃▄▅▆▇█")
    private static let length = 16

    package init() {}

    /// Takes the statistics since the last line; nil when no interval ended since.
    package mutating func add(_ recent: LoadStatistics?) {
        guard let recent else { return }
        shown = recent
        total.failed += recent.failed
        total.underWay = recent.underWay
        rates.append(recent.rate)
        if rates.count > Self.length { rates.removeFirst() }
    }

    /// Returns the line.
    ///
    /// - Parameters:
    ///   - time: The load's time so far.
    ///   - whole: The planned time; nil when there is none.
    ///   - state: A remark at the end, such as `paused`.
    package func text(at time: Duration, of whole: Duration?, _ state: String?) -> String {
        let recent = shown ?? LoadStatistics()
        let seconds = max(recent.seconds, 0.001)
        var parts = [Self.clock(time) + (whole.map { " of \(Self.clock($0))" } ?? "")]
        if let state { parts.append(state) }
        parts.append("\(Self.rate(Double(recent.offered) / seconds)) offered")
        parts.append("\(Self.rate(recent.rate)) done \(sparkline)")
        if total.failed > 0 { parts.append("\(total.failed) failed") }
        parts.append("\(total.underWay) at once")
        for phase in LoadPhase.allCases {
            guard let durations = recent.phases[phase]?.intended, durations.count > 0 else { continue }
            let values = [50, 99].map { LoadFigures.duration(durations.value(atPercentile: $0)) }
            parts.append("\(phase.rawValue) p50 \(values[0]) p99 \(values[1])")
        }
        return parts.joined(separator: ", ")
    }

    private var sparkline: String {
        let most = rates.max() ?? 0
        return String(
            rates.map { rate in
                let share = most > 0 ? rate / most : 0
                return Self.bars[min(Self.bars.count - 1, Int(share * Double(Self.bars.count)))]
            })
    }

    private static func rate(_ value: Double) -> String { "\(Decimals.text(value, value < 9.95 ? 1 : 0))/s" }

    /// A time as `1:02:03`, or `2:03`.
    private static func clock(_ time: Duration) -> String {
        let seconds = Int(min(time / .seconds(1), 1e9))
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        let shown = parts[0] > 0 ? parts : Array(parts.dropFirst())
        return shown.enumerated().map { $0.offset > 0 && $0.element < 10 ? "0\($0.element)" : "\($0.element)" }
            .joined(separator: ":")
    }
}
