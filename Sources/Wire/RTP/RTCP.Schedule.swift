public import Chance
public import Timing

extension RTCP {
    /// When a participant sends its next report (RFC 3550 sections 6.2, 6.3 and A.7): the more there are in a session,
    /// the less often each reports, and never all at the same time.
    public struct Schedule: Hashable, Sendable {
        /// The share of the session's bandwidth that reports take, in bytes a second (RFC 3550 section 6.2).
        private let bandwidth: Double
        /// No interval is shorter before chance is applied.
        private let minimum: Double
        private var averageSize: Double
        private var members = 1
        private var membersBefore = 1
        private var senders = 0
        private var hasSent = false
        private var isSender = false
        private var last: Instant
        /// When ``fire(at:_:)`` must be called.
        public private(set) var deadline: Instant

        /// What 5 % of a session of 64 kbit/s are, in bytes a second.
        public static let usualBandwidth = 400.0

        /// Starts to count (RFC 3550 section 6.3.2).
        ///
        /// - Parameters:
        ///   - bandwidth: Bytes of reports a second, of all participants together.
        ///   - minimum: The shortest interval, 5 s in the RFC; half of it counts before the first report.
        public init(
            bandwidth: Double = usualBandwidth, minimum: Duration = .seconds(5), at now: Instant,
            _ generator: inout SeededGenerator
        ) {
            self.bandwidth = bandwidth
            self.minimum = Double(minimum.nanoseconds) / 1e9
            averageSize = 100
            last = now
            deadline = now
            deadline = now.advanced(by: interval(&generator))
        }
    }
}

extension RTCP.Schedule {
    /// How many are in the session and how many of them send; fewer than before brings the next report nearer (RFC 3550
    /// section 6.3.4).
    public mutating func setMembers(_ count: Int, senders: Int, isSender: Bool, at now: Instant) {
        let before = members
        members = max(1, count)
        self.senders = max(0, senders)
        self.isSender = isSender
        guard members < before else { return }
        let share = Double(members) / Double(before)
        deadline = now.advanced(by: Self.scaled(now.duration(to: deadline), by: share))
        last = now.advanced(by: .zero - Self.scaled(last.duration(to: now), by: share))
        membersBefore = members
    }

    /// A compound of so many bytes was sent or received (RFC 3550 section 6.3.3).
    public mutating func count(byteCount: Int) {
        // UDP's and IP's headers count too (section 6.2).
        averageSize += (Double(byteCount + 28) - averageSize) / 16
    }

    /// The deadline has come; whether a report is to be sent now, or the time was thought over (RFC 3550 section 6.3.6).
    public mutating func fire(at now: Instant, _ generator: inout SeededGenerator) -> Bool {
        let wait = interval(&generator)
        let due = last.advanced(by: wait)
        guard due <= now else {
            deadline = due
            membersBefore = members
            return false
        }
        last = now
        hasSent = true
        membersBefore = members
        deadline = now.advanced(by: interval(&generator))
        return true
    }

    /// RFC 3550 section A.7.
    private func interval(_ generator: inout SeededGenerator) -> Duration {
        var share = bandwidth
        var count = Double(members)
        if senders > 0, Double(senders) <= Double(members) * 0.25 {
            share *= isSender ? 0.25 : 0.75
            count = Double(isSender ? senders : members - senders)
        }
        let least = hasSent ? minimum : minimum / 2
        let seconds = max(least, averageSize * count / max(1, share))
        // e - 1.5 makes up for the times that are thought over (section 6.3.1).
        let chosen = seconds * (generator.unit() + 0.5) / 1.218_28
        return .nanoseconds(Int64(exactly: (chosen * 1e9).rounded()) ?? .max)
    }

    private static func scaled(_ duration: Duration, by share: Double) -> Duration {
        .nanoseconds(Int64(exactly: (Double(duration.nanoseconds) * share).rounded()) ?? 0)
    }
}

extension RTCP {
    /// A date as sender reports tell it: 2^-32 seconds since 1900 (RFC 3550 section 4).
    public static func ntp(_ date: Timestamp) -> UInt64 {
        let milliseconds = UInt64(clamping: date.milliseconds)
        let seconds = (milliseconds / 1000) &+ 2_208_988_800
        return seconds << 32 | ((milliseconds % 1000) << 32) / 1000
    }
}
