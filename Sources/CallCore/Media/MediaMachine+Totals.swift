public import Signaling
import Wire

// The totals of a session's sent and received media, including removed tracks.
extension MediaMachine {
    /// The total of the sent media.
    public var publisherStats: PublisherStats { outgoing.reduce(sentBefore) { $0.adding($1.stats) } }

    /// The total of the received media. The jitter is the greatest of the current tracks.
    public var subscriberStats: SubscriberStats {
        var before = receivedBefore
        before.jitter = .zero
        return incoming.values.reduce(before) { $0.adding($1.stats) }
    }
}

extension OutgoingTrack {
    var stats: PublisherStats { PublisherStats { $0.packetsSent = Int(clamping: packetCount) } }
}

extension IncomingTrack {
    var stats: SubscriberStats {
        let totals = statistics.totals
        return SubscriberStats {
            $0.packetsReceived = Int(clamping: totals.received)
            $0.packetsLost = Int(clamping: totals.lost)
            $0.jitter = statistics.jitterTime
        }
    }
}
