import Timing

/// The packets that a client sends with one SSRC: since when, until when, and how loud.
struct SourceActivity {
    /// The lowest and the highest level since an instant.
    private struct Levels {
        let since: Instant
        var lowest: Double
        var highest: Double
        /// True when an SFU may have measured while no packet arrived, which it shows as the level 0.
        var hasGap: Bool
    }

    /// A longer time without a packet ends a flow.
    static let longestGap = Duration.milliseconds(300)
    /// The time in which an SFU measures a level.
    private static let window = Duration.milliseconds(200)
    /// Twice as long a time has all levels that an SFU may show.
    private static let levelTime = Duration.seconds(5)
    /// The lowest level that counts as loud, in decibels below overload. An SFU may count a lower one as speech.
    private static let loud: UInt8 = 50

    /// The client that sends the packets, and the SFU that it sends them to.
    let way: MediaWay
    /// True when several senders have the SSRC.
    private(set) var isShared = false
    /// The first packet of the present flow, and the last one.
    private(set) var began: Instant
    private(set) var last: Instant
    /// The last report of the sender about the source.
    var report: Instant?
    /// The last packets with a voice, and without a loud one.
    private(set) var lastVoice: Instant?
    private(set) var lastPause: Instant?
    /// The last packet without a level.
    private(set) var lastWithoutLevel: Instant?
    private var levels: Levels?
    private var formerLevels: Levels?

    init(on way: MediaWay, at now: Instant) {
        (self.way, began, last) = (way, now, now)
    }

    /// Processes a packet.
    mutating func sent(_ frame: RTPFrame, on way: MediaWay, at now: Instant) {
        if way != self.way { isShared = true }
        let gap = last.duration(to: now)
        if gap > Self.longestGap { began = now }
        last = now
        guard let level = frame.audioLevel else {
            lastWithoutLevel = now
            return
        }
        if level.hasVoice { lastVoice = now }
        if !level.hasVoice || level.decibels > Self.loud { lastPause = now }
        let value = Double(127 - level.decibels) / 127
        let hasGap = gap >= Self.window
        if let known = levels, known.since.duration(to: now) < Self.levelTime {
            levels?.lowest = min(known.lowest, value)
            levels?.highest = max(known.highest, value)
            levels?.hasGap = known.hasGap || hasGap
        } else {
            (formerLevels, levels) = (levels, Levels(since: now, lowest: value, highest: value, hasGap: hasGap))
        }
    }

    /// True when packets have been sent without a pause for a time until now.
    func flows(for time: Duration, at now: Instant) -> Bool {
        !isShared && began.duration(to: now) > time && last.duration(to: now) <= Self.longestGap
    }

    /// True when all packets of a time have a loud voice.
    func talks(for time: Duration, at now: Instant) -> Bool {
        flows(for: time, at: now) && lastVoice != nil && lastPause.map { $0.duration(to: now) > time } ?? true
    }

    /// True when no packet of a time has a voice.
    func isSilent(for time: Duration, at now: Instant) -> Bool {
        !isShared && lastVoice.map { $0.duration(to: now) > time } ?? true
    }

    /// True when a packet of the last seconds may have a level, to two digits.
    func mayHave(_ level: Double, at now: Instant) -> Bool {
        guard let levels else { return true }
        let known = [levels, formerLevels].compactMap { $0 }
        let hasGap = last.duration(to: now) >= Self.window || known.contains(where: \.hasGap)
        if level == 0, hasGap { return true }
        let lowest = known.map(\.lowest).min() ?? 0
        let highest = known.map(\.highest).max() ?? 1
        return (lowest - 0.011...highest + 0.011).contains(level)
    }
}
