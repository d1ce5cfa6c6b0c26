public import Timing

extension CoAP.Endpoint {
    /// Processes a datagram.
    public mutating func receive(
        _ datagram: [UInt8], from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        do throws(CoAPError) {
            let message = try CoAP.Message(decoding: datagram)
            if message.isRequest, !admits(message, from: peer, at: now, &effects) {
                return challenge(message, of: datagram.count, from: peer, at: now, &effects)
            }
            receive(consume message, from: peer, at: now, &effects)
        } catch {
            refuse(datagram, from: peer, error, &effects)
        }
    }

    /// Processes a message by its type and code (RFC 7252 table 1).
    private mutating func receive(
        _ message: consuming CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        switch (message.type, message.code.category) {
        case (.confirmable, .request), (.nonConfirmable, .request):
            guard !respondToDuplicate(message, from: peer, at: now, &effects) else { return }
            receiveRequest(consume message, from: peer, at: now, &effects)
        case (.confirmable, .response), (.nonConfirmable, .response):
            guard !respondToDuplicate(message, from: peer, at: now, &effects) else { return }
            receiveResponse(consume message, from: peer, at: now, &effects)
        case (.acknowledgement, .response):
            receivePiggybackedResponse(consume message, from: peer, at: now, &effects)
        case (.acknowledgement, .empty):
            receiveAcknowledgement(message, from: peer, at: now, &effects)
        case (.reset, .empty):
            receiveReset(message, from: peer, at: now, &effects)
        case (.confirmable, .empty):
            // A ping is an empty confirmable message, which is answered with a reset (RFC 7252 section 4.3).
            effects.append(.send(MessageWriter.empty(.reset, message.messageID), to: peer))
        case (.confirmable, .reserved):
            reject(message.messageID, from: peer, .unexpectedCode(message.code), &effects)
            effects.append(.send(MessageWriter.empty(.reset, message.messageID), to: peer))
        case (.nonConfirmable, .empty), (.nonConfirmable, .reserved), (.acknowledgement, .request),
            (.acknowledgement, .reserved), (.reset, .request), (.reset, .response), (.reset, .reserved):
            reject(message.messageID, from: peer, .unexpectedCode(message.code), &effects)
        }
    }

    /// Rejects a malformed confirmable message with a reset, and ignores any other (RFC 7252 sections 3, 4.2).
    private func refuse(
        _ datagram: [UInt8], from peer: SocketAddress, _ error: CoAPError, _ effects: inout [CoAP.Effect]
    ) {
        effects.append(.malformed(peer, error))
        guard let header = try? CoAP.Header(ignoringTokenOf: datagram), header.type == .confirmable else { return }
        effects.append(.send(MessageWriter.empty(.reset, header.messageID), to: peer))
    }

    func reject(
        _ messageID: UInt16, from peer: SocketAddress, _ rejection: CoAP.Rejection,
        _ effects: inout [CoAP.Effect]
    ) {
        effects.append(.rejected(peer, messageID: messageID, rejection))
    }
}

// MARK: Acknowledgements and resets

extension CoAP.Endpoint {
    private mutating func receiveAcknowledgement(
        _ message: CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let purpose = stop(MessageKey(peer, message.messageID)) else {
            return reject(message.messageID, from: peer, .unknownMessage, &effects)
        }
        switch purpose {
        case .request(let id): acknowledged(id, at: now, &effects)
        case .response: break
        case .notification(let id): progress(id, .acknowledged, at: now, &effects)
        case .lastBlock(let id): progress(id, .fetched, at: now, &effects)
        }
    }

    private mutating func receiveReset(
        _ message: CoAP.Message, from peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let purpose = stop(MessageKey(peer, message.messageID)) else {
            return reject(message.messageID, from: peer, .unknownMessage, &effects)
        }
        switch purpose {
        case .request(let id): wasReset(id, at: now, &effects)
        case .response: break
        case .notification(let id), .lastBlock(let id): lose(id, .reset, at: now, &effects)
        }
    }
}

extension CoAP.Message {
    /// True for a message that a server must respond to.
    fileprivate var isRequest: Bool {
        code.category == .request && (type == .confirmable || type == .nonConfirmable)
    }
}

extension CoAP.Code {
    enum Category {
        case empty
        case request
        case response
        /// Classes 1, 6 and 7, and class 3, which belongs to CoAP over other transports.
        case reserved
    }

    var category: Category {
        switch codeClass {
        case 0: detail == 0 ? .empty : .request
        case 2, 4, 5: .response
        default: .reserved
        }
    }
}
