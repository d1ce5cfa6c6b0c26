internal import Containers
import Timing

/// Identifies one receiver of events within a ``StreamSet``.
typealias ReceiverID = SlotID

/// The event streams of all receivers of one server, with the deadline of each stream's next notification.
///
/// An urgent event is sent at the end of the instant, together with the instant's other events. Other events wait up to
/// a short delay. A stream always keeps its order.
struct StreamSet: Sendable {
    private struct Receiver: Sendable {
        var stream = EventStream()
        var delay: TimerID?
        /// The receiver's own limit; nil for the limit of the set.
        var limit: StreamLimit?
    }

    private var receivers = SlotMap<Receiver>()
    private var dueReceivers: [ReceiverID] = []
    private var dueAt: Instant?
    private var delayed = TimerQueue<ReceiverID>()
    private var nextStream = 1
    private let delay: Duration
    private let limit: StreamLimit

    init(delay: Duration, limit: StreamLimit) {
        self.delay = delay
        self.limit = limit
    }

    /// The deadline of the next notification. Urgent events are due at once, before all that wait.
    var nextWake: Instant? { dueAt ?? delayed.nextDeadline }

    /// The number of receivers.
    var count: Int { receivers.count }

    // MARK: Receivers and their listeners

    mutating func add(_ limit: StreamLimit? = nil) -> ReceiverID { receivers.insert(Receiver(limit: limit)) }

    /// Removes a receiver and returns its stream.
    mutating func remove(_ receiver: ReceiverID) -> StreamID? {
        cancelDelay(receiver)
        return receivers.remove(receiver)?.stream.listener
    }

    /// Opens a new stream for a receiver. Returns the new stream and the one that it replaces.
    mutating func attach(_ receiver: ReceiverID) -> (stream: StreamID, replaced: StreamID?) {
        let stream = StreamID(number: nextStream, slot: receiver.slot)
        nextStream += 1
        let replaced = listener(of: receiver)
        receivers[receiver]?.stream.detach()
        receivers[receiver]?.stream.listener = stream
        return (stream, replaced)
    }

    /// Detaches the lost listener of a stream and returns its receiver.
    mutating func detach(_ stream: StreamID) -> ReceiverID? {
        guard let receiver = receiver(of: stream) else { return nil }
        cancelDelay(receiver)
        receivers[receiver]?.stream.detach()
        return receiver
    }

    func hasListener(_ receiver: ReceiverID) -> Bool {
        listener(of: receiver) != nil
    }

    /// Returns the current stream of a receiver; nil without a listener.
    func listener(of receiver: ReceiverID) -> StreamID? {
        receivers[receiver]?.stream.listener
    }

    /// The number of the receiver's last event; 0 before the first one.
    func lastEvent(of receiver: ReceiverID) -> Int {
        receivers[receiver]?.stream.last ?? 0
    }

    /// True when the receiver has acknowledged the event with this number.
    func hasAcknowledged(_ receiver: ReceiverID, _ number: Int) -> Bool {
        receivers[receiver]?.stream.hasAcknowledged(number) ?? false
    }

    /// True when all events of the receiver were sent and acknowledged.
    func isDrained(_ receiver: ReceiverID) -> Bool {
        receivers[receiver]?.stream.isDrained ?? false
    }

    /// True when the receiver has acknowledged every event, and none was dropped.
    func hasAll(_ receiver: ReceiverID) -> Bool {
        receivers[receiver].map { $0.stream.isDrained && !$0.stream.isBroken } ?? false
    }

    private func receiver(of stream: StreamID) -> ReceiverID? {
        receivers.id(at: stream.slot).flatMap { listener(of: $0) == stream ? $0 : nil }
    }

    // MARK: Events

    mutating func append(_ event: OutgoingEvent, to receiver: ReceiverID, isUrgent: Bool, at now: Instant) {
        guard receivers.contains(receiver) else { return }
        let limit = receivers[receiver]?.limit ?? limit
        receivers[receiver]?.stream.append(event, limit: limit)
        if isUrgent {
            markDue(receiver, at: now)
        } else if receivers[receiver]?.delay == nil {
            receivers[receiver]?.delay = delayed.schedule(receiver, at: now.advanced(by: delay))
        }
    }

    /// Resumes the receiver's stream after the last event that it handled. Returns false when later events are not
    /// kept.
    mutating func resume(_ receiver: ReceiverID, after last: Int, leavingOut type: String) -> Bool {
        receivers[receiver]?.stream.resume(after: last, leavingOut: type) ?? false
    }

    /// Restarts the receiver's stream without the events that were kept, and returns those events.
    mutating func restart(_ receiver: ReceiverID) -> [OutgoingEvent] {
        receivers[receiver]?.stream.restart() ?? []
    }

    /// Returns the body of the response that opens a stream: `event`, then all kept events.
    mutating func opening(of receiver: ReceiverID, with event: OutgoingEvent) -> [UInt8] {
        cancelDelay(receiver)
        receivers[receiver]?.stream.prepend(event)
        return receivers[receiver]?.stream.takeOpening() ?? []
    }

    mutating func acknowledged(_ stream: StreamID, at now: Instant) -> ReceiverID? {
        guard let receiver = receiver(of: stream) else { return nil }
        receivers[receiver]?.stream.acknowledge()
        if let stream = receivers[receiver]?.stream, stream.isDue, stream.hasUnsent { enqueue(receiver, at: now) }
        return receiver
    }

    /// Returns the notifications that are due. A stream without payload is too far behind, and must be closed.
    mutating func flush(at now: Instant) -> [(stream: StreamID, payload: [UInt8]?)] {
        while let due = delayed.popDue(at: now) {
            receivers[due.element]?.delay = nil
            markDue(due.element, at: now)
        }
        var notifications: [(stream: StreamID, payload: [UInt8]?)] = []
        notifications.reserveCapacity(dueReceivers.count)
        for receiver in dueReceivers {
            guard let listener = listener(of: receiver) else { continue }
            cancelDelay(receiver)
            if receivers[receiver]?.stream.isBroken == true {
                notifications.append((listener, nil))
            } else if let payload = receivers[receiver]?.stream.takeBatch() {
                notifications.append((listener, payload))
            }
        }
        dueReceivers.removeAll(keepingCapacity: true)
        dueAt = nil
        return notifications
    }

    private mutating func markDue(_ receiver: ReceiverID, at now: Instant) {
        guard let stream = receivers[receiver]?.stream, stream.listener != nil else { return }
        // A broken stream is closed, whether or not a notification is unacknowledged.
        guard !stream.isDue || stream.isBroken else { return }
        receivers[receiver]?.stream.isDue = true
        if !stream.isAwaiting || stream.isBroken { enqueue(receiver, at: now) }
    }

    private mutating func enqueue(_ receiver: ReceiverID, at now: Instant) {
        dueReceivers.append(receiver)
        dueAt = min(dueAt ?? now, now)
    }

    private mutating func cancelDelay(_ receiver: ReceiverID) {
        guard let timer = receivers[receiver]?.delay else { return }
        delayed.cancel(timer)
        receivers[receiver]?.delay = nil
    }
}
