internal import Wire

/// The meaning of a CoAP datagram in the context of earlier ones.
struct Signal {
    enum Role: String {
        case request, response, notification, acknowledgement, reset, ping, pong, malformed
    }

    /// An event of a notification.
    struct Event: Hashable {
        let type: String
        let cid: String?
        /// The user that caused it, if the event says so.
        let user: String?
        let reason: String?
    }

    /// Marks a repeated message.
    struct Copy: Hashable {
        /// The number of the first packet with this message.
        let number: Int
        /// True for a retransmission by the sender, false for a duplicate by the network.
        let isRetransmission: Bool
    }

    var role: Role
    /// The message, or nil when it is malformed.
    var message: CoAP.Message?
    var problem: CoAPError?
    /// The method of this request, or of the request that this belongs to.
    var method: String?
    /// The path of this request, or of the request that this belongs to.
    var path: String?
    var events: [Event] = []
    /// The calls that it names, in order.
    var cids: [String] = []
    var copy: Copy?
    /// The packet that this one answers, acknowledges or resets.
    var answers: Int?
    /// The time in nanoseconds since that packet.
    var waited: Int64?

    /// The response code.
    var status: CoAP.Code? {
        guard let code = message?.code, code.isResponse else { return nil }
        return code
    }

    /// True when the message is a problem.
    var isTrouble: Bool {
        if copy != nil || role == .reset || role == .malformed { return true }
        guard message?.isAddressChallenge != true else { return false }
        return status.map { $0.isClientError || $0.isServerError } ?? false
    }
}
