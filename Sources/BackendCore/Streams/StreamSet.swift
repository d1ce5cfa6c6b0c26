import Timing

/// Names one receiver of events within a ``StreamSet``.
struct ReceiverID: Hashable, Sendable {
    /// A number that no other receiver has, in the order of adding.
    let number: Int
    /// The receiver's index, which is reused after its removal.
    let slot: Int
}

/// The event streams of all receivers of one server, and when each has something to send.
///
/// An urgent event is sent at the end of the instant, together with the instant's other events. Other events wait up to
/// a short delay. A stream always keeps its order.
struct StreamSet: Sendable {
    private struct Slot: Sendable {
        var receiver: ReceiverID?
        var stream = EventStream()
        var delay: TimerID?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var pressing: [ReceiverID] = []
    private var pressedAt: Instant?
    private var delayed = TimerQueue<ReceiverID>()
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
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(Slot()) }
        let receiver = ReceiverID(number: nextReceiver, slot: slot)
        nextReceiver += 1
        slots[slot].receiver = receiver
        return receiver
    }

    /// Removes a receiver and returns its stream.
    mutating func remove(_ receiver: ReceiverID) -> StreamID? {
        guard isKnown(receiver) else { return nil }
        cancelDelay(receiver)
        let listener = slots[receiver.slot].stream.listener
        slots[receiver.slot] = Slot()
        free.append(receiver.slot)
        return listener
    }

    /// Gives the receiver a new stream; returns it and the one that it replaces.
    mutating func attach(_ receiver: ReceiverID) -> (stream: StreamID, replaced: StreamID?) {
        let stream = StreamID(number: nextStream, slot: receiver.slot)
        nextStream += 1
        guard isKnown(receiver) else { return (stream, nil) }
        let replaced = slots[receiver.slot].stream.listener
        slots[receiver.slot].stream.detach()
        slots[receiver.slot].stream.listener = stream
        return (stream, replaced)
    }

    /// Detaches the lost listener of a stream and returns its receiver.
    mutating func detach(_ stream: StreamID) -> ReceiverID? {
        guard let receiver = receiver(of: stream) else { return nil }
        cancelDelay(receiver)
        slots[receiver.slot].stream.detach()
        return receiver
    }

    func hasListener(_ receiver: ReceiverID) -> Bool {
        isKnown(receiver) && slots[receiver.slot].stream.listener != nil
    }

    /// The stream that a receiver listens on.
    func listener(of receiver: ReceiverID) -> StreamID? {
        isKnown(receiver) ? slots[receiver.slot].stream.listener : nil
    }

    /// The number of the receiver's last event; 0 before the first one.
    func lastEvent(of receiver: ReceiverID) -> Int {
        isKnown(receiver) ? slots[receiver.slot].stream.last : 0
    }

    /// True when all events of the receiver were sent and acknowledged.
    func isDrained(_ receiver: ReceiverID) -> Bool {
        isKnown(receiver) && slots[receiver.slot].stream.isDrained
    }

    private func isKnown(_ receiver: ReceiverID) -> Bool {
        slots.indices.contains(receiver.slot) && slots[receiver.slot].receiver == receiver
    }

    private func receiver(of stream: StreamID) -> ReceiverID? {
        guard slots.indices.contains(stream.slot), slots[stream.slot].stream.listener == stream else { return nil }
        return slots[stream.slot].receiver
    }

    // MARK: Events

    mutating func append(_ event: OutgoingEvent, to receiver: ReceiverID, pressing isPressing: Bool, at now: Instant) {
        guard isKnown(receiver) else { return }
        slots[receiver.slot].stream.append(event, limit: limit)
        if isPressing {
            press(receiver, at: now)
        } else if slots[receiver.slot].delay == nil {
            slots[receiver.slot].delay = delayed.schedule(receiver, at: now.advanced(by: delay))
        }
    }

    /// Begins the receiver's stream again after the last event that it handled; false when that cannot be.
    mutating func resume(_ receiver: ReceiverID, after last: Int, leavingOut type: String) -> Bool {
        isKnown(receiver) && slots[receiver.slot].stream.resume(after: last, leavingOut: type)
    }

    /// Restarts the receiver's stream without the events that were kept.
    mutating func restart(_ receiver: ReceiverID) {
        guard isKnown(receiver) else { return }
        cancelDelay(receiver)
        slots[receiver.slot].stream.restart()
    }

    /// The body of the answer that opens a stream: `event` first, and all that was kept.
    mutating func opening(of receiver: ReceiverID, with event: OutgoingEvent) -> [UInt8] {
        guard isKnown(receiver) else { return [] }
        cancelDelay(receiver)
        slots[receiver.slot].stream.prepend(event)
        return slots[receiver.slot].stream.takeOpening()
    }

    mutating func acknowledged(_ stream: StreamID, at now: Instant) -> ReceiverID? {
        guard let receiver = receiver(of: stream) else { return nil }
        slots[receiver.slot].stream.acknowledge()
        if slots[receiver.slot].stream.isPressing, slots[receiver.slot].stream.hasUnsent { enqueue(receiver, at: now) }
        return receiver
    }

    /// The notifications that are due; without payload for a listener that is too far behind and must be closed.
    mutating func flush(at now: Instant) -> [(stream: StreamID, payload: [UInt8]?)] {
        while let due = delayed.popDue(at: now) {
            slots[due.element.slot].delay = nil
            press(due.element, at: now)
        }
        var notifications: [(stream: StreamID, payload: [UInt8]?)] = []
        notifications.reserveCapacity(pressing.count)
        for receiver in pressing where isKnown(receiver) {
            guard let listener = slots[receiver.slot].stream.listener else { continue }
            cancelDelay(receiver)
            if slots[receiver.slot].stream.isBroken {
                notifications.append((listener, nil))
            } else if let payload = slots[receiver.slot].stream.takeBatch() {
                notifications.append((listener, payload))
            }
        }
        pressing.removeAll(keepingCapacity: true)
        pressedAt = nil
        return notifications
    }

    private mutating func press(_ receiver: ReceiverID, at now: Instant) {
        guard hasListener(receiver), !slots[receiver.slot].stream.isPressing else { return }
        slots[receiver.slot].stream.isPressing = true
        if !slots[receiver.slot].stream.isAwaiting || slots[receiver.slot].stream.isBroken {
            enqueue(receiver, at: now)
        }
    }

    private mutating func enqueue(_ receiver: ReceiverID, at now: Instant) {
        pressing.append(receiver)
        pressedAt = min(pressedAt ?? now, now)
    }

    private mutating func cancelDelay(_ receiver: ReceiverID) {
        guard let timer = slots[receiver.slot].delay else { return }
        delayed.cancel(timer)
        slots[receiver.slot].delay = nil
    }
}
