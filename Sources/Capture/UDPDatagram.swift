public import Wire

/// A UDP datagram over IPv4 inside a captured packet.
public struct UDPDatagram: Hashable, Sendable {
    /// Who sent it.
    public let source: SocketAddress
    /// Whom it is for.
    public let destination: SocketAddress
    /// Where the IPv4 header starts in the packet.
    public let headerOffset: Int
    /// Where its payload lies in the packet.
    public let payload: Range<Int>

    /// Finds the datagram in a packet; every length is checked against what is there.
    public init(_ packet: Span<UInt8>, linkType: LinkType) throws(DissectionError) {
        try self.init(packet, linkType: linkType, isCut: false)
    }

    /// Finds the datagram in a packet.
    public init(_ packet: [UInt8], linkType: LinkType) throws(DissectionError) {
        try self.init(packet.span, linkType: linkType, isCut: false)
    }

    /// Finds what there is of the datagram in a packet of which the capture kept only the beginning.
    init(_ packet: Span<UInt8>, linkType: LinkType, isCut: Bool) throws(DissectionError) {
        headerOffset = try Self.networkLayer(of: packet, linkType: linkType)
        let ip = try IPv4Header(packet, at: headerOffset, isCut: isCut)
        let header = ip.payload.lowerBound
        guard ip.payload.count >= 8 else { throw .truncated(.udp, needed: 8, available: ip.payload.count) }
        guard packet.count >= header + 8 else {
            throw .truncated(.udp, needed: 8, available: packet.count - header)
        }
        let length = Int(packet.number(at: header + 4))
        guard (8...ip.payload.count).contains(length) else {
            throw .lyingLength(.udp, says: length, bounds: 8...ip.payload.count)
        }
        source = SocketAddress(host: ip.source, port: packet.number(at: header))
        destination = SocketAddress(host: ip.destination, port: packet.number(at: header + 2))
        payload = (header + 8)..<min(header + length, packet.count)
    }
}

extension UDPDatagram {
    private static let etherTypeIPv4: UInt16 = 0x0800
    private static let etherTypesVLAN: [UInt16] = [0x8100, 0x88A8]

    /// Where the IPv4 header starts.
    private static func networkLayer(of packet: Span<UInt8>, linkType: LinkType) throws(DissectionError) -> Int {
        switch linkType {
        case .raw, .rawIP, .ipv4: return 0
        case .ethernet: return try network(of: packet, typeAt: 12, header: 14)
        case .cooked: return try network(of: packet, typeAt: 14, header: 16)
        case .cooked2: return try network(of: packet, typeAt: 0, header: 20)
        case .null:
            guard packet.count >= 4 else { throw .truncated(.link, needed: 4, available: packet.count) }
            let family = packet.number(at: 0) | packet.number(at: 2)
            guard family == 2 || family == 0x0200 else { throw .notIPv4(etherType: family) }
            return 4
        default: throw .unknownLinkType(linkType.value)
        }
    }

    private static func network(
        of packet: Span<UInt8>, typeAt: Int, header: Int
    ) throws(DissectionError) -> Int {
        guard packet.count >= header else { throw .truncated(.link, needed: header, available: packet.count) }
        var type = packet.number(at: typeAt)
        var end = header
        while etherTypesVLAN.contains(type) {
            guard packet.count >= end + 4 else { throw .truncated(.link, needed: end + 4, available: packet.count) }
            type = packet.number(at: end + 2)
            end += 4
        }
        guard type == etherTypeIPv4 else { throw .notIPv4(etherType: type) }
        return end
    }
}

/// The part of an IPv4 header (RFC 791) that leads to a UDP datagram.
private struct IPv4Header {
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

extension Span<UInt8> {
    /// The 16-bit number in network byte order.
    fileprivate func number(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }
}
