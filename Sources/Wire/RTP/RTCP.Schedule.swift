public import Chance
public import Timing

extension RTCP {
    /// The timing of a participant's reports (RFC 3550 sections 6.2, 6.3 and A.7). Larger sessions have longer
    /// intervals, and random factors spread the reports.
    public struct Schedule: Hashable, Sendable {
        /// The share of the session's bandwidth for reports, in bytes per second (RFC 3550 section 6.2).
        private let bandwidth: Double
        /// The shortest interval before the random factor is applied, in seconds.
        private let minimum: Double
        private var averageSize: Double
        private var members = 1
        /// The number of members for which the deadline was computed.
        private var membersBefore = 1
        private var senders = 0
        private var hasSent = false
        private var isSender = false
        private var last: Instant
        /// The instant at which ``fire(at:_:)`` must be called.
        public private(set) var deadline: Instant

        /// 5 % of a session of 64 kbit/s, in bytes per second.
        public static let defaultBandwidth = 400.0

        /// Starts the schedule (RFC 3550 section 6.3.2).
        ///
        /// - Parameters:
        ///   - bandwidth: The bytes of reports per second, of all participants together.
        ///   - minimum: The shortest interval, 5 s in the RFC; it is halved before the first report.
        public init(
            bandwidth: Double = defaultBandwidth, minimum: Duration = .seconds(5), at now: Instant,
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
    /// Sets the number of members and of senders. Fewer members than the deadline was computed for advance the next
    /// report (RFC 3550 section 6.3.4).
    public mutating func setMembers(_ count: Int, senders: Int, isSender: Bool, at now: Instant) {
        members = max(1, count)
        self.senders = max(0, senders)
        self.isSender = isSender
        guard members < membersBefore else { return }
        let share = Double(members) / Double(membersBefore)
        deadline = now.advanced(by: Self.scaled(now.duration(to: deadline), by: share))
        last = now.advanced(by: .zero - Self.scaled(last.duration(to: now), by: share))
        membersBefore = members
    }

    /// Counts a compound that was sent or received (RFC 3550 section 6.3.3).
    public mutating func count(byteCount: Int) {
        // The headers of UDP and IP count too (section 6.2).
        averageSize += (Double(byteCount + 28) - averageSize) / 16
    }

    /// Processes the deadline; returns true when a report is due, false when it was postponed (RFC 3550 section 6.3.6).
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

    /// Returns a random interval (RFC 3550 section A.7).
    private func interval(_ generator: inout SeededGenerator) -> Duration {
        var share = bandwidth
        var count = Double(members)
        if Double(senders) <= Double(members) * 0.25 {
            share *= isSender ? 0.25 : 0.75
            count = Double(isSender ? max(1, senders) : members - senders)
        }
        let least = hasSent ? minimum : minimum / 2
        let seconds = max(least, averageSize * count / max(1, share))
        // The divisor e - 1.5 compensates for postponed deadlines (section 6.3.1).
        let chosen = seconds * (generator.unit() + 0.5) / 1.218_28
        return .nanoseconds(Int64(exactly: (chosen * 1e9).rounded()) ?? .max)
    }

    private static func scaled(_ duration: Duration, by share: Double) -> Duration {
        .nanoseconds(Int64(exactly: (Double(duration.nanoseconds) * share).rounded()) ?? 0)
    }
}

extension RTCP {
    /// Returns a date in the format of sender reports: 2^-32 seconds since 1900 (RFC 3550 section 4).
    public static func ntp(_ date: Timestamp) -> UInt64 {
        let milliseconds = UInt64(clamping: date.milliseconds)
        let seconds = (milliseconds / 1000) &+ 2_208_988_800
        return seconds << 32 | ((milliseconds % 1000) << 32) / 1000
    }
}
