/// The samples of a load as the text of a file.
package struct LoadSeries {
    /// The forms of a file.
    package enum Form: String, CaseIterable, Sendable {
        /// A line of numbers with commas between them.
        case csv
        /// A line of JSON.
        case jsonl
        /// HdrHistogram's log.
        case hlog
    }

    private let form: Form
    private var text: [UInt8]
    private var log = HistogramLog()

    package init(_ form: Form) {
        self.form = form
        text = form == .csv ? Array(Self.head.utf8) : []
    }

    /// The content of the file so far.
    package var bytes: [UInt8] { form == .hlog ? Array(log.text.utf8) : text }

    package mutating func add(_ sample: LoadSample) {
        switch form {
        case .csv: text += Array(Self.line(sample).utf8)
        case .jsonl: text += LoadJSON.line(sample)
        case .hlog: addHistograms(of: sample)
        }
    }

    private mutating func addHistograms(of sample: LoadSample) {
        let length = Duration.seconds(sample.statistics.seconds)
        log.add(sample.statistics.lateness, tag: "lateness", from: sample.start, lasting: length)
        for phase in LoadPhase.allCases {
            guard let durations = sample.statistics.phases[phase] else { continue }
            log.add(durations.intended, tag: phase.tag, from: sample.start, lasting: length)
            log.add(durations.performed, tag: "\(phase.tag)-uncorrected", from: sample.start, lasting: length)
        }
    }

    // MARK: Commas

    private static let shares: [(name: String, share: Double)] = [("p50", 50), ("p99", 99), ("max", 100)]

    private static var head: String {
        let counts = [
            "at", "seconds", "offered", "started", "completed", "failed", "under_way", "late_starts", "datagrams",
            "bytes", "retransmissions", "kernel_drops", "lost", "processor_seconds",
        ]
        let percentiles = LoadPhase.allCases.flatMap { phase in shares.map { "\(phase.tag)_\($0.name)_ms" } }
        return (counts + percentiles).joined(separator: ",") + "\n"
    }

    private static func line(_ sample: LoadSample) -> String {
        let it = sample.statistics
        let times = [sample.start / .seconds(1), it.seconds].map { Decimals.text($0, 3) }
        let counts = [
            it.offered, it.started, it.completed, it.failed, it.underWay, it.lateStarts, it.traffic.sent,
            it.traffic.bytes, it.traffic.retransmissions, it.traffic.kernelDrops, it.traffic.lost,
        ].map(String.init)
        let percentiles = LoadPhase.allCases.flatMap { phase -> [String] in
            guard let durations = it.phases[phase]?.intended, durations.count > 0 else { return shares.map { _ in "" } }
            return shares.map { Decimals.text(Double(durations.value(atPercentile: $0.share)) / 1e6, 3) }
        }
        return (times + counts + [Decimals.text(it.processorSeconds, 3)] + percentiles).joined(separator: ",") + "\n"
    }
}
