/// Why a datagram on a media port changed nothing; each is counted and told.
public enum MediaDrop: String, Error, Hashable, Sendable, CaseIterable {
    /// No protocol begins like this (RFC 7983), or it is empty.
    case unknownProtocol
    /// It looks like CoAP, which has a port of its own.
    case coapOnMediaPort
    /// It looks like media, and came to the port of signalling.
    case mediaOnSignalingPort
    /// It cannot be read as STUN: a length goes past the end, the fingerprint is wrong, and so on.
    case malformedSTUN
    /// It is STUN, but no request that is answered here.
    case unexpectedSTUN
    /// Its user name is unknown.
    case unknownUser
    /// Its integrity is missing or wrong.
    case wrongIntegrity
    /// It repeats, from another address, a request that was answered before.
    case replayed
    /// It cannot be read as RTP: its extension or its padding goes past the end, and so on.
    case malformedRTP
    /// It cannot be read as a compound of RTCP.
    case malformedRTCP
    /// No client has proved its source address.
    case unknownAddress
    /// The consent of the client at its source address has expired.
    case withoutConsent
    /// The client at its source address does not publish its synchronisation source.
    case unknownSource
    /// The track that it belongs to is muted.
    case muted
    /// It came before.
    case duplicate
    /// Its sequence number is too far from the others'.
    case outOfRange
}
