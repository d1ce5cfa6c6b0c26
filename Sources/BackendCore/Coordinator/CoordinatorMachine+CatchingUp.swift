import Signaling
import Timing

/// What a device learns of rings when it connects and nothing is kept for it (`semantics.md` section 0, rule 12).
extension CoordinatorMachine {
    /// Tells a new connection of every ring that its user could still answer; and a user who was away for so long that
    /// they were forgotten, of those that began and were missed meanwhile. What was known before, the client reads again.
    mutating func catchUp(_ receiver: ReceiverID, _ user: User, isBack: Bool) {
        let away = isBack ? lastHeard.removeValue(forKey: user.id) : nil
        for cid in calls.keys.sorted() {
            guard let call = calls[cid], call.endedAt == nil, !call.isBlocked(user.id), let session = call.session,
                let invitation = session.ring.invitation(of: user.id), !session.contains(userId: user.id)
            else { continue }
            let caller = users[invitation.caller] ?? User(id: invitation.caller)
            if session.ring.isOpen(user.id) {
                let payload = RingPayload(
                    call: call.response, members: call.members, sessionId: session.id, user: caller,
                    video: invitation.isVideo)
                owe(CallRingEvent(cid, at: date, payload), to: receiver)
            } else if let away, invitation.date > away, let missed = session.ring.missedBy[user.id] {
                let payload = MissedPayload(
                    call: call.response, members: call.members, sessionId: session.id, user: caller,
                    notifyUser: true, video: invitation.isVideo)
                owe(CallMissedEvent(cid, at: missed, payload), to: receiver)
            }
        }
    }

    /// What belongs into the answer that opens a stream.
    private mutating func owe<Kind>(_ event: CallEvent<Kind>, to receiver: ReceiverID) {
        let outgoing = OutgoingEvent(event)
        streams.append(outgoing, to: receiver, pressing: false, at: now)
        let userId = connections[receiver]?.userId ?? ""
        effects.append(.trace(.event(type: outgoing.type, cid: event.callCid, to: [userId])))
    }
}
