/// The events of a load, as counts and histograms, so that the statistics of several processes can be added.
package struct LoadStatistics: Hashable, Sendable {
    /// The planned starts that are due.
    package var offered = 0
    package var started = 0
    package var completed = 0
    /// The instances that failed, by cause.
    package var failures: [LoadFailure: Int] = [:]
    /// The value that the first instance with a cause had in place of the expected one.
    package var examples: [LoadFailure: String] = [:]
    /// Starts that came more than a millisecond after their intended instant.
    package var lateStarts = 0
    /// Planned starts that were dropped at the limit of instances at once.
    package var dropped = 0
    /// Instances that an interrupt ended.
    package var cutShort = 0
    /// The instances under way, and the most of them at one instant.
    package var underWay = 0
    package var maxUnderWay = 0
    /// From the intended instant of each start to the start.
    package var lateness = Histogram()
    /// From the start of each instance to its end.
    package var durations = Histogram()
    package var phases: [LoadPhase: PhaseDurations] = [:]
    package var traffic = LoadTraffic()
    /// The processor time that the process used, in seconds.
    package var processorSeconds = 0.0
    /// The seconds of the wall clock that the load took.
    package var wallSeconds = 0.0
    /// The seconds of the load's own clock.
    package var seconds = 0.0

    package init() {}

    /// The instances that failed.
    package var failed: Int { failures.values.reduce(0, +) }

    /// The completed instances a second of the load's clock.
    package var rate: Double { seconds > 0 ? Double(completed) / seconds : 0 }

    /// The share of a core that the process used; nil before time has passed.
    package var processorShare: Double? { wallSeconds > 0 ? processorSeconds / wallSeconds : nil }
}

/// A cause for which instances fail: the step with its place, and what was expected there.
package struct LoadFailure: Hashable, Comparable, Sendable {
    /// The file of the step; nil when no step failed.
    package let file: String?
    /// The line of the step.
    package let line: Int?
    /// The failure in one sentence, without the number of the instance.
    package let reason: String

    package init(file: String?, line: Int?, reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// The file and the line before the reason.
    package var place: String? {
        file.map { file in line.map { "\(file):\($0)" } ?? file }
    }

    package static func < (one: LoadFailure, other: LoadFailure) -> Bool {
        (one.file ?? "", one.line ?? 0, one.reason) < (other.file ?? "", other.line ?? 0, other.reason)
    }
}

/// The datagrams of a load.
package struct LoadTraffic: Hashable, Sendable {
    package var sent = 0
    package var received = 0
    /// Datagrams that links lost.
    package var lost = 0
    /// Bytes of the datagrams that were sent.
    package var bytes = 0
    /// Packets of media among the datagrams that were sent.
    package var media = 0
    package var kernelDrops = 0
    /// Datagrams that passed through the kernel joined to others (UDP GSO).
    package var joined = 0
    /// Datagrams that were sent and are not in the capture.
    package var uncaptured = 0
    /// Messages that clients and servers sent again.
    package var retransmissions = 0

    package init() {}
}

extension LoadStatistics {
    /// The statistics without the times of the generator, which differ from machine to machine.
    package var withoutGenerator: LoadStatistics {
        var statistics = self
        (statistics.processorSeconds, statistics.wallSeconds) = (0, 0)
        return statistics
    }
}

// MARK: Adding

extension LoadStatistics {
    /// A limit of different causes. Further ones are counted together.
    private static let maxCauses = 200
    private static let otherCauses = LoadFailure(file: nil, line: nil, reason: "other causes")

    package mutating func fail(_ cause: LoadFailure, times: Int = 1, example: String? = nil) {
        let isKnown = failures[cause] != nil || failures.count < Self.maxCauses
        failures[isKnown ? cause : Self.otherCauses, default: 0] += times
        if isKnown, examples[cause] == nil { examples[cause] = example }
    }

    /// Adds what happened afterwards.
    package mutating func append(_ next: LoadStatistics) {
        let own = self
        add(next)
        seconds = own.seconds + next.seconds
        wallSeconds = own.wallSeconds + next.wallSeconds
        underWay = next.underWay
        maxUnderWay = max(own.maxUnderWay, next.maxUnderWay)
    }

    /// Adds what happened at the same time in another process.
    package mutating func add(_ other: LoadStatistics) {
        offered += other.offered
        started += other.started
        completed += other.completed
        for (cause, count) in other.failures.sorted(by: { $0.key < $1.key }) {
            fail(cause, times: count, example: other.examples[cause])
        }
        lateStarts += other.lateStarts
        dropped += other.dropped
        cutShort += other.cutShort
        underWay += other.underWay
        maxUnderWay += other.maxUnderWay
        lateness.add(other.lateness)
        durations.add(other.durations)
        for (phase, durations) in other.phases { phases[phase, default: PhaseDurations()].add(durations) }
        traffic.add(other.traffic)
        processorSeconds += other.processorSeconds
        wallSeconds = max(wallSeconds, other.wallSeconds)
        seconds = max(seconds, other.seconds)
    }
}

extension LoadTraffic {
    package mutating func add(_ other: LoadTraffic) {
        sent += other.sent
        received += other.received
        lost += other.lost
        bytes += other.bytes
        media += other.media
        kernelDrops += other.kernelDrops
        joined += other.joined
        uncaptured += other.uncaptured
        retransmissions += other.retransmissions
    }
}
