import CPcap

/// The link layer header of a captured packet.
enum LinkLayer {
    static let etherTypeIPv4: UInt16 = 0x0800
    static let etherTypeIPv6: UInt16 = 0x86DD
    private static let etherTypesVLAN: [UInt16] = [0x8100, 0x88A8]

    /// Returns the start of the network layer and its ether type.
    static func network(
        of packet: Span<UInt8>, linkType: LinkType
    ) throws(DissectionError) -> (offset: Int, etherType: UInt16) {
        switch linkType {
        case .raw, .rawIP, .ipv4, .ipv6:
            // The IPv4 header rejects any other version.
            let isIPv6 = packet.count > 0 && packet[0] >> 4 == 6
            return (0, isIPv6 ? etherTypeIPv6 : etherTypeIPv4)
        case .ethernet: return try typed(packet, typeAt: 12, header: 14)
        case .cooked: return try typed(packet, typeAt: 14, header: 16)
        case .cooked2: return try typed(packet, typeAt: 0, header: 20)
        case .null, .loop: return try loopback(packet)
        default: throw .unknownLinkType(linkType.value)
        }
    }

    /// Reads four bytes with the address family in the byte order of the capturing host.
    private static func loopback(_ packet: Span<UInt8>) throws(DissectionError) -> (offset: Int, etherType: UInt16) {
        guard packet.count >= 4 else { throw .truncated(.link, needed: 4, available: packet.count) }
        let high = packet.number(at: 0)
        let low = packet.number(at: 2)
        let family = low == 0 ? high.byteSwapped : low
        guard high == 0 || low == 0 else { throw .notIPv4(etherType: high | low) }
        switch family {
        case 2: return (4, etherTypeIPv4)
        // Linux, NetBSD, FreeBSD and Darwin have different numbers.
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
    /// Returns the 16-bit number in network byte order.
    @inline(__always)
    func number(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }
}

/// The link layer of captured packets (a LINKTYPE_ value of the pcap file format).
package struct LinkType: Hashable, Sendable {
    /// The number in libpcap.
    package let value: Int32

    /// The number in files, where an IP header has a different one.
    var valueInFiles: Int32 { self == .raw ? Self.rawIP.value : value }

    package init(value: Int32) {
        self.value = value
    }

    /// A header of four bytes with the address family in the byte order of the capturing host.
    package static let null = LinkType(value: 0)
    package static let ethernet = LinkType(value: 1)
    /// An IP header, with libpcap's number on Linux.
    package static let raw = LinkType(value: 12)
    /// An IP header, with the number in files.
    package static let rawIP = LinkType(value: 101)
    /// Linux "cooked" packets, first version.
    package static let cooked = LinkType(value: 113)
    /// Like `null`, in network byte order.
    package static let loop = LinkType(value: 108)
    /// An IPv4 header.
    package static let ipv4 = LinkType(value: 228)
    /// An IPv6 header.
    package static let ipv6 = LinkType(value: 229)
    /// Linux "cooked" packets, second version.
    package static let cooked2 = LinkType(value: 276)
}

extension LinkType: CustomStringConvertible {
    /// libpcap's name, such as `EN10MB`, or the number.
    package var description: String {
        pcap_datalink_val_to_name(value).map { String(cString: $0) } ?? "\(value)"
    }
}
