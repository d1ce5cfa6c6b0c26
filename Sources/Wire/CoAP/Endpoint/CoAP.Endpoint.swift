public import Chance
internal import Containers
public import Timing

extension CoAP {
    /// Everything that happens behind one UDP port, client and server, towards any number of peers.
    ///
    /// It does no input or output and reads no clock. Each door takes the instant and returns ``Effect``s, which are to be
    /// performed in order; ``nextWake`` tells when to call ``wake(at:)``. Requests and responses are whole: messages,
    /// retransmissions, duplicates and blocks are not seen from outside.
    ///
    /// Beyond what RFC 7252 asks for, a message is a duplicate only if its token, its code and its Observe option are also
    /// those of the message with the same ID: who sends more than 65,536 messages within EXCHANGE_LIFETIME has to use IDs
    /// again, and is understood.
    public struct Endpoint: Sendable {
        /// How messages are retransmitted and for how long they are remembered.
        public let parameters: TransmissionParameters
        /// The limits of the endpoint's memory.
        public let limits: Limits
        /// Critical options that those who answer the requests obey; with others requests are refused.
        public var handledOptions: Set<OptionNumber> = []

        /// The proof that an address has to give before its requests are served; nil when none is required.
        let proof: AddressProof?
        let waits: TransmissionParameters.Waits
        var generator: SeededGenerator
        var timers = TimerQueue<Timer>()

        // Message layer
        var peers: SmallMap<SocketAddress, PeerState>
        var peersBeforePruning = 1024
        var transmissions: SmallMap<MessageKey, Transmission>
        var received: ExpiringMap<MessageKey, ReceivedMessage, Instant>

        // Client
        var exchanges: SmallMap<ExchangeID, ClientExchange>
        var exchangeOfToken: SmallMap<TokenKey, ExchangeID>
        var lastExchange: UInt64 = 0

        // Server
        var served: SmallMap<IncomingRequest.ID, ServedRequest>
        var lastRequest: UInt64 = 0
        var observers: SmallMap<ObserverID, Observer>
        var observerOfToken: SmallMap<TokenKey, ObserverID>
        var incomingBodies: ExpiringMap<BodyKey, IncomingBody, Instant>
        var outgoingBodies: ExpiringMap<TokenKey, OutgoingBody, Instant>
        var newestBodies: ExpiringMap<BodyKey, TokenKey, Instant>
        var lastETag: UInt32 = 0

        /// Creates an endpoint without peers. The generator decides its tokens, message IDs and waiting times.
        ///
        /// - Parameter proof: With it, requests are served only from addresses that are proved.
        public init(
            parameters: TransmissionParameters = .init(), limits: Limits = .init(), generator: SeededGenerator,
            proof: AddressProof? = nil
        ) {
            self.proof = proof
            self.parameters = parameters
            self.limits = limits
            waits = TransmissionParameters.Waits(parameters)
            self.generator = generator
            let secret = self.generator.next()
            peers = SmallMap(secret: secret)
            transmissions = SmallMap(secret: secret)
            exchanges = SmallMap(secret: secret)
            exchangeOfToken = SmallMap(secret: secret)
            served = SmallMap(secret: secret)
            observers = SmallMap(secret: secret)
            observerOfToken = SmallMap(secret: secret)
            received = ExpiringMap(
                maxCount: limits.rememberedMessages, maxCost: limits.rememberedBytes, secret: secret)
            incomingBodies = ExpiringMap(maxCost: limits.blockwiseBytes, secret: secret)
            outgoingBodies = ExpiringMap(maxCost: limits.blockwiseBytes, secret: secret)
            newestBodies = ExpiringMap(maxCount: 65_536, secret: secret)
        }
    }
}

// MARK: Time

extension CoAP.Endpoint {
    /// The work of a timer.
    enum Timer: Sendable {
        /// Send a confirmable message once more, or give up.
        case retransmission(MessageKey)
        /// Acknowledge a request that is not answered yet.
        case acknowledgement(CoAP.IncomingRequest.ID)
        /// Give up waiting for a response.
        case response(CoAP.ExchangeID)
        /// Give up waiting for the rest of a notification to be fetched.
        case fetch(CoAP.ObserverID)
    }

    /// When to call ``wake(at:)`` next; nil when nothing is waited for.
    public var nextWake: Instant? { timers.nextDeadline }

    /// ``nextWake`` asked in place: to read a property of an object's endpoint copies the endpoint.
    public static func nextWake(of endpoint: inout CoAP.Endpoint) -> Instant? { endpoint.timers.nextDeadline }

    /// Does what has fallen due.
    public mutating func wake(at now: Instant) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        while let (_, timer) = timers.popDue(at: now) {
            switch timer {
            case .retransmission(let key): retransmit(key, at: now, &effects)
            case .acknowledgement(let id): acknowledge(id, at: now, &effects)
            case .response(let id): fail(id, .noResponse, at: now, &effects)
            case .fetch(let id): lose(id, .bodyNotFetched, &effects)
            }
        }
        return effects
    }
}

// MARK: Client

extension CoAP.Endpoint {
    /// Asks a peer something; the answer comes as ``CoAP/Effect/response(_:_:)`` or ``CoAP/Effect/failed(_:_:)``, once.
    public mutating func request(
        _ request: CoAP.Request, to peer: SocketAddress, at now: Instant
    ) -> (CoAP.ExchangeID, [CoAP.Effect]) {
        var effects: [CoAP.Effect] = []
        return (self.request(request, to: peer, at: now, &effects), effects)
    }

    /// Asks likewise, and puts what is to be done behind `effects`.
    public mutating func request(
        _ request: consuming CoAP.Request, to peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> CoAP.ExchangeID {
        let token = freshToken(for: peer)
        var exchange = ClientExchange(.request, request, with: peer, token: token)
        exchange.cut(parameters.blockSize)
        return start(consume exchange, at: now, &effects)
    }

    /// Asks whether a peer is there (RFC 7252 section 4.3); ``CoAP/Effect/pong(_:)`` or
    /// ``CoAP/Effect/failed(_:_:)`` tells.
    public mutating func ping(_ peer: SocketAddress, at now: Instant) -> (CoAP.ExchangeID, [CoAP.Effect]) {
        var effects: [CoAP.Effect] = []
        return (ping(peer, at: now, &effects), effects)
    }

    /// Asks likewise, and puts what is to be done behind `effects`.
    public mutating func ping(
        _ peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> CoAP.ExchangeID {
        start(ClientExchange(pinging: peer), at: now, &effects)
    }

    /// Forgets an exchange, of which nothing is told any more. The server of an observation is told so.
    public mutating func cancel(_ id: CoAP.ExchangeID, at now: Instant) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        let former = exchanges[id]
        finish(id, at: now, &effects)
        guard let exchange = former, exchange.isRegistered else { return effects }
        var farewell = ClientExchange(.deregistration, exchange.request, with: exchange.peer, token: exchange.token)
        farewell.cut(parameters.blockSize)
        _ = start(consume farewell, at: now, &effects)
        return effects
    }

    /// Forgets an exchange, of which nothing is told any more. The server of an observation learns it when it notifies
    /// next.
    public mutating func forget(_ id: CoAP.ExchangeID, at now: Instant) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        finish(id, at: now, &effects)
        return effects
    }

    /// How many requests, observations and pings are not over.
    public var exchangeCount: Int { exchanges.count }
}

// MARK: Server

extension CoAP.Endpoint {
    /// Answers a request; without effect when it was answered before.
    ///
    /// A response with ``CoAP/Response/observer`` and a 2.xx code to a request that asks for it makes the client an
    /// observer, named ``CoAP/IncomingRequest/observer``. It goes in the acknowledgement; if that is gone or cannot hold it,
    /// or for a response that ``CoAP/Response/isConfirmable``, in a message of its own that no notification overtakes.
    public mutating func respond(
        _ response: CoAP.Response, to id: CoAP.IncomingRequest.ID, at now: Instant
    ) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        respond(response, to: id, at: now, &effects)
        return effects
    }

    /// Answers likewise, and puts what is to be done behind `effects`.
    public mutating func respond(
        _ response: consuming CoAP.Response, to id: CoAP.IncomingRequest.ID, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        guard let slot = served.slot(of: id) else { return }
        let request = close(slot)
        if request.observe == .register, response.observer, response.code.isSuccess {
            register(request, id.observer, response, at: now, &effects)
        } else {
            send(response, for: request, at: now, &effects)
        }
    }

    /// Tells an observer something, behind everything that it was told before; what is not a 2.xx code ends the observation.
    public mutating func notify(
        _ response: CoAP.Response, observer id: CoAP.ObserverID, at now: Instant
    ) -> (CoAP.NotificationID, [CoAP.Effect]) {
        var effects: [CoAP.Effect] = []
        return (notify(response, observer: id, at: now, &effects), effects)
    }

    /// Tells likewise, and puts what is to be done behind `effects`.
    public mutating func notify(
        _ response: consuming CoAP.Response, observer id: CoAP.ObserverID, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) -> CoAP.NotificationID {
        let isFinal = !response.code.isSuccess
        return enqueue(response, isFinal: isFinal, for: id, at: now, &effects)
    }

    /// Notifies an observer no more, once it has what it was told before and, if there is one, the final response; without
    /// one it is dropped at once.
    public mutating func removeObserver(
        _ id: CoAP.ObserverID, final: CoAP.Response?, at now: Instant
    ) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        if let final {
            _ = enqueue(final, isFinal: true, for: id, at: now, &effects)
        } else {
            drop(id)
        }
        return effects
    }

    /// How many observers there are.
    public var observerCount: Int { observers.count }
    /// How many requests wait for a response.
    public var openRequestCount: Int { served.count }
}
