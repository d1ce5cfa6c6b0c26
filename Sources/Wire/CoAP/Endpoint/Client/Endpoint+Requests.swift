import Chance
internal import Containers
import Timing

// Sending requests, within the limit of outstanding ones.
extension CoAP.Endpoint {
    /// Returns a token that no exchange with the peer has; it cannot be guessed without the seed.
    mutating func freshToken(for peer: SocketAddress) -> CoAP.Token {
        while true {
            let token = CoAP.Token(value: generator.next() & 0xFFFF_FFFF, length: 4)
            if !exchangeOfToken.contains(TokenKey(peer, token)) { return token }
        }
    }

    mutating func start(
        _ exchange: consuming ClientExchange, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> CoAP.ExchangeID {
        lastExchange += 1
        let id = CoAP.ExchangeID(rawValue: lastExchange)
        if !exchange.isPing { exchangeOfToken.insert(id, for: TokenKey(exchange.peer, exchange.token)) }
        let slot = exchanges.insert(exchange, for: id)
        takeTurn(id, slot, at: now, &effects)
        return id
    }

    /// Sends the exchange's next message, now or after queued exchanges (RFC 7252 section 4.7).
    mutating func takeTurn(
        _ id: CoAP.ExchangeID, _ slot: Int, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        let peer = exchanges.values[slot].peer
        if !exchanges.values[slot].holdsTurn {
            let isFree = takeTurn(id, with: peer)
            exchanges.values[slot].isWaiting = !isFree
            exchanges.values[slot].holdsTurn = isFree
            guard isFree else { return }
        }
        sendNext(id, slot, to: peer, at: now, &effects)
    }

    private mutating func takeTurn(_ id: CoAP.ExchangeID, with peer: SocketAddress) -> Bool {
        let slot = peerSlot(peer)
        guard peers.values[slot].outstanding < max(parameters.nStart, 1) else {
            peers.values[slot].waiting.append(id)
            return false
        }
        peers.values[slot].outstanding += 1
        return true
    }

    /// Starts queued exchanges when this one has nothing outstanding.
    mutating func yieldTurn(_ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let slot = exchanges.slot(of: id), exchanges.values[slot].messageID == nil,
            exchanges.values[slot].holdsTurn
        else { return }
        exchanges.values[slot].holdsTurn = false
        turnEnded(with: exchanges.values[slot].peer, at: now, &effects)
    }

    private mutating func turnEnded(
        with peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        peers.values[peerSlot(peer)].outstanding -= 1
        while let next = nextInLine(for: peer) {
            // Cancelled and finished exchanges are still in the queue.
            guard let slot = exchanges.slot(of: next), exchanges.values[slot].isWaiting else { continue }
            takeTurn(next, slot, at: now, &effects)
        }
    }

    private mutating func nextInLine(for peer: SocketAddress) -> CoAP.ExchangeID? {
        let slot = peerSlot(peer)
        guard peers.values[slot].outstanding < max(parameters.nStart, 1) else { return nil }
        return peers.values[slot].waiting.popFirst()
    }

    private mutating func sendNext(
        _ id: CoAP.ExchangeID, _ slot: Int, to peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        let messageID = freshMessageID(for: peer)
        let bytes = exchanges.values[slot].message(messageID, id, blockSize: parameters.blockSize)
        exchanges.values[slot].messageID = messageID
        guard exchanges.values[slot].isConfirmable else {
            effects.append(.send(bytes, to: peer))
            return awaitResponse(id, slot, at: now)
        }
        transmit(bytes, messageID, to: peer, for: .request(id), at: now, &effects)
    }

    /// Starts the timer for a response that is not tied to a retransmitted message.
    mutating func awaitResponse(_ id: CoAP.ExchangeID, _ slot: Int, at now: Instant) {
        exchanges.values[slot].responseTimer = timers.schedule(.response(id), at: now.later(by: waits.response))
    }
}

// MARK: Ending

extension CoAP.Endpoint {
    /// Removes an exchange with its messages and timers.
    mutating func finish(
        _ id: CoAP.ExchangeID, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let slot = exchanges.slot(of: id) else { return }
        let exchange = exchanges.take(from: slot)
        if !exchange.isPing { exchangeOfToken.remove(TokenKey(exchange.peer, exchange.token)) }
        if let token = exchange.downloadToken { exchangeOfToken.remove(TokenKey(exchange.peer, token)) }
        if let timer = exchange.responseTimer { timers.cancel(timer) }
        if let messageID = exchange.messageID { stop(MessageKey(exchange.peer, messageID)) }
        if exchange.holdsTurn { turnEnded(with: exchange.peer, at: now, &effects) }
    }

    mutating func fail(
        _ id: CoAP.ExchangeID, _ failure: CoAP.Failure, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let slot = exchanges.slot(of: id) else { return }
        if !exchanges.values[slot].isDeregistration { effects.append(.failed(id, failure)) }
        finish(id, at: now, &effects)
    }
}
