import Wire

/// The part of an IPv4 header (RFC 791) that leads to a UDP datagram.
struct IPv4Header {
    let source: HostAddress
    let destination: HostAddress
    let payload: Range<Int>

    init(_ packet: Span<UInt8>, at start: Int, isCut: Bool) throws(DissectionError) {
        let available = packet.count - start
        guard available >= 20 else { throw .truncated(.ipv4, needed: 20, available: available) }
        let version = packet[start] >> 4
        guard version == 4 else { throw .wrongVersion(version) }
        let header = Int(packet[start] & 0x0F) * 4
        let total = Int(packet.number(at: start + 2))
        guard header >= 20 else { throw .lyingLength(.ipv4, says: header, bounds: 20...60) }
        guard total >= header else { throw .lyingLength(.ipv4, says: total, bounds: header...65_535) }
        guard total <= available || isCut, header <= available else {
            throw .truncated(.ipv4, needed: total, available: available)
        }
        let fragment = packet.number(at: start + 6)
        guard fragment & 0x3FFF == 0 else { throw .fragment(offset: Int(fragment & 0x1FFF) * 8) }
        guard packet[start + 9] == 17 else { throw .notUDP(protocol: packet[start + 9]) }
        source = HostAddress(packet[start + 12], packet[start + 13], packet[start + 14], packet[start + 15])
        destination = HostAddress(packet[start + 16], packet[start + 17], packet[start + 18], packet[start + 19])
        payload = (start + header)..<(start + total)
    }
}
