internal import Containers
import Timing

// Receiving the replies to requests.
extension CoAP.Endpoint {
    /// Processes a separate response (RFC 7252 section 5.2.2) or a notification.
    mutating func receiveResponse(
        _ message: consuming CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let id = exchangeOfToken[TokenKey(peer, message.token)], let slot = exchanges.slot(of: id),
            !exchanges.values[slot].isDeregistration || message.options.observe == nil
        else {
            return resetResponse(message, from: peer, .unknownToken(message.token), at: now, &effects)
        }
        if let number = message.options.firstUnprocessable(handled: handledOptions) {
            resetResponse(message, from: peer, .badOption(number), at: now, &effects)
            return fail(id, .badOption(number), at: now, &effects)
        }
        if exchanges.values[slot].isEarly(message) {
            exchanges.values[slot].keep(early: message)
            return
        }
        if message.type == .confirmable {
            remember(message, from: peer, .acknowledgement, at: now)
            effects.append(.send(MessageWriter.empty(.acknowledgement, message.messageID), to: peer))
        } else {
            remember(message, from: peer, .nothing, at: now)
        }
        responded(id, slot, consume message, at: now, &effects)
    }

    /// Sends a reset, which also ends an observation at the server (RFC 7641 section 3.6).
    private mutating func resetResponse(
        _ message: CoAP.Message, from peer: SocketAddress, _ rejection: CoAP.Rejection, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        remember(message, from: peer, .reset, at: now)
        reject(message.messageID, from: peer, rejection, &effects)
        effects.append(.send(MessageWriter.empty(.reset, message.messageID), to: peer))
    }

    /// Processes a response in the acknowledgement of its request (RFC 7252 section 5.2.1).
    mutating func receivePiggybackedResponse(
        _ message: consuming CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        let key = MessageKey(peer, message.messageID)
        guard let sent = transmissions.slot(of: key), case .request(let id) = transmissions.values[sent].purpose
        else {
            return reject(message.messageID, from: peer, .unknownMessage, &effects)
        }
        guard let slot = exchanges.slot(of: id), exchanges.values[slot].currentToken == message.token else {
            return reject(message.messageID, from: peer, .unknownToken(message.token), &effects)
        }
        if let number = message.options.firstUnprocessable(handled: handledOptions) {
            reject(message.messageID, from: peer, .badOption(number), &effects)
            return fail(id, .badOption(number), at: now, &effects)
        }
        let early = exchanges.values[slot].takeEarly()
        // A notification before a challenge belongs to an observation from an earlier address.
        let isChallenged = exchanges.values[slot].challenge(in: message) != nil
        responded(id, slot, consume message, at: now, &effects)
        if let early, !isChallenged { receiveResponse(early, from: peer, at: now, &effects) }
    }

    /// Processes an acknowledgement of the request; the response will be a separate message.
    mutating func acknowledged(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let slot = exchanges.slot(of: id) else { return }
        exchanges.values[slot].messageID = nil
        if exchanges.values[slot].isPing { return ponged(id, at: now, &effects) }
        awaitResponse(id, slot, at: now)
        yieldTurn(id, at: now, &effects)
        guard let early = exchanges.values[slot].takeEarly() else { return }
        receiveResponse(early, from: exchanges.values[slot].peer, at: now, &effects)
    }

    /// Processes a reset of the request, which is also the response to a ping.
    mutating func wasReset(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let slot = exchanges.slot(of: id) else { return }
        switch exchanges.values[slot].operation {
        case .ping: ponged(id, at: now, &effects)
        case .request, .deregistration: fail(id, .reset, at: now, &effects)
        }
    }

    private mutating func ponged(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        effects.append(.pong(id))
        finish(id, at: now, &effects)
    }
}

// MARK: Effects of a response

extension CoAP.Endpoint {
    private mutating func responded(
        _ id: CoAP.ExchangeID, _ slot: Int, _ message: consuming CoAP.Message, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        if exchanges.values[slot].currentToken == message.token { settle(slot) }
        let formerDownload = exchanges.values[slot].downloadToken
        let step = exchanges.values[slot].advance(message, at: now, limit: limits.bodyBytes)
        if let formerDownload, exchanges.values[slot].downloadToken != formerDownload {
            abandon(formerDownload, of: slot)
        }
        switch step {
        case .wait: break
        case .send: takeTurn(id, slot, at: now, &effects)
        case .fetch: fetch(id, slot, at: now, &effects)
        case .fail(let failure): fail(id, failure, at: now, &effects)
        case .deliver: deliver(id, slot, consume message, at: now, &effects)
        case .deliverWhole(let whole): deliver(id, slot, whole, at: now, &effects)
        }
        yieldTurn(id, at: now, &effects)
    }

    /// Stops the retransmission and the timer of the last message, which has its reply.
    private mutating func settle(_ slot: Int) {
        if let timer = exchanges.values[slot].responseTimer { timers.cancel(timer) }
        exchanges.values[slot].responseTimer = nil
        if let messageID = exchanges.values[slot].messageID { stop(MessageKey(exchanges.values[slot].peer, messageID)) }
        exchanges.values[slot].messageID = nil
    }

    /// Stops fetching a body that is complete or superseded.
    private mutating func abandon(_ token: CoAP.Token, of slot: Int) {
        settle(slot)
        exchanges.values[slot].isWaiting = false
        guard token != exchanges.values[slot].token else { return }
        exchangeOfToken.remove(TokenKey(exchanges.values[slot].peer, token))
    }

    /// Fetches the rest of a body; that of a notification with another token, since its own remains in use.
    private mutating func fetch(
        _ id: CoAP.ExchangeID, _ slot: Int, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        if exchanges.values[slot].wantsNotifications {
            let peer = exchanges.values[slot].peer
            let token = freshToken(for: peer)
            exchanges.values[slot].download?.token = token
            exchangeOfToken.insert(id, for: TokenKey(peer, token))
        }
        takeTurn(id, slot, at: now, &effects)
    }

    private mutating func deliver(
        _ id: CoAP.ExchangeID, _ slot: Int, _ message: consuming CoAP.Message, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        guard !exchanges.values[slot].isDeregistration else {
            return finish(id, at: now, &effects)
        }
        let wasObserved = exchanges.values[slot].isRegistered
        let isObserved =
            exchanges.values[slot].wantsNotifications && message.code.isSuccess && message.options.observe != nil
        let response = CoAP.Response(consume message, observer: isObserved)
        exchanges.values[slot].isRegistered = isObserved
        switch (wasObserved, isObserved) {
        case (false, true):
            effects.append(.response(id, response))
        case (true, true):
            effects.append(.notification(id, response))
        case (false, false):
            effects.append(.response(id, response))
            finish(id, at: now, &effects)
        case (true, false):
            effects.append(.notification(id, response))
            fail(id, .observationEnded, at: now, &effects)
        }
    }
}

extension CoAP.Response {
    init(_ message: consuming CoAP.Message, observer: Bool) {
        self.init(
            code: message.code, body: message.body, contentFormat: message.options.contentFormat,
            observer: observer, options: message.options)
    }
}
