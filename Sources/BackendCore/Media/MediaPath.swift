import Chance
import Digest
import Signaling
import Timing
import Wire

/// The path between an SFU's media port and a session's client or another SFU: its verified address and consent.
struct MediaPath: Sendable {
    /// The duration of consent after a check (RFC 7675 section 5.1).
    static let expiry = Duration.seconds(30)
    /// The number of remembered checks, which cannot be replayed from another address.
    private static let remembered = 32

    let sessionId: String
    let cid: CallCid
    let credentials: PathCredentials
    let key: [UInt8]
    /// The address of the client; nil before the first check.
    private(set) var address: SocketAddress?
    private(set) var consentUntil = Instant.start
    /// The verified address of the session's signaling.
    var signaling: SocketAddress?
    /// The pending check of another address. Media is sent there after its response.
    private(set) var check: (id: STUN.TransactionID, address: SocketAddress)?
    private var transactions: [STUN.TransactionID] = []
    /// The tracks that the client publishes.
    var published: [Int] = []
    /// The tracks that the client subscribes to.
    var subscriptions: Set<TrackName> = []
    var reports: RTCP.Schedule?
    /// The fractions of packets lost on the way from the client, and on the way to it, by the last reports.
    var lossUp = 0.0
    var lossDown = 0.0
    var quality: ConnectionQuality?

    /// True for the path to another SFU. It needs no check, because the network between SFUs belongs to the backend.
    let isTrunk: Bool
    /// True for the path of a guest.
    let isOfGuest: Bool

    init(sessionId: String, cid: CallCid, credentials: PathCredentials, isOfGuest: Bool) {
        self.sessionId = sessionId
        self.cid = cid
        self.credentials = credentials
        key = Array(credentials.password.utf8)
        isTrunk = false
        self.isOfGuest = isOfGuest
    }

    /// Creates the path to another SFU's media port, for one call.
    init(trunk name: String, cid: CallCid, to address: SocketAddress) {
        sessionId = name
        self.cid = cid
        credentials = PathCredentials {
            $0.username = ""
            $0.password = ""
        }
        key = []
        isTrunk = true
        isOfGuest = false
        self.address = address
        consentUntil = .distantFuture
    }

    func hasConsent(at now: Instant) -> Bool {
        address != nil && now < consentUntil
    }

    /// The result of a check with valid integrity.
    enum Proof {
        /// The client receives at the address.
        case proved
        /// The sender knows the password, but may have forged the address.
        case unproved
        /// The same check was received from another address before.
        case replayed
    }

    /// Handles a check with valid integrity from an address.
    mutating func check(_ id: STUN.TransactionID, from peer: SocketAddress, at now: Instant) -> Proof {
        if transactions.contains(id) { return peer == address ? .proved : .replayed }
        if transactions.count == Self.remembered { transactions.removeFirst() }
        transactions.append(id)
        guard peer == address || peer == signaling else { return .unproved }
        move(to: peer, at: now)
        return .proved
    }

    /// Records the check that the SFU sends to an address.
    mutating func beginCheck(_ id: STUN.TransactionID, _ peer: SocketAddress) { check = (id, peer) }

    /// Handles a response with valid integrity. Returns false when no check was sent to this address.
    mutating func confirmed(_ id: STUN.TransactionID, from peer: SocketAddress, at now: Instant) -> Bool {
        guard let check, check.id == id, check.address == peer else { return false }
        self.check = nil
        move(to: peer, at: now)
        return true
    }

    private mutating func move(to peer: SocketAddress, at now: Instant) {
        address = peer
        consentUntil = now.advanced(by: Self.expiry)
    }
}

/// The name of a track in a session.
struct TrackName: Hashable, Sendable {
    let sessionId: String
    let type: TrackType
}
