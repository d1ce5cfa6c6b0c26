/// The limits of kept events for a receiver that does not acknowledge.
struct StreamLimit: Sendable {
    let events: Int
    let bytes: Int
}

extension StreamLimit {
    /// The limit of a guest. Any client can be a guest, so all guests together must fit into the memory of a server.
    static let ofGuest = StreamLimit(events: 1000, bytes: 32 << 10)

    init(_ timeouts: BackendTimeouts) {
        self.init(events: timeouts.retainedEvents, bytes: timeouts.retainedBytes)
    }
}

/// The events of one receiver, numbered from 1, in order, and kept until they are acknowledged.
struct EventStream: Sendable {
    /// The current listener.
    var listener: StreamID?
    /// True when an urgent event waits.
    var isDue = false
    /// True while a notification is unacknowledged.
    private(set) var isAwaiting = false
    private var acknowledged = 0
    private var kept: [OutgoingEvent] = []
    private var sent = 0
    /// The total size of the kept events in bytes.
    private var byteCount = 0
    /// True when more events were kept than the limit. The stream cannot be resumed then.
    private(set) var isBroken = false

    /// True when an event waits to be sent.
    var hasUnsent: Bool { kept.count > sent }

    /// The number of the last event; 0 before the first one.
    var last: Int { acknowledged + kept.count }

    /// True when the client has acknowledged the event with this number.
    func hasAcknowledged(_ number: Int) -> Bool { number <= acknowledged }

    /// True when all events were sent and acknowledged.
    var isDrained: Bool { kept.isEmpty }

    mutating func append(_ event: OutgoingEvent, limit: StreamLimit) {
        guard !isBroken else { return }
        kept.append(event)
        byteCount += event.bytes.count
        guard kept.count > limit.events || byteCount > limit.bytes && kept.count > 1 else { return }
        isBroken = true
        kept = []
        sent = 0
    }

    /// Returns the unsent events as one notification; nil while one is unacknowledged or without a listener.
    ///
    /// Events beyond the size of one datagram wait for the next notification. That is cheaper than a block-wise
    /// transfer (RFC 7959), which needs two more messages per block.
    mutating func takeBatch() -> [UInt8]? {
        guard listener != nil, !isAwaiting, hasUnsent else { return nil }
        isAwaiting = true
        var end = sent + 1
        var size = EncodedBatch.largestHead + kept[sent].bytes.count
        while end < kept.count, size + kept[end].bytes.count <= EncodedBatch.defaultLimit {
            size += kept[end].bytes.count
            end += 1
        }
        return take(to: end)
    }

    /// Returns all unsent events, for the response that opens the stream.
    mutating func takeOpening() -> [UInt8] {
        take(to: kept.count)
    }

    private mutating func take(to end: Int) -> [UInt8] {
        let payload = EncodedBatch.payload(first: acknowledged + sent + 1, events: kept[sent..<end])
        sent = end
        isDue = hasUnsent
        return payload
    }

    /// Removes the events of the acknowledged notification.
    mutating func acknowledge() {
        guard isAwaiting else { return }
        isAwaiting = false
        acknowledged += sent
        if sent == kept.count {
            // Removing single elements from the end is cheaper than replacing a range of few elements.
            while !kept.isEmpty { kept.removeLast() }
            byteCount = 0
        } else {
            removeFirst(sent)
        }
        sent = 0
    }

    /// Removes the listener. Unacknowledged events are kept for its return.
    mutating func detach() {
        listener = nil
        isAwaiting = false
        isDue = false
        sent = 0
    }

    /// Restarts with the first event, for the same listener. Returns the events without an acknowledgement.
    mutating func restart() -> [OutgoingEvent] {
        let (listener, unacknowledged) = (listener, kept)
        self = EventStream()
        self.listener = listener
        return unacknowledged
    }

    /// Resumes after the last event that the client handled. Returns false when later events are no longer kept.
    ///
    /// Earlier events of opened streams are omitted, because the response contains a new one. That one takes the number
    /// of the last handled event, so that the kept events keep theirs. A new listener follows, with which all kept
    /// events are unsent.
    mutating func resume(after last: Int, leavingOut type: String) -> Bool {
        let handled = last.subtractingReportingOverflow(acknowledged)
        guard !isBroken, !handled.overflow, (0...kept.count).contains(handled.partialValue) else { return false }
        removeFirst(handled.partialValue)
        kept.removeAll { $0.type == type }
        byteCount = kept.reduce(0) { $0 + $1.bytes.count }
        acknowledged = max(0, last - 1)
        return true
    }

    /// Inserts an event before all kept events.
    mutating func prepend(_ event: OutgoingEvent) {
        kept.insert(event, at: 0)
        byteCount += event.bytes.count
    }

    private mutating func removeFirst(_ count: Int) {
        byteCount -= kept[..<count].reduce(0) { $0 + $1.bytes.count }
        kept.removeFirst(count)
    }
}
