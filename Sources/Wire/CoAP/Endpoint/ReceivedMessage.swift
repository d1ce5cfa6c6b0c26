internal import Containers
import Timing

/// A received message, stored so that its duplicates get the same reply and are not processed again (RFC 7252 section
/// 4.5).
struct ReceivedMessage: Sendable {
    /// The reply to the message and its duplicates.
    enum Reply: Sendable {
        case nothing
        /// The request has neither a response nor an acknowledgement yet.
        case pending(CoAP.IncomingRequest.ID)
        case acknowledgement
        case reset
        case response([UInt8])

        var cost: Int {
            guard case .response(let bytes) = self else { return 0 }
            return bytes.count
        }
    }

    /// The token; nil for a challenged message, which was not stored.
    let token: CoAP.Token?
    let code: CoAP.Code
    let observe: UInt32?
    var reply: Reply
    /// The instant from which the ID may name another message (RFC 7252 section 4.8.2).
    fileprivate var deadline = Instant.distantFuture

    init(_ token: CoAP.Token?, _ code: CoAP.Code, _ options: CoAP.Options, _ reply: Reply) {
        self.token = token
        self.code = code
        observe = options.observe
        self.reply = reply
    }

    func isSame(as message: CoAP.Message) -> Bool {
        (token == nil || token == message.token) && code == message.code && observe == message.options.observe
    }
}

extension CoAP.Endpoint {
    mutating func remember(
        _ message: CoAP.Message, from peer: SocketAddress, _ reply: ReceivedMessage.Reply, at now: Instant
    ) {
        guard keeps(peer) else { return }
        let known = ReceivedMessage(message.token, message.code, message.options, reply)
        remember(
            known, isConfirmable: message.type == .confirmable, for: MessageKey(peer, message.messageID), at: now)
    }

    mutating func remember(_ request: ServedRequest, _ reply: ReceivedMessage.Reply, at now: Instant) {
        let known = ReceivedMessage(request.token, request.code, request.options, reply)
        remember(known, isConfirmable: request.isConfirmable, for: request.key, at: now)
    }

    /// Stores a challenged message that a client repeats with an Echo value. A late duplicate must not be processed after
    /// newer requests.
    mutating func remember(
        _ challenged: UInt16, before message: CoAP.Message, from peer: SocketAddress, at now: Instant
    ) {
        let known = ReceivedMessage(nil, message.code, message.options, .nothing)
        remember(known, isConfirmable: message.type == .confirmable, for: MessageKey(peer, challenged), at: now)
    }

    /// Stores a message. All stay in memory for the longest lifetime, because the map removes the oldest one first.
    private mutating func remember(
        _ known: ReceivedMessage, isConfirmable: Bool, for key: MessageKey, at now: Instant
    ) {
        var known = known
        known.deadline = now.later(by: isConfirmable ? waits.lifetime : waits.nonLifetime)
        received.insert(known, for: key, cost: known.reply.cost, until: now.later(by: waits.lifetime), at: now)
    }

    private mutating func remembered(_ key: MessageKey, at now: Instant) -> ReceivedMessage? {
        received.value(for: key, at: now).flatMap { now < $0.deadline ? $0 : nil }
    }

    /// Sets the reply to further duplicates of a message.
    mutating func remember(reply: ReceivedMessage.Reply, to key: MessageKey, at now: Instant) {
        received.update(key, cost: reply.cost, at: now) { $0.reply = reply }
    }

    /// Replies to a duplicate as to the first message; returns false when the message is not a duplicate.
    mutating func respondToDuplicate(
        _ message: CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> Bool {
        let id = message.messageID
        guard let known = remembered(MessageKey(peer, id), at: now), known.isSame(as: message) else {
            return false
        }
        effects.append(.duplicate(peer, type: message.type, messageID: id))
        guard message.type == .confirmable else { return true }
        switch known.reply {
        case .nothing: break
        case .pending(let request): acknowledge(request, at: now, &effects)
        case .acknowledgement: effects.append(.send(MessageWriter.empty(.acknowledgement, id), to: peer))
        case .reset: effects.append(.send(MessageWriter.empty(.reset, id), to: peer))
        case .response(let bytes): effects.append(.send(bytes, to: peer))
        }
        return true
    }
}
