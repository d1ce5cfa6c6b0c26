/// The reason for which a datagram had no effect at a client. Each one is counted and reported.
public enum MediaRefusal: String, Error, CaseIterable, Hashable, Sendable {
    /// The first bytes match no protocol of media.
    case unknownProtocol
    /// The sender is not a media port of one of the client's SFUs.
    case unknownAddress
    /// The datagram is not valid STUN.
    case malformedSTUN
    /// The message integrity is missing or wrong.
    case wrongIntegrity
    /// The response belongs to no pending check.
    case unexpectedSTUN
    /// The datagram is not valid RTP.
    case malformedRTP
    /// The datagram is not a valid RTCP compound.
    case malformedRTCP
    /// The SSRC was not announced.
    case unknownSource
    /// The sequence number is out of range.
    case outOfRange
    /// The SSRC is one of this client's own, which is replaced by another one (RFC 3550 section 8.2).
    case ownSource

    init(_ refusal: ConsentMachine.Refusal) {
        switch refusal {
        case .malformed: self = .malformedSTUN
        case .wrongIntegrity: self = .wrongIntegrity
        case .unexpected: self = .unexpectedSTUN
        }
    }
}
