/// The protocol of a datagram, determined by its first bytes (RFC 7983, RFC 5761): one port serves all of these.
public enum DatagramKind: String, Hashable, Sendable, CaseIterable {
    /// STUN.
    case stun
    /// CoAP; its version bits put the first byte between 64 and 127.
    case coap
    /// RTP.
    case rtp
    /// RTCP.
    case rtcp
    /// SIP: text whose first line names the protocol.
    case sip

    /// Creates the protocol of a datagram; returns nil for an unknown one.
    public init?(_ datagram: [UInt8]) {
        guard let first = datagram.first else { return nil }
        switch first {
        case 0...3: self = .stun
        case 0x21...0x7E where Self.isSIP(datagram.span): self = .sip
        case 64...127: self = .coap
        case 128...191:
            // The packet types of RTCP; RTP's payload types with the marker bit avoid them (RFC 5761 section 4).
            self = datagram.count > 1 && (192...223).contains(datagram[1]) ? .rtcp : .rtp
        default: return nil
        }
    }

    /// Returns true when the first line begins with `SIP/` and a digit, or ends with such a word (RFC 3261 section 7).
    ///
    /// A CoAP message nearly always has a control character among its first bytes, which ends the search.
    package static func isSIP(_ datagram: Span<UInt8>) -> Bool {
        if hasVersion(datagram, at: 0) { return true }
        var wordStart = 0
        var position = 0
        while position < datagram.count, datagram[position] >= 0x20, datagram[position] < 0x7F {
            let isBlank = datagram[position] == 0x20
            let isLast = position + 1 == datagram.count || datagram[position + 1] < 0x20
            if isBlank, !isLast, datagram[position + 1] != 0x20 { wordStart = position + 1 }
            position += 1
        }
        guard position < datagram.count, datagram[position] == 0x0D || datagram[position] == 0x0A else { return false }
        return hasVersion(datagram, at: wordStart)
    }

    private static func hasVersion(_ datagram: Span<UInt8>, at offset: Int) -> Bool {
        guard datagram.count > offset + 4 else { return false }
        // "SIP/" and a digit.
        return datagram[offset] == 0x53 && datagram[offset + 1] == 0x49 && datagram[offset + 2] == 0x50
            && datagram[offset + 3] == 0x2F && (0x30...0x39).contains(datagram[offset + 4])
    }
}
