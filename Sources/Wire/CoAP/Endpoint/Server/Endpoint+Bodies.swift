internal import Containers
import Timing

/// A request's body of which some blocks have arrived (RFC 7959 section 2.5).
struct IncomingBody: Sendable {
    var bytes: [UInt8] = []
    /// The format of the whole body, which each block names.
    let contentFormat: CoAP.ContentFormat?
}

/// A response's body of which some blocks remain to be fetched (RFC 7959 section 2.4).
struct OutgoingBody: Sendable {
    let response: CoAP.Response
    let eTag: [UInt8]?
    /// The resource, which a token alone does not name: a client may use it for another one later. A FETCH has two keys,
    /// without and with its body, because a client may leave the body out of the requests for further blocks.
    var keys: [BodyKey] = []
    /// The observer, when the body is that of a notification.
    var observer: CoAP.ObserverID?
}

// MARK: Request bodies

extension CoAP.Endpoint {
    /// A generous estimate of the memory that a body takes besides its bytes.
    private static var overhead: Int { 512 }

    /// Processes a block of a request's body; the last one completes the request.
    mutating func collect(
        _ block: CoAP.Block, of request: ServedRequest, _ payload: CoAP.Payload, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        let key = request.bodyKey
        var body =
            block.number == 0
            ? IncomingBody(contentFormat: request.options.contentFormat) : incomingBodies.take(key, at: now)
        let refusal = refusal(of: block, request, payload.count, behind: body)
        guard refusal == nil, body?.bytes.append(contentsOf: payload.slice) != nil, let body else {
            remember(request, .nothing, at: now)
            guard let refusal else { return }
            return refuse(request, refusal, at: now, &effects)
        }
        guard block.hasMore else { return admit(request, CoAP.Payload(body.bytes), at: now, &effects) }
        incomingBodies.insert(
            body, for: key, cost: body.bytes.count + Self.overhead, until: now.later(by: waits.lifetime), at: now)
        remember(request, .nothing, at: now)
        var part = ResponsePart(CoAP.Response(code: .continue), token: request.token)
        part.block1 = CoAP.Block(
            number: block.number, hasMore: true, size: min(block.size, parameters.blockSize))
        send(part, for: request, at: now, &effects)
    }

    private func refusal(
        of block: CoAP.Block, _ request: ServedRequest, _ count: Int, behind body: IncomingBody?
    ) -> CoAP.Response? {
        guard let body, body.bytes.count == block.offset else {
            return CoAP.Response(
                .requestEntityIncomplete,
                because: "block \(block) does not follow what is known: begin again with block 0")
        }
        // Blocks of different formats are not parts of one body (RFC 7959 section 2.3).
        guard body.contentFormat == request.options.contentFormat else {
            return CoAP.Response(
                .requestEntityIncomplete,
                because: "block \(block) has another Content-Format than block 0: begin again with block 0")
        }
        let announced = Int(request.options.size1 ?? 0)
        guard max(announced, body.bytes.count + count) <= limits.bodyBytes else {
            var refusal = CoAP.Response(
                .requestEntityTooLarge, because: "the body may have \(limits.bodyBytes) bytes at most: send less")
            refusal.options.size1 = UInt32(truncatingIfNeeded: limits.bodyBytes)
            return refusal
        }
        guard !block.hasMore || count == block.size.byteCount else {
            return CoAP.Response(
                .badRequest, because: "block \(block) has \(count) bytes: all but the last must be full"
            )
        }
        return nil
    }
}

// MARK: Response bodies

extension CoAP.Endpoint {
    /// Reduces a long response to its first block, and returns the whole body.
    mutating func cut(_ part: inout ResponsePart, requested: CoAP.Block?) -> OutgoingBody? {
        let size = min(parameters.blockSize, requested?.size ?? parameters.blockSize)
        let isLong = part.range.count > (requested == nil ? parameters.longestResponse : size.byteCount)
        guard isLong || requested != nil && !part.range.isEmpty else { return nil }
        part.block2 = CoAP.Block(number: 0, hasMore: isLong, size: size)
        guard isLong else { return nil }
        part.range = 0..<size.byteCount
        if !part.response.options.contains(.eTag) {
            lastETag &+= 1
            part.eTag = CoAP.Option(.eTag, max(lastETag, 1)).value
        }
        return OutgoingBody(response: part.response, eTag: part.eTag)
    }

    /// Stores a body until its last block is fetched.
    mutating func keep(_ body: OutgoingBody, for token: TokenKey, of request: ServedRequest, at now: Instant) {
        let end = now.later(by: waits.lifetime)
        var body = body
        let key = request.bodyKey
        body.keys = request.fetched.map { [key, key.fetching($0)] } ?? [key]
        outgoingBodies.insert(body, for: token, cost: body.response.body.count + Self.overhead, until: end, at: now)
        for key in body.keys { newestBodies.insert(token, for: key, until: end, at: now) }
    }

    /// Responds to the request for a further block.
    mutating func sendBlock(
        _ requested: CoAP.Block, for request: ServedRequest, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let (slot, body) = outgoingBody(for: request, at: now) else {
            let refusal = CoAP.Response(
                .requestEntityIncomplete,
                because: "the body of block \(requested) is not known: ask for the whole again")
            return refuse(request, refusal, at: now, &effects)
        }
        let count = body.response.body.count
        guard requested.offset < count else {
            let refusal = CoAP.Response(
                .badRequest, because: "block \(requested) begins behind the body of \(count) bytes")
            return refuse(request, refusal, at: now, &effects)
        }
        let size = min(requested.size, parameters.blockSize)
        let end = min(requested.offset + size.byteCount, count)
        var part = ResponsePart(body.response, token: request.token)
        part.eTag = body.eTag
        part.range = requested.offset..<end
        part.block2 = CoAP.Block(offset: requested.offset, hasMore: end < count, size: size)
        if end == count { outgoingBodies.remove(slot) }
        guard let observer = body.observer else { return send(part, for: request, at: now, &effects) }
        send(part, ofNotificationTo: observer, for: request, isLast: end == count, at: now, &effects)
    }

    /// Returns the body with the request's token, or else the newest one of the same resource. A client may use another
    /// token for each block, and must do so for notifications.
    private mutating func outgoingBody(
        for request: ServedRequest, at now: Instant
    ) -> (TokenKey, OutgoingBody)? {
        let own = TokenKey(request.peer, request.token)
        let key = request.responseKey
        if let body = outgoingBodies.value(for: own, at: now), body.keys.contains(key) { return (own, body) }
        guard let newest = newestBodies.value(for: key, at: now),
            let body = outgoingBodies.value(for: newest, at: now), body.keys.contains(key)
        else { return nil }
        return (newest, body)
    }
}
