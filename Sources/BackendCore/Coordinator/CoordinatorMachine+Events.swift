import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// How soon an event must be with its receivers.
    enum Urgency {
        /// Somebody waits for it; only the connection whose request caused it knows it already.
        case awaited(butFor: ReceiverID?)
        /// It may wait a little for company.
        case idle
    }

    /// Tells everybody who follows the call: all devices of its members, then whoever watches it.
    mutating func tellAll<Kind>(_ event: CallEvent<Kind>, _ urgency: Urgency) {
        guard let audience = audience(of: event.callCid) else { return }
        tell(event, audience, urgency)
    }

    /// Tells all devices of these users.
    mutating func tell<Kind>(_ event: CallEvent<Kind>, users: [String], _ urgency: Urgency) {
        tell(event, audience(users.flatMap { connections.receivers(ofUser: $0) }), urgency)
    }

    /// Tells all devices of these users but one of something that is about no call.
    mutating func tell<Kind>(_ event: ClientWideEvent<Kind>, toUsers users: [String], butFor exception: ReceiverID) {
        var seen: Set<ReceiverID> = [exception]
        let receivers = users.flatMap { connections.receivers(ofUser: $0) }.filter { seen.insert($0).inserted }
        guard !receivers.isEmpty else { return }
        let outgoing = OutgoingEvent(event)
        for receiver in receivers { streams.append(outgoing, to: receiver, pressing: false, at: now) }
        traceEvent(outgoing.type, nil, to: receivers.map { connections[$0]?.userId ?? "" })
    }

    /// Tells all devices of these users what the backend's operator says; the date is added where there is none.
    mutating func say(_ event: CBOR.Map, to users: [String]) {
        var event = event
        if event["created_at"] == nil { event["created_at"] = .integer(date.milliseconds) }
        let outgoing = OutgoingEvent(type: event["type"]?.text ?? "", bytes: CBOR.map(event).encoded())
        let receivers = users.flatMap { connections.receivers(ofUser: $0) }
        for receiver in receivers { streams.append(outgoing, to: receiver, pressing: true, at: now) }
        traceEvent(outgoing.type, nil, to: receivers.map { connections[$0]?.userId ?? "" })
    }

    private mutating func tell<Kind>(_ event: CallEvent<Kind>, _ audience: Audience, _ urgency: Urgency) {
        guard !audience.receivers.isEmpty else { return }
        let outgoing = OutgoingEvent(event)
        for receiver in audience.receivers {
            streams.append(outgoing, to: receiver, pressing: urgency.presses(receiver), at: now)
        }
        traceEvent(outgoing.type, event.callCid, to: audience.userIds)
    }

    private func audience(_ receivers: [ReceiverID]) -> Audience {
        Audience(
            generation: connections.generation, receivers: receivers,
            userIds: receivers.map { connections[$0]?.userId ?? "" })
    }

    mutating func audience(of cid: CallCid) -> Audience? {
        let connections = connections
        return calls.inPlace(cid) { $0.audience(among: connections) }
    }

    /// Lets a connection follow a call from now on.
    mutating func watch(_ cid: CallCid, _ receiver: ReceiverID) {
        guard let userId = connections.inPlace(receiver, { $0.userId }) else { return }
        let isNew = calls.inPlace(cid) { $0.addWatcher(receiver, of: userId) } ?? false
        if isNew { connections.inPlace(receiver) { $0.watched.append(cid) } }
    }
}

extension CoordinatorMachine.Urgency {
    func presses(_ receiver: ReceiverID) -> Bool {
        switch self {
        case .awaited(let exception): receiver != exception
        case .idle: false
        }
    }
}
