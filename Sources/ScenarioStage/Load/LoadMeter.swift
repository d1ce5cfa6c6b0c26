import Load
import Loop
import ScenarioLanguage
import Sockets
import Timing
import Wire

/// Counts the events of a load, in total and by interval.
@MainActor
final class LoadMeter {
    private(set) var total = LoadStatistics()
    /// The statistics since the last sample.
    private var current = LoadStatistics()
    private let loop: EventLoop
    private let interval: Duration
    private let onSample: @MainActor (LoadSample) -> Void
    /// Returns the pending entries; nil when they are not sampled.
    var pending: (@MainActor () -> LoadPending)?
    private var began = Instant.start
    private var sampledAt = Instant.start
    private var wallStart = Duration.zero
    private var processorStart = Duration.zero
    private var processorAtSample = Duration.zero
    private var wallAtSample = Duration.zero
    private let timer: SingleTimer

    /// The lateness from which a start counts as late.
    private static let late = Duration.milliseconds(1)

    init(loop: EventLoop, interval: Duration, onSample: @escaping @MainActor (LoadSample) -> Void) {
        self.loop = loop
        self.interval = interval
        self.onSample = onSample
        timer = SingleTimer(loop)
    }

    func begin() {
        (began, sampledAt) = (loop.freshNow, loop.freshNow)
        (wallStart, wallAtSample) = (WallClock.now, WallClock.now)
        (processorStart, processorAtSample) = (ProcessorTime.used, ProcessorTime.used)
        scheduleSample()
    }

    private func scheduleSample() {
        timer.set(at: sampledAt.advanced(by: interval), "a sample of a load") { [weak self] in
            self?.sample()
            self?.scheduleSample()
        }
    }

    /// Ends an interval.
    private func sample() {
        let (wall, processor) = (WallClock.now, ProcessorTime.used)
        current.seconds = sampledAt.duration(to: loop.now) / .seconds(1)
        current.wallSeconds = (wall - wallAtSample) / .seconds(1)
        current.processorSeconds = (processor - processorAtSample) / .seconds(1)
        let sample = LoadSample(
            at: began.duration(to: sampledAt), current, pending: pending?() ?? LoadPending())
        let (underWay, most) = (total.underWay, max(total.maxUnderWay, current.maxUnderWay))
        total.add(current)
        (total.underWay, total.maxUnderWay) = (underWay, most)
        current = LoadStatistics()
        current.underWay = total.underWay
        current.maxUnderWay = total.underWay
        (sampledAt, wallAtSample, processorAtSample) = (loop.now, wall, processor)
        onSample(sample)
    }

    /// The time since the beginning.
    var elapsed: Duration { began.duration(to: loop.now) }

    /// Ends the last interval.
    func finish(drops: Int, joined: Int, uncaptured: Int) {
        timer.cancel()
        current.traffic.kernelDrops += drops
        (current.traffic.joined, current.traffic.uncaptured) = (joined, uncaptured)
        sample()
        total.seconds = began.duration(to: sampledAt) / .seconds(1)
        total.wallSeconds = (wallAtSample - wallStart) / .seconds(1)
        total.processorSeconds = (processorAtSample - processorStart) / .seconds(1)
    }

    // MARK: Instances

    func started(_ instance: any LoadUnit) {
        let lateness = instance.intended.duration(to: instance.started)
        current.offered += 1
        current.started += 1
        current.lateness.record(lateness)
        if lateness > Self.late { current.lateStarts += 1 }
        total.underWay += 1
        current.underWay = total.underWay
        current.maxUnderWay = max(current.maxUnderWay, total.underWay)
    }

    func dropped() {
        current.offered += 1
        current.dropped += 1
    }

    func ended(_ instance: any LoadUnit) {
        total.underWay -= 1
        current.underWay = total.underWay
        if instance.isInterrupted {
            current.cutShort += 1
            return
        }
        guard let failure = instance.failure else {
            current.completed += 1
            return current.durations.record(instance.started.duration(to: loop.now))
        }
        current.fail(failure, example: instance.example)
    }

    /// Counts instances that an interrupt ended early.
    func cut(_ count: Int) {
        current.cutShort += count
        total.underWay = 0
        current.underWay = 0
    }

    func add(_ finding: PhaseClock.Finding, late lateness: Duration) {
        current.phases[finding.phase, default: PhaseDurations()].record(finding.duration, late: lateness)
    }

    // MARK: Traffic

    func retransmitted() {
        current.traffic.retransmissions += 1
    }

    /// Counts a datagram of a socket that keeps no records.
    func sent(_ bytes: Int) {
        current.traffic.sent += 1
        current.traffic.bytes += bytes
    }

    func received() { current.traffic.received += 1 }

    func count(_ datagram: DatagramRecord) {
        switch datagram.fate {
        case .sent:
            current.traffic.sent += 1
            current.traffic.bytes += datagram.bytes.count
            if DatagramKind(datagram.bytes) == .rtp { current.traffic.media += 1 }
        case .received: current.traffic.received += 1
        case .lost: current.traffic.lost += 1
        case .kernelDropped: current.traffic.kernelDrops += 1
        case .delayed, .duplicated, .corrupted, .undeliverable: break
        }
    }
}
