package import Wire

/// A UDP datagram over IPv4 or IPv6 in any capture, possibly truncated.
package struct UDPPacket: Hashable, Sendable {
    /// The sender.
    package let source: UDPEndpoint
    /// The receiver.
    package let destination: UDPEndpoint
    /// The start of the network layer.
    package let networkOffset: Int
    /// The start of the UDP header.
    package let udpOffset: Int
    /// The range of the captured payload.
    package let payload: Range<Int>
    /// The number of payload bytes that were not captured.
    package let missing: Int

    /// Finds the datagram in a packet that had `wireLength` bytes on the wire.
    package init(_ packet: Span<UInt8>, wireLength: Int, linkType: LinkType) throws(DissectionError) {
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

/// A UDP datagram over IPv4 in a captured packet.
package struct UDPDatagram: Hashable, Sendable {
    /// The sender.
    package let source: SocketAddress
    /// The receiver.
    package let destination: SocketAddress
    /// The start of the IPv4 header.
    package let headerOffset: Int
    /// The range of the payload.
    package let payload: Range<Int>

    /// Finds the datagram in a packet, with every length checked.
    package init(_ packet: Span<UInt8>, linkType: LinkType) throws(DissectionError) {
        try self.init(packet, linkType: linkType, isCut: false)
    }

    package init(_ packet: [UInt8], linkType: LinkType) throws(DissectionError) {
        try self.init(packet.span, linkType: linkType, isCut: false)
    }

    /// Finds the datagram in a packet that may be truncated.
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

/// The reason for which a packet is not a whole UDP datagram.
package enum DissectionError: Error, Hashable, Sendable {
    /// A layer of a packet.
    package enum Layer: String, Sendable {
        /// The link layer's header.
        case link
        case ipv4 = "IPv4"
        case ipv6 = "IPv6"
        case udp = "UDP"
    }

    /// The link type is unknown.
    case unknownLinkType(Int32)
    /// The packet ends inside the layer.
    case truncated(Layer, needed: Int, available: Int)
    /// The link layer carries another protocol.
    case notIPv4(etherType: UInt16)
    /// The IP header has another version.
    case wrongVersion(UInt8)
    /// A length field is out of bounds.
    case lyingLength(Layer, says: Int, bounds: ClosedRange<Int>)
    /// The packet is a fragment.
    case fragment(offset: Int)
    /// The network layer carries another protocol.
    case notUDP(protocol: UInt8)
}

extension DissectionError: CustomStringConvertible {
    /// The problem.
    package var description: String {
        switch self {
        case .unknownLinkType(let value): "the link type \(value) is not understood"
        case .truncated(let layer, let needed, let available):
            "the packet is cut in its \(layer.rawValue) part: \(needed) bytes needed, \(available) there"
        case .notIPv4(let etherType): "not IPv4: ether type 0x\(String(etherType, radix: 16))"
        case .wrongVersion(let version): "not IPv4: version \(version)"
        case .lyingLength(let layer, let says, let bounds):
            "the \(layer.rawValue) length says \(says), outside \(bounds.lowerBound) to \(bounds.upperBound)"
        case .fragment(let offset): "a fragment, from byte \(offset) on"
        case .notUDP(let number): "not UDP: protocol \(number)"
        }
    }
}
