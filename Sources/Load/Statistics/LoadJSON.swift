import Journal

/// A load as JSON: the plan, the judgement, the statistics.
package struct LoadJSON {
    private var text = JSONText()

    package init() {}

    /// The report of a load.
    package static func report(
        scenario: String, file: String, seed: UInt64, clock: String, plan: String, _ statistics: LoadStatistics,
        _ verdict: LoadVerdict, _ outcomes: [LoadThreshold.Outcome], soak: SoakReport? = nil
    ) -> [UInt8] {
        var json = LoadJSON()
        json.text.openObject()
        json.member("scenario", scenario)
        json.member("file", file)
        json.member("seed", "\(seed)")
        json.member("clock", clock)
        json.member("plan", plan)
        json.member("verdict", verdict.word)
        json.list("reasons", verdict.reasons)
        json.add(outcomes)
        if let soak {
            json.text.key("soak")
            soak.add(to: &json.text)
        }
        json.text.key("statistics")
        json.add(statistics)
        json.text.closeObject()
        json.text.newline()
        return json.text.takeBytes()
    }

    /// A sample as one line.
    package static func line(_ sample: LoadSample) -> [UInt8] {
        var json = LoadJSON()
        json.text.openObject()
        json.number("at", sample.start / .seconds(1))
        json.text.key("statistics")
        json.add(sample.statistics)
        json.text.closeObject()
        json.text.newline()
        return json.text.takeBytes()
    }

    private mutating func member(_ name: String, _ value: String) {
        text.key(name)
        text.text(value)
    }

    private mutating func number(_ name: String, _ value: Double) {
        text.key(name)
        text.number(value)
    }

    private mutating func count(_ name: String, _ value: Int) {
        text.key(name)
        text.integer(value)
    }

    private mutating func list(_ name: String, _ values: [String]) {
        text.key(name)
        text.openArray()
        for value in values { text.text(value) }
        text.closeArray()
    }

    private mutating func add(_ outcomes: [LoadThreshold.Outcome]) {
        text.key("thresholds")
        text.openArray()
        for outcome in outcomes {
            text.openObject()
            member("threshold", outcome.threshold.text)
            member("actual", outcome.shown)
            text.key("held")
            text.boolean(outcome.isHeld)
            text.closeObject()
        }
        text.closeArray()
    }

    // MARK: Statistics

    private mutating func add(_ it: LoadStatistics) {
        text.openObject()
        let counts = [
            ("offered", it.offered), ("started", it.started), ("completed", it.completed), ("failed", it.failed),
            ("cutShort", it.cutShort), ("dropped", it.dropped), ("lateStarts", it.lateStarts),
            ("underWay", it.underWay),
            ("mostUnderWay", it.maxUnderWay),
        ]
        for (name, value) in counts { count(name, value) }
        number("seconds", it.seconds)
        number("completedPerSecond", it.rate)
        addFailures(it)
        text.key("lateness")
        add(it.lateness)
        text.key("durations")
        add(it.durations)
        addPhases(it)
        add(it.traffic)
        text.key("generator")
        text.openObject()
        number("processorSeconds", it.processorSeconds)
        number("wallSeconds", it.wallSeconds)
        text.closeObject()
        text.closeObject()
    }

    private mutating func addFailures(_ it: LoadStatistics) {
        text.key("failures")
        text.openArray()
        for (cause, number) in it.failures.sorted(by: { $0.key < $1.key }) {
            text.openObject()
            if let file = cause.file { member("file", file) }
            if let line = cause.line { count("line", line) }
            member("reason", cause.reason)
            if let example = it.examples[cause] { member("example", example) }
            count("count", number)
            text.closeObject()
        }
        text.closeArray()
    }

    private mutating func addPhases(_ it: LoadStatistics) {
        text.key("phases")
        text.openObject()
        for phase in LoadPhase.allCases {
            guard let durations = it.phases[phase] else { continue }
            text.key(phase.tag)
            text.openObject()
            text.key("intended")
            add(durations.intended)
            text.key("performed")
            add(durations.performed)
            text.closeObject()
        }
        text.closeObject()
    }

    /// Percentiles in seconds.
    private mutating func add(_ histogram: Histogram) {
        text.openObject()
        count("count", Int(histogram.count))
        for (name, share) in [("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("max", 100.0)] {
            text.key(name)
            text.seconds(nanoseconds: histogram.value(atPercentile: share))
        }
        text.closeObject()
    }

    private mutating func add(_ traffic: LoadTraffic) {
        text.key("datagrams")
        text.openObject()
        let counts = [
            ("sent", traffic.sent), ("received", traffic.received), ("lost", traffic.lost), ("bytes", traffic.bytes),
            ("media", traffic.media), ("kernelDrops", traffic.kernelDrops), ("joined", traffic.joined),
            ("retransmissions", traffic.retransmissions),
        ]
        for (name, value) in counts { count(name, value) }
        text.closeObject()
    }
}
