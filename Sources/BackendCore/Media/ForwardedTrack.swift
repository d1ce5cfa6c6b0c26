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
    var isMuted: Bool
    var statistics: RTP.ReceiverStatistics
    var meter = LevelMeter()
    /// The paths to which the track is forwarded.
    private(set) var receivers: [Int] = []
    /// The counts of the track when a receiver last reported on it.
    private var countsAtReport: [Int: (expected: Int64, received: Int64)] = [:]
    /// The fraction of packets lost on the way to this SFU, by the last report.
    var fractionLost = 0.0
    var receivedBefore: Int64 = 0
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

    mutating func addReceiver(_ slot: Int) { receivers.append(slot) }

    mutating func removeReceiver(_ slot: Int) {
        receivers.removeAll { $0 == slot }
        countsAtReport[slot] = nil
    }

    /// Returns the fraction lost on the way to this SFU since the last report of a receiver, and starts its next
    /// interval. The fraction is that of this SFU's own report where the receiver has not reported before.
    mutating func fractionLost(sinceReportOf slot: Int) -> Double {
        let counts = (expected: statistics.expected, received: statistics.received)
        guard let before = countsAtReport.updateValue(counts, forKey: slot) else { return fractionLost }
        let expected = counts.expected - before.expected
        let lost = expected - (counts.received - before.received)
        return expected > 0 && lost > 0 ? Double(lost) / Double(expected) : 0
    }
}

/// The origin of a packet: an address and an SSRC.
struct SourceKey: Hashable, Sendable {
    let address: SocketAddress
    let ssrc: UInt32
}
