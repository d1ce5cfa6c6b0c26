internal import Digest

extension STUN {
    /// The result of an integrity check.
    public enum Integrity: Hashable, Sendable {
        /// The message has no integrity attribute.
        case absent
        /// The sender has the key.
        case valid(Algorithm)
        /// The sender does not have the key, or the message was changed.
        case invalid(Algorithm)
    }

    /// Checks the strongest integrity attribute of a datagram (RFC 8489 sections 9.1.3, 14.5 and 14.6).
    public static func integrity(of datagram: [UInt8], key: [UInt8]) throws(STUNError) -> Integrity {
        let slots = try slots(datagram.span)
        // Of each type the first counts, and SHA-1 precedes SHA-256.
        for algorithm in Algorithm.allCases.reversed() {
            guard let slot = slots.first(where: { $0.type == algorithm.attributeType }) else { continue }
            try checkLength(slot)
            var covered = Array(datagram[..<slot.offset])
            let length = slot.value.upperBound - headerLength
            covered[2] = UInt8(truncatingIfNeeded: length >> 8)
            covered[3] = UInt8(truncatingIfNeeded: length)
            // SHA-256 may be truncated; the prefix is compared (RFC 8489 section 14.6).
            let digest = Array(algorithm.digest(of: covered, key: key).prefix(slot.length))
            let isValid = timeConstantEqual(digest, Array(datagram[slot.value]))
            return isValid ? .valid(algorithm) : .invalid(algorithm)
        }
        return .absent
    }

    /// Throws when the length of an integrity attribute is invalid.
    static func checkLength(_ slot: Slot) throws(STUNError) {
        guard let algorithm = Algorithm.allCases.first(where: { $0.attributeType == slot.type }) else { return }
        guard algorithm.lengths.contains(slot.length), slot.length % 4 == 0 else {
            throw .wrongAttributeLength(offset: slot.offset, type: slot.type, length: slot.length)
        }
    }

    static func checkFingerprint(_ slot: Slot, of datagram: [UInt8]) throws(STUNError) {
        guard slot.length == 4 else {
            throw .wrongAttributeLength(offset: slot.offset, type: slot.type, length: slot.length)
        }
        let announced = datagram.span.number(at: slot.value.lowerBound, as: UInt32.self)
        guard announced == fingerprint(of: datagram[..<slot.offset]) else {
            throw .wrongFingerprint(offset: slot.offset)
        }
    }

    /// Returns the fingerprint (RFC 8489 section 14.7).
    static func fingerprint(of bytes: ArraySlice<UInt8>) -> UInt32 {
        CRC32.checksum(of: bytes) ^ 0x5354_554E
    }
}

extension STUN.Algorithm {
    var attributeType: UInt16 {
        switch self {
        case .sha1: STUN.AttributeType.messageIntegrity
        case .sha256: STUN.AttributeType.messageIntegritySHA256
        }
    }

    var digestLength: Int { lengths.upperBound }

    /// The allowed lengths of the attribute's value.
    var lengths: ClosedRange<Int> {
        switch self {
        case .sha1: 20...20
        case .sha256: 16...32
        }
    }

    func digest(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: HMAC.sha1(key: key, message: message)
        case .sha256: HMAC.sha256(key: key, message: message)
        }
    }
}

/// The checksum of ITU-T V.42. It detects accidental changes and gives no protection against attackers.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }

    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { rest, byte in rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] }
    }
}
