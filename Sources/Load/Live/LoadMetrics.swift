/// The figures of a running load in the text format of Prometheus.
package struct LoadMetrics {
    private var total: LoadSample?

    package init() {}

    package mutating func add(_ sample: LoadSample) {
        if total == nil { total = sample } else { total?.append(sample) }
    }

    /// The page that Prometheus reads.
    package var page: String {
        let it = total?.statistics ?? LoadStatistics()
        return counters(it) + gauges(it) + failures(it) + durations(it)
    }

    private func counters(_ it: LoadStatistics) -> String {
        let counters: [(name: String, help: String, value: String)] = [
            ("offered", "Planned starts whose instant has come.", "\(it.offered)"),
            ("started", "Instances that started.", "\(it.started)"),
            ("completed", "Instances that passed.", "\(it.completed)"),
            ("cut_short", "Instances that an interrupt ended.", "\(it.cutShort)"),
            ("late_starts", "Starts more than 1 ms late.", "\(it.lateStarts)"),
            ("datagrams_sent", "Datagrams that were sent.", "\(it.traffic.sent)"),
            ("datagrams_received", "Datagrams that were received.", "\(it.traffic.received)"),
            ("datagrams_lost", "Datagrams that links lost.", "\(it.traffic.lost)"),
            ("kernel_drops", "Datagrams that the kernel dropped.", "\(it.traffic.kernelDrops)"),
            ("media_packets", "Packets of media that were sent.", "\(it.traffic.media)"),
            ("bytes_sent", "Bytes of the datagrams that were sent.", "\(it.traffic.bytes)"),
            ("retransmissions", "Messages that were sent again.", "\(it.traffic.retransmissions)"),
            (
                "processor_seconds", "Processor time of the generator.",
                Decimals.text(it.processorSeconds, 6)
            ),
            ("seconds", "Time of the load's clock.", Decimals.text(it.seconds, 6)),
        ]
        return counters.map { Self.metric("\($0.name)_total", $0.help, "counter", [("", $0.value)]) }
            .joined()
    }

    private func gauges(_ it: LoadStatistics) -> String {
        Self.metric("under_way", "Instances under way.", "gauge", [("", "\(it.underWay)")])
    }

    private func failures(_ it: LoadStatistics) -> String {
        let causes = it.failures.sorted { $0.key < $1.key }.map { cause, count in
            (
                #"{place="\#(Self.escaped(cause.place ?? ""))",reason="\#(Self.escaped(cause.reason))"}"#,
                "\(count)"
            )
        }
        return Self.metric("failed_total", "Instances that failed, by cause.", "counter", causes)
    }

    private func durations(_ it: LoadStatistics) -> String {
        let lateness = Self.summary(
            "lateness_seconds", "From the intended instant of a start to the start.", [("", it.lateness)])
        let phases = LoadPhase.allCases.compactMap { phase in
            it.phases[phase].map { (#"phase="\#(phase.tag)""#, $0.intended) }
        }
        return lateness
            + Self.summary("phase_seconds", "Durations of phases, from the intended start.", phases)
    }

    // MARK: The format

    private static func metric(
        _ name: String, _ help: String, _ type: String, _ values: [(labels: String, value: String)]
    ) -> String {
        let full = "rollcall_load_\(name)"
        return "# HELP \(full) \(help)\n# TYPE \(full) \(type)\n"
            + values.map { "\(full)\($0.labels) \($0.value)\n" }.joined()
    }

    private static func summary(
        _ name: String, _ help: String, _ histograms: [(label: String, Histogram)]
    ) -> String {
        let full = "rollcall_load_\(name)"
        let lines = histograms.flatMap { label, histogram -> [String] in
            let quantiles = [("0.5", 50.0), ("0.9", 90), ("0.99", 99), ("0.999", 99.9), ("1", 100)].map {
                name, share in
                let labels = [label, #"quantile="\#(name)""#].filter { !$0.isEmpty }.joined(separator: ",")
                return "\(full){\(labels)} \(seconds(Double(histogram.value(atPercentile: share))))\n"
            }
            let own = label.isEmpty ? "" : "{\(label)}"
            let sum = histogram.mean * Double(histogram.count)
            return quantiles + [
                "\(full)_sum\(own) \(seconds(sum))\n", "\(full)_count\(own) \(histogram.count)\n",
            ]
        }
        return "# HELP \(full) \(help)\n# TYPE \(full) summary\n" + lines.joined()
    }

    private static func seconds(_ nanoseconds: Double) -> String {
        Decimals.text(nanoseconds / 1e9, 9)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
