public import Timing

extension RTP {
    /// A receiver's statistics of one source (RFC 3550 sections 6.4.1, A.1, A.3 and A.8); a packet allocates nothing.
    public struct ReceiverStatistics: Hashable, Sendable {
        /// The position of a packet relative to earlier ones.
        public enum Reception: Hashable, Sendable {
            /// The source has not sent enough consecutive packets to be valid; not counted.
            case onProbation
            /// The packet is the next one, or follows a gap.
            case inOrder
            /// Later packets arrived before it.
            case late
            /// The packet was received before.
            case duplicate
            /// The sequence number is too far from the others; not counted.
            case outOfRange
            /// The second consecutive packet with a distant number: the source has restarted.
            case restarted
        }

        /// The counts of a source over all its restarts, without packets that a server withheld on purpose.
        public struct Totals: Hashable, Sendable {
            /// The number of received packets, including late ones, without duplicates.
            public var received: Int64 = 0
            /// The number of lost packets.
            public var lost: Int64 = 0
            /// The number of late packets.
            public var late: Int64 = 0
            /// The number of duplicates.
            public var duplicates: Int64 = 0

            /// Creates totals without packets.
            public init() {}
        }

        /// The withholding of the source's packets by a server that forwards them.
        private enum Withholding {
            case no
            case yes
            /// The server forwards the packets again, and the first of them has not arrived yet.
            case ending
        }

        private static let maxDropout: UInt16 = 3000
        private static let maxMisorder: UInt16 = 100

        /// The number of counted packets, including duplicates as in RFC 3550.
        public private(set) var received: Int64 = 0
        /// The number of duplicates.
        public private(set) var duplicates: Int64 = 0
        /// The number of late packets.
        public private(set) var late: Int64 = 0
        /// The interarrival jitter, in units of the source's clock.
        public private(set) var jitter: Double = 0
        /// The maximum of ``jitter``.
        public private(set) var greatestJitter: Double = 0
        private var jitterSum = 0.0
        private var jitterCount: Int64 = 0

        private let clockRate: Double
        private let minSequential: Int
        private var probation: Int
        private var hasStarted = false
        private var base: UInt16 = 0
        private var highest: UInt16 = 0
        private var cycles: UInt32 = 0
        /// The expected number after a jump; nil without one.
        private var afterJump: UInt16?
        /// Bit n is set when the packet n before the highest was received.
        private var seen: UInt128 = 0
        private var lastArrival: Instant?
        private var lastTimestamp: UInt32 = 0
        private var withholding = Withholding.no
        /// The number of packets that were withheld since the last restart.
        private var withheld: Int64 = 0
        /// The totals of the time before the last restart.
        private var totalsBefore = Totals()
        private var expectedBefore: Int64 = 0
        private var receivedBefore: Int64 = 0
        private var lastSenderReport: UInt32 = 0
        private var senderReportArrival: Instant?

        /// Starts the statistics.
        ///
        /// - Parameters:
        ///   - clockRate: The frequency of the timestamps in hertz.
        ///   - minSequential: The number of consecutive packets that validate a source; 0 for a source that is known.
        public init(clockRate: UInt32, minSequential: Int = 2) {
            self.clockRate = Double(clockRate)
            self.minSequential = max(0, minSequential)
            probation = max(0, minSequential)
        }
    }
}

// MARK: Receiving

extension RTP.ReceiverStatistics {
    /// Counts a received packet.
    public mutating func receive(sequenceNumber: UInt16, timestamp: UInt32, at arrival: Instant) -> Reception {
        let reception = sequence(sequenceNumber)
        switch reception {
        case .onProbation, .outOfRange: return reception
        case .inOrder, .restarted: break
        case .late: late += 1
        case .duplicate: duplicates += 1
        }
        received += 1
        if let lastArrival { addJitter(spacing: lastArrival.duration(to: arrival), to: timestamp) }
        (lastArrival, lastTimestamp) = (arrival, timestamp)
        return reception
    }

    /// Updates the sequence state (RFC 3550 section A.1).
    private mutating func sequence(_ number: UInt16) -> Reception {
        guard hasStarted, probation == 0 else { return first(number) }
        let ahead = number &- highest
        if ahead == 0 || ahead > UInt16.max - Self.maxMisorder + 1 { return earlier(number) }
        if ahead < Self.maxDropout {
            if number < highest { cycles &+= 0x1_0000 }
            highest = number
            seen = ahead < 128 ? seen << ahead | 1 : 1
            afterJump = nil
            if withholding != .no { withheld += Int64(ahead) - 1 }
            if withholding == .ending { withholding = .no }
            return .inOrder
        }
        guard number == afterJump else {
            afterJump = number &+ 1
            return .outOfRange
        }
        start(at: number)
        return .restarted
    }

    private mutating func first(_ number: UInt16) -> Reception {
        let isNext = hasStarted && number == highest &+ 1
        probation = max(0, isNext ? probation - 1 : minSequential - 1)
        guard probation > 0 else {
            start(at: number)
            return .inOrder
        }
        hasStarted = true
        highest = number
        return .onProbation
    }

    private mutating func earlier(_ number: UInt16) -> Reception {
        let behind = highest &- number
        let bit = UInt128(1) << behind
        guard seen & bit == 0 else { return .duplicate }
        seen |= bit
        return .late
    }

    private mutating func start(at number: UInt16) {
        totalsBefore = totals
        withheld = 0
        if withholding == .ending { withholding = .no }
        (hasStarted, probation) = (true, 0)
        (base, highest, cycles, seen, afterJump) = (number, number, 0, 1, nil)
        (received, duplicates, late, expectedBefore, receivedBefore) = (0, 0, 0, 0, 0)
        lastArrival = nil
    }

    /// Sets whether a server withholds the packets of the source. Those are not lost in ``totals``; reports count them, as
    /// RFC 3550 requires.
    public mutating func setWithheld(_ isWithheld: Bool) {
        if isWithheld { withholding = .yes } else if withholding == .yes { withholding = .ending }
    }

    /// Updates the jitter (RFC 3550 sections 6.4.1 and A.8), without rounding arrivals to units of the source's clock.
    private mutating func addJitter(spacing: Duration, to timestamp: UInt32) {
        let units = Double(spacing.nanoseconds) / 1e9 * clockRate
        let difference = units - Double(Int32(bitPattern: timestamp &- lastTimestamp))
        jitter += (abs(difference) - jitter) / 16
        greatestJitter = max(greatestJitter, jitter)
        jitterSum += jitter
        jitterCount += 1
    }
}

// MARK: Results

extension RTP.ReceiverStatistics {
    /// The highest number received, with the number of its cycles in the upper bits.
    public var extendedHighest: UInt32 { cycles &+ UInt32(highest) }

    /// The number of packets that the source has sent, according to the sequence numbers.
    public var expected: Int64 {
        hasStarted && probation == 0 ? Int64(cycles) + Int64(highest) - Int64(base) + 1 : 0
    }

    /// The number of missing packets; negative when duplicates outnumber them.
    public var lost: Int64 { expected - received }

    /// The counts over all restarts.
    public var totals: Totals {
        var totals = totalsBefore
        let distinct = received - duplicates
        totals.received += distinct
        totals.lost += max(0, expected - withheld - distinct)
        totals.late += late
        totals.duplicates += duplicates
        return totals
    }

    /// The jitter as a duration.
    public var jitterTime: Duration { time(jitter) }

    /// The mean jitter over all packets but the first.
    public var meanJitterTime: Duration { jitterCount > 0 ? time(jitterSum / Double(jitterCount)) : .zero }

    /// The maximum jitter as a duration.
    public var greatestJitterTime: Duration { time(greatestJitter) }

    private func time(_ units: Double) -> Duration {
        clockRate > 0 ? .nanoseconds(Int64(exactly: (units / clockRate * 1e9).rounded()) ?? .max) : .zero
    }

    /// Records a sender report of the source.
    public mutating func receiveSenderReport(ntp: UInt64, at arrival: Instant) {
        lastSenderReport = UInt32(truncatingIfNeeded: ntp >> 16)
        senderReportArrival = arrival
    }

    /// Returns the next report on the source, and starts a new interval (RFC 3550 sections 6.4.1 and A.3).
    public mutating func report(on ssrc: UInt32, at now: Instant) -> RTCP.ReportBlock {
        let interval = (expected: expected - expectedBefore, received: received - receivedBefore)
        (expectedBefore, receivedBefore) = (expected, received)
        let lostNow = interval.expected - interval.received
        let fraction = interval.expected > 0 && lostNow > 0 ? lostNow * 256 / interval.expected : 0
        var delay: UInt32 = 0
        if let senderReportArrival {
            let seconds = Double(senderReportArrival.duration(to: now).nanoseconds) / 1e9
            delay = UInt32(exactly: (max(0, seconds) * 65_536).rounded(.down)) ?? .max
        }
        return RTCP.ReportBlock(
            ssrc: ssrc, fractionLost: UInt8(clamping: fraction), cumulativeLost: Int32(clamping: lost),
            extendedHighest: extendedHighest, jitter: UInt32(exactly: jitter.rounded(.down)) ?? .max,
            lastSenderReport: lastSenderReport, delaySinceLastSenderReport: delay)
    }
}
