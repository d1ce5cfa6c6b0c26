/// A UDP datagram over IPv4 or IPv6 in a capture of anybody's, of which the end may not have been kept.
public struct UDPPacket: Hashable, Sendable {
    /// Who sent it.
    public let source: UDPEndpoint
    /// Whom it is for.
    public let destination: UDPEndpoint
    /// Where the network layer starts in the packet.
    public let networkOffset: Int
    /// Where the UDP header starts.
    public let udpOffset: Int
    /// What was kept of its payload.
    public let payload: Range<Int>
    /// How many bytes of the payload were not kept.
    public let missing: Int

    /// Finds the datagram in a packet that had `wireLength` bytes on the wire.
    public init(_ packet: Span<UInt8>, wireLength: Int, linkType: LinkType) throws(DissectionError) {
        let isCut = wireLength > packet.count
        let network = try LinkLayer.network(of: packet, linkType: linkType)
        networkOffset = network.offset
        let hosts: (IPAddress, IPAddress)
        let space: Range<Int>
        switch network.etherType {
        case LinkLayer.etherTypeIPv4:
            let ip = try IPv4Header(packet, at: network.offset, isCut: isCut)
            hosts = (IPAddress(ip.source), IPAddress(ip.destination))
            space = ip.payload
        case LinkLayer.etherTypeIPv6:
            let ip = try IPv6Header(packet, at: network.offset, isCut: isCut)
            hosts = (ip.source, ip.destination)
            space = ip.payload
        default: throw .notIPv4(etherType: network.etherType)
        }
        let start = space.lowerBound
        udpOffset = start
        guard space.count >= 8 else { throw .truncated(.udp, needed: 8, available: space.count) }
        guard packet.count >= start + 8 else {
            throw .truncated(.udp, needed: 8, available: max(0, packet.count - start))
        }
        let length = Int(packet.number(at: start + 4))
        guard (8...space.count).contains(length) else {
            throw .lyingLength(.udp, says: length, bounds: 8...space.count)
        }
        source = UDPEndpoint(host: hosts.0, port: packet.number(at: start))
        destination = UDPEndpoint(host: hosts.1, port: packet.number(at: start + 2))
        payload = start + 8..<min(start + length, packet.count)
        missing = start + length - payload.upperBound
    }
}
