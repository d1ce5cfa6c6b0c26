/// The Constrained Application Protocol: RFC 7252, with Observe (RFC 7641), block-wise transfer (RFC 7959) and
/// FETCH (RFC 8132).
///
/// ``CoAP/Message`` is what a datagram says; ``CoAP/Endpoint`` is the machine behind one UDP port.
public enum CoAP {
    /// The UDP port of servers that are not told another (RFC 7252 section 6.1).
    public static let defaultPort: UInt16 = 5683
}

extension CoAP {
    /// What the message layer does with a message (RFC 7252 section 4).
    public enum MessageType: UInt8, Hashable, Sendable {
        /// Is retransmitted until it is acknowledged or rejected.
        case confirmable
        /// Is sent once.
        case nonConfirmable
        /// Says that a confirmable message arrived; may carry the response.
        case acknowledgement
        /// Says that a message arrived but means nothing to the receiver.
        case reset
    }
}

extension CoAP.MessageType: CustomStringConvertible {
    /// The abbreviation of RFC 7252.
    public var description: String {
        switch self {
        case .confirmable: "CON"
        case .nonConfirmable: "NON"
        case .acknowledgement: "ACK"
        case .reset: "RST"
        }
    }
}
