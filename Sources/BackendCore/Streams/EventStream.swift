/// The events of one receiver: numbered from 1, in order, kept until they are acknowledged.
struct EventStream: Sendable {
    /// Who listens just now.
    var listener: StreamID?
    /// Whether something waits that ought to go as soon as it can.
    var isPressing = false
    /// Whether a notification is under way.
    private(set) var isAwaiting = false
    private var acknowledged = 0
    private var kept: [OutgoingEvent] = []
    private var sent = 0
    /// Whether more was kept than may be: whoever comes back must read everything again.
    private(set) var isBroken = false

    /// Whether something waits to be sent.
    var hasUnsent: Bool { kept.count > sent }

    /// The number of the last event; 0 before the first one.
    var last: Int { acknowledged + kept.count }

    /// Whether everything was sent and acknowledged.
    var isDrained: Bool { kept.isEmpty }

    mutating func append(_ event: OutgoingEvent, limit: Int) {
        guard !isBroken else { return }
        kept.append(event)
        guard kept.count > limit else { return }
        isBroken = true
        kept = []
        sent = 0
    }

    /// What was not sent, as one notification; nil while one is under way or nobody listens.
    ///
    /// What would make it longer than one datagram's body waits for the next one, which is cheaper than a transfer in
    /// blocks (RFC 7959) of two messages more for each of them.
    mutating func takeBatch() -> [UInt8]? {
        guard listener != nil, !isAwaiting, hasUnsent else { return nil }
        isAwaiting = true
        var end = sent + 1
        var size = EncodedBatch.largestHead + kept[sent].bytes.count
        while end < kept.count, size + kept[end].bytes.count <= EncodedBatch.usualLimit {
            size += kept[end].bytes.count
            end += 1
        }
        return take(to: end)
    }

    /// Everything that was not sent, for the answer that opens the stream.
    mutating func takeOpening() -> [UInt8] {
        take(to: kept.count)
    }

    private mutating func take(to end: Int) -> [UInt8] {
        let payload = EncodedBatch.payload(first: acknowledged + sent + 1, events: kept[sent..<end])
        sent = end
        isPressing = hasUnsent
        return payload
    }

    /// The notification under way has arrived, and with it all that was sent before.
    mutating func acknowledge() {
        guard isAwaiting else { return }
        isAwaiting = false
        acknowledged += sent
        if sent == kept.count {
            // One by one from behind, since to replace a range costs more than the few that there are.
            while !kept.isEmpty { kept.removeLast() }
        } else {
            kept.removeFirst(sent)
        }
        sent = 0
    }

    /// Nobody listens any more; what was not acknowledged is kept for whoever comes back.
    mutating func detach() {
        listener = nil
        isAwaiting = false
        isPressing = false
        sent = 0
    }

    /// Begins anew with the first event, for the same listener.
    mutating func restart() {
        let listener = listener
        self = EventStream()
        self.listener = listener
    }

    /// Goes back to the last event that the client handled; false when what follows it is not kept any more.
    ///
    /// The events that tell of an opened stream are left out: the answer brings a new one.
    mutating func resume(after last: Int, leavingOut type: String) -> Bool {
        isAwaiting = false
        isPressing = false
        sent = 0
        let handled = last.subtractingReportingOverflow(acknowledged)
        guard !isBroken, !handled.overflow, (0...kept.count).contains(handled.partialValue) else { return false }
        kept.removeFirst(handled.partialValue)
        kept.removeAll { $0.type == type }
        acknowledged = last
        return true
    }

    /// Puts an event before all that are kept.
    mutating func prepend(_ event: OutgoingEvent) {
        kept.insert(event, at: 0)
    }
}
