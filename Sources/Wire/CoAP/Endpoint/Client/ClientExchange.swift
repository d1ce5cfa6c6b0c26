import Timing

/// A request from the first message to the response, an observation to its end, or a ping.
struct ClientExchange: Sendable {
    enum Kind: Sendable {
        case request
        case ping
        /// Tells a server to notify no more (RFC 7641 section 3.6); nobody waits for the response.
        case deregistration
    }

    /// What to do after a message that belongs to the exchange.
    enum Step {
        /// Send the next message of the body, up or down.
        case send
        /// Fetch the rest of a body whose first block came.
        case fetch
        /// Hand over the message, which is a whole response.
        case deliver
        /// Hand over a response that came block by block.
        case deliverWhole(CoAP.Message)
        /// Give up.
        case fail(CoAP.Failure)
        /// Nothing: the news is older than what is known.
        case wait
    }

    let kind: Kind
    /// What is asked; nothing of a ping.
    private(set) var request: CoAP.Request
    let peer: SocketAddress
    /// The token of the request, and of an observation's notifications.
    let token: CoAP.Token
    /// The ID of the message that was sent last and is not answered.
    var messageID: UInt16?
    /// Whether this is one of the interactions that the parameters allow at a time.
    var holdsTurn = false
    /// Whether the next message waits for its turn.
    var isWaiting = false
    var responseTimer: TimerID?

    private var annex = Annex.empty

    var isRegistered = false
    private var newest: (order: UInt32, arrival: Instant)?

    init(_ kind: Kind, _ request: consuming CoAP.Request, with peer: SocketAddress, token: CoAP.Token) {
        self.kind = kind
        self.request = request
        self.peer = peer
        self.token = token
    }

    /// A ping, which has no token.
    init(pinging peer: SocketAddress) {
        self.init(.ping, CoAP.Request(code: .empty, path: []), with: peer, token: .empty)
    }

    /// What few exchanges have.
    private struct Rare {
        var upload: BodyUpload?
        var download: BodyDownload?
        var early: CoAP.Message?
    }

    /// Where that lies: apart, since all that an exchange itself holds is moved and copied with it.
    private indirect enum Annex {
        case empty
        case holding(Rare)
    }

    var isPlain: Bool {
        if case .empty = annex { true } else { false }
    }

    private var rare: Rare? {
        get { if case .holding(let rare) = annex { rare } else { nil } }
        set { annex = newValue.map { .holding($0) } ?? .empty }
    }

    /// The request's body, while it is sent block by block.
    var upload: BodyUpload? {
        get { isPlain ? nil : rare?.upload }
        set { if newValue != nil || !isPlain { rare = with(\.upload, newValue) } }
    }

    /// The response's body, while it is fetched block by block.
    var download: BodyDownload? {
        get { isPlain ? nil : rare?.download }
        set { if newValue != nil || !isPlain { rare = with(\.download, newValue) } }
    }

    /// A notification that came before the acknowledgement of the request.
    private var early: CoAP.Message? {
        get { isPlain ? nil : rare?.early }
        set { if newValue != nil || !isPlain { rare = with(\.early, newValue) } }
    }

    private func with<Value>(_ part: WritableKeyPath<Rare, Value>, _ value: Value) -> Rare {
        var changed = rare ?? Rare()
        changed[keyPath: part] = value
        return changed
    }

    /// Has the request's body be sent block by block, if it is longer than one.
    mutating func cut(_ size: CoAP.BlockSize) {
        if request.payload.count > size.byteCount { upload = BodyUpload(request.payload, size: size) }
    }

    var isPing: Bool { kind == .ping }
    var isDeregistration: Bool { kind == .deregistration }
    var isConfirmable: Bool { request.isConfirmable }

    /// Whether notifications may come with the exchange's token.
    var wantsNotifications: Bool { request.observe && kind == .request }

    /// The token of the message that was sent last.
    var currentToken: CoAP.Token { downloadToken ?? token }

    /// The token of the messages that fetch the response's body, while one is fetched.
    var downloadToken: CoAP.Token? { isPlain ? nil : download?.token }
}

// MARK: What comes before the acknowledgement

extension ClientExchange {
    /// Whether a message may be a notification behind a response that is still on its way in an acknowledgement.
    ///
    /// Nothing in the message tells it from a separate response whose acknowledgement got lost. The acknowledgement comes
    /// in any case: the request is sent until it is there. This changes nothing; said to change something it is asked where
    /// the exchange is, and not of a copy.
    mutating func isEarly(_ message: CoAP.Message) -> Bool {
        wantsNotifications && !isRegistered && messageID != nil && isConfirmable && message.type == .confirmable
            && message.options.observe != nil && download == nil
    }

    /// Keeps an early message until the acknowledgement is there; of several the newest, since the others come again.
    mutating func keep(early message: CoAP.Message) {
        early = message
    }

    /// The message that came early, which is kept no more.
    mutating func takeEarly() -> CoAP.Message? {
        guard !isPlain else { return nil }
        defer { early = nil }
        return early
    }
}

// MARK: Responses

extension ClientExchange {
    /// Takes in a response, of which nothing is known but that it belongs here.
    mutating func advance(_ message: CoAP.Message, at now: Instant, limit: Int) -> Step {
        if message.isAddressChallenge, let echo = message.options.echo, request.options.echo != echo {
            return begin(again: echo)
        }
        if !isPlain {
            if download?.token == message.token, !isNews(message), let step = download?.append(message, limit: limit) {
                if step.isLast { download = nil }
                return step.step
            }
            if upload != nil, let step = advanceUpload(message) { return step }
            upload = nil
        }
        guard isFresh(message, at: now) else { return .wait }
        return begin(message, limit: limit)
    }

    /// Sends the request from the start once more, with what the server wants back.
    private mutating func begin(again echo: [UInt8]) -> Step {
        request.options.echo = echo
        if let upload { self.upload = upload.again }
        return .send
    }

    /// Whether the message is the first of a body, though another is being fetched with the same token.
    private func isNews(_ message: CoAP.Message) -> Bool {
        wantsNotifications && isRegistered && message.token == token
    }

    /// Nil when the server says no more of the request's body.
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
        var download = BodyDownload(message, token: token)
        let step = download.append(message, limit: limit)
        if case .send = step.step {
            self.download = download
            return .fetch
        }
        return step.step
    }

    /// Whether a notification is newer than all that came before (RFC 7641 section 3.4).
    private mutating func isFresh(_ message: CoAP.Message, at now: Instant) -> Bool {
        guard wantsNotifications, message.code.isSuccess, let order = message.options.observe else { return true }
        if let newest, isRegistered {
            let ahead = (order &- newest.order) & 0xFF_FFFF
            let isNewer = ahead != 0 && ahead < 1 << 23
            guard isNewer || newest.arrival.duration(to: now) > .seconds(128) else { return false }
        }
        newest = (order, now)
        return true
    }
}
