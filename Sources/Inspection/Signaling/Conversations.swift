internal import Capture
internal import Containers
internal import Wire

/// Tracks CoAP conversations: it relates responses to requests and finds copies, resets and missing responses.
///
/// Memory is bounded: the oldest conversations are dropped first.
struct Conversations {
    /// Counts so far.
    struct Counts: Hashable {
        var requests = 0
        var responses = 0
        var notifications = 0
        var retransmissions = 0
        var duplicates = 0
        var resets = 0
        var malformed = 0
        /// Requests that were dropped before a response.
        var forgotten = 0
    }

    private(set) var counts = Counts()
    private var messages = OrderedMap<MessageKey, SentMessage>()
    private var exchanges = OrderedMap<ExchangeKey, Exchange>()
    /// The call of a client and an SFU.
    private var sessions = OrderedMap<Path, String>()
    /// The highest number of entries of each kind.
    private let capacity: Int
    /// The exchange of the last message.
    private(set) var current: Exchange?

    /// The time during which a message id identifies one message (EXCHANGE_LIFETIME, RFC 7252 section 4.8.2).
    private static let lifetime: Int64 = 247_000_000_000
    /// The same time for a message that is not confirmable (NON_LIFETIME).
    private static let nonLifetime: Int64 = 145_000_000_000
    /// Half of ACK_TIMEOUT: the earliest retransmission.
    private static let soonestRetransmission: Int64 = 1_000_000_000

    init(capacity: Int = 65_536) {
        self.capacity = capacity
    }

    /// Requests without a response, in the order of the capture.
    var unanswered: [Exchange] { exchanges.values.filter { !$0.isAnswered }.sorted { $0.number < $1.number } }

    /// Confirmable responses and notifications without acknowledgement or reset.
    var unacknowledged: [SentMessage] {
        messages.values.filter {
            $0.isConfirmable && !$0.isAcknowledged && [.response, .notification].contains($0.role)
        }
    }

    /// Returns the call of media and checks between two endpoints.
    func session(from: UDPEndpoint, to: UDPEndpoint) -> String? {
        sessions[Path(from: from, to: to)] ?? sessions[Path(from: to, to: from)]
    }

    /// Reads the next datagram. Returns nil when it is not CoAP and need not be.
    mutating func read(
        _ payload: [UInt8], number: Int, time: Int64, from: UDPEndpoint, to: UDPEndpoint, mustBeCoAP: Bool
    ) -> Signal? {
        current = nil
        let message: CoAP.Message
        do {
            message = try CoAP.Message(decoding: payload)
        } catch {
            guard mustBeCoAP else { return nil }
            counts.malformed += 1
            return Signal(role: .malformed, problem: error)
        }
        guard mustBeCoAP || message.isPlausible else { return nil }
        let arrival = Arrival(
            message: message, number: number, time: time, from: from, to: to, digest: Self.digest(payload))
        if let repeated = copy(arrival) { return repeated }
        var signal = process(arrival)
        remember(arrival, &signal)
        return signal
    }

    private static func digest(_ payload: [UInt8]) -> UInt64 {
        var digest = PayloadDigest()
        digest.add(payload.span)
        return digest.value
    }
}

/// A message with its packet.
private struct Arrival {
    let message: CoAP.Message
    let number: Int
    let time: Int64
    let from: UDPEndpoint
    let to: UDPEndpoint
    let digest: UInt64

    var key: MessageKey { MessageKey(source: from, destination: to, messageID: message.messageID) }
    /// The message that this one acknowledges or resets.
    var answeredKey: MessageKey { MessageKey(source: to, destination: from, messageID: message.messageID) }
}

extension CoAP.Message {
    /// True when a message on another port looks like CoAP: its code is defined.
    fileprivate var isPlausible: Bool {
        code.isEmpty ? token.count == 0 : code.name != nil
    }
}

// MARK: Copies

extension Conversations {
    /// Returns the signal of a repeated message, or nil for a new one.
    private mutating func copy(_ arrival: Arrival) -> Signal? {
        let lifetime = arrival.message.type == .nonConfirmable ? Self.nonLifetime : Self.lifetime
        guard let sent = messages[arrival.key], sent.digest == arrival.digest, arrival.time - sent.time <= lifetime
        else { return nil }
        let isRetransmission = sent.isConfirmable && arrival.time - sent.lastTime >= Self.soonestRetransmission
        if isRetransmission { counts.retransmissions += 1 } else { counts.duplicates += 1 }
        messages.update(arrival.key) { $0.lastTime = arrival.time }
        var signal = Signal(role: sent.role, message: arrival.message, method: sent.method, path: sent.path)
        signal.cids = sent.cids
        if sent.role == .notification || sent.role == .response {
            signal.events = Signal.Event.list(in: arrival.message.payload)
        }
        signal.copy = Signal.Copy(number: sent.number, isRetransmission: isRetransmission)
        return signal
    }

    private mutating func remember(_ arrival: Arrival, _ signal: inout Signal) {
        let sent = SentMessage(
            number: arrival.number, time: arrival.time, lastTime: arrival.time, digest: arrival.digest,
            isConfirmable: arrival.message.type == .confirmable, role: signal.role, method: signal.method,
            path: signal.path, cids: signal.cids, token: arrival.message.token)
        messages.append(sent, for: arrival.key)
        if messages.count > capacity { messages.popFirst() }
    }
}

// MARK: New messages

extension Conversations {
    private mutating func process(_ arrival: Arrival) -> Signal {
        let code = arrival.message.code
        if code.isEmpty { return processEmpty(arrival) }
        return code.isRequest ? processRequest(arrival) : processResponse(arrival)
    }

    /// Handles an acknowledgement, a reset, or a ping (RFC 7252 section 4.3).
    private mutating func processEmpty(_ arrival: Arrival) -> Signal {
        let type = arrival.message.type
        guard type == .acknowledgement || type == .reset else { return Signal(role: .ping, message: arrival.message) }
        let sent = messages[arrival.answeredKey]
        messages.update(arrival.answeredKey) { $0.isAcknowledged = true }
        var signal = Signal(
            role: type == .acknowledgement ? .acknowledgement : sent?.role == .ping ? .pong : .reset,
            message: arrival.message, method: sent?.method, path: sent?.path)
        signal.cids = sent?.cids ?? []
        signal.answers = sent?.number
        signal.waited = sent.map { arrival.time - $0.time }
        if signal.role == .reset { reset(arrival, sent) }
        return signal
    }

    /// Handles a reset, which ends the request or observation.
    private mutating func reset(_ arrival: Arrival, _ sent: SentMessage?) {
        counts.resets += 1
        guard let sent else { return }
        if sent.role == .request {
            exchanges.update(ExchangeKey(client: arrival.to, server: arrival.from, token: sent.token)) {
                $0.isAnswered = true
            }
        } else if sent.role == .notification {
            exchanges.remove(ExchangeKey(client: arrival.from, server: arrival.to, token: sent.token))
        }
    }

    private mutating func processRequest(_ arrival: Arrival) -> Signal {
        counts.requests += 1
        let exchange = Exchange(arrival, session: session(from: arrival.from, to: arrival.to))
        if exchange.segments == ["sfu", "join"], let cid = exchange.cids.first {
            sessions.append(cid, for: Path(from: arrival.from, to: arrival.to))
            if sessions.count > capacity { sessions.popFirst() }
        }
        let key = ExchangeKey(client: arrival.from, server: arrival.to, token: arrival.message.token)
        if let former = exchanges.append(exchange, for: key), !former.isAnswered { counts.forgotten += 1 }
        if exchanges.count > capacity, exchanges.popFirst()?.isAnswered == false { counts.forgotten += 1 }
        current = exchange
        var signal = Signal(
            role: .request, message: arrival.message, method: exchange.method, path: exchange.path)
        signal.cids = exchange.cids
        return signal
    }

    private mutating func processResponse(_ arrival: Arrival) -> Signal {
        let key = ExchangeKey(client: arrival.to, server: arrival.from, token: arrival.message.token)
        let exchange = exchanges[key]
        let isNotification = exchange?.isAnswered == true && arrival.message.options.observe != nil
        if isNotification { counts.notifications += 1 } else { counts.responses += 1 }
        messages.update(arrival.answeredKey) {
            if arrival.message.type == .acknowledgement { $0.isAcknowledged = true }
        }
        exchanges.update(key) { $0.isAnswered = true }
        current = exchange
        var signal = Signal(
            role: isNotification ? .notification : .response, message: arrival.message, method: exchange?.method,
            path: exchange?.path)
        if exchange?.isObservation == true || arrival.message.options.observe != nil {
            signal.events = Signal.Event.list(in: arrival.message.payload)
        }
        let named = signal.events.compactMap(\.cid).firstOfEach
        signal.cids = named.isEmpty ? exchange?.cids ?? [] : named
        signal.answers = exchange?.number
        signal.waited = exchange.map { arrival.time - $0.time }
        return signal
    }
}

extension Exchange {
    fileprivate init(_ arrival: Arrival, session: String?) {
        let message = arrival.message
        let segments = message.options.uriPath
        let isCall = segments.count >= 4 && segments[0] == "video" && segments[1] == "call"
        let isSFU = segments.first == "sfu"
        let body = isCall || isSFU ? Body(message.payload) : nil
        var cid = isCall ? "\(segments[2]):\(segments[3])" : nil
        if isSFU { cid = body?.tokenCid ?? session }
        number = arrival.number
        time = arrival.time
        client = arrival.from
        method = message.code.description
        path = "/" + segments.joined(separator: "/")
        self.segments = segments
        cids = cid.map { [$0] } ?? []
        isObservation = message.options.observe == 0
        reason = body?.text("reason")
        rings = body?.isTrue("ring") ?? false || (isCall && segments.dropFirst(4).first == "ring")
        members = (body?["data"]?.texts("members", field: "user_id") ?? []) + (body?.texts("members_ids") ?? [])
    }
}

extension [String] {
    /// The elements without duplicates, in order.
    var firstOfEach: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
