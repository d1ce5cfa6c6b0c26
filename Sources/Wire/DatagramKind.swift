/// What a datagram can be, by its first bytes (RFC 7983, RFC 5761): one port carries all of these.
public enum DatagramKind: String, Hashable, Sendable, CaseIterable {
    /// STUN.
    case stun
    /// CoAP, whose version puts the first byte between 64 and 127.
    case coap
    /// RTP.
    case rtp
    /// RTCP.
    case rtcp

    /// What the datagram must be; nil when nobody here speaks it.
    public init?(_ datagram: [UInt8]) {
        guard let first = datagram.first else { return nil }
        switch first {
        case 0...3: self = .stun
        case 64...127: self = .coap
        case 128...191:
            // RTCP's packet types, which RTP's payload types with the marker bit avoid (RFC 5761 section 4).
            self = datagram.count > 1 && (192...223).contains(datagram[1]) ? .rtcp : .rtp
        default: return nil
        }
    }
}
