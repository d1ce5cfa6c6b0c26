import Timing

// Sending the replies to requests.
extension CoAP.Endpoint {
    /// Sends a response in the acknowledgement, or as a separate message when that is gone or was never due.
    mutating func send(
        _ response: consuming CoAP.Response, for request: ServedRequest, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        var part = ResponsePart(response, token: request.token)
        part.block1 = request.block1
        if let body = cut(&part, requested: request.block2) {
            keep(body, for: TokenKey(request.peer, request.token), of: request, at: now)
        }
        send(part, for: request, at: now, &effects)
    }

    /// Refuses a request in the endpoint; diagnostic payloads are short and never cut.
    mutating func refuse(
        _ request: ServedRequest, _ refusal: CoAP.Response, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        send(ResponsePart(refusal, token: request.token), for: request, at: now, &effects)
    }

    mutating func send(
        _ part: ResponsePart, for request: ServedRequest, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard request.isConfirmable, !request.isAcknowledged else {
            let messageID = freshMessageID(for: request.peer)
            guard request.isConfirmable else {
                effects.append(.send(part.message(.nonConfirmable, messageID), to: request.peer))
                return
            }
            let bytes = part.message(.confirmable, messageID)
            return transmit(bytes, messageID, to: request.peer, for: .response, at: now, &effects)
        }
        let bytes = part.message(.acknowledgement, request.messageID)
        remember(reply: .response(bytes), to: request.key, at: now)
        effects.append(.send(bytes, to: request.peer))
    }
}

/// A response or notification, or one block of it, before it is encoded.
struct ResponsePart {
    let response: CoAP.Response
    let token: CoAP.Token
    var observe: UInt32?
    var block1: CoAP.Block?
    var block2: CoAP.Block?
    var eTag: [UInt8]?
    var echo: [UInt8]?
    /// The range of the response's body that the message carries.
    var range: Range<Int>

    init(_ response: consuming CoAP.Response, token: CoAP.Token) {
        range = 0..<response.body.count
        self.response = response
        self.token = token
    }

    /// Returns the bytes of the message.
    func message(_ type: CoAP.MessageType, _ messageID: UInt16) -> [UInt8] {
        var writer = MessageWriter(
            type: type, code: response.code, messageID: messageID, token: token, capacity: 40 + range.count,
            extras: response.options)
        if let eTag { writer.write(.eTag, eTag) }
        if let observe { writer.write(.observe, observe) }
        if let format = response.contentFormat, !range.isEmpty {
            writer.write(.contentFormat, UInt32(format.rawValue))
        }
        if let block2 { writer.write(.block2, block2.value) }
        if let block1 { writer.write(.block1, block1.value) }
        if block2?.hasMore == true, range.lowerBound == 0 {
            writer.write(.size2, UInt32(truncatingIfNeeded: response.body.count))
        }
        if let echo { writer.write(.echo, echo) }
        return writer.finished(payload: response.body.part(range))
    }
}
