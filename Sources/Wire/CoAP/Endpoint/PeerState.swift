import Chance
internal import Containers

/// The state of a peer in an endpoint.
struct PeerState: Sendable {
    /// The ID of the next message to the peer.
    var nextMessageID: UInt16
    /// The number of outstanding interactions that this endpoint began (RFC 7252 section 4.7).
    var outstanding = 0
    /// The queued exchanges.
    var waiting = RingBuffer<CoAP.ExchangeID>()
    /// The number of the peer's requests without a response.
    var openRequests = 0
    /// The number of the peer's observations.
    var observers = 0
    /// True when the peer has proved its address.
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

    /// Removes idle peers each time their number has doubled.
    private mutating func prunePeers() {
        if peers.count >= peersBeforePruning { removeIdlePeers() }
    }

    /// Removes idle peers. They prove their addresses again with their next request.
    mutating func removeIdlePeers() {
        peers.removeAll(where: \.isIdle)
        peersBeforePruning = max(Self.fewPeers, peers.count * 2)
    }

    /// The number of peers that are kept although they are idle.
    static var fewPeers: Int { 1024 }
}
