/// What lies in front of the network layer of a captured packet.
enum LinkLayer {
    static let etherTypeIPv4: UInt16 = 0x0800
    static let etherTypeIPv6: UInt16 = 0x86DD
    private static let etherTypesVLAN: [UInt16] = [0x8100, 0x88A8]

    /// Where the network layer starts, and its ether type.
    static func network(
        of packet: Span<UInt8>, linkType: LinkType
    ) throws(DissectionError) -> (offset: Int, etherType: UInt16) {
        switch linkType {
        case .raw, .rawIP, .ipv4, .ipv6:
            // What is neither version is left to the header of IPv4 to refuse.
            let isIPv6 = packet.count > 0 && packet[0] >> 4 == 6
            return (0, isIPv6 ? etherTypeIPv6 : etherTypeIPv4)
        case .ethernet: return try typed(packet, typeAt: 12, header: 14)
        case .cooked: return try typed(packet, typeAt: 14, header: 16)
        case .cooked2: return try typed(packet, typeAt: 0, header: 20)
        case .null, .loop: return try loopback(packet)
        default: throw .unknownLinkType(linkType.value)
        }
    }

    /// Four bytes with the address family, in whichever byte order the capturing host has.
    private static func loopback(_ packet: Span<UInt8>) throws(DissectionError) -> (offset: Int, etherType: UInt16) {
        guard packet.count >= 4 else { throw .truncated(.link, needed: 4, available: packet.count) }
        let high = packet.number(at: 0)
        let low = packet.number(at: 2)
        let family = low == 0 ? high.byteSwapped : low
        guard high == 0 || low == 0 else { throw .notIPv4(etherType: high | low) }
        switch family {
        case 2: return (4, etherTypeIPv4)
        // Linux, NetBSD, FreeBSD and Darwin each have a number of their own.
        case 10, 24, 28, 30: return (4, etherTypeIPv6)
        default: throw .notIPv4(etherType: high | low)
        }
    }

    private static func typed(
        _ packet: Span<UInt8>, typeAt: Int, header: Int
    ) throws(DissectionError) -> (offset: Int, etherType: UInt16) {
        guard packet.count >= header else { throw .truncated(.link, needed: header, available: packet.count) }
        var type = packet.number(at: typeAt)
        var end = header
        while etherTypesVLAN.contains(type) {
            guard packet.count >= end + 4 else { throw .truncated(.link, needed: end + 4, available: packet.count) }
            type = packet.number(at: end + 2)
            end += 4
        }
        return (end, type)
    }
}

extension Span<UInt8> {
    /// The 16-bit number in network byte order.
    @inline(__always)
    func number(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }
}
