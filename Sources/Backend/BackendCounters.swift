public import BackendCore
import Sockets

/// What a backend has seen and done so far, in numbers.
public struct BackendCounters: Hashable, Sendable {
    /// What the servers did.
    public internal(set) var tally = ServerTally()
    /// Datagrams that are no CoAP messages.
    public private(set) var malformed = 0
    /// Messages that mean nothing here.
    public private(set) var rejected = 0
    /// Requests from addresses that were not proved.
    public private(set) var challenged = 0
    /// Messages that came more than once.
    public private(set) var duplicates = 0
    /// Datagrams of media that changed nothing, by reason.
    public private(set) var drops: [MediaDrop: Int] = [:]
    /// Messages that were sent again.
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
