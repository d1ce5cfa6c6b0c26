extension CoAP {
    /// An action that an endpoint requests, or a notification; effects are performed in order.
    public enum Effect: Hashable, Sendable {
        /// Send this datagram.
        case send([UInt8], to: SocketAddress)

        /// A request from a peer; ``Endpoint/respond(_:to:at:)`` responds to it.
        case request(IncomingRequest)
        /// An observer has received the whole notification.
        case acknowledged(ObserverID, NotificationID)
        /// An observer was removed; unacknowledged notifications may not have arrived.
        case observerGone(ObserverID, ObserverLoss)

        /// A response arrived. The exchange has ended unless the response says `observer`.
        case response(ExchangeID, Response)
        /// A notification of an observation arrived, in the order in which the server sent them.
        case notification(ExchangeID, Response)
        /// A peer responded to a ping.
        case pong(ExchangeID)
        /// A request, observation or ping ended without a response.
        case failed(ExchangeID, Failure)

        /// A peer proved that it receives at its address.
        case proved(SocketAddress)
        /// A request from an unproved address was discarded.
        case challenged(SocketAddress)
        /// A message is retransmitted; the next effect is the datagram.
        case retransmitted(Retransmission)
        /// A duplicate of a message arrived; it was not processed again.
        case duplicate(SocketAddress, type: MessageType, messageID: UInt16)
        /// A datagram is not a message.
        case malformed(SocketAddress, CoAPError)
        /// A message could not be processed.
        case rejected(SocketAddress, messageID: UInt16, Rejection)
    }

    /// A retransmission of a confirmable message.
    public struct Retransmission: Hashable, Sendable {
        /// The destination.
        public let peer: SocketAddress
        /// The ID of the message.
        public let messageID: UInt16
        /// The number of the retransmission, from 1.
        public let attempt: Int
    }

    /// The reason that a well-formed message was not processed.
    public enum Rejection: Hashable, Sendable {
        /// A request or a response has a critical option that is not understood.
        case badOption(OptionNumber)
        /// The code is reserved, or not allowed in a message of that type.
        case unexpectedCode(Code)
        /// A response or a notification matches no request.
        case unknownToken(Token)
        /// An acknowledgement or a reset matches no message.
        case unknownMessage
    }
}

extension CoAP.Rejection: CustomStringConvertible {
    /// A readable description of the reason.
    public var description: String {
        switch self {
        case .badOption(let number): "the critical \(number.title) is not understood"
        case .unexpectedCode(let code): "the code \(code) has no meaning in this message"
        case .unknownToken(let token): "no request has the token \(token)"
        case .unknownMessage: "no message with this ID is waiting to be acknowledged"
        }
    }
}
