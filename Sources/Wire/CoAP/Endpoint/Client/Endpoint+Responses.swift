import Timing

// Receiving what answers requests.
extension CoAP.Endpoint {
    /// A response in its own message (RFC 7252 section 5.2.2), or a notification.
    mutating func receiveResponse(
        _ message: CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let id = exchangeOfToken[TokenKey(peer, message.token)], let exchange = exchanges[id],
            !exchange.isDeregistration || message.options.observe == nil
        else {
            return resetResponse(message, from: peer, .unknownToken(message.token), at: now, &effects)
        }
        if let number = message.options.firstUnprocessable(handled: handledOptions) {
            resetResponse(message, from: peer, .badOption(number), at: now, &effects)
            return fail(id, .badOption(number), at: now, &effects)
        }
        if message.type == .confirmable {
            remember(message, from: peer, .acknowledgement, at: now)
            effects.append(.send(MessageWriter.empty(.acknowledgement, message.messageID), to: peer))
        } else {
            remember(message, from: peer, .nothing, at: now)
        }
        responded(id, message, at: now, &effects)
    }

    /// A reset also tells a server that an observation is over (RFC 7641 section 3.6).
    private mutating func resetResponse(
        _ message: CoAP.Message, from peer: SocketAddress, _ rejection: CoAP.Rejection, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        remember(message, from: peer, .reset, at: now)
        reject(message, from: peer, rejection, &effects)
        effects.append(.send(MessageWriter.empty(.reset, message.messageID), to: peer))
    }

    /// A response in the acknowledgement of its request (RFC 7252 section 5.2.1).
    mutating func receivePiggybackedResponse(
        _ message: CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        let key = MessageKey(peer, message.messageID)
        guard case .request(let id)? = transmissions[key]?.purpose else {
            return reject(message, from: peer, .unknownMessage, &effects)
        }
        guard exchanges[id]?.currentToken == message.token else {
            return reject(message, from: peer, .unknownToken(message.token), &effects)
        }
        if let number = message.options.firstUnprocessable(handled: handledOptions) {
            reject(message, from: peer, .badOption(number), &effects)
            return fail(id, .badOption(number), at: now, &effects)
        }
        responded(id, message, at: now, &effects)
    }

    /// The request arrived, and the response will come by itself.
    mutating func acknowledged(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let index = exchanges.index(forKey: id) else { return }
        exchanges.values[index].messageID = nil
        if case .ping = exchanges.values[index].kind { return ponged(id, at: now, &effects) }
        awaitResponse(id, at: now)
        yieldTurn(id, at: now, &effects)
    }

    /// The peer rejected the request, which is what pings are for.
    mutating func wasReset(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let kind = exchanges[id]?.kind else { return }
        switch kind {
        case .ping: ponged(id, at: now, &effects)
        case .request, .deregistration: fail(id, .reset, at: now, &effects)
        }
    }

    private mutating func ponged(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        effects.append(.pong(id))
        finish(id, at: now, &effects)
    }
}

// MARK: What a response leads to

extension CoAP.Endpoint {
    private mutating func responded(
        _ id: CoAP.ExchangeID, _ message: CoAP.Message, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let index = exchanges.index(forKey: id) else { return }
        if exchanges.values[index].currentToken == message.token { settle(index) }
        let formerDownload = exchanges.values[index].download?.token
        let step = exchanges.values[index].advance(message, at: now, limit: limits.bodyBytes)
        if let formerDownload, exchanges.values[index].download?.token != formerDownload {
            abandon(formerDownload, of: index)
        }
        switch step {
        case .wait: break
        case .send: takeTurn(id, at: now, &effects)
        case .fetch: fetch(id, at: now, &effects)
        case .fail(let failure): fail(id, failure, at: now, &effects)
        case .deliver(let whole): deliver(id, whole, at: now, &effects)
        }
        yieldTurn(id, at: now, &effects)
    }

    /// The message that was sent last has its answer.
    private mutating func settle(_ index: Dictionary<CoAP.ExchangeID, ClientExchange>.Index) {
        if let timer = exchanges.values[index].responseTimer { timers.cancel(timer) }
        exchanges.values[index].responseTimer = nil
        if let messageID = exchanges.values[index].messageID {
            stop(MessageKey(exchanges.values[index].peer, messageID))
        }
        exchanges.values[index].messageID = nil
    }

    /// Stops fetching a body that is whole, or that newer ones replace.
    private mutating func abandon(
        _ token: CoAP.Token, of index: Dictionary<CoAP.ExchangeID, ClientExchange>.Index
    ) {
        settle(index)
        exchanges.values[index].isWaiting = false
        guard token != exchanges.values[index].token else { return }
        exchangeOfToken[TokenKey(exchanges.values[index].peer, token)] = nil
    }

    /// Fetches the rest of a body; that of a notification with another token, since its own stays in use.
    private mutating func fetch(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let exchange = exchanges[id] else { return }
        if exchange.wantsNotifications {
            let token = freshToken(for: exchange.peer)
            exchanges[id]?.download?.token = token
            exchangeOfToken[TokenKey(exchange.peer, token)] = id
        }
        takeTurn(id, at: now, &effects)
    }

    private mutating func deliver(
        _ id: CoAP.ExchangeID, _ message: CoAP.Message, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let index = exchanges.index(forKey: id) else { return }
        let exchange = exchanges.values[index]
        guard !exchange.isDeregistration else {
            finish(id, at: now, &effects)
            return
        }
        let isObserved = exchange.wantsNotifications && message.code.isSuccess && message.options.observe != nil
        let response = CoAP.Response(message, observer: isObserved)
        exchanges.values[index].isRegistered = isObserved
        switch (exchange.isRegistered, isObserved) {
        case (false, true):
            effects.append(.response(id, response))
        case (true, true):
            effects.append(.notification(id, response))
        case (false, false):
            effects.append(.response(id, response))
            finish(id, at: now, &effects)
        case (true, false):
            effects.append(.notification(id, response))
            effects.append(.failed(id, .observationEnded))
            finish(id, at: now, &effects)
        }
    }
}

extension ClientExchange {
    var isDeregistration: Bool {
        guard case .deregistration = kind else { return false }
        return true
    }
}

extension CoAP.Response {
    init(_ message: CoAP.Message, observer: Bool) {
        self.init(
            code: message.code, payload: message.payload, contentFormat: message.options.contentFormat,
            observer: observer, options: message.options)
    }
}
