public import Signaling
public import Timing

/// A client's statistics of sent and received media at one instant (`semantics.md` 3.1, statsReport).
public struct CallStatsReport: Hashable, Sendable {
    /// The date of the report.
    public let timestamp: Timestamp
    /// The name of the client's SFU.
    public let datacenter: String
    /// The number of sent packets.
    public let packetsSent: Int64
    /// The number of received packets without duplicates.
    public let packetsReceived: Int64
    /// The number of lost packets.
    public let packetsLost: Int64
    /// The largest jitter of all tracks.
    public let jitter: Duration

    /// Creates a report from totals.
    ///
    /// - Parameters:
    ///   - publisher: The totals of the client's own tracks.
    ///   - subscriber: The totals of the received tracks.
    public init(publisher: PublisherStats, subscriber: SubscriberStats, datacenter: String, at date: Timestamp) {
        timestamp = date
        self.datacenter = datacenter
        packetsSent = Int64(publisher.packetsSent)
        packetsReceived = Int64(subscriber.packetsReceived)
        packetsLost = Int64(subscriber.packetsLost)
        jitter = subscriber.jitter
    }
}

/// The shared screen of a participant.
public struct ScreenSharingSession: Hashable, Sendable {
    /// The participant that shares its screen.
    public let participant: CallParticipant
    /// The received track; nil without media.
    public var track: MediaTrack? { participant.screenshareTrack }
}
