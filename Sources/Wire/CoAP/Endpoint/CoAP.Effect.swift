extension CoAP {
    /// What an endpoint wants done, or what it has to tell; to be taken in order.
    public enum Effect: Hashable, Sendable {
        /// Send this datagram.
        case send([UInt8], to: SocketAddress)

        /// A peer asks something; answer with ``Endpoint/respond(_:to:at:)``.
        case request(IncomingRequest)
        /// An observer has this notification, whole.
        case acknowledged(ObserverID, NotificationID)
        /// An observer is one no more; what was not acknowledged did perhaps not arrive.
        case observerGone(ObserverID, ObserverLoss)

        /// A request was answered. Unless the response says `observer`, the exchange is over.
        case response(ExchangeID, Response)
        /// An observation has news, in the order in which the server sent them.
        case notification(ExchangeID, Response)
        /// A peer that was pinged is there.
        case pong(ExchangeID)
        /// A request, observation or ping is over without an answer.
        case failed(ExchangeID, Failure)

        /// A peer proved that it receives at its address.
        case proved(SocketAddress)
        /// A request came from an address that is not proved, and was not handled.
        case challenged(SocketAddress)
        /// A message goes out once more; the datagram is the next effect.
        case retransmitted(Retransmission)
        /// A message came in once more; it was not handled again.
        case duplicate(SocketAddress, type: MessageType, messageID: UInt16)
        /// A datagram is not a message.
        case malformed(SocketAddress, CoAPError)
        /// A message has no meaning here.
        case rejected(SocketAddress, messageID: UInt16, Rejection)
    }

    /// One more transmission of a confirmable message.
    public struct Retransmission: Hashable, Sendable {
        /// Where it goes.
        public let peer: SocketAddress
        /// Which message it is.
        public let messageID: UInt16
        /// Which retransmission of the message, from 1.
        public let attempt: Int
    }

    /// Why a well-formed message was not handled.
    public enum Rejection: Hashable, Sendable {
        /// A request or a response has a critical option that is not understood.
        case badOption(OptionNumber)
        /// The code is neither empty nor a method nor a response code, or does not belong into a message of that type.
        case unexpectedCode(Code)
        /// A response or a notification belongs to no request.
        case unknownToken(Token)
        /// An acknowledgement or a reset belongs to no message.
        case unknownMessage
    }
}

extension CoAP.Rejection: CustomStringConvertible {
    /// The reason, for people.
    public var description: String {
        switch self {
        case .badOption(let number): "the critical option \(number) is not understood"
        case .unexpectedCode(let code): "the code \(code) has no meaning in this message"
        case .unknownToken(let token): "no request has the token \(token)"
        case .unknownMessage: "no message with this ID is waiting to be acknowledged"
        }
    }
}
