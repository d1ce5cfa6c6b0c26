public import Signaling
public import Timing

/// What was counted of a client's own media and of what it receives, up to one instant (`semantics.md` 3.1, statsReport).
public struct CallStatsReport: Hashable, Sendable {
    /// When it was made.
    public let timestamp: Timestamp
    /// The SFU that the client was on.
    public let datacenter: String
    /// Packets that were sent.
    public let packetsSent: Int64
    /// Packets that were received and count.
    public let packetsReceived: Int64
    /// Packets that are missing.
    public let packetsLost: Int64
    /// The largest jitter of all tracks.
    public let jitter: Duration

    /// Adds up tracks.
    ///
    /// - Parameters:
    ///   - own: The client's own tracks.
    ///   - others: Everybody else's.
    public init(publisher: PublisherStats, subscriber: SubscriberStats, datacenter: String, at date: Timestamp) {
        timestamp = date
        self.datacenter = datacenter
        packetsSent = Int64(publisher.packetsSent)
        packetsReceived = Int64(subscriber.packetsReceived)
        packetsLost = Int64(subscriber.packetsLost)
        jitter = subscriber.jitter
    }
}

/// Somebody's screen, as it is shared.
public struct ScreenSharingSession: Hashable, Sendable {
    /// Whose it is.
    public let participant: CallParticipant
    /// What comes of it; nil without media.
    public var track: MediaTrack? { participant.screenshareTrack }
}
