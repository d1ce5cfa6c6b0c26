extension STUN {
    /// One attribute of a message (RFC 8489 section 14, RFC 8445 section 16.1).
    ///
    /// Attributes that protect a message, such as MESSAGE-INTEGRITY, are computed and checked over the whole message
    /// and are not listed.
    public enum Attribute: Hashable, Sendable {
        /// The source address of a request, as the server received it.
        case xorMappedAddress(TransportAddress)
        /// The same address in a form that some NATs change.
        case mappedAddress(TransportAddress)
        /// The name of the client.
        case username(String)
        /// The realm of the name.
        case realm(String)
        /// A server's value against replays.
        case nonce(String)
        /// The name of the sender's software.
        case software(String)
        /// The reason of a failure: a code from 300 to 699 and a phrase.
        case errorCode(Int, reason: String)
        /// The required attributes of a request that the server does not know.
        case unknownAttributes([UInt16])
        /// The priority of a peer-reflexive candidate.
        case priority(UInt32)
        /// Nominates this pair of candidates.
        case useCandidate
        /// The sender has the controlled role; the number resolves conflicts.
        case iceControlled(UInt64)
        /// The sender has the controlling role; the number resolves conflicts.
        case iceControlling(UInt64)
        /// An attribute of another type.
        case other(type: UInt16, value: [UInt8])
    }

    /// An address in an attribute.
    public enum TransportAddress: Hashable, Sendable {
        /// An IPv4 address.
        case v4(SocketAddress)
        /// An IPv6 address: the host in two halves.
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
    /// The number of the attribute.
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

    /// True when a receiver that does not know the attribute must refuse the message (RFC 8489 section 14).
    public var isComprehensionRequired: Bool { type < 0x8000 }
}
