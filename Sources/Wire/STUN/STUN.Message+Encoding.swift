extension STUN {
    /// The protection of a message.
    public struct Protection: Hashable, Sendable {
        /// The key of the HMACs; nil for messages without them.
        public var key: [UInt8]?
        /// The HMACs in the order of their computation; SHA-1 precedes SHA-256.
        public var algorithms: [Algorithm]
        /// True when a fingerprint distinguishes the message from other protocols on the port.
        public var hasFingerprint: Bool

        /// Creates a protection.
        public init(key: [UInt8]? = nil, algorithms: Set<Algorithm> = [.sha1], hasFingerprint: Bool = true) {
            self.key = key
            self.algorithms = Algorithm.allCases.filter(algorithms.contains)
            self.hasFingerprint = hasFingerprint
        }
    }

    /// The algorithm of a message's integrity.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// MESSAGE-INTEGRITY.
        case sha1
        /// MESSAGE-INTEGRITY-SHA256.
        case sha256
    }
}

extension STUN.Message {
    /// Returns the datagram; nil when the attributes exceed the maximum length.
    public func encoded(_ protection: STUN.Protection = STUN.Protection(hasFingerprint: false)) -> [UInt8]? {
        var writer = ByteBuffer()
        writer.append(type)
        writer.append(UInt16(0))
        writer.append(STUN.magicCookie)
        writer.append(transactionID.bytes)
        for attribute in attributes {
            let value = attribute.value(transactionID)
            guard value.count <= UInt16.max else { return nil }
            writer.append(attribute.type, value)
        }
        // Protection adds at most 68 bytes.
        guard writer.count <= Int(UInt16.max) - 68 else { return nil }
        if let key = protection.key {
            for algorithm in protection.algorithms { writer.protect(key, algorithm) }
        }
        writer.setLength(adding: protection.hasFingerprint ? 8 : 0)
        if protection.hasFingerprint {
            let fingerprint = STUN.fingerprint(of: writer.written)
            writer.append(STUN.AttributeType.fingerprint)
            writer.append(UInt16(4))
            writer.append(fingerprint)
        }
        return writer.finished()
    }

    /// The class and the method, interleaved (RFC 8489 section 5).
    private var type: UInt16 {
        let (bits, number) = (UInt16(messageClass.rawValue), method.rawValue)
        return (number & 0xF80) << 2 | (number & 0x70) << 1 | number & 0xF | (bits & 2) << 7 | (bits & 1) << 4
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ type: UInt16, _ value: [UInt8]) {
        append(type)
        append(UInt16(truncatingIfNeeded: value.count))
        append(value)
        pad()
    }

    /// Writes the length of the message, including `more` bytes that will follow, to the header.
    fileprivate mutating func setLength(adding more: Int) {
        let length = UInt16(truncatingIfNeeded: count - STUN.headerLength + more)
        replace(2, UInt8(truncatingIfNeeded: length >> 8))
        replace(3, UInt8(truncatingIfNeeded: length))
    }

    fileprivate mutating func protect(_ key: [UInt8], _ algorithm: STUN.Algorithm) {
        setLength(adding: 4 + algorithm.digestLength)
        append(algorithm.attributeType, algorithm.digest(of: Array(written), key: key))
    }
}

extension STUN.Attribute {
    fileprivate func value(_ transactionID: STUN.TransactionID) -> [UInt8] {
        var writer = ByteBuffer()
        switch self {
        case .xorMappedAddress(let address): writer.append(address, STUN.magicCookie, transactionID.mask)
        case .mappedAddress(let address): writer.append(address, 0, (0, 0))
        case .username(let text), .realm(let text), .nonce(let text), .software(let text):
            writer.append(Array(text.utf8))
        case .errorCode(let code, let reason):
            writer.append(UInt16(0))
            writer.append(UInt8(clamping: code / 100 & 7))
            writer.append(UInt8(clamping: code % 100))
            writer.append(Array(reason.utf8))
        case .unknownAttributes(let types): for type in types { writer.append(type) }
        case .priority(let number): writer.append(number)
        case .useCandidate: break
        case .iceControlled(let number), .iceControlling(let number): writer.append(number)
        case .other(_, let value): writer.append(value)
        }
        return writer.finished()
    }
}

extension ByteBuffer {
    fileprivate mutating func append(
        _ address: STUN.TransportAddress, _ cookie: UInt32, _ mask: (high: UInt64, low: UInt64)
    ) {
        let portMask = UInt16(truncatingIfNeeded: cookie >> 16)
        switch address {
        case .v4(let address):
            append(UInt16(1))
            append(address.port ^ portMask)
            append(address.host.value ^ cookie)
        case .v6(let high, let low, let port):
            append(UInt16(2))
            append(port ^ portMask)
            append(high ^ mask.high)
            append(low ^ mask.low)
        }
    }
}
