extension STUN {
    /// A message without its protection.
    public struct Message: Hashable, Sendable {
        /// The class of the message.
        public var messageClass: MessageClass
        /// The method of the message.
        public var method: Method
        /// The ID that matches responses to requests.
        public var transactionID: TransactionID
        /// The attributes in order; of each type only the first counts.
        public var attributes: [Attribute]

        /// Creates a message.
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
    /// Returns a response to this request.
    public func response(_ messageClass: STUN.MessageClass, _ attributes: [STUN.Attribute]) -> STUN.Message {
        STUN.Message(messageClass, method, transactionID: transactionID, attributes: attributes)
    }

    /// Returns the success response to a binding request from an address.
    public func success(seenAt address: SocketAddress) -> STUN.Message {
        response(.success, [.xorMappedAddress(.v4(address))])
    }

    /// Returns the refusal of a request with unknown attributes that must be understood (RFC 8489 section 6.3.1).
    public func refusal(ofUnknown types: [UInt16]) -> STUN.Message {
        response(.failure, [.errorCode(420, reason: "unknown attribute"), .unknownAttributes(types)])
    }

    /// The name of the client.
    public var username: String? {
        for case .username(let name) in attributes { return name }
        return nil
    }

    /// The source address of the request, as the server received it.
    public var mappedAddress: STUN.TransportAddress? {
        for case .xorMappedAddress(let address) in attributes { return address }
        for case .mappedAddress(let address) in attributes { return address }
        return nil
    }

    /// The reason that the request failed.
    public var errorCode: (code: Int, reason: String)? {
        for case .errorCode(let code, let reason) in attributes { return (code, reason) }
        return nil
    }

    /// The unknown attributes that require the message to be refused.
    public var unknownRequiredAttributes: [UInt16] {
        attributes.compactMap { attribute in
            guard case .other(let type, _) = attribute, attribute.isComprehensionRequired else { return nil }
            return type
        }
    }
}
