package import Wire

/// An IPv4 packet (RFC 791) between two hosts, with every length checked.
package struct IPPacket: Hashable, Sendable {
    /// The transport protocols that a router looks into.
    package enum Transport: UInt8, Sendable {
        case icmp = 1
        case tcp = 6
        case udp = 17
    }

    /// The reason for which bytes are not a packet.
    package enum Flaw: Error, Hashable {
        case truncated
        case wrongVersion(UInt8)
        case wrongLength(Int)
        case wrongChecksum
    }

    /// The whole packet.
    package let bytes: [UInt8]
    package let source: HostAddress
    package let destination: HostAddress
    /// The length of the header.
    package let header: Int

    package init(_ bytes: [UInt8]) throws(Flaw) {
        guard let first = bytes.first else { throw .truncated }
        guard first >> 4 == 4 else { throw .wrongVersion(first >> 4) }
        guard bytes.count >= Self.shortestHeader else { throw .truncated }
        header = Int(first & 0x0F) * 4
        let total = Int(bytes.number(at: 2))
        guard header >= Self.shortestHeader, header <= total, total <= bytes.count else { throw .wrongLength(total) }
        guard Checksum.folded(Checksum.sum(bytes[..<header])) == 0 else { throw .wrongChecksum }
        self.bytes = total == bytes.count ? bytes : Array(bytes.prefix(total))
        source = bytes.host(at: 12)
        destination = bytes.host(at: 16)
    }

    /// The number of bytes of a header without options.
    static let shortestHeader = 20

    package var transport: Transport? { Transport(rawValue: bytes[9]) }

    /// True for a part of a larger packet.
    package var isFragment: Bool { bytes.number(at: 6) & 0x3FFF != 0 }

    /// The number of bytes behind the header.
    package var payloadCount: Int { bytes.count - header }
}

/// A whole UDP datagram (RFC 768) in an IPv4 packet.
package struct IPDatagram: Hashable, Sendable {
    package let source: SocketAddress
    package let destination: SocketAddress
    package let payload: [UInt8]
    private let packet: IPPacket

    /// Returns nil for a fragment, another protocol, and a length that the packet does not have.
    package init?(_ packet: IPPacket) {
        guard packet.transport == .udp, !packet.isFragment, packet.payloadCount >= Self.header else { return nil }
        let (bytes, start) = (packet.bytes, packet.header)
        let count = Int(bytes.number(at: start + 4))
        guard (Self.header...packet.payloadCount).contains(count) else { return nil }
        source = SocketAddress(host: packet.source, port: bytes.number(at: start))
        destination = SocketAddress(host: packet.destination, port: bytes.number(at: start + 2))
        payload = Array(bytes[(start + Self.header)..<(start + count)])
        self.packet = packet
    }

    static let header = 8

    /// The packet with another payload, as a device on the way writes it that computes checksums anew.
    package func packet(with changed: [UInt8]) -> [UInt8] {
        guard changed != payload else { return packet.bytes }
        let start = packet.header
        let total = start + Self.header + changed.count
        var bytes = Array(packet.bytes[..<(start + Self.header)]) + changed
        bytes.set(UInt16(truncatingIfNeeded: total), at: 2)
        bytes.set(0, at: 10)
        bytes.set(Checksum.folded(Checksum.sum(bytes[..<start])), at: 10)
        bytes.set(UInt16(truncatingIfNeeded: Self.header + changed.count), at: start + 4)
        bytes.set(0, at: start + 6)
        let pseudoHeader = Checksum.sum(bytes[12..<20]) + 17 + UInt64(Self.header + changed.count)
        let checksum = Checksum.folded(pseudoHeader + Checksum.sum(bytes[start...]))
        bytes.set(checksum == 0 ? 0xFFFF : checksum, at: start + 6)
        return bytes
    }
}

/// The checksum of the internet protocols (RFC 1071).
enum Checksum {
    /// The sum of 16-bit words in network order; an odd last byte is a word's first one.
    static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var total: UInt64 = 0
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            total += UInt64(bytes[index]) << 8 | UInt64(bytes[index + 1])
            index += 2
        }
        if index < bytes.endIndex { total += UInt64(bytes[index]) << 8 }
        return total
    }

    static func folded(_ sum: UInt64) -> UInt16 {
        var sum = sum
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
        return ~UInt16(truncatingIfNeeded: sum)
    }
}

extension [UInt8] {
    func number(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }

    func host(at offset: Int) -> HostAddress {
        HostAddress(self[offset], self[offset + 1], self[offset + 2], self[offset + 3])
    }

    mutating func set(_ number: UInt16, at offset: Int) {
        self[offset] = UInt8(truncatingIfNeeded: number >> 8)
        self[offset + 1] = UInt8(truncatingIfNeeded: number)
    }

    mutating func set(_ host: HostAddress, at offset: Int) {
        replaceSubrange(offset..<(offset + 4), with: host.octets)
    }
}
