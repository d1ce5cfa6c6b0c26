import Chance
import Timing

/// A confirmable message that is neither acknowledged nor rejected yet (RFC 7252 section 4.2).
struct Transmission: Sendable {
    /// What it is about.
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
    var timeout: Duration
    var timer: TimerID
}

extension CoAP.Endpoint {
    /// An ID that no outstanding message to the peer has.
    mutating func freshMessageID(for peer: SocketAddress) -> UInt16 {
        let candidate = withPeer(peer) { state in
            defer { state.nextMessageID &+= 1 }
            return state.nextMessageID
        }
        guard transmissions[MessageKey(peer, candidate)] != nil else { return candidate }
        return firstFreeMessageID(behind: candidate, for: peer)
    }

    private mutating func firstFreeMessageID(behind taken: UInt16, for peer: SocketAddress) -> UInt16 {
        let candidate = (1...UInt16.max).lazy.map { taken &+ $0 }.first { id in
            transmissions[MessageKey(peer, id)] == nil
        }
        let chosen = candidate ?? taken
        withPeer(peer) { $0.nextMessageID = chosen &+ 1 }
        return chosen
    }

    /// Sends a confirmable message until it is acknowledged or rejected.
    mutating func transmit(
        _ bytes: [UInt8], _ messageID: UInt16, to peer: SocketAddress, for purpose: Transmission.Purpose,
        at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        let key = MessageKey(peer, messageID)
        let timeout = parameters.initialTimeout(unit: generator.unit())
        transmissions[key] = Transmission(
            peer: peer, messageID: messageID, bytes: bytes, purpose: purpose, timeout: timeout,
            timer: timers.schedule(.retransmission(key), at: now.advanced(by: timeout)))
        effects.append(.send(bytes, to: peer))
    }

    /// Takes out a message that needs no more transmissions.
    @discardableResult
    mutating func stop(_ key: MessageKey) -> Transmission? {
        guard let transmission = transmissions.removeValue(forKey: key) else { return nil }
        timers.cancel(transmission.timer)
        return transmission
    }

    mutating func retransmit(_ key: MessageKey, at now: Instant, _ effects: inout [CoAP.Effect]) {
        guard let index = transmissions.index(forKey: key) else { return }
        var transmission = transmissions.values[index]
        guard transmission.attempt < parameters.retransmissions else {
            transmissions.remove(at: index)
            return giveUp(transmission.purpose, at: now, &effects)
        }
        transmission.attempt += 1
        transmission.timeout = transmission.timeout * 2
        transmission.timer = timers.schedule(.retransmission(key), at: now.advanced(by: transmission.timeout))
        transmissions.values[index] = transmission
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
        case .notification(let id), .lastBlock(let id): lose(id, .timeout, &effects)
        }
    }
}
