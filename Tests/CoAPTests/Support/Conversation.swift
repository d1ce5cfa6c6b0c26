import Chance
import Testing
import Timing
import Wire

/// Two endpoints and the way between them, in virtual time.
struct Conversation {
    enum Side: String {
        case client = "C→S"
        case server = "S→C"

        var other: Side { self == .client ? .server : .client }
        var address: SocketAddress { self == .client ? clientAddress : serverAddress }
    }

    /// The fate of a datagram on its way.
    struct Conditions {
        var latency = Duration.milliseconds(10)
        var jitter = Duration.zero
        var loss = 0.0
        var duplication = 0.0
    }

    static let clientAddress = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 40_000)
    static let serverAddress = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)

    var client: CoAP.Endpoint
    var server: CoAP.Endpoint
    var conditions: Conditions
    /// Datagrams that get lost, by their number in the order of sending, from 1.
    var lost: Set<Int> = []
    /// Returns the response to a request; nil leaves the request open.
    var respond: (CoAP.IncomingRequest) -> CoAP.Response? = { _ in CoAP.Response(code: .content) }

    private(set) var now = Instant.start
    private(set) var clientEffects: [CoAP.Effect] = []
    private(set) var serverEffects: [CoAP.Effect] = []
    private(set) var transcript = Transcript()
    private(set) var sentCount = 0
    private var underWay = TimerQueue<(from: Side, bytes: [UInt8])>()
    private var generator: SeededGenerator

    init(
        seed: UInt64 = 1, conditions: Conditions = Conditions(),
        client: CoAP.TransmissionParameters = .init(), server: CoAP.TransmissionParameters = .init(),
        limits: CoAP.Limits = .init()
    ) {
        let root = SeededGenerator(seed: seed)
        self.client = CoAP.Endpoint(parameters: client, limits: limits, generator: root.derived(for: "client"))
        self.server = CoAP.Endpoint(parameters: server, limits: limits, generator: root.derived(for: "server"))
        self.conditions = conditions
        generator = root.derived(for: "way")
    }
}

// MARK: Doing

extension Conversation {
    @discardableResult
    mutating func request(_ request: CoAP.Request) -> CoAP.ExchangeID {
        let (id, effects) = client.request(request, to: Self.serverAddress, at: now)
        perform(effects, of: .client)
        return id
    }

    @discardableResult
    mutating func get(_ path: String, observe: Bool = false) -> CoAP.ExchangeID {
        request(CoAP.Request(code: .get, path: [path], observe: observe))
    }

    mutating func ping() -> CoAP.ExchangeID {
        let (id, effects) = client.ping(Self.serverAddress, at: now)
        perform(effects, of: .client)
        return id
    }

    mutating func cancel(_ id: CoAP.ExchangeID) {
        perform(client.cancel(id, at: now), of: .client)
    }

    mutating func forget(_ id: CoAP.ExchangeID) {
        perform(client.forget(id, at: now), of: .client)
    }

    mutating func respond(_ response: CoAP.Response, to id: CoAP.IncomingRequest.ID) {
        perform(server.respond(response, to: id, at: now), of: .server)
    }

    @discardableResult
    mutating func notify(_ response: CoAP.Response, _ observer: CoAP.ObserverID) -> CoAP.NotificationID {
        let (id, effects) = server.notify(response, observer: observer, at: now)
        perform(effects, of: .server)
        return id
    }

    mutating func removeObserver(_ observer: CoAP.ObserverID, final: CoAP.Response?) {
        perform(server.removeObserver(observer, final: final, at: now), of: .server)
    }

    /// Puts a message on the way as if that side had sent it.
    mutating func send(_ message: CoAP.Message, from side: Side) {
        perform([.send(message.encoded(), to: side.other.address)], of: side)
    }

    /// Replaces the client by one that knows nothing.
    mutating func crashClient() {
        client = CoAP.Endpoint(generator: SeededGenerator(seed: 99))
    }
}

// MARK: Time

extension Conversation {
    /// Continues until no datagram is under way and no timer is set.
    mutating func run(atMost steps: Int = 100_000) {
        run(until: .distantFuture, atMost: steps)
    }

    mutating func run(for duration: Duration) {
        let end = now.advanced(by: duration)
        run(until: end)
        now = end
    }

    private mutating func run(until end: Instant, atMost steps: Int = 100_000) {
        for _ in 0..<steps {
            guard let next = nextInstant, next <= end else { return }
            now = max(now, next)
            step()
        }
        Issue.record("still busy after \(steps) steps at \(now)")
    }

    private var nextInstant: Instant? {
        [client.nextWake, server.nextWake, underWay.nextDeadline].compactMap { $0 }.min()
    }

    private mutating func step() {
        if let (_, datagram) = underWay.popDue(at: now) {
            switch datagram.from {
            case .client:
                perform(server.receive(datagram.bytes, from: Self.clientAddress, at: now), of: .server)
            case .server:
                perform(client.receive(datagram.bytes, from: Self.serverAddress, at: now), of: .client)
            }
            return
        }
        perform(client.wake(at: now), of: .client)
        perform(server.wake(at: now), of: .server)
    }

    private mutating func perform(_ effects: [CoAP.Effect], of side: Side) {
        for effect in effects {
            switch side {
            case .client: clientEffects.append(effect)
            case .server: serverEffects.append(effect)
            }
            if case .send(let bytes, let address) = effect {
                #expect(address == side.other.address)
                launch(bytes, from: side)
            }
            if case .request(let request) = effect, let response = respond(request) {
                respond(response, to: request.id)
            }
        }
    }

    private mutating func launch(_ bytes: [UInt8], from side: Side) {
        sentCount += 1
        let isLost = lost.contains(sentCount) || generator.chance(conditions.loss)
        transcript.note(bytes, from: side, at: now, isLost: isLost)
        let copies = isLost ? 0 : generator.chance(conditions.duplication) ? 2 : 1
        for _ in 0..<copies {
            let delay = conditions.latency + conditions.jitter * generator.unit()
            _ = underWay.schedule((side, bytes), at: now.advanced(by: delay))
        }
    }
}
