public import BackendCore
import Sockets

/// The counters of a backend.
public struct BackendCounters: Hashable, Sendable {
    /// The counters of the servers' actions.
    public internal(set) var tally = ServerTally()
    /// The number of datagrams that are not CoAP messages.
    public private(set) var malformed = 0
    /// The number of messages that could not be processed.
    public private(set) var rejected = 0
    /// The number of requests from unproved addresses.
    public private(set) var challenged = 0
    /// The number of duplicate messages.
    public private(set) var duplicates = 0
    /// The numbers of dropped media datagrams, by reason.
    public private(set) var drops: [MediaDrop: Int] = [:]
    /// The number of retransmissions.
    public private(set) var retransmissions = 0

    mutating func count(_ drop: MediaDrop) {
        drops[drop, default: 0] += 1
    }

    mutating func count(_ event: CoAPSocket.Event) {
        switch event {
        case .malformed: malformed += 1
        case .rejected: rejected += 1
        case .challenged: challenged += 1
        case .duplicate: duplicates += 1
        case .retransmitted: retransmissions += 1
        }
    }
}
