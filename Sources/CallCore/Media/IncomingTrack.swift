import Signaling
import Timing
import Wire

/// A track that a client receives.
struct IncomingTrack: Sendable {
    /// The time without packets after which a track counts as stalled.
    private static let stall = Duration.seconds(1)

    let type: TrackType
    let ssrc: UInt32
    /// The id of the publishing participant's session.
    let sessionId: String
    private(set) var statistics: RTP.ReceiverStatistics
    private(set) var hasEnded = false
    private var lastArrival: Instant?

    init(_ type: TrackType, ssrc: UInt32, of sessionId: String) {
        self.type = type
        self.ssrc = ssrc
        self.sessionId = sessionId
        // Signaling has announced the source, so no probation is needed (RFC 3550 section A.1).
        statistics = RTP.ReceiverStatistics(clockRate: type.clockRate, minSequential: 0)
    }

    mutating func receive(_ header: RTP.Header, at now: Instant) -> RTP.ReceiverStatistics.Reception {
        lastArrival = now
        hasEnded = false
        return statistics.receive(
            sequenceNumber: header.sequenceNumber, timestamp: header.timestamp, at: now)
    }

    mutating func take(_ report: RTCP.SenderReport, at now: Instant) {
        statistics.receiveSenderReport(ntp: report.ntp, at: now)
    }

    /// Sets whether the SFU withholds the packets of the track, because it is hidden or muted.
    mutating func setWithheld(_ isWithheld: Bool) {
        statistics.setWithheld(isWithheld)
    }

    mutating func end() {
        hasEnded = true
    }

    mutating func report(at now: Instant) -> RTCP.ReportBlock {
        statistics.report(on: ssrc, at: now)
    }

    /// Returns the state and the counts of the track.
    func track(at now: Instant) -> MediaTrack {
        var track = MediaTrack(type, ssrc: ssrc)
        let totals = statistics.totals
        track.packetsReceived = totals.received
        track.packetsLost = totals.lost
        track.packetsLate = totals.late
        track.packetsDuplicated = totals.duplicates
        track.jitter = statistics.jitterTime
        track.meanJitter = statistics.meanJitterTime
        track.greatestJitter = statistics.greatestJitterTime
        if hasEnded {
            track.state = .ended
        } else if let lastArrival {
            track.state = lastArrival.duration(to: now) < Self.stall ? .flowing : .stalled
        }
        return track
    }
}
