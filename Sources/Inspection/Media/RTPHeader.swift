/// The header of an RTP packet (RFC 3550 section 5.1), read without looking at its padding, which may not be there: of
/// many packets only the beginning is captured. Whole packets are read by Wire.
struct RTPHeader: Hashable, Sendable {
    let hasMarker: Bool
    let payloadType: UInt8
    let sequence: UInt16
    let timestamp: UInt32
    let ssrc: UInt32
    /// How many bytes the header takes, with contributing sources and the extension.
    let byteCount: Int

    /// Nil when the bytes are no RTP packet of version 2, or end before the header does.
    @inline(__always)
    init?(_ packet: Span<UInt8>) {
        guard packet.count >= 12, packet[0] >> 6 == 2 else { return nil }
        var end = 12 + Int(packet[0] & 0x0F) * 4
        if packet[0] & 0x10 != 0 {
            guard packet.count >= end + 4 else { return nil }
            end += 4 + Int(packet.number16(at: end + 2)) * 4
        }
        guard packet.count >= end else { return nil }
        hasMarker = packet[1] & 0x80 != 0
        payloadType = packet[1] & 0x7F
        sequence = packet.number16(at: 2)
        timestamp = packet.number32(at: 4)
        ssrc = packet.number32(at: 8)
        byteCount = end
    }
}
