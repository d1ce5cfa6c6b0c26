internal import Capture
internal import Wire

/// What protocol a datagram's payload speaks, as far as its bytes and its ports tell.
public enum PayloadKind: String, CaseIterable, Sendable {
    /// RFC 7252, also when it is malformed and goes to or from CoAP's port.
    case coap
    /// RFC 8489.
    case stun
    /// RFC 3550.
    case rtp
    /// RFC 3550, told from RTP as RFC 5761 section 4 does.
    case rtcp
    /// A payload of no bytes.
    case empty
    /// None of these.
    case unknown
}

extension PayloadKind {
    /// Tells the kind by the first byte (RFC 7983 section 7), by what must follow it, and by CoAP's port.
    ///
    /// What begins like CoAP on another port is only a candidate: whether it is one shows when it is decoded.
    init(_ payload: Span<UInt8>, isOnCoAPPort: Bool) {
        guard payload.count > 0 else {
            self = .empty
            return
        }
        switch payload[0] {
        case 0...3 where STUNHeader(payload) != nil: self = .stun
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
    /// The 16-bit number in network byte order; the caller has checked that it is there.
    @inline(__always)
    func number16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    /// The 32-bit number in network byte order; the caller has checked that it is there.
    @inline(__always)
    func number32(at offset: Int) -> UInt32 {
        UInt32(number16(at: offset)) << 16 | UInt32(number16(at: offset + 2))
    }
}
