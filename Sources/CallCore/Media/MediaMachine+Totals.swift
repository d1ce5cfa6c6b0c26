public import Signaling
import Wire

// What a stay has sent and received in all, on tracks that are gone too.
extension MediaMachine {
    /// What was sent up to now.
    public var publisherStats: PublisherStats { outgoing.reduce(sentBefore) { $0.adding($1.stats) } }

    /// What was received up to now; the jitter is the greatest of the tracks that there are.
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
        let received = statistics.received - statistics.duplicates
        return SubscriberStats {
            $0.packetsReceived = Int(clamping: received)
            $0.packetsLost = Int(clamping: max(0, statistics.expected - received))
            $0.jitter = statistics.jitterTime
        }
    }
}
