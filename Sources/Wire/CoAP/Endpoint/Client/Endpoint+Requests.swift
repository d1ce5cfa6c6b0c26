import Chance
import Timing

// Sending requests, and whose turn it is.
extension CoAP.Endpoint {
    /// A token that no exchange with the peer has; unguessable for those who do not know the seed.
    mutating func freshToken(for peer: SocketAddress) -> CoAP.Token {
        while true {
            let token = CoAP.Token(value: generator.next() & 0xFFFF_FFFF, length: 4)
            if exchangeOfToken[TokenKey(peer, token)] == nil { return token }
        }
    }

    mutating func start(
        _ exchange: ClientExchange, at now: Instant
    ) -> (CoAP.ExchangeID, [CoAP.Effect]) {
        var effects: [CoAP.Effect] = []
        lastExchange += 1
        let id = CoAP.ExchangeID(rawValue: lastExchange)
        var exchange = exchange
        if let request = exchange.request {
            if request.payload.count > parameters.blockSize.byteCount {
                exchange.upload = BodyUpload(request.payload, size: parameters.blockSize)
            }
            exchangeOfToken[TokenKey(exchange.peer, exchange.token)] = id
        }
        exchanges[id] = exchange
        takeTurn(id, at: now, &effects)
        return (id, effects)
    }

    /// Sends the exchange's next message, now or when others have had their turns (RFC 7252 section 4.7).
    mutating func takeTurn(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let index = exchanges.index(forKey: id) else { return }
        guard !exchanges.values[index].holdsTurn else { return sendNext(id, at: now, &effects) }
        let limit = max(parameters.nStart, 1)
        let isFree = withPeer(exchanges.values[index].peer) { state in
            guard state.outstanding < limit else {
                state.waiting.append(id)
                return false
            }
            state.outstanding += 1
            return true
        }
        exchanges.values[index].isWaiting = !isFree
        guard isFree else { return }
        exchanges.values[index].holdsTurn = true
        sendNext(id, at: now, &effects)
    }

    /// Lets the next ones have their turns if nothing of the exchange is outstanding.
    mutating func yieldTurn(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let index = exchanges.index(forKey: id), exchanges.values[index].messageID == nil,
            exchanges.values[index].holdsTurn
        else { return }
        exchanges.values[index].holdsTurn = false
        turnEnded(with: exchanges.values[index].peer, at: now, &effects)
    }

    private mutating func turnEnded(
        with peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        withPeer(peer) { $0.outstanding -= 1 }
        while let next = nextInLine(for: peer) {
            // Who was cancelled, or needs nothing any more, is still in the line.
            guard exchanges[next]?.isWaiting == true else { continue }
            takeTurn(next, at: now, &effects)
        }
    }

    private mutating func nextInLine(for peer: SocketAddress) -> CoAP.ExchangeID? {
        let limit = max(parameters.nStart, 1)
        return withPeer(peer) { $0.outstanding < limit ? $0.waiting.popFirst() : nil }
    }

    private mutating func sendNext(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let exchange = exchanges[id] else { return }
        let messageID = freshMessageID(for: exchange.peer)
        let bytes = exchange.message(messageID, id, blockSize: parameters.blockSize)
        exchanges[id]?.messageID = messageID
        guard exchange.request?.isConfirmable ?? true else {
            effects.append(.send(bytes, to: exchange.peer))
            return awaitResponse(id, at: now)
        }
        transmit(bytes, messageID, to: exchange.peer, for: .request(id), at: now, &effects)
    }

    /// Waits for a response that is not tied to a retransmitted message.
    mutating func awaitResponse(_ id: CoAP.ExchangeID, at now: Instant) {
        guard let index = exchanges.index(forKey: id) else { return }
        let timeout = parameters.responseTimeout ?? parameters.exchangeLifetime
        exchanges.values[index].responseTimer = timers.schedule(.response(id), at: now.advanced(by: timeout))
    }
}

// MARK: The end

extension CoAP.Endpoint {
    /// Takes an exchange out, with all that is under way for it.
    @discardableResult
    mutating func finish(
        _ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> ClientExchange? {
        guard let exchange = exchanges.removeValue(forKey: id) else { return nil }
        if exchange.request != nil { exchangeOfToken[TokenKey(exchange.peer, exchange.token)] = nil }
        if let download = exchange.download { exchangeOfToken[TokenKey(exchange.peer, download.token)] = nil }
        if let timer = exchange.responseTimer { timers.cancel(timer) }
        if let messageID = exchange.messageID { stop(MessageKey(exchange.peer, messageID)) }
        if exchange.holdsTurn { turnEnded(with: exchange.peer, at: now, &effects) }
        return exchange
    }

    mutating func fail(
        _ id: CoAP.ExchangeID, _ failure: CoAP.Failure, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let kind = exchanges[id]?.kind else { return }
        if case .deregistration = kind {} else { effects.append(.failed(id, failure)) }
        finish(id, at: now, &effects)
    }
}
