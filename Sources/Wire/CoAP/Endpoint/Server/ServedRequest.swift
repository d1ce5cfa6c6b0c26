import Timing

/// A received request, with the parts that its response needs.
struct ServedRequest: Sendable {
    var peer: SocketAddress
    let messageID: UInt16
    let token: CoAP.Token
    let code: CoAP.Code
    let options: CoAP.Options
    let isConfirmable: Bool
    let observe: CoAP.IncomingRequest.Observe?
    /// The last block of the request; the response repeats it.
    let block1: CoAP.Block?
    /// The block of the response that the client requests.
    let block2: CoAP.Block?

    /// True when the request is acknowledged, so that the response needs a message of its own.
    var isAcknowledged = false
    var acknowledgementTimer: TimerID?

    init(_ message: CoAP.Message, from peer: SocketAddress) {
        self.peer = peer
        messageID = message.messageID
        token = message.token
        code = message.code
        options = message.options
        isConfirmable = message.type == .confirmable
        observe = Self.observe(message)
        block1 = message.options.block1
        block2 = message.options.block2
    }

    /// The digest of a FETCH's body; nil without one, and for other methods.
    private(set) var fetched: BodyDigest?

    /// Records the body of a FETCH.
    mutating func record(_ body: CoAP.Payload) {
        if code == .fetch, !body.isEmpty { fetched = BodyDigest(body) }
    }

    var key: MessageKey { MessageKey(peer, messageID) }
    var bodyKey: BodyKey { BodyKey(peer, code, options) }
    /// The key of the response's body.
    var responseKey: BodyKey { fetched.map { bodyKey.fetching($0) } ?? bodyKey }

    /// Returns the Observe value, which is defined for GET and FETCH only (RFC 7641 section 2, RFC 8132 section 2.4).
    private static func observe(_ message: CoAP.Message) -> CoAP.IncomingRequest.Observe? {
        guard message.code == .get || message.code == .fetch else { return nil }
        switch message.options.observe {
        case 0: return .register
        case 1: return .deregister
        default: return nil
        }
    }
}
