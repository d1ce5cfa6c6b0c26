import Signaling
import Timing

/// The rings that a new connection receives (`semantics.md` section 0, rule 12).
extension CoordinatorMachine {
    /// Sends a new connection every ring that its user can still answer. A client whose connection was forgotten
    /// receives the rings that began or were missed since its last health request.
    func catchUp(_ receiver: ReceiverID, _ user: User, away: Timestamp?) {
        let onlyCall = connections[receiver]?.callCid
        for cid in rungIn[user.id] ?? [] where onlyCall == nil || onlyCall == cid {
            guard let call = calls[cid], call.endedAt == nil, !call.isBlocked(user.id), let session = call.session,
                let invitation = session.ring.invitation(of: user.id), !session.contains(userId: user.id)
            else { continue }
            if let away, invitation.date <= away { continue }
            let caller = users[invitation.caller] ?? User(id: invitation.caller)
            if session.ring.isOpen(user.id) {
                let payload = call.ringPayload(from: caller, isVideo: invitation.isVideo)
                prepare(CallRingEvent(cid, at: date, payload), for: receiver)
            } else if away != nil, let missed = session.ring.missedBy[user.id] {
                let payload = call.missedPayload(from: caller, isVideo: invitation.isVideo)
                prepare(CallMissedEvent(cid, at: missed, payload), for: receiver)
            }
        }
    }

    /// Records a call among the last calls in which a user was rung.
    func note(_ cid: CallCid, rings userId: String) {
        rungIn[userId, default: []].keep(cid)
    }

    /// Adds an event to the response that opens a stream.
    private func prepare<Kind>(_ event: CallEvent<Kind>, for receiver: ReceiverID) where Kind.Payload: Body {
        let outgoing = OutgoingEvent(event)
        streams.append(outgoing, to: receiver, pressing: false, at: now)
        tally.events += 1
        trace(.pastEvent(type: outgoing.type, event.callCid, to: connections[receiver]?.userId ?? ""))
    }
}

extension [CallCid] {
    private static let maxRings = 32

    /// Moves or adds a call to the end, and drops the first beyond the limit.
    fileprivate mutating func keep(_ cid: CallCid) {
        if let index = lastIndex(of: cid) { remove(at: index) }
        if count == Self.maxRings { removeFirst() }
        append(cid)
    }
}
