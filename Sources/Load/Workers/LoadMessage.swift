package import Journal

/// A message of a worker to the process that started it, as a line of JSON. Histograms lose nothing on the way.
package enum LoadMessage: Hashable, Sendable {
    /// The servers run, and the first start can come.
    case ready
    case sample(LoadSample)
    case end(LoadResult)

    package var line: [UInt8] {
        var text = JSONText()
        text.openObject()
        switch self {
        case .ready:
            text.key("ready")
            text.boolean(true)
        case .sample(let sample):
            text.key("sample")
            text.sample(sample)
        case .end(let result):
            text.key("end")
            text.sample(LoadSample(at: .zero, result.statistics))
            text.key("interrupted")
            text.boolean(result.isInterrupted)
            if let fault = result.fault {
                text.key("fault")
                text.text(fault)
            }
        }
        text.closeObject()
        text.newline()
        return text.takeBytes()
    }

    /// Decodes a message; returns nil when the bytes are none.
    package init?(_ json: JSON) {
        if json["ready"] != nil {
            self = .ready
        } else if let sample = json["sample"] {
            guard let sample = LoadSample(sample) else { return nil }
            self = .sample(sample)
        } else {
            guard let end = json["end"], let sample = LoadSample(end) else { return nil }
            self = .end(
                LoadResult(
                    statistics: sample.statistics, isInterrupted: json["interrupted"] == .boolean(true),
                    fault: json["fault"]?.text))
        }
    }
}

extension LoadStatistics {
    /// All counts, in the order of messages.
    fileprivate static var counts: [WritableKeyPath<LoadStatistics, Int>] {
        [
            \.offered, \.started, \.completed, \.lateStarts, \.dropped, \.cutShort, \.underWay, \.maxUnderWay,
            \.traffic.sent, \.traffic.received, \.traffic.lost, \.traffic.bytes, \.traffic.media,
            \.traffic.kernelDrops, \.traffic.joined, \.traffic.uncaptured, \.traffic.retransmissions,
        ]
    }

    fileprivate static var times: [WritableKeyPath<LoadStatistics, Double>] {
        [\.processorSeconds, \.wallSeconds, \.seconds]
    }
}

extension JSONText {
    fileprivate mutating func sample(_ sample: LoadSample) {
        let it = sample.statistics
        openObject()
        key("at")
        number(sample.start / .seconds(1))
        key("counts")
        list(LoadStatistics.counts) { $0.integer(it[keyPath: $1]) }
        key("times")
        list(LoadStatistics.times) { $0.number(it[keyPath: $1]) }
        key("pending")
        list([sample.pending.timers, sample.pending.sessions]) { $0.integer($1) }
        key("failures")
        list(it.failures.sorted { $0.key < $1.key }) { $0.failure($1.key, $1.value, it.examples[$1.key]) }
        key("lateness")
        histogram(it.lateness)
        key("durations")
        histogram(it.durations)
        key("phases")
        openObject()
        for phase in LoadPhase.allCases {
            guard let durations = it.phases[phase] else { continue }
            key(phase.tag)
            list([durations.intended, durations.performed]) { $0.histogram($1) }
        }
        closeObject()
        closeObject()
    }

    private mutating func list<Element>(_ values: [Element], _ add: (inout JSONText, Element) -> Void) {
        openArray()
        for value in values { add(&self, value) }
        closeArray()
    }

    private mutating func failure(_ cause: LoadFailure, _ count: Int, _ example: String?) {
        openObject()
        if let file = cause.file {
            key("file")
            text(file)
        }
        if let line = cause.line {
            key("line")
            integer(line)
        }
        key("reason")
        text(cause.reason)
        if let example {
            key("example")
            text(example)
        }
        key("count")
        integer(count)
        closeObject()
    }

    private mutating func histogram(_ histogram: Histogram) {
        openObject()
        key("max")
        integer(histogram.max)
        key("counts")
        text(Base64.text(histogram.encoded))
        closeObject()
    }
}

extension LoadSample {
    fileprivate init?(_ json: JSON) {
        guard let at = json["at"]?.double, let statistics = LoadStatistics(json),
            let pending = json["pending"]?.elements?.compactMap(\.integer), pending.count == 2
        else { return nil }
        var waiting = LoadPending()
        (waiting.timers, waiting.sessions) = (pending[0], pending[1])
        self.init(at: .seconds(at), statistics, pending: waiting)
    }
}

extension LoadStatistics {
    fileprivate init?(_ json: JSON) {
        guard let counts = json["counts"]?.elements?.compactMap(\.integer), counts.count == Self.counts.count,
            let times = json["times"]?.elements?.compactMap(\.double), times.count == Self.times.count,
            let failures = json["failures"]?.elements, let lateness = Histogram(json["lateness"]),
            let durations = Histogram(json["durations"])
        else { return nil }
        self.init()
        for (path, value) in zip(Self.counts, counts) { self[keyPath: path] = value }
        for (path, value) in zip(Self.times, times) { self[keyPath: path] = value }
        (self.lateness, self.durations) = (lateness, durations)
        for failure in failures {
            guard let reason = failure["reason"]?.text, let count = failure["count"]?.integer else { return nil }
            let cause = LoadFailure(file: failure["file"]?.text, line: failure["line"]?.integer, reason: reason)
            fail(cause, times: count, example: failure["example"]?.text)
        }
        for phase in LoadPhase.allCases {
            guard let pair = json["phases"]?[phase.tag]?.elements else { continue }
            guard pair.count == 2, let intended = Histogram(pair[0]), let performed = Histogram(pair[1]) else {
                return nil
            }
            var phaseDurations = PhaseDurations()
            (phaseDurations.intended, phaseDurations.performed) = (intended, performed)
            phases[phase] = phaseDurations
        }
    }
}

extension Histogram {
    fileprivate init?(_ json: JSON?) {
        guard let text = json?["counts"]?.text, let max = json?["max"]?.integer, let bytes = Base64.bytes(text),
            let read = Histogram(encoded: bytes)
        else { return nil }
        self = read.with(max: Int64(max))
    }
}
