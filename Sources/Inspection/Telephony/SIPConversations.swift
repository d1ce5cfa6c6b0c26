internal import Capture
internal import Containers
internal import Telephony

/// Tracks SIP transactions: it relates responses to requests and finds copies and missing responses.
///
/// Memory is bounded: the oldest transactions are dropped first.
struct SIPConversations {
    private(set) var calls = SIPCalls()
    private var messages = OrderedMap<SIPMessageKey, SentSIPMessage>()
    private var transactions = OrderedMap<SIPTransactionKey, SIPTransaction>()
    /// The last final response to an INVITE by call and sequence number, which an ACK acknowledges.
    private var finals = OrderedMap<SIPSequenceKey, SentSIPMessage>()
    private let capacity: Int

    /// Half of T1: the earliest retransmission (RFC 3261 section 17.1.1.1).
    private static let soonestRetransmission: Int64 = 250_000_000
    /// The time during which a message may be repeated: Timer B and Timer H, with the last repetition's way.
    private static let lifetime: Int64 = 40_000_000_000

    init(capacity: Int = 65_536) {
        self.capacity = capacity
    }

    /// Requests without a final response, in the order of the capture. An ACK has none.
    var unanswered: [SIPTransaction] {
        transactions.values.filter { !$0.isAnswered }.sorted { $0.number < $1.number }
    }

    /// Reads the next datagram.
    mutating func read(
        _ payload: [UInt8], number: Int, time: Int64, from: UDPEndpoint, to: UDPEndpoint
    ) -> SIPSignal {
        var signal = SIPSignal(payload)
        guard let message = signal.message, let envelope = signal.envelope else { return signal }
        let arrival = SIPArrival(
            message: message, envelope: envelope, number: number, time: time, from: from, to: to)
        signal.copy = copy(arrival)
        if message.method == nil { processResponse(arrival, &signal) } else { processRequest(arrival, &signal) }
        calls.process(arrival, signal)
        return signal
    }

    /// Returns the mark of a repeated message, or remembers a new one.
    private mutating func copy(_ arrival: SIPArrival) -> Signal.Copy? {
        let key = SIPMessageKey(arrival)
        guard let sent = messages[key], arrival.time - sent.lastTime <= Self.lifetime else {
            messages.append(
                SentSIPMessage(number: arrival.number, time: arrival.time, lastTime: arrival.time), for: key)
            if messages.count > capacity { messages.popFirst() }
            return nil
        }
        messages.update(key) { $0.lastTime = arrival.time }
        return Signal.Copy(
            number: sent.number, isRetransmission: arrival.time - sent.lastTime >= Self.soonestRetransmission)
    }

    private mutating func processRequest(_ arrival: SIPArrival, _ signal: inout SIPSignal) {
        guard arrival.envelope.method != "ACK" else {
            let final = finals[SIPSequenceKey(arrival)]
            signal.answers = final?.number
            signal.waited = final.map { arrival.time - $0.time }
            return
        }
        guard signal.copy == nil else { return }
        if arrival.envelope.method == "CANCEL" {
            let invite = transactions[SIPTransactionKey(arrival, method: "INVITE")]
            transactions.update(SIPTransactionKey(arrival, method: "INVITE")) { $0.isCancelled = true }
            signal.answers = invite?.number
            signal.waited = invite.map { arrival.time - $0.time }
        }
        transactions.append(SIPTransaction(arrival), for: SIPTransactionKey(arrival))
        if transactions.count > capacity { transactions.popFirst() }
    }

    private mutating func processResponse(_ arrival: SIPArrival, _ signal: inout SIPSignal) {
        let key = SIPTransactionKey(arrival)
        let transaction = transactions[key]
        let status = arrival.message.status ?? 0
        signal.answers = transaction?.number
        signal.waited = transaction.map { arrival.time - $0.time }
        signal.isExpectedRefusal = transaction?.expects(status) ?? false
        guard status >= 200 else { return }
        transactions.update(key) { $0.isAnswered = true }
        guard signal.copy == nil, arrival.envelope.method == "INVITE" else { return }
        finals.append(
            SentSIPMessage(number: arrival.number, time: arrival.time, lastTime: arrival.time),
            for: SIPSequenceKey(arrival))
        if finals.count > capacity { finals.popFirst() }
    }
}
