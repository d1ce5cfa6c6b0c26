import Signaling
import Timing

/// The rings that a new connection receives (`semantics.md` section 0, rule 12).
extension CoordinatorMachine {
    /// Sends a new connection every ring that its user can still answer.
    ///
    /// - Parameter away: The date at which the client last had all events, when the coordinator has forgotten its
    ///   earlier connection. Only rings that began later are sent, and those that the user missed later.
    func catchUp(_ receiver: ReceiverID, _ user: User, away: Timestamp?) {
        let onlyCall = connections[receiver]?.callCid
        for cid in rungIn[user.id] ?? [] where onlyCall == nil || onlyCall == cid {
            guard let call = calls[cid], call.endedAt == nil, !call.isBlocked(user.id), call.member(user.id) != nil,
                let session = call.session, !session.contains(userId: user.id)
            else { continue }
            if session.ring.isOpen(user.id), let invitation = session.ring.invitation(of: user.id) {
                if let away, invitation.date <= away { continue }
                let payload = call.ringPayload(from: profile(of: invitation.caller), isVideo: invitation.isVideo)
                prepare(CallRingEvent(cid, at: date, payload), for: receiver)
            } else if let away, let miss = call.miss(of: user.id), miss.date > away {
                let payload = call.missedPayload(miss, from: profile(of: miss.invitation.caller))
                prepare(CallMissedEvent(cid, at: miss.date, payload), for: receiver)
            }
        }
    }

    private func profile(of caller: String) -> User { users[caller] ?? User(id: caller) }

    /// Records a call among the last calls in which a user was rung.
    func note(_ cid: CallCid, rings userId: String) {
        rungIn[userId, default: []].keep(cid)
    }

    /// Adds an event to the response that opens a stream.
    private func prepare<Kind>(_ event: CallEvent<Kind>, for receiver: ReceiverID) where Kind.Payload: Body {
        let outgoing = OutgoingEvent(event)
        streams.append(outgoing, to: receiver, isUrgent: false, at: now)
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
