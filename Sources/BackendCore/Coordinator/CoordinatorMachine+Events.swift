import Signaling

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
        tell(event, audience(of: event.callCid), urgency)
    }

    /// Tells all devices of these users.
    mutating func tell<Kind>(_ event: CallEvent<Kind>, users: [String], _ urgency: Urgency) {
        tell(event, users.flatMap { connections.receivers(ofUser: $0) }, urgency)
    }

    private mutating func tell<Kind>(_ event: CallEvent<Kind>, _ receivers: [ReceiverID], _ urgency: Urgency) {
        guard !receivers.isEmpty else { return }
        let outgoing = OutgoingEvent(event)
        var told: [String] = []
        told.reserveCapacity(receivers.count)
        for receiver in receivers {
            streams.append(outgoing, to: receiver, pressing: urgency.presses(receiver), at: now)
            told.append(connections[receiver]?.userId ?? "")
        }
        effects.append(.trace(.event(type: outgoing.type, cid: event.callCid, to: told)))
    }

    private mutating func audience(of cid: CallCid) -> [ReceiverID] {
        guard let call = calls[cid] else { return [] }
        if let known = call.audience, known.generation == connections.generation { return known.receivers }
        var receivers: [ReceiverID] = []
        var seen: Set<ReceiverID> = []
        for member in call.members where !call.isBlocked(member.userId) {
            for receiver in connections.receivers(ofUser: member.userId) where seen.insert(receiver).inserted {
                receivers.append(receiver)
            }
        }
        for receiver in call.watchers where seen.insert(receiver).inserted {
            guard let connection = connections[receiver], !call.isBlocked(connection.userId) else { continue }
            receivers.append(receiver)
        }
        calls[cid]?.audience = Audience(generation: connections.generation, receivers: receivers)
        return receivers
    }

    /// Lets a connection follow a call from now on.
    mutating func watch(_ cid: CallCid, _ receiver: ReceiverID) {
        guard connections[receiver]?.watched.insert(cid).inserted ?? false else { return }
        calls[cid]?.addWatcher(receiver)
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
