import Chance
internal import Containers

/// What an endpoint knows of a peer.
struct PeerState: Sendable {
    /// The ID of the next message to it.
    var nextMessageID: UInt16
    /// How many interactions that this side began are outstanding (RFC 7252 section 4.7).
    var outstanding = 0
    /// The exchanges that wait for their turn.
    var waiting = RingBuffer<CoAP.ExchangeID>()
    /// How many of its requests wait for a response.
    var openRequests = 0
    /// How many of its observations are served.
    var observers = 0
    /// True when the peer receives at its address, as it has proved.
    var isProved = false

    init(nextMessageID: UInt16) {
        self.nextMessageID = nextMessageID
    }

    var isIdle: Bool { outstanding == 0 && waiting.isEmpty && openRequests == 0 && observers == 0 }
}

extension CoAP.Endpoint {
    /// Returns the slot of a peer, which is added if it is unknown.
    mutating func peerSlot(_ peer: SocketAddress) -> Int {
        if let slot = peers.slot(of: peer) { return slot }
        prunePeers()
        return peers.insert(PeerState(nextMessageID: UInt16(truncatingIfNeeded: generator.next())), for: peer)
    }

    /// Forgets the idle peers each time that their number has doubled.
    private mutating func prunePeers() {
        guard peers.count >= peersBeforePruning else { return }
        peers.removeAll(where: \.isIdle)
        peersBeforePruning = max(1024, peers.count * 2)
    }
}
