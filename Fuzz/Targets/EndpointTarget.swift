import Chance
import Timing
import Wire

/// A client and a server with a lossy network between them, and a stranger; each byte of the input is a choice.
///
/// The choices are the messages that are sent, delivered, lost, doubled and damaged, the time that passes, responses,
/// notifications and cancellations.
struct EndpointTarget {
    private struct Datagram {
        let bytes: [UInt8]
        let isForServer: Bool
    }

    private static let client = SocketAddress(host: .init(127, 0, 0, 2), port: 1000)
    private static let server = SocketAddress(host: .init(127, 0, 0, 1), port: 5683)
    private static let stranger = SocketAddress(host: .init(127, 0, 0, 3), port: 2000)

    private var choices: ArraySlice<UInt8>
    private var now = Instant(nanoseconds: 0)
    private var near = CoAP.Endpoint(generator: SeededGenerator(seed: 1))
    private var far = CoAP.Endpoint(
        generator: SeededGenerator(seed: 2), proof: CoAP.AddressProof(generator: SeededGenerator(seed: 3)))
    private var network: [Datagram] = []
    private var open: [CoAP.ExchangeID] = []
    private var over: Set<CoAP.ExchangeID> = []
    private var asked: [CoAP.IncomingRequest] = []
    private var served: Set<CoAP.IncomingRequest.ID> = []
    private var observers: [CoAP.ObserverID] = []
    private var bytesFromStranger = 0
    private var bytesToStranger = 0

    /// Makes a run of the first choices that the input holds; more would only make runs slower.
    init(_ input: [UInt8]) {
        choices = input.prefix(512)
    }

    /// Takes all choices, then lets time pass until nothing is pending.
    mutating func run() {
        while let choice = choices.popFirst() { take(choice) }
        network = []
        for id in open { perform(near.cancel(id, at: now), isServer: false) }
        for request in asked { respond(to: request, size: 0) }
        for _ in 0..<10_000 {
            network = []
            guard let next = nextWakes().min() else { break }
            pass(to: next)
        }
        must(nextWakes().isEmpty, "a timer never ends")
        must(isFree(near, of: "exchanges"), "an exchange is left")
        must(isFree(far, of: "requests without a response"), "a request is left")
    }

    private mutating func nextWakes() -> [Instant] {
        [CoAP.Endpoint.nextWake(of: &near), CoAP.Endpoint.nextWake(of: &far)].compactMap { $0 }
    }

    private func isFree(_ endpoint: CoAP.Endpoint, of entries: String) -> Bool {
        !endpoint.leftovers.contains { $0.hasSuffix(" \(entries)") }
    }

    private mutating func take(_ choice: UInt8) {
        let detail = Int(choice >> 4)
        switch choice & 15 {
        case 0, 1: ask(detail)
        case 2, 3, 4: deliver(detail, keeping: false)
        case 5: deliver(detail, keeping: true)
        case 6: if !network.isEmpty { network.remove(at: detail % network.count) }
        case 7: damage(detail)
        case 8: pass(to: now.advanced(by: .milliseconds(1 << detail)))
        case 9, 10: if let request = asked.first { respond(to: request, size: detail * 300) }
        case 11: notify(detail)
        case 12: cancel(detail)
        case 13: send(from: Self.stranger, count: detail)
        case 14: send(from: Self.client, count: detail)
        default: begin { near, now, effects in near.ping(Self.server, at: now, &effects) }
        }
    }

    // MARK: Choices

    private mutating func ask(_ detail: Int) {
        let request = CoAP.Request(
            code: detail & 1 == 0 ? .post : .fetch, path: ["a"], observe: detail & 1 == 1,
            payload: [UInt8](repeating: 0xF6, count: detail & 2 == 0 ? 1 : 3000), isConfirmable: detail & 4 == 0)
        begin { near, now, effects in near.request(request, to: Self.server, at: now, &effects) }
    }

    private mutating func begin(
        _ exchange: (inout CoAP.Endpoint, Instant, inout [CoAP.Effect]) -> CoAP.ExchangeID
    ) {
        var effects: [CoAP.Effect] = []
        open.append(exchange(&near, now, &effects))
        perform(effects, isServer: false)
    }

    private mutating func deliver(_ detail: Int, keeping isKept: Bool) {
        guard !network.isEmpty else { return }
        let index = detail % network.count
        let datagram = network[index]
        if !isKept { network.remove(at: index) }
        var effects: [CoAP.Effect] = []
        if datagram.isForServer {
            far.receive(datagram.bytes, from: Self.client, at: now, &effects)
        } else {
            near.receive(datagram.bytes, from: Self.server, at: now, &effects)
        }
        perform(effects, isServer: datagram.isForServer)
    }

    private mutating func damage(_ detail: Int) {
        guard let place = choices.popFirst(), let bits = choices.popFirst(), !network.isEmpty else { return }
        let index = detail % network.count
        var bytes = network[index].bytes
        guard !bytes.isEmpty else { return }
        bytes[Int(place) % bytes.count] ^= bits
        network[index] = Datagram(bytes: bytes, isForServer: network[index].isForServer)
    }

    private mutating func pass(to instant: Instant) {
        now = instant
        perform(near.wake(at: now), isServer: false)
        perform(far.wake(at: now), isServer: true)
        must(!nextWakes().contains { $0 <= instant }, "a timer is due after its wake")
    }

    private mutating func respond(to request: CoAP.IncomingRequest, size: Int) {
        asked.removeAll { $0.id == request.id }
        var response = CoAP.Response(code: .content, payload: [UInt8](repeating: 0xF6, count: size))
        response.observer = request.observe == .register
        if response.observer { observers.append(request.observer) }
        var effects: [CoAP.Effect] = []
        far.respond(response, to: request.id, at: now, &effects)
        perform(effects, isServer: true)
    }

    private mutating func notify(_ detail: Int) {
        guard !observers.isEmpty else { return }
        let observer = observers[detail % observers.count]
        if detail == 15 {
            perform(far.removeObserver(observer, final: nil, at: now), isServer: true)
        } else {
            let response = CoAP.Response(code: .content, payload: [UInt8](repeating: 0xF6, count: detail * 200))
            var effects: [CoAP.Effect] = []
            _ = far.notify(response, observer: observer, at: now, &effects)
            perform(effects, isServer: true)
        }
    }

    private mutating func cancel(_ detail: Int) {
        guard !open.isEmpty else { return }
        let id = open.remove(at: detail % open.count)
        over.insert(id)
        perform(near.cancel(id, at: now), isServer: false)
    }

    private mutating func send(from source: SocketAddress, count: Int) {
        let bytes = Array(choices.prefix(4 + count * 8))
        choices.removeFirst(bytes.count)
        if source == Self.stranger { bytesFromStranger += bytes.count }
        var effects: [CoAP.Effect] = []
        far.receive(bytes, from: source, at: now, &effects)
        perform(effects, isServer: true)
    }

    // MARK: Effects

    private mutating func perform(_ effects: [CoAP.Effect], isServer: Bool) {
        for effect in effects {
            switch effect {
            case .send(let bytes, let address): transmit(bytes, to: address)
            case .request(let request):
                must(served.insert(request.id).inserted, "a request is served twice")
                asked.append(request)
            case .response(let id, let response): settle(id, isLast: !response.observer)
            case .notification(let id, let response): settle(id, isLast: !response.code.isSuccess)
            case .pong(let id), .failed(let id, _): settle(id, isLast: true)
            case .observerGone(let id, _): observers.removeAll { $0 == id }
            case .acknowledged, .proved, .challenged, .retransmitted, .duplicate, .malformed, .rejected: break
            }
        }
        must(bytesToStranger <= 3 * bytesFromStranger, "\(bytesFromStranger) bytes brought \(bytesToStranger)")
    }

    private mutating func transmit(_ bytes: [UInt8], to address: SocketAddress) {
        must((try? CoAP.Message(decoding: bytes)) != nil, "a datagram that is sent is not a message")
        if address == Self.stranger {
            bytesToStranger += bytes.count
        } else {
            network.append(Datagram(bytes: bytes, isForServer: address == Self.server))
        }
    }

    private mutating func settle(_ id: CoAP.ExchangeID, isLast: Bool) {
        must(!over.contains(id), "an exchange that is over has an effect")
        guard isLast else { return }
        over.insert(id)
        open.removeAll { $0 == id }
    }

    private func must(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
        if !isTrue { fatalError("endpoint: \(fault())") }
    }
}
