import Wire

/// The structure of a STUN message (RFC 8489 sections 5 and 14). The decoder is independent of the room that it checks.
struct STUNFrame {
    /// The message type: class and method.
    let type: UInt16
    /// The address under XOR-MAPPED-ADDRESS (RFC 8489 section 14.2); nil without one of IPv4.
    let mappedAddress: SocketAddress?
    /// The types of attributes, in order.
    let attributes: [UInt16]
    /// True for an error without a text.
    private let hasBareError: Bool
    private let fingerprint: UInt32?
    private let checksum: UInt32

    /// Decodes a datagram; returns nil when it is not a message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 20, bytes.count % 4 == 0, bytes.word(at: 4) == 0x2112_A442,
            Int(bytes[2]) << 8 | Int(bytes[3]) == bytes.count - 20
        else { return nil }
        type = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        var types: [UInt16] = []
        var address: SocketAddress?
        var isBare = false
        var start = 20
        while start + 4 <= bytes.count {
            let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
            types.append(UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1]))
            if types.last == Self.errorType, length <= 4 { isBare = true }
            if types.last == Self.mappedType, length == 8, start + 12 <= bytes.count, bytes[start + 5] == 1 {
                let port = UInt16(truncatingIfNeeded: bytes.word(at: start + 4)) ^ 0x2112
                address = SocketAddress(host: HostAddress(value: bytes.word(at: start + 8) ^ 0x2112_A442), port: port)
            }
            start += 4 + (length + 3) / 4 * 4
        }
        guard start == bytes.count else { return nil }
        attributes = types
        mappedAddress = address
        hasBareError = isBare
        let end = bytes.count - 8
        let isProtected = types.last == Self.fingerprintType
        fingerprint = isProtected ? bytes.word(at: bytes.count - 4) : nil
        checksum = isProtected ? Self.checksum(bytes[..<end]) : 0
    }

    /// Binding requests, responses and refusals (RFC 8489 section 18.2).
    private static let binding: Set<UInt16> = [0x0001, 0x0101, 0x0111]
    private static let errorType: UInt16 = 0x0009
    private static let mappedType: UInt16 = 0x0020
    /// MESSAGE-INTEGRITY and MESSAGE-INTEGRITY-SHA256.
    private static let integrityTypes: [UInt16] = [0x0008, 0x001C]
    private static let fingerprintType: UInt16 = 0x8028

    /// Returns an error of the message's protection; nil when there is none.
    ///
    /// - Parameter mayLackIntegrity: True for a refusal, whose sender may not know the key.
    func violation(mayLackIntegrity: Bool) -> String? {
        guard Self.binding.contains(type) else { return "it is not a binding" }
        guard !hasBareError else { return "its error has no reason" }
        guard let fingerprint else { return "its last attribute is not a fingerprint" }
        guard fingerprint == checksum ^ 0x5354_554E else { return "its fingerprint is wrong" }
        let hasIntegrity = attributes.dropLast().last.map { Self.integrityTypes.contains($0) } ?? false
        return hasIntegrity || mayLackIntegrity ? nil : "it has no integrity before its fingerprint"
    }

    /// Returns the CRC-32 of ITU V.42, computed bit by bit.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return ~crc
    }
}
