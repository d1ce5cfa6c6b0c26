import Signaling
import Timing

/// What a device learns of rings when it connects and nothing is kept for it (`semantics.md` section 0, rule 12).
extension CoordinatorMachine {
    /// Tells a new connection of every ring that its user could still answer; and a client that was away for so long that
    /// it was forgotten, of those that began, and those that were missed, since then. What it knew it reads again.
    mutating func catchUp(_ receiver: ReceiverID, _ user: User, away: Timestamp?) {
        let onlyCall = connections[receiver]?.callCid
        for cid in rungIn[user.id] ?? [] where onlyCall == nil || onlyCall == cid {
            guard let call = calls[cid], call.endedAt == nil, !call.isBlocked(user.id), let session = call.session,
                let invitation = session.ring.invitation(of: user.id), !session.contains(userId: user.id)
            else { continue }
            if let away, invitation.date <= away { continue }
            let caller = users[invitation.caller] ?? User(id: invitation.caller)
            if session.ring.isOpen(user.id) {
                let payload = RingPayload {
                    $0.call = call.response
                    $0.members = call.members
                    $0.sessionId = session.id
                    $0.user = caller
                    $0.video = invitation.isVideo
                }
                owe(CallRingEvent(cid, at: date, payload), to: receiver)
            } else if away != nil, let missed = session.ring.missedBy[user.id] {
                let payload = MissedPayload {
                    $0.call = call.response
                    $0.members = call.members
                    $0.sessionId = session.id
                    $0.user = caller
                    $0.notifyUser = true
                    $0.video = invitation.isVideo
                }
                owe(CallMissedEvent(cid, at: missed, payload), to: receiver)
            }
        }
    }

    /// Remembers the last calls that a user was rung in: nobody can answer, or cares to have missed, more of them.
    mutating func note(_ cid: CallCid, rings userId: String) {
        rungIn[userId, default: []].keep(cid)
    }

    /// What belongs into the answer that opens a stream.
    private mutating func owe<Kind>(_ event: CallEvent<Kind>, to receiver: ReceiverID) where Kind.Payload: Body {
        let outgoing = OutgoingEvent(event)
        streams.append(outgoing, to: receiver, pressing: false, at: now)
        let userId = connections[receiver]?.userId ?? ""
        traceEvent(outgoing.type, event.callCid, to: [userId])
    }
}

extension [CallCid] {
    private static let mostRings = 32

    /// Puts a call behind all others, and lets go of the first of too many.
    fileprivate mutating func keep(_ cid: CallCid) {
        if let index = lastIndex(of: cid) { remove(at: index) }
        if count == Self.mostRings { removeFirst() }
        append(cid)
    }
}
