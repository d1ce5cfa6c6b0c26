/// The judgement of a load.
package enum LoadVerdict: Hashable, Sendable {
    /// Every threshold holds.
    case held
    /// Thresholds are broken, or instances failed where no threshold permits it.
    case broken([String])
    /// The generator itself was the limit, so the figures do not describe the servers.
    case invalid([String])
    /// An interrupt ended the load before its plan; the reasons say how far it came, and how it was until then.
    case interrupted([String])

    /// The word for reports.
    package var word: String {
        switch self {
        case .held: "held"
        case .broken: "broken"
        case .invalid: "invalid"
        case .interrupted: "interrupted"
        }
    }

    /// The reasons; empty for a load that held.
    package var reasons: [String] {
        switch self {
        case .held: []
        case .broken(let reasons), .invalid(let reasons), .interrupted(let reasons): reasons
        }
    }

    /// The judgement of a load that was interrupted, from the one of its part until then.
    package static func interrupted(_ statistics: LoadStatistics, until verdict: LoadVerdict) -> LoadVerdict {
        let seconds = LoadFigures.duration(.seconds(statistics.seconds))
        let reasons = verdict.reasons.isEmpty ? "" : ": \(verdict.reasons.joined(separator: "; "))"
        return .interrupted(["after \(seconds), and until then \(verdict.word)\(reasons)"])
    }

    /// Judges a load. Without a threshold on failures, no instance may fail.
    package init(
        _ statistics: LoadStatistics, outcomes: [LoadThreshold.Outcome], limits: GeneratorLimits,
        soak: SoakReport? = nil, deaths: [String] = []
    ) {
        let exceeded = deaths + limits.exceeded(by: statistics) + [soak?.gap].compactMap(\.self)
        guard exceeded.isEmpty else {
            self = .invalid(exceeded)
            return
        }
        var broken = outcomes.filter { !$0.isHeld }.map { "\($0.threshold.text): \($0.shown)" }
        let permitsFailures = outcomes.contains {
            $0.threshold.subject == .failedShare || $0.threshold.subject == .failedCount
        }
        if statistics.failed > 0, !permitsFailures {
            broken.append("\(statistics.failed) of \(statistics.started) instances failed")
        }
        broken += soak?.growths ?? []
        self = broken.isEmpty ? .held : .broken(broken)
    }
}

/// The limits beyond which a load measures its own generator.
package struct GeneratorLimits: Hashable, Sendable {
    /// The greatest lateness of starts at the 99th percentile; nil in virtual time, where no start is late.
    package var lateness: Duration?
    /// The greatest share of a core, for each process; nil in virtual time, which takes all that there is.
    package var processorShare: Double?
    /// The number of processes.
    package var processes = 1

    /// The limits under the real clock.
    package static let standard = GeneratorLimits(lateness: .milliseconds(1), processorShare: 0.9)
    /// The limits under the virtual clock: only drops of the kernel remain.
    package static let virtual = GeneratorLimits()

    /// The limits that statistics exceed, each in words.
    func exceeded(by statistics: LoadStatistics) -> [String] {
        var words: [String] = []
        let late = statistics.lateness.value(atPercentile: 99)
        if let lateness, Duration.nanoseconds(late) > lateness {
            let shown = LoadFigures.duration(late)
            words.append("starts were late: \(shown) at p99, and the limit is \(LoadFigures.duration(lateness))")
        }
        if let limit = processorShare, let used = statistics.processorShare.map({ $0 / Double(processes) }),
            used > limit
        {
            let percents = [used, limit].map { Decimals.text($0 * 100, 0) }
            words.append("the generator used \(percents[0])% of its core, and the limit is \(percents[1])%")
        }
        if statistics.traffic.kernelDrops > 0 {
            words.append("the kernel dropped \(statistics.traffic.kernelDrops) datagrams at the generator's sockets")
        }
        if statistics.traffic.uncaptured > 0 {
            words.append("the capture lacks \(statistics.traffic.uncaptured) of the datagrams that were sent")
        }
        if statistics.started == 0 { words.append("no instance started") }
        if statistics.dropped > 0 {
            words.append("\(statistics.dropped) starts were dropped at the limit of instances at once")
        }
        return words
    }
}
