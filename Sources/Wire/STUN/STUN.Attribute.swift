extension STUN {
    /// One attribute of a message (RFC 8489 section 14, RFC 8445 section 16.1).
    ///
    /// Those that protect a message, MESSAGE-INTEGRITY and so on, are made and checked with the bytes of the whole
    /// message and are none of its attributes.
    public enum Attribute: Hashable, Sendable {
        /// The address that a request was seen to come from.
        case xorMappedAddress(TransportAddress)
        /// The same in a form that some NATs spoil.
        case mappedAddress(TransportAddress)
        /// Who asks.
        case username(String)
        /// Where that is known.
        case realm(String)
        /// A word of the server's against replays.
        case nonce(String)
        /// What sends this.
        case software(String)
        /// Why a request failed: a code from 300 to 699 and a sentence.
        case errorCode(Int, reason: String)
        /// The attributes of a request that the server must know and does not.
        case unknownAttributes([UInt16])
        /// The priority that a candidate would have.
        case priority(UInt32)
        /// This pair of candidates is to be used.
        case useCandidate
        /// The sender is controlled; a number that decides ties.
        case iceControlled(UInt64)
        /// The sender controls; a number that decides ties.
        case iceControlling(UInt64)
        /// Another one.
        case other(type: UInt16, value: [UInt8])
    }

    /// An address in an attribute.
    public enum TransportAddress: Hashable, Sendable {
        /// Over IPv4.
        case v4(SocketAddress)
        /// Over IPv6: the host in two halves.
        case v6(high: UInt64, low: UInt64, port: UInt16)
    }

    /// The numbers of attributes.
    enum AttributeType {
        static let mappedAddress: UInt16 = 0x0001
        static let username: UInt16 = 0x0006
        static let messageIntegrity: UInt16 = 0x0008
        static let errorCode: UInt16 = 0x0009
        static let unknownAttributes: UInt16 = 0x000A
        static let realm: UInt16 = 0x0014
        static let nonce: UInt16 = 0x0015
        static let messageIntegritySHA256: UInt16 = 0x001C
        static let xorMappedAddress: UInt16 = 0x0020
        static let priority: UInt16 = 0x0024
        static let useCandidate: UInt16 = 0x0025
        static let software: UInt16 = 0x8022
        static let fingerprint: UInt16 = 0x8028
        static let iceControlled: UInt16 = 0x8029
        static let iceControlling: UInt16 = 0x802A
    }
}

extension STUN.Attribute {
    /// Its number.
    public var type: UInt16 {
        switch self {
        case .xorMappedAddress: STUN.AttributeType.xorMappedAddress
        case .mappedAddress: STUN.AttributeType.mappedAddress
        case .username: STUN.AttributeType.username
        case .realm: STUN.AttributeType.realm
        case .nonce: STUN.AttributeType.nonce
        case .software: STUN.AttributeType.software
        case .errorCode: STUN.AttributeType.errorCode
        case .unknownAttributes: STUN.AttributeType.unknownAttributes
        case .priority: STUN.AttributeType.priority
        case .useCandidate: STUN.AttributeType.useCandidate
        case .iceControlled: STUN.AttributeType.iceControlled
        case .iceControlling: STUN.AttributeType.iceControlling
        case .other(let type, _): type
        }
    }

    /// Whether who does not know it must refuse the message (RFC 8489 section 14).
    public var isComprehensionRequired: Bool { type < 0x8000 }
}
