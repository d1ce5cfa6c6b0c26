import Chance
internal import Containers
import Timing

// A request from an unproved address has a bounded cost: its response has at most three times its bytes (RFC 7252
// section 11.3), it is not stored, and it does not leave the endpoint.
extension CoAP.Endpoint {
    /// Serves requests from an address that another server has proved.
    public mutating func trust(_ peer: SocketAddress) {
        peers.values[peerSlot(peer)].isProved = true
    }

    /// Returns true when requests from an address are served; a valid Echo value in the message proves the address.
    mutating func admits(
        _ message: CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> Bool {
        guard let proof else { return true }
        let isKnown = isProved(peer)
        guard let echo = message.options.echo, let challenged = proof.challenged(by: echo, from: peer, at: now) else {
            return isKnown
        }
        if !isKnown {
            trust(peer)
            effects.append(.proved(peer))
        }
        if challenged != message.messageID { remember(challenged, before: message, from: peer, at: now) }
        return true
    }

    /// Responds to a request with the Echo value that its sender must return.
    mutating func challenge(
        _ message: CoAP.Message, of byteCount: Int, from peer: SocketAddress, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        guard let proof else { return }
        let isConfirmable = message.type == .confirmable
        let type: CoAP.MessageType = isConfirmable ? .acknowledgement : .nonConfirmable
        let messageID = isConfirmable ? message.messageID : UInt16(truncatingIfNeeded: generator.next())
        var part = ResponsePart(CoAP.Response(code: .unauthorized), token: message.token)
        part.echo = proof.echo(for: peer, messageID: message.messageID, at: now)
        var bytes = part.message(type, messageID)
        if bytes.count > CoAP.AddressProof.largestFactor * byteCount {
            part.echo = nil
            bytes = part.message(type, messageID)
        }
        effects.append(.challenged(peer))
        effects.append(.send(bytes, to: peer))
    }

    /// Returns true when the address is proved, or no proof is required.
    func keeps(_ peer: SocketAddress) -> Bool {
        proof == nil || isProved(peer)
    }

    private func isProved(_ peer: SocketAddress) -> Bool {
        peers.slot(of: peer).map { peers.values[$0].isProved } ?? false
    }
}
