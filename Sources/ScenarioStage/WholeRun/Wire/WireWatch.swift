import ScenarioLanguage
import Sockets
import Timing
import Wire

/// Checks every datagram of a run against the protocols, and keeps the first violation.
struct WireWatch {
    private var exchanges = ExchangeWatch()
    private var paths = PathWatch()
    private var media = MediaWatch()
    private var periods = PeriodWatch()
    private var repetitions = RepetitionWatch()
    private var statistics = StatisticsWatch()
    private var receptions = ReceptionWatch()
    private var senders = SenderWatch()
    private var flows = FlowWatch()
    /// True until addresses change or bytes are damaged, which leaves exchanges incomplete.
    private(set) var isTrusted = true
    /// True when datagrams with the addresses of clients and servers may come from an intruder.
    var hasForgedSources = false
    /// True until the network or a server is disturbed.
    private(set) var isPerfect = true
    /// The first violation, in words.
    private(set) var violation: String?
    /// The number of the datagram of the first violation.
    private var violating: Int?

    /// True when time is virtual, so that every duration is exact.
    var isExact: Bool {
        get { media.isExact }
        set {
            media.isExact = newValue
            exchanges.bodies.isExact = newValue
            exchanges.responseWatch.isExact = newValue
        }
    }

    /// Records that a scenario lets a server send an event that its state contradicts.
    mutating func skipStreams() {
        exchanges.hasConsistentStreams = false
        flows.stop()
    }

    /// Sets the servers' times until egress begins, and until its file is available; nil for the defaults.
    mutating func setEgress(start: Duration?, file: Duration?) {
        if let start { exchanges.responseWatch.egress.starts.setStart(start.milliseconds) }
        if let file { exchanges.responseWatch.egress.files.time = file.milliseconds }
    }

    /// Records that a scenario writes a body of its own, which may lack fields.
    mutating func skipFields() { exchanges.bodies.hasDocumentedFields = false }

    /// Records a datagram of a program, which is not checked.
    mutating func skipped() {
        exchanges.responseWatch.disregardOthers()
        flows.stop()
    }

    /// Notes a command of a client, which may end its join and begin another one.
    mutating func noteCommand(of client: HostAddress) { exchanges.noteCommand(of: client) }

    /// Notes a command of the view model that may reject the ringing call: the one that it names, or the one that is shown.
    mutating func noteRejection(
        by client: HostAddress, of call: Value?, hangsUp: Bool, _ read: EffectWatch.Reading
    ) {
        exchanges.rejections.note(client, call: call, hangsUp: hangsUp, read)
    }

    /// Notes that a command lets the participant of a client speak for a time.
    mutating func noteSpeech(of client: HostAddress, for time: Duration, at now: Instant) {
        flows.noteSpeech(of: client, for: time, at: now)
    }

    /// Processes a datagram that arrives late.
    mutating func delayed(_ datagram: DatagramRecord) {
        repetitions.isTrusted = false
        made(datagram)
    }

    /// Processes a datagram at the instant at which its sender makes it.
    private mutating func made(_ datagram: DatagramRecord) {
        guard isTrusted, violation == nil, !hasForgedSources else { return }
        exchanges.noteMade(datagram)
        guard let text = receptions.violation(of: datagram, isExact: isExact) else { return }
        violation = "\(datagram.from) → \(datagram.to): \(text)"
    }

    /// Records the longest time from a sender to its receiver after a change of links; nil when datagrams may be lost.
    mutating func setDelay(_ time: Duration?) { flows.setDelay(time) }

    /// Records that a sent datagram was the network's duplicate, which breaks no rule of its sender.
    mutating func duplicated(_ datagram: DatagramRecord) {
        repetitions.isTrusted = false
        if violating == datagram.number { violation = nil }
    }

    /// Processes a datagram that its sender's link lost before it was sent.
    mutating func withheld(_ datagram: DatagramRecord) {
        _ = repetitions.violation(datagram)
        made(datagram)
    }

    /// Records a disturbance of the network or a server.
    ///
    /// - Parameter isOfLinks: True for a change of links alone, after which ``setDelay(_:)`` is called.
    mutating func disturb(changesAddressesOrBytes: Bool, isOfLinks: Bool = false) {
        isPerfect = false
        if !isOfLinks { flows.stop() }
        repetitions.isPerfect = false
        if changesAddressesOrBytes {
            isTrusted = false
            exchanges.bodies.isTrusted = false
        }
    }

    /// Processes a datagram that has arrived.
    mutating func received(_ datagram: DatagramRecord) {
        if isTrusted, violation == nil { receptions.received(datagram) }
    }

    /// Processes a sent datagram.
    mutating func sent(_ datagram: DatagramRecord, byServer: Bool) {
        guard violation == nil, !hasForgedSources else { return }
        let found = isTrusted ? check(datagram, byServer: byServer) : checkAlone(datagram)
        guard let text = found else { return }
        violating = datagram.number
        violation = "#\(datagram.number ?? 0) \(datagram.from) → \(datagram.to): \(text)"
    }

    private mutating func check(_ datagram: DatagramRecord, byServer: Bool) -> String? {
        let kind = DatagramKind(datagram.bytes)
        if isPerfect, isExact, let text = periods.violation(datagram, kind) { return text }
        if isExact, let text = flows.violation(of: datagram, kind, byServer: byServer) { return text }
        if isPerfect, kind == .rtp {
            statistics.packet(datagram, byServer: byServer)
            if !byServer { senders.packet(datagram) }
        }
        switch kind {
        case .coap:
            if isPerfect, isExact, !byServer, let text = statistics.violation(datagram) { return text }
            if isExact, let text = repetitions.violation(datagram) { return text }
            let joins = exchanges.joins
            defer { if joins != exchanges.joins { beginSession(of: byServer ? datagram.to : datagram.from) } }
            if let text = exchanges.violation(datagram, isInOrder: isPerfect) { return text }
            if let response = exchanges.joinResponse { statistics.joined(datagram.to.host, response) }
            return exchanges.sessionResponse.flatMap { isExact ? flows.violation(of: $0, datagram) : nil }
        case .stun: return paths.violation(datagram)
        case .rtp: return isPerfect ? media.violation(ofPacket: datagram, byServer: byServer) : nil
        case .rtcp:
            guard let compound = RTCPFrame.compound(datagram.bytes) else { return "it is not an RTCP compound" }
            if let text = RTCPFrame.violation(of: compound) { return text }
            if let text = receptions.violation(of: datagram, isExact: isExact) { return text }
            guard isPerfect else { return nil }
            if !byServer, let text = senders.violation(of: compound, from: datagram.from) { return text }
            return media.violation(of: compound, datagram)
        // Only outside programs use SIP, and a scenario may be about their faults.
        case .sip: return nil
        case nil: return "it belongs to no protocol"
        }
    }

    /// Forgets what reports have counted before a new session.
    private mutating func beginSession(of client: SocketAddress) {
        receptions.forget()
        senders.begin(of: client)
        media.forgetCounts(of: client)
    }

    /// Checks a datagram without those before it, which may be unknown after a change of addresses.
    private mutating func checkAlone(_ datagram: DatagramRecord) -> String? {
        switch DatagramKind(datagram.bytes) {
        case .coap:
            guard let frame = CoAPFrame(datagram.bytes) else { return "it is not a CoAP message" }
            let request = frame.isRequest ? frame.line : nil
            return frame.isEmpty ? nil : exchanges.bodies.violation(frame, datagram, of: request)
        case .stun: return STUNFrame(datagram.bytes) == nil ? "it is not a STUN message" : nil
        case .rtp: return RTPFrame(datagram.bytes) == nil ? "it is not an RTP packet" : nil
        case .rtcp:
            guard let compound = RTCPFrame.compound(datagram.bytes) else { return "it is not an RTCP compound" }
            return RTCPFrame.violation(of: compound)
        case .sip: return nil
        case nil: return "it belongs to no protocol"
        }
    }

    /// The request without a response when no event is possible; nil when each has one.
    var requestWithoutResponse: String? {
        isTrusted && isPerfect ? exchanges.requestWithoutResponse.map { "the request #\($0) has no response" } : nil
    }
}
