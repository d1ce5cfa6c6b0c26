import Signaling
import Timing
import Wire

/// A track that a participant publishes, with its reception statistics and its receivers.
struct ForwardedTrack: Sendable {
    let name: TrackName
    let cid: CallCid
    let ssrc: UInt32
    /// The path on which the track arrives.
    let path: Int
    private(set) var isMuted: Bool
    private(set) var statistics: RTP.ReceiverStatistics
    var meter = LevelMeter()
    /// The paths to which the track is forwarded.
    private(set) var receivers: [Int] = []
    /// The packets up to the last forwarded one: those that receivers expect, and those that were forwarded.
    private var forwarding: (expected: Int64, forwarded: Int64) = (0, 0)
    /// The sequence number of the packet after the last gap, and the counts before it; nil without a recent gap.
    private var gap: (end: UInt16, counts: (expected: Int64, forwarded: Int64))?
    /// The counts of ``forwarding`` when a receiver last reported on the track, or when the source restarted since then.
    private var countsAtReport: [Int: (expected: Int64, forwarded: Int64)] = [:]
    /// The paths that were receivers and may be again.
    private var formerReceivers: Set<Int> = []
    /// The sequence number after which each returned receiver receives again.
    private var returns: [Int: UInt16] = [:]
    /// The fraction of packets lost on the way to this SFU, by the last report.
    private(set) var fractionLost = 0.0
    private var receivedAtReport: Int64 = 0
    /// True when the track was unmuted at the last report and since then, so that packets were due.
    private var isDue = false
    /// The last reported level.
    var reportedLevel = 0.0

    init(_ name: TrackName, cid: CallCid, ssrc: UInt32, path: Int, isMuted: Bool) {
        self.name = name
        self.cid = cid
        self.ssrc = ssrc
        self.path = path
        self.isMuted = isMuted
        // Signaling has announced the source, so no probation is needed (RFC 3550 section A.1).
        statistics = RTP.ReceiverStatistics(clockRate: name.type.clockRate, minSequential: 0)
    }

    /// True for an audio track.
    var isVoice: Bool { name.type == .audio }

    /// True once a packet of the source has arrived.
    var hasArrived: Bool { statistics.received > 0 }

    mutating func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        if isMuted { isDue = false }
    }

    /// Counts a received packet, also one that is not forwarded because the track is muted.
    mutating func receive(_ header: RTP.Header, at now: Instant) -> RTP.ReceiverStatistics.Reception {
        let reception = statistics.receive(
            sequenceNumber: header.sequenceNumber, timestamp: header.timestamp, at: now)
        switch reception {
        case .restarted: restart()
        case .inOrder, .late: break
        case .duplicate, .outOfRange, .onProbation: return reception
        }
        if !isMuted { forward(header.sequenceNumber) }
        return reception
    }

    private mutating func forward(_ number: UInt16) {
        let expected = statistics.expected
        if expected > forwarding.expected + 1 { gap = (number, forwarding) }
        // Half of the numbers that can be compared with that of the gap.
        if let gap, expected - gap.counts.expected > 0x4000 { self.gap = nil }
        forwarding = (expected, forwarding.forwarded + 1)
    }

    /// Counts anew for all receivers, as they do themselves when a source restarts (RFC 3550 section A.1).
    private mutating func restart() {
        forwarding.expected = 0
        gap = nil
        for slot in receivers { countsAtReport[slot] = forwarding }
        returns = [:]
    }

    mutating func receiveSenderReport(ntp: UInt64, at now: Instant) {
        statistics.receiveSenderReport(ntp: ntp, at: now)
    }

    /// Returns the SFU's own report on the track, and starts the next interval. An unmuted track of which nothing has
    /// arrived since the last report counts as lost.
    mutating func report(at now: Instant) -> RTCP.ReportBlock {
        let block = statistics.report(on: ssrc, at: now)
        let isSilent = isDue && statistics.received == receivedAtReport
        fractionLost = isSilent ? 1 : Double(block.fractionLost) / 256
        (receivedAtReport, isDue) = (statistics.received, !isMuted)
        return block
    }

    // MARK: Receivers

    mutating func addReceiver(_ slot: Int) {
        receivers.append(slot)
        guard formerReceivers.remove(slot) != nil else { return }
        returns[slot] = UInt16(truncatingIfNeeded: statistics.extendedHighest)
    }

    /// Removes a receiver that may return.
    mutating func removeReceiver(_ slot: Int) {
        receivers.removeAll { $0 == slot }
        formerReceivers.insert(slot)
    }

    /// Removes a receiver whose path is closed.
    mutating func forgetReceiver(_ slot: Int) {
        removeReceiver(slot)
        formerReceivers.remove(slot)
        (countsAtReport[slot], returns[slot]) = (nil, nil)
    }

    /// Returns the fraction lost or withheld before this SFU's forwarding since the last report of a receiver, and starts
    /// its next interval. The fraction is that of this SFU's own report where the receiver has not reported before.
    ///
    /// - Parameter highest: The highest sequence number of the report.
    /// - Returns: Nil when the interval includes a time in which the path was not a receiver.
    mutating func fractionLost(sinceReportOf slot: Int, highest: UInt32) -> Double? {
        let counts = counts(upTo: highest)
        if let number = returns[slot] {
            guard Int16(bitPattern: UInt16(truncatingIfNeeded: highest) &- number) > 0 else { return nil }
            (returns[slot], countsAtReport[slot]) = (nil, counts)
            return nil
        }
        guard let before = countsAtReport.updateValue(counts, forKey: slot) else { return fractionLost }
        let expected = counts.expected - before.expected
        let lost = expected - (counts.forwarded - before.forwarded)
        return expected > 0 && lost > 0 ? Double(lost) / Double(expected) : 0
    }

    /// Returns the counts of the packets that a receiver knows of. A report that was sent before the end of a gap arrived
    /// does not count the gap as lost.
    private func counts(upTo highest: UInt32) -> (expected: Int64, forwarded: Int64) {
        guard let gap, Int16(bitPattern: UInt16(truncatingIfNeeded: highest) &- gap.end) < 0 else { return forwarding }
        return gap.counts
    }
}

/// The origin of a packet: an address and an SSRC.
struct SourceKey: Hashable, Sendable {
    let address: SocketAddress
    let ssrc: UInt32
}
