extension STUN.Message {
    /// Decodes a datagram; a fingerprint, if present, must be correct. ``STUN/integrity(of:key:)`` checks integrity.
    ///
    /// Attributes after MESSAGE-INTEGRITY are not protected and are omitted (RFC 8489 sections 14.5 and 14.6).
    public init(decoding bytes: [UInt8]) throws(STUNError) {
        let input = bytes.span
        let slots = try STUN.slots(input)
        if let last = slots.last, last.type == STUN.AttributeType.fingerprint {
            try STUN.checkFingerprint(last, of: bytes)
        }
        for slot in slots { try STUN.checkLength(slot) }
        let type = input.number(at: 0, as: UInt16.self)
        let messageClass = UInt8(truncatingIfNeeded: type >> 7 & 2 | type >> 4 & 1)
        self.init(
            // Two bits have four values, and there are four classes.
            STUN.MessageClass(rawValue: messageClass) ?? .request,
            STUN.Method(rawValue: type >> 2 & 0xF80 | type >> 1 & 0x70 | type & 0xF),
            transactionID: STUN.TransactionID(
                high: input.number(at: 8, as: UInt32.self), low: input.number(at: 12, as: UInt64.self)))
        let protected = slots.prefix { !STUN.isProtection($0.type) }
        attributes.reserveCapacity(protected.count)
        for slot in protected { attributes.append(try AttributeReader(input, slot, transactionID).attribute()) }
    }
}

extension STUN {
    static func isProtection(_ type: UInt16) -> Bool {
        type == AttributeType.messageIntegrity || type == AttributeType.messageIntegritySHA256
            || type == AttributeType.fingerprint
    }
}

/// Decodes the value of one attribute.
private struct AttributeReader {
    private let value: [UInt8]
    private let slot: STUN.Slot
    private let transactionID: STUN.TransactionID

    init(_ input: Span<UInt8>, _ slot: STUN.Slot, _ transactionID: STUN.TransactionID) {
        value = input.bytes(slot.value)
        self.slot = slot
        self.transactionID = transactionID
    }

    func attribute() throws(STUNError) -> STUN.Attribute {
        switch slot.type {
        case STUN.AttributeType.xorMappedAddress: .xorMappedAddress(try address(isMasked: true))
        case STUN.AttributeType.mappedAddress: .mappedAddress(try address(isMasked: false))
        case STUN.AttributeType.username: .username(try text(most: 508))
        case STUN.AttributeType.realm: .realm(try text(most: 763))
        case STUN.AttributeType.nonce: .nonce(try text(most: 763))
        case STUN.AttributeType.software: .software(try text(most: 763))
        case STUN.AttributeType.errorCode: try errorCode()
        case STUN.AttributeType.unknownAttributes: try unknownAttributes()
        case STUN.AttributeType.priority: .priority(try number())
        case STUN.AttributeType.iceControlled: .iceControlled(try number())
        case STUN.AttributeType.iceControlling: .iceControlling(try number())
        case STUN.AttributeType.useCandidate: try useCandidate()
        default: .other(type: slot.type, value: value)
        }
    }

    private var wrongLength: STUNError {
        .wrongAttributeLength(offset: slot.offset, type: slot.type, length: slot.length)
    }

    private func number<Number: FixedWidthInteger & UnsignedInteger>() throws(STUNError) -> Number {
        guard value.count == Number.bitWidth / 8 else { throw wrongLength }
        return value.span.number(at: 0, as: Number.self)
    }

    private func useCandidate() throws(STUNError) -> STUN.Attribute {
        guard value.isEmpty else { throw wrongLength }
        return .useCandidate
    }

    private func text(most: Int) throws(STUNError) -> String {
        guard value.count <= most else { throw wrongLength }
        return try text(value[...])
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(STUNError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .invalidText(offset: slot.offset, type: slot.type)
        }
        return text
    }

    private func errorCode() throws(STUNError) -> STUN.Attribute {
        guard (4...767).contains(value.count) else { throw wrongLength }
        let (hundreds, rest) = (Int(value[2] & 7), Int(value[3]))
        guard (3...6).contains(hundreds), rest < 100 else {
            throw .invalidErrorCode(offset: slot.offset, code: hundreds * 100 + rest)
        }
        return .errorCode(hundreds * 100 + rest, reason: try text(value[4...]))
    }

    private func unknownAttributes() throws(STUNError) -> STUN.Attribute {
        guard value.count % 2 == 0 else { throw wrongLength }
        let input = value.span
        return .unknownAttributes(
            stride(from: 0, to: value.count, by: 2).map { input.number(at: $0, as: UInt16.self) })
    }

    /// Decodes an address, which may be masked with the cookie and the transaction ID (RFC 8489 section 14.2).
    private func address(isMasked: Bool) throws(STUNError) -> STUN.TransportAddress {
        guard value.count >= 4 else { throw wrongLength }
        let input = value.span
        let cookie = isMasked ? STUN.magicCookie : 0
        let port = input.number(at: 2, as: UInt16.self) ^ UInt16(truncatingIfNeeded: cookie >> 16)
        switch value[1] {
        case 1:
            guard value.count == 8 else { throw wrongLength }
            let host = HostAddress(value: input.number(at: 4, as: UInt32.self) ^ cookie)
            return .v4(SocketAddress(host: host, port: port))
        case 2:
            guard value.count == 20 else { throw wrongLength }
            let mask = isMasked ? transactionID.mask : (high: 0, low: 0)
            return .v6(
                high: input.number(at: 4, as: UInt64.self) ^ mask.high,
                low: input.number(at: 12, as: UInt64.self) ^ mask.low, port: port)
        default: throw .unknownAddressFamily(offset: slot.offset, family: value[1])
        }
    }
}

extension STUN.TransactionID {
    /// The mask of an IPv6 address.
    var mask: (high: UInt64, low: UInt64) {
        (UInt64(STUN.magicCookie) << 32 | UInt64(high), low)
    }
}
