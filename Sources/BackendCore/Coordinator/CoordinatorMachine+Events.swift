import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// Notifies everyone who follows the call: all devices of its members, then the connections that watch it.
    ///
    /// - Parameter cause: The connection whose request caused the event; see ``EventUrgency``.
    mutating func tellAll<Kind>(_ event: CallEvent<Kind>, cause: ReceiverID? = nil) where Kind.Payload: Body {
        guard let audience = audience(of: event.callCid) else { return }
        tell(event, audience, cause: cause)
    }

    /// Tells all devices of these users.
    mutating func tell<Kind>(_ event: CallEvent<Kind>, users: [String], cause: ReceiverID? = nil)
    where Kind.Payload: Body {
        tell(event, audience(users.flatMap { connections.receivers(ofUser: $0) }), cause: cause)
    }

    /// Tells all devices of these users but one of something that is about no call.
    mutating func tell<Kind>(_ event: ClientWideEvent<Kind>, toUsers users: [String], butFor exception: ReceiverID)
    where Kind.Payload: Body {
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

    private mutating func tell<Kind>(_ event: CallEvent<Kind>, _ everyone: Audience, cause: ReceiverID?)
    where Kind.Payload: Body {
        let audience = hasTokensForOneCall ? permitted(everyone, event.callCid) : everyone
        guard !audience.receivers.isEmpty else { return }
        let outgoing = OutgoingEvent(event)
        let urgency = Kind.row.urgency
        for receiver in audience.receivers {
            let isPressing = urgency.presses(causedByReceiver: receiver == cause)
            streams.append(outgoing, to: receiver, pressing: isPressing, at: now)
        }
        traceEvent(outgoing.type, event.callCid, to: audience.userIds)
    }

    /// The audience without connections whose token is for another call.
    private func permitted(_ audience: Audience, _ cid: CallCid) -> Audience {
        self.audience(audience.receivers.filter { connections[$0]?.callCid.map { $0 == cid } ?? true })
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
