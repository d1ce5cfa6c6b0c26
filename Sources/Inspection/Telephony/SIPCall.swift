internal import Capture
internal import Telephony

/// The facts of the messages with one Call-ID: a call, a registration or another exchange.
struct SIPCall {
    /// The state of a call at the end of the capture, or of another exchange.
    enum State: String {
        case calling, ringing
        case inCall = "in call"
        case ended, cancelled, redirected, busy, rejected, failed
        /// The states of exchanges that are not calls.
        case pending, done, refused
    }

    let callID: String
    /// The method of the first request.
    let method: String
    let from: SIP.Address
    let to: SIP.Address
    /// The endpoints of the first request.
    let source: UDPEndpoint
    let destination: UDPEndpoint
    let firstTime: Int64
    private(set) var lastTime: Int64
    private(set) var messages = 0
    private(set) var copies = 0
    private(set) var state: State
    /// The first final response to the first request, or to its repetition with credentials.
    private(set) var final: (code: Int, reason: String)?
    private(set) var ringingAt: Int64?
    private(set) var answeredAt: Int64?
    private(set) var endedAt: Int64?
    private(set) var endedBy: String?
    private(set) var agreement: SDPNegotiation = .init()
    /// The sequence number of the request that the state is about.
    private var sequence: Int
    /// The callees' tags of the dialogs that have not ended. Several devices may answer a request that was forked.
    private var dialogs: Set<String> = []

    init(_ arrival: SIPArrival) {
        let envelope = arrival.envelope
        let isRequest = arrival.message.method != nil
        callID = envelope.callID
        method = envelope.method
        from = envelope.from
        to = envelope.to
        source = isRequest ? arrival.from : arrival.to
        destination = isRequest ? arrival.to : arrival.from
        firstTime = arrival.time
        lastTime = arrival.time
        sequence = envelope.sequence
        state = envelope.method == "INVITE" ? .calling : .pending
    }

    /// True for a call that was answered or may still be.
    var isCall: Bool { method == "INVITE" }

    /// The time from the answer to the end, or to the last message.
    var duration: Int64? { answeredAt.map { (endedAt ?? lastTime) - $0 } }

    mutating func process(_ arrival: SIPArrival, _ signal: SIPSignal) {
        lastTime = arrival.time
        messages += 1
        guard signal.copy == nil else {
            copies += 1
            return
        }
        if let description = signal.description { agreement.process(description, arrival) }
        if let status = arrival.message.status {
            respond(status, arrival)
        } else {
            request(arrival)
        }
    }

    private mutating func request(_ arrival: SIPArrival) {
        switch (arrival.envelope.method, state) {
        // A repetition, with credentials or at another address.
        case (method, .failed), (method, .redirected), (method, .refused):
            guard arrival.envelope.sequence > sequence, arrival.envelope.to.tag == nil else { return }
            sequence = arrival.envelope.sequence
            state = isCall ? .calling : .pending
            (final, endedBy, endedAt) = (nil, nil, nil)
        case ("CANCEL", .calling), ("CANCEL", .ringing): end(.cancelled, arrival)
        case ("BYE", .inCall): endDialog(arrival)
        default: break
        }
    }

    /// Ends the call with its last dialog.
    private mutating func endDialog(_ arrival: SIPArrival) {
        let ends = [arrival.envelope.to.tag ?? "", arrival.envelope.from.tag ?? ""]
        // A callee before RFC 3261 sends no tag, or changes it.
        if dialogs.count > 1 { dialogs.subtract(ends) } else { dialogs = [] }
        if dialogs.isEmpty { end(.ended, arrival) }
    }

    private mutating func end(_ state: State, _ arrival: SIPArrival) {
        self.state = state
        endedAt = arrival.time
        endedBy = arrival.envelope.from.user
    }

    private mutating func respond(_ status: Int, _ arrival: SIPArrival) {
        guard arrival.envelope.method == method, arrival.envelope.sequence == sequence else { return }
        if status >= 200, final == nil { final = (status, arrival.message.reason ?? "") }
        switch (status, state) {
        case (180...183, .calling):
            ringingAt = ringingAt ?? arrival.time
            state = .ringing
        case (200...299, .calling), (200...299, .ringing), (200...299, .cancelled):
            answeredAt = arrival.time
            endedAt = nil
            state = .inCall
            dialogs = [arrival.envelope.to.tag ?? ""]
        case (200...299, .inCall): dialogs.insert(arrival.envelope.to.tag ?? "")
        case (300...699, .calling), (300...699, .ringing): close(status, arrival)
        case (200...299, .pending): state = .done
        case (300...699, .pending): state = .refused
        default: break
        }
    }

    private mutating func close(_ status: Int, _ arrival: SIPArrival) {
        endedAt = arrival.time
        endedBy = arrival.envelope.to.user
        state =
            switch status {
            case 300...399: .redirected
            case 486, 600: .busy
            case 487: .cancelled
            case 603: .rejected
            default: .failed
            }
    }
}

extension SIPCall {
    /// The final status, such as `486 Busy Here`.
    var status: String {
        final.map { "\($0.code) \($0.reason)".printable.trimmingEnd } ?? ""
    }

    /// The facts in one line.
    var text: String {
        let ends = "\(from.user) → \(to.user)"
        guard isCall else { return "\(method) \(ends), \(state.rawValue)\(final == nil ? "" : ", \(status)")" }
        var parts = ["\(ends), \(state.rawValue)"]
        if let final, !(200...299).contains(final.code) { parts.append(status) }
        if let ringingAt { parts.append("rang after \(Seconds.text(ringingAt - firstTime))") }
        if let answeredAt { parts.append("answered after \(Seconds.text(answeredAt - firstTime))") }
        if let duration { parts.append("\(Seconds.text(duration)) long") }
        if let endedBy, state != .inCall { parts.append("ended by \(endedBy)") }
        if let media = agreement.text { parts.append(media) }
        return parts.joined(separator: ", ")
    }
}
