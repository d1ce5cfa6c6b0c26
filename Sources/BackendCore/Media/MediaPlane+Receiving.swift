import Signaling
import Timing
import Wire

extension MediaPlane {
    /// The result of a datagram on the media port.
    enum Reception {
        /// The datagram was forwarded, or had an effect without outputs.
        case taken
        /// The datagram had an effect with these outputs.
        case outputs([Output])
        /// The datagram had no effect. A STUN request may have a response.
        case dropped(MediaDrop, Output?)
    }

    /// Handles a datagram of the media port. Calls `forward` with each address that receives the datagram unchanged.
    mutating func receive(
        _ datagram: [UInt8], from peer: SocketAddress, at now: Instant,
        forward: (SocketAddress) -> Void
    ) -> Reception {
        switch DatagramKind(datagram) {
        case .rtp:
            guard let drop = receiveRTP(datagram, from: peer, at: now, forward: forward) else { return .taken }
            return .dropped(drop, nil)
        case .stun: return receiveSTUN(datagram, from: peer, at: now)
        case .rtcp: return receiveRTCP(datagram, from: peer, at: now)
        case .coap: return .dropped(.coapOnMediaPort, nil)
        case .sip, nil: return .dropped(.unknownProtocol, nil)
        }
    }

    // MARK: RTP

    /// Forwards a packet to the receivers of its track. Returns the reason when the packet is dropped.
    private mutating func receiveRTP(
        _ datagram: [UInt8], from peer: SocketAddress, at now: Instant, forward: (SocketAddress) -> Void
    ) -> MediaDrop? {
        let input = datagram.span
        let header: RTP.Header
        let level: RTP.AudioLevel?
        do throws(RTPError) {
            header = try RTP.Header(decoding: input)
            level = try header.audioLevel(in: input, id: MediaFormat.audioLevelElement)
        } catch {
            return .malformedRTP
        }
        guard let index = trackOfSource[SourceKey(address: peer, ssrc: header.ssrc)] else {
            return pathsAt[peer] == nil ? .unknownAddress : .unknownSource
        }
        guard let path = tracks[index]?.path, paths[path]?.hasConsent(at: now) == true else { return .withoutConsent }
        guard tracks[index]?.isMuted == false else {
            _ = tracks[index]?.receive(header, at: now)
            return .muted
        }
        let isOfGuest = paths[path]?.isOfGuest == true
        guard !isOfGuest || guestWork.hasRoom(at: now) else { return .guestsAreBusy }
        switch tracks[index]?.receive(header, at: now) {
        case .duplicate: return .duplicate
        case .outOfRange, .onProbation, nil: return .outOfRange
        case .inOrder, .late, .restarted: break
        }
        if let level { tracks[index]?.meter.add(level) }
        forEachReceiver(of: index, at: now, forward)
        if isOfGuest { guestWork.add(GuestWork.steps.packet * (tracks[index]?.receivers.count ?? 0), at: now) }
        return nil
    }

    /// Calls for the address of each receiver that may be sent to.
    private func forEachReceiver(of index: Int, at now: Instant, _ body: (SocketAddress) -> Void) {
        guard let count = tracks[index]?.receivers.count else { return }
        for position in 0..<count {
            guard let slot = tracks[index]?.receivers[position], let address = paths[slot]?.address,
                paths[slot]?.hasConsent(at: now) == true
            else { continue }
            body(address)
        }
    }

    // MARK: STUN

    private mutating func receiveSTUN(
        _ datagram: [UInt8], from peer: SocketAddress, at now: Instant
    ) -> Reception {
        let message: STUN.Message
        do throws(STUNError) {
            message = try STUN.Message(decoding: datagram)
        } catch {
            return .dropped(.malformedSTUN, nil)
        }
        if message.messageClass == .success { return receiveResponse(message, in: datagram, from: peer, at: now) }
        guard message.messageClass == .request, message.method == .binding else {
            return .dropped(.unexpectedSTUN, nil)
        }
        guard let slot = message.username.flatMap({ pathOfUser[$0] }), let path = paths[slot] else {
            return .dropped(
                .unknownUser,
                refusal(of: message, 401, "no session has that name", to: peer, byteCount: datagram.count))
        }
        guard case .valid(let algorithm)? = try? STUN.integrity(of: datagram, key: path.key) else {
            return .dropped(
                .wrongIntegrity,
                refusal(of: message, 401, "the integrity is not that key's", to: peer, byteCount: datagram.count))
        }
        let unknown = message.unknownRequiredAttributes
        guard unknown.isEmpty else {
            let response = message.refusal(ofUnknown: unknown)
            return .dropped(.unexpectedSTUN, output(response, key: path.key, by: algorithm, to: peer))
        }
        return check(slot, message, key: path.key, by: algorithm, from: peer, at: now)
    }

    /// Handles a check by the client of a path (RFC 7675 section 5.1).
    ///
    /// A check from the address of the client's signaling moves the path to this address. For any other address, the
    /// SFU first sends a check of its own: a check proves the password, and not the address.
    private mutating func check(
        _ slot: Int, _ message: STUN.Message, key: [UInt8], by algorithm: STUN.Algorithm, from peer: SocketAddress,
        at now: Instant
    ) -> Reception {
        let before = paths[slot]?.address
        var outputs: [Output] = []
        if let response = output(message.success(seenAt: peer), key: key, by: algorithm, to: peer) {
            outputs.append(response)
        }
        switch paths[slot]?.check(message.transactionID, from: peer, at: now) {
        case .replayed, nil: return .dropped(.replayed, nil)
        case .unproved: outputs += sendCheck(slot, key: key, at: peer)
        case .proved: outputs += arrive(slot, at: peer, before: before)
        }
        return .outputs(outputs)
    }

    /// Sends a check by the SFU to an address.
    private mutating func sendCheck(_ slot: Int, key: [UInt8], at peer: SocketAddress) -> [Output] {
        guard let path = paths[slot] else { return [] }
        if let former = path.check { pathOfCheck[former.id] = nil }
        let id = STUN.TransactionID(from: &generator)
        paths[slot]?.beginCheck(id, peer)
        pathOfCheck[id] = slot
        let name = MediaFormat.usernameOfSFU(for: path.credentials.username)
        let check = STUN.Message(.request, transactionID: id, attributes: [.username(name)])
        return output(check, key: key, to: peer).map { [$0] } ?? []
    }

    /// Handles the response to a check by the SFU, which proves that the client receives at the address. A response
    /// with an unknown attribute that must be understood is discarded (RFC 8489 section 6.3.3).
    private mutating func receiveResponse(
        _ message: STUN.Message, in datagram: [UInt8], from peer: SocketAddress, at now: Instant
    ) -> Reception {
        guard let slot = pathOfCheck[message.transactionID], let requester = paths[slot],
            case .valid? = try? STUN.integrity(of: datagram, key: requester.key),
            message.unknownRequiredAttributes.isEmpty,
            paths[slot]?.confirmed(message.transactionID, from: peer, at: now) == true
        else { return .dropped(.unexpectedSTUN, nil) }
        pathOfCheck[message.transactionID] = nil
        return .outputs(arrive(slot, at: peer, before: requester.address))
    }

    /// Moves a path to its client's verified address.
    private mutating func arrive(_ slot: Int, at peer: SocketAddress, before: SocketAddress?) -> [Output] {
        guard before != peer, let sessionId = paths[slot]?.sessionId else { return [] }
        settle(slot, at: peer, before: before)
        if before == nil { updateReceivers(for: slot) }
        return [.located(sessionId: sessionId, at: peer, before: before)]
    }

    /// Returns a response that refuses a request, or nil when it would be longer than the request.
    private func refusal(
        of message: STUN.Message, _ code: Int, _ reason: String, to peer: SocketAddress, byteCount: Int
    ) -> Output? {
        let response = message.response(.failure, [.errorCode(code, reason: reason)])
        guard let bytes = response.encoded(STUN.Protection(key: nil)),
            bytes.count <= CoAP.AddressProof.largestFactor * byteCount
        else { return nil }
        return .send(bytes, to: peer)
    }

    /// Returns a message with integrity, as an output. A response uses the algorithm of its request (RFC 8489 section
    /// 9.1.3).
    private func output(
        _ message: STUN.Message, key: [UInt8], by algorithm: STUN.Algorithm = .sha1, to peer: SocketAddress
    ) -> Output? {
        message.encoded(STUN.Protection(key: key, algorithms: [algorithm])).map { .send($0, to: peer) }
    }
}
