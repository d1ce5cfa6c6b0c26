import Signaling
import Timing
import Wire

/// One track that a participant publishes: what came of it, and who gets it.
struct ForwardedTrack: Sendable {
    let name: TrackName
    let cid: CallCid
    let ssrc: UInt32
    /// The path that it comes on.
    let path: Int
    var isMuted: Bool
    var statistics: RTP.ReceiverStatistics
    var meter = LevelMeter()
    /// The paths that it goes out on.
    var receivers: [Int] = []
    /// The share that was lost on the way here, by the last report.
    var fractionLost = 0.0
    var receivedBefore: Int64 = 0
    /// The last level that was sent.
    var toldLevel = 0.0

    init(_ name: TrackName, cid: CallCid, ssrc: UInt32, path: Int, isMuted: Bool) {
        self.name = name
        self.cid = cid
        self.ssrc = ssrc
        self.path = path
        self.isMuted = isMuted
        // Signalling announced the source: it need not prove that it is one (RFC 3550 section A.1).
        statistics = RTP.ReceiverStatistics(clockRate: name.type.clockRate, minSequential: 0)
    }

    /// True for an audio track.
    var isVoice: Bool { name.type == .audio }
}

/// Where a packet comes from: an address, and one of its sources.
struct SourceKey: Hashable, Sendable {
    let address: SocketAddress
    let ssrc: UInt32
}
