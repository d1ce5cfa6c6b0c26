/// The reason for which a datagram on a media port had no effect. Each one is counted and reported.
package enum MediaDrop: String, Error, Hashable, Sendable, CaseIterable {
    /// The first byte matches no protocol (RFC 7983), or the datagram is empty.
    case unknownProtocol
    /// The datagram is CoAP, which has a separate port.
    case coapOnMediaPort
    /// The datagram is media at the port of signaling.
    case mediaOnSignalingPort
    /// The datagram is not valid STUN, for example because of a length beyond its end or a wrong fingerprint.
    case malformedSTUN
    /// The datagram is STUN, but not a request that the SFU supports.
    case unexpectedSTUN
    /// The user name is unknown.
    case unknownUser
    /// The message integrity is missing or wrong.
    case wrongIntegrity
    /// The datagram repeats an earlier request from another address.
    case replayed
    /// The datagram is not valid RTP, for example because of an extension or padding beyond its end.
    case malformedRTP
    /// The datagram is not a valid RTCP compound.
    case malformedRTCP
    /// The source address is not verified for any client.
    case unknownAddress
    /// The consent of the client at the source address has expired.
    case withoutConsent
    /// The client at the source address does not publish this SSRC.
    case unknownSource
    /// The track of the datagram is muted.
    case muted
    /// The guests of the SFU together send more than it forwards.
    case guestsAreBusy
    /// The packet was received before.
    case duplicate
    /// The sequence number is out of range.
    case outOfRange
}
