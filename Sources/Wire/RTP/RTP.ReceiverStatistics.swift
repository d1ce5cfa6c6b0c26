public import Timing

extension RTP {
    /// What a receiver counts of one source (RFC 3550 sections 6.4.1, A.1, A.3 and A.8); no packet allocates anything.
    public struct ReceiverStatistics: Hashable, Sendable {
        /// What a packet is to those before it.
        public enum Reception: Hashable, Sendable {
            /// The source has not sent enough packets in a row to be believed; not counted.
            case onProbation
            /// It is the next one, or some are missing before it.
            case inOrder
            /// It was overtaken by others.
            case late
            /// It has been received before.
            case duplicate
            /// Its number is too far from the others' to be one of theirs; not counted.
            case outOfRange
            /// The second one in a row whose number was far from the others': the source has started over.
            case restarted
        }

        private static let maxDropout: UInt16 = 3000
        private static let maxMisorder: UInt16 = 100

        /// Packets that were counted, duplicates among them as RFC 3550 has it.
        public private(set) var received: Int64 = 0
        /// Packets that had been received before.
        public private(set) var duplicates: Int64 = 0
        /// Packets that others had overtaken.
        public private(set) var late: Int64 = 0
        /// The variation of the packets' spacing, in units of the source's clock.
        public private(set) var jitter: Double = 0
        /// The greatest that ``jitter`` ever was.
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
        /// The number that would be next after a jump; nil when there was none.
        private var afterJump: UInt16?
        /// Bit n: whether the packet n before the highest was received.
        private var seen: UInt128 = 0
        private var lastArrival: Instant?
        private var lastTimestamp: UInt32 = 0
        private var expectedBefore: Int64 = 0
        private var receivedBefore: Int64 = 0
        private var lastSenderReport: UInt32 = 0
        private var senderReportArrival: Instant?

        /// Starts counting.
        ///
        /// - Parameters:
        ///   - clockRate: Units of the timestamps in a second.
        ///   - minSequential: How many packets in a row make a source; 0 for one that is known otherwise.
        public init(clockRate: UInt32, minSequential: Int = 2) {
            self.clockRate = Double(clockRate)
            self.minSequential = max(0, minSequential)
            probation = max(0, minSequential)
        }
    }
}

// MARK: Receiving

extension RTP.ReceiverStatistics {
    /// A packet of the source has arrived.
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

    /// RFC 3550 section A.1.
    private mutating func sequence(_ number: UInt16) -> Reception {
        guard hasStarted, probation == 0 else { return first(number) }
        let ahead = number &- highest
        if ahead == 0 || ahead > UInt16.max - Self.maxMisorder + 1 { return earlier(number) }
        if ahead < Self.maxDropout {
            if number < highest { cycles &+= 0x1_0000 }
            highest = number
            seen = ahead < 128 ? seen << ahead | 1 : 1
            afterJump = nil
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
        if minSequential == 0 || (hasStarted && number == highest &+ 1 && probation == 1) {
            start(at: number)
            return .inOrder
        }
        probation = hasStarted && number == highest &+ 1 ? probation - 1 : minSequential - 1
        if probation == 0 {
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
        (hasStarted, probation) = (true, 0)
        (base, highest, cycles, seen, afterJump) = (number, number, 0, 1, nil)
        (received, duplicates, late, expectedBefore, receivedBefore) = (0, 0, 0, 0, 0)
        lastArrival = nil
    }

    /// RFC 3550 sections 6.4.1 and A.8, without rounding the arrivals to units of the source's clock.
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
    /// The highest number received, with the number of times that numbers have started over above it.
    public var extendedHighest: UInt32 { cycles &+ UInt32(highest) }

    /// How many packets the source has sent as far as is known.
    public var expected: Int64 {
        hasStarted && probation == 0 ? Int64(cycles) + Int64(highest) - Int64(base) + 1 : 0
    }

    /// How many packets are missing; negative when duplicates are more.
    public var lost: Int64 { expected - received }

    /// The jitter as a time.
    public var jitterTime: Duration { time(jitter) }

    /// What the jitter was on average, over all packets but the first.
    public var meanJitterTime: Duration { jitterCount > 0 ? time(jitterSum / Double(jitterCount)) : .zero }

    /// The greatest that the jitter ever was, as a time.
    public var greatestJitterTime: Duration { time(greatestJitter) }

    private func time(_ units: Double) -> Duration {
        clockRate > 0 ? .nanoseconds(Int64(exactly: (units / clockRate * 1e9).rounded()) ?? .max) : .zero
    }

    /// The source has sent a report.
    public mutating func receiveSenderReport(ntp: UInt64, at arrival: Instant) {
        lastSenderReport = UInt32(truncatingIfNeeded: ntp >> 16)
        senderReportArrival = arrival
    }

    /// What is to be told the source, and starts the interval of the next report (RFC 3550 sections 6.4.1 and A.3).
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
