import Timing

/// A request until its response, an observation until its end, or a ping.
struct ClientExchange: Sendable {
    enum Operation: Sendable {
        case request
        case ping
        /// A request for no more notifications (RFC 7641 section 3.6); its response is ignored.
        case deregistration
    }

    /// The action after a message of the exchange.
    enum Step {
        /// Send the next message of the body, in either direction.
        case send
        /// Fetch the rest of a body after its first block.
        case fetch
        /// Deliver the message, which is a whole response.
        case deliver
        /// Deliver a response that was assembled from blocks.
        case deliverWhole(CoAP.Message)
        /// End the exchange with a failure.
        case fail(CoAP.Failure)
        /// Do nothing: the notification is older than the newest one.
        case wait
    }

    let operation: Operation
    /// The request; empty for a ping.
    private(set) var request: CoAP.Request
    let peer: SocketAddress
    /// The token of the request and of its notifications.
    let token: CoAP.Token
    /// The ID of the last message, while it has no reply.
    var messageID: UInt16?
    /// True when the exchange is one of the outstanding interactions that NSTART limits.
    var holdsTurn = false
    /// True when the next message is queued.
    var isWaiting = false
    var responseTimer: TimerID?

    private var storage = ExtraStorage.empty

    var isRegistered = false
    private var newest: (order: UInt32, arrival: Instant)?

    init(_ operation: Operation, _ request: consuming CoAP.Request, with peer: SocketAddress, token: CoAP.Token) {
        self.operation = operation
        self.request = request
        self.peer = peer
        self.token = token
    }

    /// Creates a ping, which has no token.
    init(pinging peer: SocketAddress) {
        self.init(.ping, CoAP.Request(code: .empty, path: []), with: peer, token: .empty)
    }

    /// The state that few exchanges have.
    private struct Extras {
        var upload: BodyUpload?
        var download: BodyDownload?
        var early: CoAP.Message?
    }

    /// Indirect storage, since the fields of an exchange are moved and copied with it.
    private indirect enum ExtraStorage {
        case empty
        case holding(Extras)
    }

    var isPlain: Bool {
        if case .empty = storage { true } else { false }
    }

    private var extras: Extras? {
        get { if case .holding(let extras) = storage { extras } else { nil } }
        set { storage = newValue.map { .holding($0) } ?? .empty }
    }

    /// The request's body, while it is sent block by block.
    var upload: BodyUpload? {
        get { isPlain ? nil : extras?.upload }
        set { if newValue != nil || !isPlain { extras = with(\.upload, newValue) } }
    }

    /// The response's body, while it is fetched block by block.
    var download: BodyDownload? {
        get { isPlain ? nil : extras?.download }
        set { if newValue != nil || !isPlain { extras = with(\.download, newValue) } }
    }

    /// A notification that arrived before the acknowledgement of the request.
    private var early: CoAP.Message? {
        get { isPlain ? nil : extras?.early }
        set { if newValue != nil || !isPlain { extras = with(\.early, newValue) } }
    }

    private func with<Value>(_ part: WritableKeyPath<Extras, Value>, _ value: Value) -> Extras {
        var changed = extras ?? Extras()
        changed[keyPath: part] = value
        return changed
    }

    /// Prepares block-wise transfer of the request's body if it is longer than a block.
    mutating func cut(_ size: CoAP.BlockSize) {
        if request.payload.count > size.byteCount { upload = BodyUpload(request.payload, size: size) }
    }

    var isPing: Bool { operation == .ping }
    var isDeregistration: Bool { operation == .deregistration }
    var isConfirmable: Bool { request.isConfirmable }

    /// True when notifications may arrive with the exchange's token.
    var wantsNotifications: Bool { request.observe && operation == .request }

    /// The token of the last message.
    var currentToken: CoAP.Token { downloadToken ?? token }

    /// The token of the messages that fetch the response's body; nil when none is fetched.
    var downloadToken: CoAP.Token? { isPlain ? nil : download?.token }
}

// MARK: Messages before the acknowledgement

extension ClientExchange {
    /// Returns true when a message may be a notification that overtook the response in the acknowledgement.
    ///
    /// The message alone does not differ from a separate response whose acknowledgement was lost. The acknowledgement
    /// arrives in any case: the request is retransmitted until then. This changes nothing. A `mutating` method is
    /// called on the exchange in place, and not on a copy.
    mutating func isEarly(_ message: CoAP.Message) -> Bool {
        wantsNotifications && !isRegistered && messageID != nil && isConfirmable && message.type == .confirmable
            && message.options.observe != nil && download == nil
    }

    /// Keeps an early message until the acknowledgement or the next retransmission of the request; only the newest, since
    /// others are retransmitted.
    mutating func keep(early message: CoAP.Message) {
        early = message
    }

    /// Removes and returns the early message.
    mutating func takeEarly() -> CoAP.Message? {
        guard !isPlain else { return nil }
        defer { early = nil }
        return early
    }
}

// MARK: Responses

extension ClientExchange {
    /// Processes any message that belongs to the exchange.
    mutating func advance(_ message: CoAP.Message, at now: Instant, limit: Int) -> Step {
        if let echo = challenge(in: message) { return begin(again: echo) }
        if !isPlain {
            if download?.token == message.token, let step = download?.append(message, limit: limit) {
                if step.isLast { download = nil }
                return step.step
            }
            if upload != nil, let step = advanceUpload(message) { return step }
            upload = nil
        }
        guard isFresh(message, at: now) else { return .wait }
        return begin(message, limit: limit)
    }

    /// The Echo value that a response requires before the request is processed; nil when the request has it already.
    func challenge(in message: CoAP.Message) -> [UInt8]? {
        guard message.isAddressChallenge, let echo = message.options.echo, request.options.echo != echo else {
            return nil
        }
        return echo
    }

    /// Restarts the request with the Echo value that the server requires.
    private mutating func begin(again echo: [UInt8]) -> Step {
        request.options.echo = echo
        if let upload { self.upload = upload.again }
        return .send
    }

    /// Processes the response to a block of the request's body; returns nil when the body has ended.
    private mutating func advanceUpload(_ message: CoAP.Message) -> Step? {
        guard var upload else { return nil }
        let step = upload.advance(message)
        self.upload = upload
        return step
    }

    private mutating func begin(_ message: CoAP.Message, limit: Int) -> Step {
        download = nil
        guard message.options.contains(.block2) else { return .deliver }
        guard let block = message.options.block2 else { return .fail(.brokenBody("a block has the reserved size 7")) }
        guard block.number == 0 else {
            return .fail(.brokenBody("block \(block) came where the first one was due"))
        }
        guard block.hasMore else { return .deliver }
        var download = BodyDownload(message, size: block.size, token: token)
        let step = download.append(message, limit: limit)
        if case .send = step.step {
            self.download = download
            return .fetch
        }
        return step.step
    }

    /// Returns true when a notification is newer than all earlier ones (RFC 7641 section 3.4).
    private mutating func isFresh(_ message: CoAP.Message, at now: Instant) -> Bool {
        guard wantsNotifications, message.code.isSuccess, let order = message.options.observe else { return true }
        if let newest {
            let ahead = (order &- newest.order) & 0xFF_FFFF
            let isNewer = ahead != 0 && ahead < 1 << 23
            guard isNewer || newest.arrival.duration(to: now) > .seconds(128) else { return false }
        }
        newest = (order, now)
        return true
    }
}
