import Containers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// Checks the exchanges of requests and responses on the wire (RFC 7252 section 4 and 5.3, RFC 7641 section 3.4).
struct ExchangeWatch {
    private struct MessageKey: Hashable, MapKey {
        let from: SocketAddress
        let to: SocketAddress
        let id: UInt16
    }

    private struct ExchangeKey: Hashable {
        let client: SocketAddress
        let server: SocketAddress
        let token: [UInt8]

        init(of frame: CoAPFrame, _ datagram: DatagramRecord) {
            (client, server) = frame.isRequest ? (datagram.from, datagram.to) : (datagram.to, datagram.from)
            token = frame.token
        }
    }

    private struct Exchange {
        let number: Int
        let request: RequestLine
        /// The facts about the request that its response must show.
        var requestFacts: RequestFacts
        /// The state that its events have shown; nil for a request that opens no stream.
        var stream: StreamFacts?
        /// True for a request that opens the coordinator's event stream.
        var opensStream = false
        /// True for a request that requests notifications.
        var observes = false
        var hasResponse = false
        var isFinal = false
        /// True while the last notification has no acknowledgement.
        var isUnconfirmed = false
        var lastNotification: UInt32?
        /// The responses in acknowledgements, by message id.
        var responses: [UInt16: [UInt8]] = [:]
    }

    private struct Way: Hashable {
        let client: SocketAddress
        let server: SocketAddress
    }

    private static let fetch: UInt8 = 5
    private static let streamPath = Array("/video/connect".utf8)
    private static let joinPath = Array("/sfu/join".utf8)
    private static let leavePath = Array("/sfu/leave".utf8)
    private static let subscriptionsPath = Array("/sfu/update_subscriptions".utf8)
    /// The time in which a message id identifies one message, and a response may be repeated.
    private static let lifetime = Duration.seconds(247)

    private var messages = ExpiringMap<MessageKey, [UInt8], Instant>()
    private var exchanges: [ExchangeKey: Exchange] = [:]
    /// The exchanges after their last response, in order, each with the instant at which it is removed.
    private var ended = RingBuffer<(key: ExchangeKey, number: Int, deadline: Instant)>()
    private var isInOrder = true
    /// The exchanges of notifications without an acknowledgement, by the message.
    private var unconfirmed: [MessageKey: ExchangeKey] = [:]
    /// The last subscriptions of each client at each SFU.
    private var subscriptions: [Way: [UInt8]] = [:]
    /// The number of requests for a session and of their responses. A new session counts its media from zero.
    private(set) var joins = 0
    /// The last datagram's response about the media of a session; nil for another datagram.
    private(set) var sessionResponse: SessionResponse?
    /// The last datagram's response to a join at the coordinator; nil for another datagram.
    private(set) var joinResponse: CBOR.Map?
    /// True until a scenario lets a server send events that its state contradicts.
    var hasConsistentStreams = true
    var bodies = BodyWatch()
    var responseWatch = ResponseWatch()
    private var fullServers = FullServers()
    private var joinSources = JoinSources()
    private var staleRequests = StaleRequests()
    var rejections = RejectionReasons()
    private var migrations = Migrations()
    private var ends = EndFacts()

    /// Processes a sent datagram; returns its violation.
    ///
    /// - Parameter isInOrder: True when no link delays datagrams, which may change their order.
    mutating func violation(_ datagram: DatagramRecord, isInOrder: Bool) -> String? {
        self.isInOrder = isInOrder
        (sessionResponse, joinResponse) = (nil, nil)
        responseWatch.isUndisturbed = isInOrder
        forgetExchanges(at: datagram.time)
        guard let frame = CoAPFrame(datagram.bytes) else { return "it is not a CoAP message" }
        if frame.type == .acknowledgement || frame.type == .reset, !repliesToMessage(frame, datagram) {
            return "no message has its message id"
        }
        let key = MessageKey(from: datagram.from, to: datagram.to, id: frame.messageID)
        // Acknowledgements and resets have message ids of the other side.
        guard frame.type == .confirmable || frame.type == .nonconfirmable else { return body(frame, datagram) }
        if let known = messages.value(for: key, at: datagram.time) {
            return known == datagram.bytes ? nil : "its message id is that of another message"
        }
        let deadline = datagram.time.advanced(by: Self.lifetime)
        messages.insert(datagram.bytes, for: key, until: deadline, at: datagram.time)
        return body(frame, datagram)
    }

    private mutating func repliesToMessage(_ frame: CoAPFrame, _ datagram: DatagramRecord) -> Bool {
        let key = MessageKey(from: datagram.to, to: datagram.from, id: frame.messageID)
        if let exchange = unconfirmed.removeValue(forKey: key) { exchanges[exchange]?.isUnconfirmed = false }
        return messages.value(for: key, at: datagram.time) != nil
    }

    private mutating func forgetExchanges(at now: Instant) {
        while let first = ended.first, first.deadline <= now {
            _ = ended.popFirst()
            // The token may belong to a later exchange now.
            if let exchange = exchanges[first.key], exchange.number == first.number, exchange.isFinal {
                exchanges[first.key] = nil
            }
        }
    }

    private mutating func body(_ frame: CoAPFrame, _ datagram: DatagramRecord) -> String? {
        if frame.isEmpty { return nil }
        let line = frame.isRequest ? frame.line : exchanges[ExchangeKey(of: frame, datagram)]?.request
        if let text = bodies.violation(frame, datagram, of: line) { return text }
        return frame.isRequest ? request(frame, datagram) : response(frame, datagram)
    }

    private mutating func request(_ frame: CoAPFrame, _ datagram: DatagramRecord) -> String? {
        let key = ExchangeKey(of: frame, datagram)
        if let open = exchanges[key], !open.hasResponse { return "its token is that of an open request" }
        guard let route = WireTables.route(frame.code, frame.path) else {
            return "no route has its method and its path"
        }
        if let observe = frame.observe, observe > 1 || frame.code != Self.fetch {
            return "its route or method does not permit Observe"
        }
        if let text = repeatedSubscriptions(frame, datagram) { return text }
        let opensStream = frame.code == Self.fetch && frame.observe == 0 && frame.path == Self.streamPath
        let former = exchanges[key]
        let requestFacts = responseWatch.requestFacts(route, frame, datagram, bodies.content)
        ends.begin(requestFacts)
        let path = String(decoding: frame.path, as: UTF8.self)
        let isPart = [frame.block1, frame.block2].contains { ($0?.number ?? 0) > 0 }
        if let text = staleRequests.violation(of: requestFacts, path: path, datagram, isPart: isPart) { return text }
        if frame.path == Self.leavePath { fullServers.left(datagram.from.host) }
        if path.hasPrefix("/sfu/") {
            fullServers.noteRequest(of: datagram.from.host, to: datagram.to, at: datagram.time)
        }
        if frame.path == Self.joinPath, let text = joinSources.violation(of: bodies.content) { return text }
        if let text = fullServers.violation(of: requestFacts, by: datagram.from.host, at: datagram.time) { return text }
        let client = datagram.from.host
        if let text = rejections.violation(of: requestFacts, by: client) { return text }
        if let text = migrations.violation(of: requestFacts, by: client) { return text }
        exchanges[key] = Exchange(
            number: datagram.number ?? 0, request: frame.line, requestFacts: requestFacts,
            stream: StreamFacts(of: requestFacts), opensStream: opensStream, observes: frame.observe == 0,
            lastNotification: former?.lastNotification, responses: former?.responses ?? [:])
        return nil
    }

    /// Returns a violation when a client requests the same subscriptions a second time.
    private mutating func repeatedSubscriptions(_ frame: CoAPFrame, _ datagram: DatagramRecord) -> String? {
        let way = Way(client: datagram.from, server: datagram.to)
        if frame.path == Self.joinPath {
            subscriptions[way] = nil
            joins += 1
        }
        guard isInOrder, frame.path == Self.subscriptionsPath, let payload = frame.payload,
            frame.block1?.isWhole ?? true
        else { return nil }
        let before = subscriptions.updateValue(Array(datagram.bytes[payload]), forKey: way)
        return before == subscriptions[way] ? "it requests the subscriptions that it had requested before" : nil
    }

    private mutating func response(_ frame: CoAPFrame, _ datagram: DatagramRecord) -> String? {
        let key = ExchangeKey(of: frame, datagram)
        guard var exchange = exchanges[key] else { return "no request has its token" }
        if frame.type == .acknowledgement {
            if exchange.opensStream, frame.code >> 5 == 2 { return "its stream opens in an acknowledgement" }
            if let known = exchange.responses.updateValue(datagram.bytes, forKey: frame.messageID) {
                if known == datagram.bytes { return nil }
                // A server keeps no challenge: a retransmission gets another one, or is served (RFC 9175 section 2.4).
                guard CoAPFrame(known)?.isChallenge ?? false else { return "it differs from the earlier response" }
                responseWatch.begin(&exchange.requestFacts)
                (exchange.hasResponse, exchange.isFinal) = (false, false)
            }
        }
        if exchange.isFinal, isInOrder { return "its request already has its final response" }
        if !exchange.hasResponse, exchange.request.path == Self.joinPath { joins += 1 }
        let isFirst = !exchange.hasResponse
        exchange.hasResponse = true
        if isFirst || exchange.opensStream, let text = ends.violation(of: bodies.content, to: exchange.requestFacts) {
            return text
        }
        if isFirst, exchange.requestFacts.action == .join, frame.isSuccess { joinResponse = bodies.content.map }
        if isFirst { fullServers.record(responseTo: exchange.requestFacts, bodies.content, datagram) }
        staleRequests.record(responseTo: exchange.requestFacts, isGranted: frame.isSuccess)
        if exchange.requestFacts.action == .joinSession { fullServers.record(eventsOf: bodies.content, datagram) }
        if let text = responseWatch.violation(
            frame, datagram, bodies.content, to: &exchange.requestFacts, isFirst: isFirst)
        {
            return text
        }
        let date = isInOrder && bodies.isExact ? datagram.date.milliseconds : nil
        if hasConsistentStreams, let text = exchange.stream?.violation(of: bodies.content, at: date) { return text }
        if frame.observe == nil, !exchange.isFinal {
            ended.append((key, exchange.number, datagram.time.advanced(by: Self.lifetime)))
        }
        exchange.isFinal = frame.observe == nil
        sessionResponse = SessionResponse(
            to: exchange.requestFacts.body, at: exchange.request.path, bodies.content, isFinal: exchange.isFinal)
        if let observe = frame.observe {
            if let text = violation(ofNotification: observe, &exchange, frame, datagram) { return text }
        }
        exchanges[key] = exchange
        return nil
    }

    /// Returns the violation of a notification: only observers receive them, in order and one at a time.
    private mutating func violation(
        ofNotification number: UInt32, _ exchange: inout Exchange, _ frame: CoAPFrame, _ datagram: DatagramRecord
    ) -> String? {
        guard exchange.observes || !isInOrder else { return "its request did not request notifications" }
        if let last = exchange.lastNotification, number <= last, isInOrder {
            return "its number is not above the last one"
        }
        exchange.lastNotification = number
        guard frame.type == .confirmable else { return nil }
        guard !exchange.isUnconfirmed else { return "the notification before it has no acknowledgement" }
        exchange.isUnconfirmed = true
        unconfirmed[MessageKey(from: datagram.from, to: datagram.to, id: frame.messageID)] = ExchangeKey(
            of: frame, datagram)
        return nil
    }

    /// Notes a message at the instant at which its sender makes it, when it is not sent at that instant.
    mutating func noteMade(_ datagram: DatagramRecord) { staleRequests.noteMade(datagram) }

    /// Notes a command of a client.
    mutating func noteCommand(of client: HostAddress) {
        fullServers.noteCommand(of: client)
        rejections.noteCommand(of: client)
    }

    /// The number of the first request without a response; nil when all have one.
    var requestWithoutResponse: Int? { exchanges.values.filter { !$0.hasResponse }.map(\.number).min() }
}

extension CoAPFrame {
    var line: RequestLine { RequestLine(method: code, path: path) }
}
