public import Chance
internal import Containers
public import Timing

extension CoAP {
    /// The client and the server of one UDP port, for any number of peers.
    ///
    /// It has no I/O and reads no clock. Each method takes the instant and returns ``Effect``s, which are performed in
    /// order; ``nextWake(of:)`` is the instant of the next ``wake(at:)``. Requests and responses are whole. Messages,
    /// retransmissions, duplicates and blocks are internal.
    ///
    /// Beyond RFC 7252, a message is a duplicate only if its token, code and Observe option also match. So a client may
    /// reuse IDs when it sends more than 65,536 messages within EXCHANGE_LIFETIME.
    public struct Endpoint: Sendable {
        /// The retransmission parameters and the lifetimes of messages.
        public let parameters: TransmissionParameters
        /// The limits of the endpoint's memory.
        public let limits: Limits
        /// The critical options that the request handlers support; requests with others are refused.
        public var handledOptions: Set<OptionNumber> = []

        /// The proof of address that is required before requests are served; nil when it is not required.
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
        var formerOrders: ExpiringMap<TokenKey, UInt32, Instant>
        var incomingBodies: ExpiringMap<BodyKey, IncomingBody, Instant>
        var outgoingBodies: ExpiringMap<TokenKey, OutgoingBody, Instant>
        var newestBodies: ExpiringMap<BodyKey, TokenKey, Instant>
        var lastETag: UInt32 = 0

        /// Creates an endpoint without peers. Its tokens, message IDs and timeouts come from the generator.
        ///
        /// - Parameter proof: When set, requests are served only from proved addresses.
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
            formerOrders = ExpiringMap(maxCount: 65_536, secret: secret)
            incomingBodies = ExpiringMap(maxCost: limits.blockwiseBytes, secret: secret)
            outgoingBodies = ExpiringMap(maxCost: limits.fetchedBytes, secret: secret)
            newestBodies = ExpiringMap(maxCount: 65_536, secret: secret)
        }
    }
}

// MARK: Time

extension CoAP.Endpoint {
    /// The action of a timer.
    enum Timer: Sendable {
        /// Retransmit a confirmable message, or give up.
        case retransmission(MessageKey)
        /// Acknowledge a request that has no response yet.
        case acknowledgement(CoAP.IncomingRequest.ID)
        /// Stop waiting for a response.
        case response(CoAP.ExchangeID)
        /// Stop waiting until the rest of a notification is fetched.
        case fetch(CoAP.ObserverID)
    }

    /// Returns the instant of the next ``wake(at:)``; nil without timers. Reading a property of an object's endpoint would
    /// copy the endpoint.
    public static func nextWake(of endpoint: inout CoAP.Endpoint) -> Instant? { endpoint.timers.nextDeadline }

    /// Removes what has expired, and idle peers when they are many. Otherwise that happens when more is added, so that the
    /// memory of a flood would stay until the next one.
    public mutating func removeExpired(at now: Instant) {
        received.removeExpired(at: now)
        incomingBodies.removeExpired(at: now)
        outgoingBodies.removeExpired(at: now)
        newestBodies.removeExpired(at: now)
        formerOrders.removeExpired(at: now)
        if peers.count > Self.fewPeers { removeIdlePeers() }
    }

    /// Fires the timers that are due.
    public mutating func wake(at now: Instant) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        while let (_, timer) = timers.popDue(at: now) {
            switch timer {
            case .retransmission(let key): retransmit(key, at: now, &effects)
            case .acknowledgement(let id): acknowledge(id, at: now, &effects)
            case .response(let id): fail(id, .noResponse, at: now, &effects)
            case .fetch(let id): lose(id, .bodyNotFetched, at: now, &effects)
            }
        }
        return effects
    }
}

// MARK: Client

extension CoAP.Endpoint {
    /// Sends a request; its result is one ``CoAP/Effect/response(_:_:)`` or ``CoAP/Effect/failed(_:_:)``.
    public mutating func request(
        _ request: consuming CoAP.Request, to peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> CoAP.ExchangeID {
        let token = freshToken(for: peer)
        var exchange = ClientExchange(.request, request, with: peer, token: token)
        exchange.cut(parameters.blockSize)
        return start(consume exchange, at: now, &effects)
    }

    /// Pings a peer (RFC 7252 section 4.3). The result is ``CoAP/Effect/pong(_:)`` or ``CoAP/Effect/failed(_:_:)``.
    public mutating func ping(
        _ peer: SocketAddress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> CoAP.ExchangeID {
        start(ClientExchange(pinging: peer), at: now, &effects)
    }

    /// Removes an exchange; it has no further effects. The server of an observation receives a deregistration.
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

    /// Removes an exchange; it has no further effects. The server of an observation receives a reset to its next
    /// notification.
    public mutating func forget(_ id: CoAP.ExchangeID, at now: Instant) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        finish(id, at: now, &effects)
        return effects
    }
}

// MARK: Server

extension CoAP.Endpoint {
    /// Responds to a request; without effect when it has a response already.
    ///
    /// A 2.xx response with ``CoAP/Response/observer`` to a registration makes the client an observer,
    /// ``CoAP/IncomingRequest/observer``. The response goes in the acknowledgement if that is still due and can hold
    /// it. Otherwise, and if ``CoAP/Response/isConfirmable``, it is a message of its own, before all notifications.
    public mutating func respond(
        _ response: consuming CoAP.Response, to id: CoAP.IncomingRequest.ID, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        guard let slot = served.slot(of: id) else { return }
        let request = close(slot)
        if request.observe == .register {
            register(request, id.observer, response, at: now, &effects)
        } else {
            send(response, for: request, at: now, &effects)
        }
    }

    /// Notifies an observer, after all earlier notifications; a code other than 2.xx ends the observation.
    public mutating func notify(
        _ response: consuming CoAP.Response, observer id: CoAP.ObserverID, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) -> CoAP.NotificationID {
        let isFinal = !response.code.isSuccess
        return enqueue(response, isFinal: isFinal, for: id, at: now, &effects)
    }

    /// Removes an observer after it has received its pending notifications and the final response. Without a final
    /// response it is removed at once.
    public mutating func removeObserver(
        _ id: CoAP.ObserverID, final: CoAP.Response?, at now: Instant
    ) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        if let final {
            _ = enqueue(final, isFinal: true, for: id, at: now, &effects)
        } else {
            drop(id, at: now)
        }
        return effects
    }
}
