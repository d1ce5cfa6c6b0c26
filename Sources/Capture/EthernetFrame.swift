import Wire

/// A buffer with one Ethernet frame that holds a UDP datagram over IPv4, as the loopback interface builds it.
///
/// Both hardware addresses are zero, the time to live is 64, "don't fragment" is set and the identification is 0 (RFC
/// 791, RFC 768, RFC 6864).
struct EthernetFrame: ~Copyable {
    /// The longest frame: an Ethernet header and the longest IPv4 packet.
    static let capacity = 14 + 65_535
    /// The longest UDP payload.
    static let largestPayload = 65_535 - headers + 14
    /// The length of the three headers.
    static let headers = 14 + 20 + 8

    /// Sound: allocated here with the size of the longest frame, freed in `deinit`, lent only inside this module.
    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0

    init() {
        buffer = .allocate(byteCount: Self.capacity, alignment: 8)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        buffer.deallocate()
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer.prefix(count)) }

    /// Copies a captured frame.
    mutating func copy(_ frame: UnsafeRawBufferPointer) {
        count = min(frame.count, Self.capacity)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: frame.prefix(count)))
    }

    /// Writes an Ethernet header and an IPv4 packet.
    mutating func compose(packet: [UInt8]) {
        count = min(14 + packet.count, Self.capacity)
        for offset in stride(from: 0, to: 12, by: 2) { store(0, at: offset) }
        store(0x0800, at: 12)
        packet.prefix(count - 14).withUnsafeBytes { buffer[14..<count].copyBytes(from: $0) }
    }

    /// Writes the headers and the payload.
    mutating func compose(from source: SocketAddress, to destination: SocketAddress, payload: [UInt8]) {
        count = Self.headers + payload.count
        store(0, at: 0)
        store(0, at: 2)
        store(0, at: 4)
        store(0, at: 6)
        store(0, at: 8)
        store(0, at: 10)
        store(0x0800, at: 12)
        store(0x4500, at: 14)
        store(UInt16(truncatingIfNeeded: 20 + 8 + payload.count), at: 16)
        store(0, at: 18)
        store(0x4000, at: 20)
        store(64 << 8 | 17, at: 22)
        store(0, at: 24)
        store(source.host, at: 26)
        store(destination.host, at: 30)
        store(Self.folded(sum(14..<34)), at: 24)
        store(source.port, at: 34)
        store(destination.port, at: 36)
        store(UInt16(truncatingIfNeeded: 8 + payload.count), at: 38)
        store(1, at: 40)
        payload.withUnsafeBytes { buffer[Self.headers..<count].copyBytes(from: $0) }
        fillChecksum(of: 34..<count, addressesAt: 26)
    }

    /// Normalizes fields without meaning, so that equal datagrams give equal files. The UDP checksum, which the
    /// kernel leaves to hardware, is computed. The identification of a packet that may not be fragmented, which
    /// receivers ignore (RFC 6864 section 4.1), becomes 0.
    func normalize(_ datagram: UDPDatagram) {
        let header = datagram.headerOffset
        let udp = datagram.payload.lowerBound - 8
        fillChecksum(of: udp..<datagram.payload.upperBound, addressesAt: header + 12)
        guard load(header + 6) == 0x4000 else { return }
        store(0, at: header + 4)
        store(0, at: header + 10)
        store(Self.folded(sum(header..<udp)), at: header + 10)
    }

    /// Computes the checksum of the UDP datagram in `range` (RFC 768), unless it was sent without one.
    private func fillChecksum(of range: Range<Int>, addressesAt addresses: Int) {
        guard load(range.lowerBound + 6) != 0 else { return }
        store(0, at: range.lowerBound + 6)
        let pseudoHeader = sum(addresses..<addresses + 8) + 17 + UInt64(range.count)
        let checksum = Self.folded(pseudoHeader + sum(range))
        store(checksum == 0 ? 0xFFFF : checksum, at: range.lowerBound + 6)
    }

    private func store(_ host: HostAddress, at offset: Int) {
        store(UInt16(truncatingIfNeeded: host.value >> 16), at: offset)
        store(UInt16(truncatingIfNeeded: host.value), at: offset + 2)
    }

    private func store(_ number: UInt16, at offset: Int) {
        buffer[offset] = UInt8(truncatingIfNeeded: number >> 8)
        buffer[offset + 1] = UInt8(truncatingIfNeeded: number)
    }

    private func load(_ offset: Int) -> UInt16 {
        UInt16(buffer[offset]) << 8 | UInt16(buffer[offset + 1])
    }

    /// Returns the sum of the 32-bit words in network order, which folds to that of the 16-bit words (RFC 1071).
    private func sum(_ range: Range<Int>) -> UInt64 {
        var total: UInt64 = 0
        var offset = range.lowerBound
        while range.upperBound - offset >= 4 {
            total += UInt64(UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            offset += 4
        }
        for index in offset..<range.upperBound {
            total += UInt64(buffer[index]) << ((index - offset) & 1 == 0 ? 8 : 0)
        }
        return total
    }

    private static func folded(_ sum: UInt64) -> UInt16 {
        var sum = sum
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
        return ~UInt16(truncatingIfNeeded: sum)
    }
}
