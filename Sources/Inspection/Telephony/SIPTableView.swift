internal import Capture
internal import Telephony

/// The tables of SIP calls, requests and responses.
struct SIPTableView: PacketView {
    private var counts = SIPCounts()
    private var shown: Set<String> = []

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        guard let signal = packet.sip else { return }
        counts.process(signal)
        if let callID = signal.envelope?.callID { shown.insert(callID) }
    }

    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {
        let calls = reader.telephony.calls
        let rows = calls.calls.filter { shown.contains($0.callID) }
        guard counts.total > 0 else { return output.line("no SIP messages") }
        for line in Columns.text([Self.heads] + rows.map { Self.row($0, zero: zero) }) { output.line(line) }
        if calls.omitted > 0 { output.line("\(calls.omitted) messages of further calls") }
        for table in [counts.requestTable, counts.responseTable] where table.count > 1 {
            output.line("")
            for line in Columns.text(table) { output.line(line) }
        }
        if counts.malformed > 0 { output.line("\nmalformed \(counts.malformed)") }
    }

    private static let heads = [
        "start s", "duration s", "method", "from", "to", "state", "status", "messages", "copies", "ringing s",
        "answer s", "Call-ID",
    ]

    private static func row(_ call: SIPCall, zero: Int64) -> [String] {
        let since = { (time: Int64?) in time.map { Seconds.bare($0 - call.firstTime) } ?? "" }
        return [
            Seconds.bare(call.firstTime - zero), call.duration.map(Seconds.bare) ?? "", call.method.printable,
            call.from.user.printable, call.to.user.printable, call.state.rawValue, call.status, String(call.messages),
            String(call.copies), since(call.ringingAt), since(call.answeredAt), call.callID.printable,
        ]
    }
}

/// The numbers of requests by method and of responses by status, with response times.
struct SIPCounts {
    fileprivate struct Count {
        var first = 0
        var copies = 0
        var waits = RTPStream.Spread()
        var answered = 0
    }

    private var requests: [String: Count] = [:]
    private var responses: [Int: Count] = [:]
    private var reasons: [Int: String] = [:]
    private(set) var malformed = 0
    private static let methodLimit = 64

    /// The number of all messages.
    var total: Int { requestCount + responseCount + malformed }
    var requestCount: Int { requests.values.reduce(0) { $0 + $1.first + $1.copies } }
    var responseCount: Int { responses.values.reduce(0) { $0 + $1.first + $1.copies } }

    mutating func process(_ signal: SIPSignal) {
        guard signal.role != .malformed, let message = signal.message else {
            malformed += 1
            return
        }
        if let status = message.status { return processResponse(status, signal) }
        let method = signal.method ?? ""
        guard requests[method] != nil || requests.count < Self.methodLimit else { return }
        requests[method, default: Count()].add(signal)
    }

    /// Counts a response. The first final one ends the wait of its request.
    private mutating func processResponse(_ status: Int, _ signal: SIPSignal) {
        responses[status, default: Count()].add(signal)
        reasons[status] = reasons[status] ?? signal.message?.reason
        guard status >= 200, signal.copy == nil, let method = signal.method, let waited = signal.waited else { return }
        guard var count = requests[method] else { return }
        count.answered += 1
        count.waits.add(Double(waited) / 1e9, count: count.answered)
        requests[method] = count
    }

    /// The methods in alphabetical order, with their final responses.
    var requestTable: [[String]] {
        [["request", "sent", "copies", "responses", "response s min", "mean", "max"]]
            + requests.sorted { $0.key < $1.key }.map { method, count in
                let figures = [count.waits.least ?? 0, count.waits.mean, count.waits.greatest]
                return [
                    method.printable, String(count.first), String(count.copies), String(count.answered),
                ] + figures.map { count.answered > 0 ? Seconds.decimal($0, 3) : "" }
            }
    }

    /// The statuses in ascending order.
    var responseTable: [[String]] {
        [["response", "sent", "copies"]]
            + responses.sorted { $0.key < $1.key }.map { status, count in
                let name = "\(status) \(reasons[status] ?? "")".printable.trimmingEnd
                return [name, String(count.first), String(count.copies)]
            }
    }
}

extension SIPCounts.Count {
    fileprivate mutating func add(_ signal: SIPSignal) {
        if signal.copy == nil { first += 1 } else { copies += 1 }
    }
}
