package import BackendCore
import Sockets

/// The counters of a backend.
package struct BackendCounters: Hashable, Sendable {
    /// The counters of the servers' actions.
    package internal(set) var tally = ServerTally()
    /// The number of datagrams that are not CoAP messages.
    package private(set) var malformed = 0
    /// The number of messages that could not be processed.
    package private(set) var rejected = 0
    /// The number of requests from unproved addresses.
    package private(set) var challenged = 0
    /// The number of duplicate messages.
    package private(set) var duplicates = 0
    /// The numbers of dropped media datagrams, by reason.
    package private(set) var drops: [MediaDrop: Int] = [:]
    /// The number of retransmissions.
    package private(set) var retransmissions = 0

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
