import Sockets
import Timing
import Wire

/// A client and an SFU, which has one session of it.
struct MediaWay: Hashable {
    let client: SocketAddress
    let host: HostAddress
}

/// Checks that media flows as clients and SFUs have agreed, on networks that delay datagrams and lose none (wire.md,
/// "Media"; RFC 3550 section 6.2).
///
/// A client's session is judged once a second, when the client sends something, which shows that the client runs.
struct FlowWatch {
    /// The time between two judgements of a session.
    private static let pause = Duration.seconds(1)
    /// The requests of clients that change what an SFU forwards.
    private static let changes = [
        "/sfu/join", "/sfu/set_publisher", "/sfu/update_mute_states", "/sfu/update_subscriptions", "/sfu/leave",
    ].map { Array($0.utf8) }
    /// The longest delay of a network whose media is judged.
    private static let longestDelay = Duration.seconds(1)

    private var sessions: [MediaWay: SessionMedia] = [:]
    private var sources: [UInt32: SourceActivity] = [:]
    /// The longest time from a sender to its receiver; nil once datagrams may be lost, or a server was disturbed.
    private(set) var delay: Duration? = .zero
    /// The times of the last speech of each client that a command has asked for.
    private var speeches: [HostAddress: ClosedRange<Instant>] = [:]
    /// The instant of the last request about media. An SFU may forward a track before the request has its response.
    private var requestedAt = Instant.start

    /// Records the longest time from a sender to its receiver; nil when datagrams may be lost.
    mutating func setDelay(_ time: Duration?) {
        guard let time, let known = delay, time <= Self.longestDelay else { return stop() }
        delay = max(known, time)
    }

    /// Ends the check.
    mutating func stop() { (delay, sessions, sources) = (nil, [:], [:]) }

    /// Notes that a command lets the participant of a client speak for a time.
    mutating func noteSpeech(of client: HostAddress, for time: Duration, at now: Instant) {
        speeches[client] = now...now.advanced(by: max(.zero, time))
    }

    // MARK: Datagrams of media

    /// Processes a sent datagram; returns the violation of its client's session.
    mutating func violation(of datagram: DatagramRecord, _ kind: DatagramKind?, byServer: Bool) -> String? {
        guard let delay else { return nil }
        let way =
            byServer
            ? MediaWay(client: datagram.to, host: datagram.from.host)
            : MediaWay(client: datagram.from, host: datagram.to.host)
        switch kind {
        case .rtp: if let text = packet(datagram, on: way, byServer: byServer) { return text }
        case .rtcp: report(datagram, on: way, byServer: byServer)
        case .stun: check(datagram, on: way, byServer: byServer)
        case .coap where !byServer: request(datagram)
        case .coap, .sip, nil: break
        }
        return byServer ? nil : judge(way, at: datagram.time, delay)
    }

    private mutating func request(_ datagram: DatagramRecord) {
        guard let frame = CoAPFrame(datagram.bytes), frame.isRequest, Self.changes.contains(frame.path) else { return }
        requestedAt = datagram.time
    }

    private mutating func packet(_ datagram: DatagramRecord, on way: MediaWay, byServer: Bool) -> String? {
        guard let delay, let frame = RTPFrame(datagram.bytes) else { return nil }
        guard byServer else {
            sources[frame.source, default: SourceActivity(on: way, at: datagram.time)]
                .sent(frame, on: way, at: datagram.time)
            return nil
        }
        guard let flow = sessions[way]?.flows[frame.source] else { return nil }
        sessions[way]?.forwarded(frame.source, at: datagram.time)
        guard !flow.isDue, max(flow.since, requestedAt).duration(to: datagram.time) > FlowRules.slack(delay),
            sessions[way]?.isKnown == true
        else { return nil }
        return "its track is muted, or its receiver has not subscribed to it"
    }

    private mutating func report(_ datagram: DatagramRecord, on way: MediaWay, byServer: Bool) {
        for frame in RTCPFrame.compound(datagram.bytes) ?? [] {
            if byServer {
                if frame.sender != nil { sessions[way]?.forwardedReport(of: frame.source, at: datagram.time) }
                for block in frame.blocks { sessions[way]?.own.reported(block.source, at: datagram.time) }
            } else if frame.sender != nil {
                sources[frame.source]?.report = datagram.time
            }
        }
    }

    private mutating func check(_ datagram: DatagramRecord, on way: MediaWay, byServer: Bool) {
        guard let session = sessions[way], let message = try? STUN.Message(decoding: datagram.bytes) else { return }
        switch message.messageClass {
        case .request where !byServer && message.username != nil && message.username == session.username:
            sessions[way]?.checkedAt = datagram.time
        case .success where byServer && session.openedAt == nil && session.checkedAt != nil:
            sessions[way]?.openedAt = datagram.time
        case .request, .success, .failure, .indication: break
        }
    }

    // MARK: Responses of SFUs

    /// Processes a response to a client; returns its violation.
    mutating func violation(of response: SessionResponse, _ datagram: DatagramRecord) -> String? {
        guard let delay else { return nil }
        let (way, now) = (MediaWay(client: datagram.to, host: datagram.from.host), datagram.time)
        if response.route == .join {
            join(response, on: way, at: now)
            return nil
        }
        if case .refusal = response.content { return nil }
        guard let session = sessions[way] else { return nil }
        guard let request = response.request, response.content.map != nil else {
            sessions[way]?.isKnown = false
            return nil
        }
        guard request["session_id"]?.text == session.id else { return nil }
        switch response.route {
        case .join: break
        case .publish: sessions[way]?.publish(request, at: now)
        case .mute: sessions[way]?.own.mute(request["mute_states"], at: now)
        case .subscribe: sessions[way]?.subscribe(request["tracks"], at: now)
        case .leave: sessions[way] = nil
        case .health: return FlowRules.missingCheck(of: session, at: now, delay)
        }
        return nil
    }

    private mutating func join(_ response: SessionResponse, on way: MediaWay, at now: Instant) {
        switch response.content {
        case .unread: sessions[way]?.isKnown = false
        case .refusal: break
        case .body(let body):
            if body["call_state"] != nil { begin(response.request, body, on: way, at: now) }
            // An event of an earlier stream may arrive late.
            guard response.request == sessions[way]?.request else { break }
            if let events = body["events"]?.array, let first = body["first"]?.integer {
                sessions[way]?.take(events, from: first, at: now)
            }
        }
        if response.isFinal { sessions[way] = nil }
    }

    /// Begins a session. Of a client with several sessions it is unknown which one a datagram belongs to.
    private mutating func begin(_ request: CBOR.Map?, _ body: CBOR.Map, on way: MediaWay, at now: Instant) {
        var session = SessionMedia(request, body, at: now)
        let others = sessions.keys.filter { $0.client == way.client && $0 != way }
        let isContinued = request?["reconnect_details"] != nil || sessions[way].map { $0.id == session?.id } ?? true
        if !others.isEmpty || !isContinued { session?.isKnown = false }
        for other in others { sessions[other]?.isKnown = false }
        sessions[way] = session
    }

    // MARK: Judgement

    private mutating func judge(_ way: MediaWay, at now: Instant, _ delay: Duration) -> String? {
        guard let judgedAt = sessions[way]?.judgedAt, judgedAt.duration(to: now) >= Self.pause else { return nil }
        sessions[way]?.judgedAt = now
        guard let session = sessions[way], session.isKnown else { return nil }
        var rules = FlowRules(session, on: way, sessions, sources, at: now, delay: delay)
        rules.speech = speeches[way.client.host]
        return rules.violation
    }
}
