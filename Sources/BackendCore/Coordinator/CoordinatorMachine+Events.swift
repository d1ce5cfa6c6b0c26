import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// Notifies all receivers of a call's events: all connections of its members, then its watchers.
    ///
    /// - Parameter cause: The connection whose request caused the event; see ``EventUrgency``.
    func notify<Kind>(_ event: CallEvent<Kind>, cause: ReceiverID? = nil) where Kind.Payload: Body {
        guard let call = calls[event.callCid] else { return }
        send(event, to: call.audience(among: connections), cause: cause)
    }

    /// Notifies all connections of users.
    func notify<Kind>(_ event: CallEvent<Kind>, users: [String], cause: ReceiverID? = nil) where Kind.Payload: Body {
        send(event, to: audience(users.flatMap { connections.receivers(ofUser: $0) }), cause: cause)
    }

    /// Notifies connections of an event without a call: each once, except for one connection.
    func notify<Kind>(_ event: ClientWideEvent<Kind>, to receivers: [ReceiverID], except exception: ReceiverID)
    where Kind.Payload: Body {
        var seen: Set<ReceiverID> = [exception]
        let receivers = receivers.filter { seen.insert($0).inserted }
        guard !receivers.isEmpty else { return }
        send(OutgoingEvent(event), to: receivers, isUrgent: false)
    }

    /// Sends an operator's event to all connections of users. Adds the date where it is missing.
    func sendCustom(_ event: CBOR.Map, to users: [String]) {
        var event = event
        if event["created_at"] == nil { event["created_at"] = .integer(date.milliseconds) }
        let outgoing = OutgoingEvent(type: event["type"]?.text ?? "", bytes: CBOR.map(event).encoded())
        send(outgoing, to: users.flatMap { connections.receivers(ofUser: $0) }, isUrgent: true)
    }

    private func send(_ event: OutgoingEvent, to receivers: [ReceiverID], isUrgent: Bool) {
        for receiver in receivers { streams.append(event, to: receiver, isUrgent: isUrgent, at: now) }
        traceEvent(event.type, nil, count: receivers.count, to: audience(receivers).userIds)
    }

    private func send<Kind>(_ event: CallEvent<Kind>, to everyone: Audience, cause: ReceiverID?)
    where Kind.Payload: Body {
        let audience = permitted(everyone, event.callCid)
        guard !audience.receivers.isEmpty else { return }
        let outgoing = OutgoingEvent(event)
        let urgency = Kind.row.urgency
        for receiver in audience.receivers {
            let isUrgent = urgency.isUrgent(causedByReceiver: receiver == cause)
            streams.append(outgoing, to: receiver, isUrgent: isUrgent, at: now)
        }
        traceEvent(outgoing.type, event.callCid, count: audience.userIds.count, to: audience.userIds)
    }

    /// Returns the audience without connections whose token is for another call.
    func permitted(_ audience: Audience, _ cid: CallCid) -> Audience {
        guard hasTokensForOneCall else { return audience }
        return self.audience(audience.receivers.filter { connections[$0]?.callCid.map { $0 == cid } ?? true })
    }

    private func audience(_ receivers: [ReceiverID]) -> Audience {
        Audience(
            generation: connections.generation, receivers: receivers,
            userIds: receivers.map { connections[$0]?.userId ?? "" })
    }

    /// Subscribes a connection to a call, unless its user may only join the call and not read it.
    func watch(_ call: CallRecord, _ receiver: ReceiverID) {
        guard let connection = connections[receiver] else { return }
        let user = users[connection.userId] ?? User(id: connection.userId)
        guard call.allows(user, .readCall), call.addWatcher(receiver, of: connection.userId) else { return }
        connection.watched.append(call.cid)
        guard connection.isOfGuest, connection.watched.count > Self.maxWatchedByGuest else { return }
        calls[connection.watched.removeFirst()]?.removeWatcher(receiver)
    }

    /// The maximum number of calls that a guest's connection follows. It follows the latest ones.
    static let maxWatchedByGuest = 256

    /// Sends an order to every SFU of a call, the current one first.
    func order(_ order: SessionOrder, in call: CallRecord) {
        guard let current = call.edge else { return }
        for edge in [current] + call.edges.filter({ $0 != current }) { effects.append(.order(edge: edge, order)) }
    }
}
