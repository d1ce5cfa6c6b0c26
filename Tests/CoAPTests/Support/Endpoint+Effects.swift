import Containers
import Timing

@testable import Wire

// Each call of an endpoint with the effects of this call alone, and what the endpoint holds.
extension CoAP.Endpoint {
    mutating func receive(_ datagram: [UInt8], from peer: SocketAddress, at now: Instant) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        receive(datagram, from: peer, at: now, &effects)
        return effects
    }

    mutating func request(
        _ request: CoAP.Request, to peer: SocketAddress, at now: Instant
    ) -> (CoAP.ExchangeID, [CoAP.Effect]) {
        var effects: [CoAP.Effect] = []
        return (self.request(request, to: peer, at: now, &effects), effects)
    }

    mutating func ping(_ peer: SocketAddress, at now: Instant) -> (CoAP.ExchangeID, [CoAP.Effect]) {
        var effects: [CoAP.Effect] = []
        return (ping(peer, at: now, &effects), effects)
    }

    mutating func respond(
        _ response: CoAP.Response, to id: CoAP.IncomingRequest.ID, at now: Instant
    ) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        respond(response, to: id, at: now, &effects)
        return effects
    }

    mutating func notify(
        _ response: CoAP.Response, observer id: CoAP.ObserverID, at now: Instant
    ) -> (CoAP.NotificationID, [CoAP.Effect]) {
        var effects: [CoAP.Effect] = []
        return (notify(response, observer: id, at: now, &effects), effects)
    }

    var nextWake: Instant? { timers.nextDeadline }
    var exchangeCount: Int { exchanges.count }
    var observerCount: Int { observers.count }
    var openRequestCount: Int { served.count }
}

extension CoAP.IncomingRequest {
    var payload: [UInt8] { body.array }
    var query: [String] { options.uriQuery }
    var contentFormat: CoAP.ContentFormat? { options.contentFormat }
    var accept: CoAP.ContentFormat? { options.accept }
}

extension CoAP.Options {
    subscript(number: CoAP.OptionNumber) -> [UInt8]? { values(number).first }

    func values(_ number: CoAP.OptionNumber) -> [[UInt8]] {
        filter { $0.number == number }.map(\.value)
    }
}
