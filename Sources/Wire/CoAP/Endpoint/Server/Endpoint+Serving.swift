internal import Containers
import Timing

// Receiving requests.
extension CoAP.Endpoint {
    mutating func receiveRequest(
        _ message: consuming CoAP.Message, from peer: SocketAddress, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        let body = message.body
        var request = ServedRequest(message, from: peer)
        if let refusal = refusal(of: request) {
            remember(request, .nothing, at: now)
            if case .badOption(let number) = refusal {
                reject(request.messageID, from: peer, .badOption(number), &effects)
            }
            // RFC 7252 section 5.4.1: a non-confirmable request with a bad option is rejected without a response.
            guard request.isConfirmable || !refusal.isBadOption else { return }
            return refuse(request, refusal.response, at: now, &effects)
        }
        if let block2 = request.block2, block2.number > 0, request.block1 == nil {
            remember(request, .nothing, at: now)
            request.record(body)
            return sendBlock(block2, for: request, at: now, &effects)
        }
        guard let block1 = request.block1 else {
            return admit(request, body, at: now, &effects)
        }
        collect(block1, of: request, body, at: now, &effects)
    }

    /// Emits a whole request as an effect.
    mutating func admit(
        _ request: consuming ServedRequest, _ body: consuming CoAP.Payload, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        let peer = peerSlot(request.peer)
        let openRequests = peers.values[peer].openRequests
        guard served.count < limits.openRequests, openRequests < limits.openRequestsPerPeer else {
            remember(request, .nothing, at: now)
            let refusal = CoAP.Response(
                .serviceUnavailable, because: "too many requests wait for a response: try again when some have one")
            return refuse(request, refusal, at: now, &effects)
        }
        request.record(body)
        lastRequest += 1
        let id = CoAP.IncomingRequest.ID(rawValue: lastRequest)
        if request.isConfirmable {
            let deadline = now.later(by: waits.acknowledgementDelay)
            request.acknowledgementTimer = timers.schedule(.acknowledgement(id), at: deadline)
        }
        remember(request, request.isConfirmable ? .pending(id) : .nothing, at: now)
        peers.values[peer].openRequests += 1
        if request.observe == .deregister { deregister(request, at: now, &effects) }
        effects.append(
            .request(
                CoAP.IncomingRequest(
                    id: id, peer: request.peer, code: request.code, observe: request.observe,
                    options: request.options, body: body)))
        served.insert(consume request, for: id)
    }

    /// Removes a request that gets its response.
    mutating func close(_ slot: Int) -> ServedRequest {
        let request = served.take(from: slot)
        if let timer = request.acknowledgementTimer { timers.cancel(timer) }
        peers.values[peerSlot(request.peer)].openRequests -= 1
        return request
    }

    /// Acknowledges a request whose response takes more time (RFC 7252 section 5.2.2).
    mutating func acknowledge(
        _ id: CoAP.IncomingRequest.ID, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let slot = served.slot(of: id) else { return }
        if let timer = served.values[slot].acknowledgementTimer { timers.cancel(timer) }
        served.values[slot].acknowledgementTimer = nil
        var request = served.values[slot]
        acknowledge(&request, at: now, &effects)
        served.values[slot] = request
    }

    /// Sends an acknowledgement without a response, unless it was sent before.
    mutating func acknowledge(
        _ request: inout ServedRequest, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard request.isConfirmable, !request.isAcknowledged else { return }
        request.isAcknowledged = true
        remember(reply: .acknowledgement, to: request.key, at: now)
        effects.append(.send(MessageWriter.empty(.acknowledgement, request.messageID), to: request.peer))
    }
}

// MARK: Refusals

extension CoAP.Endpoint {
    private enum Refusal {
        case badOption(CoAP.OptionNumber)
        case proxying
        case method(CoAP.Code)
        case blockSize

        var isBadOption: Bool {
            guard case .badOption = self else { return false }
            return true
        }

        var response: CoAP.Response {
            switch self {
            case .badOption(let number):
                CoAP.Response(
                    .badOption, because: "\(number) is not understood, or not in its form: leave it out or put it right"
                )
            case .proxying:
                CoAP.Response(
                    .proxyingNotSupported, because: "this is not a proxy: leave out Proxy-Uri and Proxy-Scheme")
            case .method(let code):
                CoAP.Response(
                    .methodNotAllowed, because: "method \(code) is not known: use one of RFC 7252 or RFC 8132")
            case .blockSize: CoAP.Response(.badRequest, because: "block size 7 is reserved: use one from 0 to 6")
            }
        }
    }

    /// Returns the reason that the endpoint refuses a request; nil when it is acceptable.
    private func refusal(of request: ServedRequest) -> Refusal? {
        let options = request.options
        if let number = options.firstUnprocessable(handled: handledOptions) { return .badOption(number) }
        guard request.code.isKnownMethod else { return .method(request.code) }
        let numbers = options.numbers
        guard
            numbers.mayContain(.proxyURI) || numbers.mayContain(.proxyScheme) || numbers.mayContain(.block1)
                || numbers.mayContain(.block2)
        else { return nil }
        var walk = options.walk
        while let entry = walk.next(in: options.bytes.span) {
            switch entry.number {
            case .proxyURI, .proxyScheme: return .proxying
            case .block1 where options.block1 == nil: return .blockSize
            case .block2 where options.block2 == nil: return .blockSize
            default: continue
            }
        }
        return nil
    }
}

extension CoAP.Response {
    /// Creates a refusal with a diagnostic payload (RFC 7252 section 5.5.2).
    init(_ code: CoAP.Code, because reason: String) {
        self.init(code: code, payload: Array(reason.utf8), contentFormat: nil)
    }
}
