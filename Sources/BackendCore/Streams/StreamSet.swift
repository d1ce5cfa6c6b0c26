import Timing

/// Names one receiver of events within a ``StreamSet``, in the order of their coming.
struct ReceiverID: Hashable, Comparable, Sendable {
    let number: Int

    static func < (lhs: ReceiverID, rhs: ReceiverID) -> Bool {
        lhs.number < rhs.number
    }
}

/// The event streams of all receivers of one server, and when each has something to send.
///
/// What presses goes at the end of the instant, together with all else that the instant brought; what does not press
/// waits up to a short delay for company. Order within a stream is always kept.
struct StreamSet: Sendable {
    private var streams: [ReceiverID: EventStream] = [:]
    private var receivers: [StreamID: ReceiverID] = [:]
    private var pressing: [ReceiverID] = []
    private var pressedAt: Instant?
    private var delayed = TimerQueue<ReceiverID>()
    private var timers: [ReceiverID: TimerID] = [:]
    private var nextReceiver = 1
    private var nextStream = 1
    private let delay: Duration
    private let limit: Int

    init(delay: Duration, limit: Int) {
        self.delay = delay
        self.limit = limit
    }

    var nextWake: Instant? {
        guard let pressedAt else { return delayed.nextDeadline }
        return delayed.nextDeadline.map { min($0, pressedAt) } ?? pressedAt
    }

    // MARK: Receivers and their listeners

    mutating func add() -> ReceiverID {
        let receiver = ReceiverID(number: nextReceiver)
        nextReceiver += 1
        streams[receiver] = EventStream()
        return receiver
    }

    /// Takes a receiver out; returns the stream that it listened on.
    mutating func remove(_ receiver: ReceiverID) -> StreamID? {
        cancelDelay(receiver)
        guard let listener = streams.removeValue(forKey: receiver)?.listener else { return nil }
        receivers[listener] = nil
        return listener
    }

    /// Gives the receiver a new stream; returns it and the one that it replaces.
    mutating func attach(_ receiver: ReceiverID) -> (stream: StreamID, replaced: StreamID?) {
        let stream = StreamID(number: nextStream)
        nextStream += 1
        let replaced = streams[receiver]?.listener
        if let replaced { receivers[replaced] = nil }
        streams[receiver]?.detach()
        streams[receiver]?.listener = stream
        receivers[stream] = receiver
        return (stream, replaced)
    }

    /// The stream lost its listener; returns whose it was.
    mutating func detach(_ stream: StreamID) -> ReceiverID? {
        guard let receiver = receivers.removeValue(forKey: stream) else { return nil }
        cancelDelay(receiver)
        streams[receiver]?.detach()
        return receiver
    }

    func receiver(of stream: StreamID) -> ReceiverID? {
        receivers[stream]
    }

    func hasListener(_ receiver: ReceiverID) -> Bool {
        streams[receiver]?.listener != nil
    }

    /// Whether everything for the receiver was sent and acknowledged.
    func isDrained(_ receiver: ReceiverID) -> Bool {
        streams[receiver]?.keptCount == 0
    }

    // MARK: Events

    mutating func append(_ event: OutgoingEvent, to receiver: ReceiverID, pressing isPressing: Bool, at now: Instant) {
        streams[receiver]?.append(event, limit: limit)
        if isPressing {
            press(receiver, at: now)
        } else if timers[receiver] == nil {
            timers[receiver] = delayed.schedule(receiver, at: now.advanced(by: delay))
        }
    }

    /// Begins the receiver's stream again after the last event that it handled; false when that cannot be.
    mutating func resume(_ receiver: ReceiverID, after last: Int, leavingOut type: String) -> Bool {
        let listener = streams[receiver]?.listener
        let isResumed = streams[receiver]?.resume(after: last, leavingOut: type) ?? false
        streams[receiver]?.listener = listener
        return isResumed
    }

    /// Begins the receiver's stream anew: what was kept for it is told in another way.
    mutating func restart(_ receiver: ReceiverID) {
        cancelDelay(receiver)
        let listener = streams[receiver]?.listener
        streams[receiver] = EventStream()
        streams[receiver]?.listener = listener
    }

    /// The body of the answer that opens a stream: `event` first, and all that was kept.
    mutating func opening(of receiver: ReceiverID, with event: OutgoingEvent) -> [UInt8] {
        cancelDelay(receiver)
        streams[receiver]?.prepend(event)
        return streams[receiver]?.takeOpening() ?? []
    }

    mutating func acknowledged(_ stream: StreamID, at now: Instant) -> ReceiverID? {
        guard let receiver = receivers[stream] else { return nil }
        streams[receiver]?.acknowledge()
        if let state = streams[receiver], state.isPressing, state.hasUnsent { enqueue(receiver, at: now) }
        return receiver
    }

    /// The notifications that are due; without payload for a listener that is too far behind and must be closed.
    mutating func flush(at now: Instant) -> [(stream: StreamID, payload: [UInt8]?)] {
        while let due = delayed.popDue(at: now) {
            timers[due.element] = nil
            press(due.element, at: now)
        }
        let ready = pressing
        pressing = []
        pressedAt = nil
        return ready.compactMap { receiver in
            guard let listener = streams[receiver]?.listener else { return nil }
            cancelDelay(receiver)
            if streams[receiver]?.isBroken ?? false { return (listener, nil) }
            guard let payload = streams[receiver]?.takeBatch() else { return nil }
            return (listener, payload)
        }
    }

    private mutating func press(_ receiver: ReceiverID, at now: Instant) {
        guard let state = streams[receiver], state.listener != nil, !state.isPressing else { return }
        streams[receiver]?.isPressing = true
        if !state.isAwaiting || state.isBroken { enqueue(receiver, at: now) }
    }

    private mutating func enqueue(_ receiver: ReceiverID, at now: Instant) {
        pressing.append(receiver)
        pressedAt = min(pressedAt ?? now, now)
    }

    private mutating func cancelDelay(_ receiver: ReceiverID) {
        if let timer = timers.removeValue(forKey: receiver) { delayed.cancel(timer) }
    }
}
