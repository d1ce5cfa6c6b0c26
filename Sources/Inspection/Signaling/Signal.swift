internal import Wire

/// What one CoAP datagram says, seen together with those before it.
struct Signal {
    enum Kind: String {
        case request, response, notification, acknowledgement, reset, ping, pong, malformed
    }

    /// An event that a notification carries.
    struct Event: Hashable {
        let type: String
        let cid: String?
        /// Who did it, where the event says so.
        let user: String?
        let reason: String?
    }

    /// That the datagram was there before.
    struct Copy: Hashable {
        /// The number of the first packet with the same message.
        let number: Int
        /// Whether the sender repeated it because no answer came; otherwise the network may have doubled it.
        let isRetransmission: Bool
    }

    var kind: Kind
    /// The message; nil when it is malformed.
    var message: CoAP.Message?
    var problem: CoAPError?
    /// The method of the request that this is or belongs to.
    var method: String?
    /// The path of the request that this is or belongs to.
    var path: String?
    var events: [Event] = []
    /// The calls that it is about, in the order of being named.
    var cids: [String] = []
    var copy: Copy?
    /// The packet that this one answers, acknowledges or rejects.
    var answers: Int?
    /// Nanoseconds since that packet.
    var waited: Int64?

    /// The response code.
    var status: CoAP.Code? {
        guard let code = message?.code, code.isResponse else { return nil }
        return code
    }

    /// Whether a reader who looks for trouble wants to see it.
    var isTrouble: Bool {
        if copy != nil || kind == .reset || kind == .malformed { return true }
        return status.map { $0.isClientError || $0.isServerError } ?? false
    }
}
