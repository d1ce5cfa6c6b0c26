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
        let network = try LinkLayer.network(of: packet, linkType: linkType)
        guard network.etherType == LinkLayer.etherTypeIPv4 else {
            guard linkType == .raw || linkType == .rawIP || linkType == .ipv4 else {
                throw .notIPv4(etherType: network.etherType)
            }
            throw .wrongVersion(6)
        }
        headerOffset = network.offset
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
