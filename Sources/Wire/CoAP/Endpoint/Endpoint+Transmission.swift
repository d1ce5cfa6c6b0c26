import Chance
internal import Containers
import Timing

/// A confirmable message that is neither acknowledged nor rejected yet (RFC 7252 section 4.2).
struct Transmission: Sendable {
    /// The exchange that the message belongs to.
    enum Purpose: Sendable {
        case request(CoAP.ExchangeID)
        /// A separate response.
        case response
        case notification(CoAP.ObserverID)
        /// The last block of a notification.
        case lastBlock(CoAP.ObserverID)
    }

    let peer: SocketAddress
    let messageID: UInt16
    let bytes: [UInt8]
    let purpose: Purpose
    var attempt = 0
    var timeout: Nanoseconds
    var timer: TimerID
}

extension CoAP.Endpoint {
    /// Returns an ID that no outstanding message to the peer has.
    mutating func freshMessageID(for peer: SocketAddress) -> UInt16 {
        let slot = peerSlot(peer)
        let candidate = peers.values[slot].nextMessageID
        peers.values[slot].nextMessageID = candidate &+ 1
        guard transmissions.contains(MessageKey(peer, candidate)) else { return candidate }
        return firstFreeMessageID(behind: candidate, for: peer)
    }

    private mutating func firstFreeMessageID(behind taken: UInt16, for peer: SocketAddress) -> UInt16 {
        let candidate = (1...UInt16.max).lazy.map { taken &+ $0 }.first { id in
            !transmissions.contains(MessageKey(peer, id))
        }
        let chosen = candidate ?? taken
        peers.values[peerSlot(peer)].nextMessageID = chosen &+ 1
        return chosen
    }

    /// Sends a confirmable message until it is acknowledged or rejected.
    mutating func transmit(
        _ bytes: [UInt8], _ messageID: UInt16, to peer: SocketAddress, for purpose: Transmission.Purpose,
        at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        let key = MessageKey(peer, messageID)
        let timeout = waits.initialTimeout(unit: generator.unit())
        let timer = timers.schedule(.retransmission(key), at: now.later(by: timeout))
        transmissions.insert(
            Transmission(
                peer: peer, messageID: messageID, bytes: bytes, purpose: purpose, timeout: timeout, timer: timer),
            for: key)
        effects.append(.send(bytes, to: peer))
    }

    /// Removes a message that needs no more transmissions, and returns its purpose.
    @discardableResult
    mutating func stop(_ key: MessageKey) -> Transmission.Purpose? {
        guard let slot = transmissions.slot(of: key) else { return nil }
        let transmission = transmissions.take(from: slot)
        timers.cancel(transmission.timer)
        return transmission.purpose
    }

    mutating func retransmit(_ key: MessageKey, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let slot = transmissions.slot(of: key) else { return }
        var transmission = transmissions.values[slot]
        guard transmission.attempt < parameters.retransmissions else {
            transmissions.remove(key)
            return giveUp(transmission.purpose, at: now, &effects)
        }
        transmission.attempt += 1
        transmission.timeout = transmission.timeout.doubled
        transmission.timer = timers.schedule(.retransmission(key), at: now.later(by: transmission.timeout))
        transmissions.values[slot] = transmission
        if case .request(let id) = transmission.purpose, let exchange = exchanges.slot(of: id) {
            // If the client's address has changed since, this begins another observation, whose notifications are newer.
            // If not, the server sends the notification again.
            _ = exchanges.values[exchange].takeEarly()
        }
        let peer = transmission.peer
        effects.append(
            .retransmitted(
                CoAP.Retransmission(peer: peer, messageID: transmission.messageID, attempt: transmission.attempt)))
        effects.append(.send(transmission.bytes, to: peer))
    }

    private mutating func giveUp(
        _ purpose: Transmission.Purpose, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        switch purpose {
        case .request(let id): fail(id, .timeout, at: now, &effects)
        case .response: break
        case .notification(let id), .lastBlock(let id): lose(id, .timeout, at: now, &effects)
        }
    }
}
