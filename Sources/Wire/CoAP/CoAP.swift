/// The Constrained Application Protocol: RFC 7252, with Observe (RFC 7641), block-wise transfer (RFC 7959) and
/// FETCH (RFC 8132).
///
/// ``CoAP/Message`` is the content of a datagram; ``CoAP/Endpoint`` is the machine of one UDP port.
public enum CoAP {
    /// The default UDP port of servers (RFC 7252 section 6.1).
    public static let defaultPort: UInt16 = 5683
}

extension CoAP {
    /// The type of a message in the message layer (RFC 7252 section 4).
    public enum MessageType: UInt8, Hashable, Sendable {
        /// Retransmitted until it is acknowledged or rejected.
        case confirmable
        /// Sent once.
        case nonConfirmable
        /// Acknowledges a confirmable message; may carry the response.
        case acknowledgement
        /// Indicates that a message arrived but the receiver cannot process it.
        case reset
    }
}

extension CoAP.MessageType: CustomStringConvertible {
    /// The abbreviation in RFC 7252.
    public var description: String {
        switch self {
        case .confirmable: "CON"
        case .nonConfirmable: "NON"
        case .acknowledgement: "ACK"
        case .reset: "RST"
        }
    }
}
