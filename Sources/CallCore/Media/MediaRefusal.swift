/// Why a datagram from an SFU's media port changed nothing at a client; each is counted and told.
public enum MediaRefusal: String, Error, CaseIterable, Hashable, Sendable {
    /// No protocol that media speaks begins like this.
    case unknownProtocol
    /// It came from an address that is no media port of an SFU that the client is with.
    case unknownAddress
    /// It cannot be read as STUN.
    case malformedSTUN
    /// Its integrity is missing or wrong.
    case wrongIntegrity
    /// It answers no check that is waited for.
    case unexpectedSTUN
    /// It cannot be read as RTP.
    case malformedRTP
    /// It cannot be read as a compound of RTCP.
    case malformedRTCP
    /// Nobody announced its source.
    case unknownSource
    /// Its sequence number is too far from the others'.
    case outOfRange
    /// It carries a source of this client's own, which has chosen another one now (RFC 3550 section 8.2).
    case ownSource

    init(_ refusal: ConsentMachine.Refusal) {
        switch refusal {
        case .malformed: self = .malformedSTUN
        case .wrongIntegrity: self = .wrongIntegrity
        case .unexpected: self = .unexpectedSTUN
        }
    }
}
