internal import Capture
internal import Wire

/// The protocol of a payload, recognised by its bytes and ports.
package enum PayloadKind: String, CaseIterable, Sendable {
    /// RFC 7252, including malformed messages on CoAP's port.
    case coap
    /// RFC 8489.
    case stun
    /// RFC 3550.
    case rtp
    /// RFC 3550, distinguished from RTP as in RFC 5761 section 4.
    case rtcp
    /// RFC 3261, including malformed messages with a first line of SIP.
    case sip
    /// An empty payload.
    case empty
    /// Another protocol.
    case unknown
}

extension PayloadKind {
    /// Determines the kind by the first byte (RFC 7983 section 7), by further bytes, and by CoAP's port.
    ///
    /// A payload that begins like CoAP on another port is a candidate until it is decoded.
    init(_ payload: Span<UInt8>, isOnCoAPPort: Bool) {
        guard payload.count > 0 else {
            self = .empty
            return
        }
        switch payload[0] {
        case 0...3 where STUNHeader(payload) != nil: self = .stun
        case 0x21...0x7E where DatagramKind.isSIP(payload): self = .sip
        case 64...127: self = .coap
        case 128...191 where Self.isRTCP(payload): self = .rtcp
        case 128...191 where RTPHeader(payload) != nil: self = .rtp
        default: self = isOnCoAPPort ? .coap : .unknown
        }
    }

    private static func isRTCP(_ payload: Span<UInt8>) -> Bool {
        guard payload.count >= 8, (192...223).contains(payload[1]) else { return false }
        return (Int(payload.number16(at: 2)) + 1) * 4 <= payload.count
    }
}

extension Span<UInt8> {
    /// Returns the 16-bit number in network byte order. The caller has checked the length.
    @inline(__always)
    func number16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    /// Returns the 32-bit number in network byte order. The caller has checked the length.
    @inline(__always)
    func number32(at offset: Int) -> UInt32 {
        UInt32(number16(at: offset)) << 16 | UInt32(number16(at: offset + 2))
    }
}
