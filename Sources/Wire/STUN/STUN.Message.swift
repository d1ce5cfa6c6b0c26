extension STUN {
    /// A message without what protects it.
    public struct Message: Hashable, Sendable {
        /// What it is to its transaction.
        public var messageClass: MessageClass
        /// What it is about.
        public var method: Method
        /// What ties answers to requests.
        public var transactionID: TransactionID
        /// The attributes, in order; of several of one type only the first counts.
        public var attributes: [Attribute]

        /// Makes a message.
        public init(
            _ messageClass: MessageClass, _ method: Method = .binding, transactionID: TransactionID,
            attributes: [Attribute] = []
        ) {
            self.messageClass = messageClass
            self.method = method
            self.transactionID = transactionID
            self.attributes = attributes
        }
    }
}

extension STUN.Message {
    /// An answer to this request.
    public func answer(_ messageClass: STUN.MessageClass, _ attributes: [STUN.Attribute]) -> STUN.Message {
        STUN.Message(messageClass, method, transactionID: transactionID, attributes: attributes)
    }

    /// The answer to a binding request that came from an address.
    public func success(seenAt address: SocketAddress) -> STUN.Message {
        answer(.success, [.xorMappedAddress(.v4(address))])
    }

    /// Who asks.
    public var username: String? {
        for case .username(let name) in attributes { return name }
        return nil
    }

    /// The address that the request was seen to come from.
    public var mappedAddress: STUN.TransportAddress? {
        for case .xorMappedAddress(let address) in attributes { return address }
        for case .mappedAddress(let address) in attributes { return address }
        return nil
    }

    /// Why the request failed.
    public var errorCode: (code: Int, reason: String)? {
        for case .errorCode(let code, let reason) in attributes { return (code, reason) }
        return nil
    }

    /// The attributes that nobody here knows and that whoever does not know them must refuse.
    public var unknownRequiredAttributes: [UInt16] {
        attributes.compactMap { attribute in
            guard case .other(let type, _) = attribute, attribute.isComprehensionRequired else { return nil }
            return type
        }
    }
}
