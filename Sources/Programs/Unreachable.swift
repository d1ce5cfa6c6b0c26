import Wire

/// The router's answer to a packet for a host that does not exist (RFC 792: destination unreachable, host).
enum Unreachable {
    /// Returns nil for packets that get no answer: other than first fragments, and ICMP itself (RFC 1122 section 3.2.2).
    static func answer(to packet: IPPacket, from router: HostAddress) -> [UInt8]? {
        guard packet.transport != .icmp, packet.bytes.number(at: 6) & 0x1FFF == 0 else { return nil }
        let quote = packet.bytes.prefix(packet.header + 8)
        var bytes = [UInt8](repeating: 0, count: IPPacket.shortestHeader + 8) + quote
        bytes[0] = 0x45
        bytes.set(UInt16(truncatingIfNeeded: bytes.count), at: 2)
        bytes[8] = 64
        bytes[9] = IPPacket.Transport.icmp.rawValue
        bytes.set(router, at: 12)
        bytes.set(packet.source, at: 16)
        bytes.set(Checksum.folded(Checksum.sum(bytes[..<20])), at: 10)
        (bytes[20], bytes[21]) = (3, 1)
        bytes.set(Checksum.folded(Checksum.sum(bytes[20...])), at: 22)
        return bytes
    }
}
