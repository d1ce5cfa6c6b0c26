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

/// The part of an IPv6 header and its extensions (RFC 8200) that leads to a UDP datagram.
struct IPv6Header {
    let source: IPAddress
    let destination: IPAddress
    let payload: Range<Int>

    init(_ packet: Span<UInt8>, at start: Int, isCut: Bool) throws(DissectionError) {
        let available = packet.count - start
        guard available >= 40 else { throw .truncated(.ipv6, needed: 40, available: available) }
        guard packet[start] >> 4 == 6 else { throw .wrongVersion(packet[start] >> 4) }
        let total = 40 + Int(packet.number(at: start + 4))
        guard total <= available || isCut else { throw .truncated(.ipv6, needed: total, available: available) }
        source = packet.address(at: start + 8)
        destination = packet.address(at: start + 24)
        let header = try Self.skipExtensions(packet, next: packet[start + 6], at: start + 40)
        guard header <= start + total else {
            throw .lyingLength(.ipv6, says: total, bounds: (header - start)...65_575)
        }
        payload = header..<(start + total)
    }

    /// Returns the start of the UDP header.
    private static func skipExtensions(
        _ packet: Span<UInt8>, next: UInt8, at start: Int
    ) throws(DissectionError) -> Int {
        var next = next
        var position = start
        while next != 17 {
            // Hop-by-hop, routing and destination options have a length; a fragment header has eight bytes.
            guard [0, 43, 44, 60].contains(next) else { throw .notUDP(protocol: next) }
            guard packet.count >= position + 8 else {
                throw .truncated(.ipv6, needed: position + 8, available: packet.count)
            }
            if next == 44 {
                let field = packet.number(at: position + 2)
                guard field & 0xFFF9 == 0 else { throw .fragment(offset: Int(field & 0xFFF8)) }
            }
            let length = next == 44 ? 8 : 8 + Int(packet[position + 1]) * 8
            next = packet[position]
            position += length
            guard packet.count >= position else {
                throw .truncated(.ipv6, needed: position, available: packet.count)
            }
        }
        return position
    }
}

extension Span<UInt8> {
    /// Returns the IPv6 address at an offset.
    fileprivate func address(at offset: Int) -> IPAddress {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<8 {
            high = high << 8 | UInt64(self[offset + index])
            low = low << 8 | UInt64(self[offset + 8 + index])
        }
        return IPAddress(high: high, low: low)
    }
}
