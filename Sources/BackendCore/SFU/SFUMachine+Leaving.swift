import Signaling
import Timing
import Wire

extension SFUMachine {
    func leave(
        _ request: ServerRequest, _ body: SFULeaveRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        try check(sessionId: body.sessionId)
        if let session = sessions[body.sessionId] {
            guard session.peer == request.peer || isToken(body.token, of: session) else {
                throw .otherSession(body.sessionId)
            }
            try request.verify(for: session.client)
            userId = session.userId
            end(session, .left)
        } else {
            // The leave may have overtaken the join, which is then refused.
            endedSessions.add(body.sessionId, from: request.peer, at: now)
        }
        return ServerResponse(.changed)
    }

    /// True when the bytes are a token of the session's user and call. Such a token counts from any address.
    private func isToken(_ bytes: [UInt8]?, of session: SFUSession) -> Bool {
        guard let bytes, let token = try? AccessToken(bytes, secret: configuration.secret, at: date) else {
            return false
        }
        return token.userId == session.userId && token.callCid == session.cid
    }

    /// Ends a session, and notifies the other participants and the coordinator.
    func end(_ session: SFUSession, _ change: BackendTrace.SessionChange) {
        remove(session, change)
        announceEnd(of: session)
        forget(session.receiver)
    }

    private func announceEnd(of session: SFUSession) {
        notify(.participantLeft(session.participant), in: session.cid)
        reportEnd(of: session)
    }

    /// Ends a session that a new one replaces, and notifies the other participants. The coordinator receives the end after
    /// the new session, so that the call's session goes on.
    func endReplaced(_ session: SFUSession) {
        remove(session, .replaced)
        notify(.participantLeft(session.participant), in: session.cid)
        forget(session.receiver)
    }

    /// Reports the end of a session to the coordinator.
    func reportEnd(of session: SFUSession) {
        effects.append(.report(.left(session.cid, sessionId: session.sessionId, at: date)))
    }

    private func remove(_ session: SFUSession, _ change: BackendTrace.SessionChange) {
        sessions[session.sessionId] = nil
        count(session, -1)
        endedSessions.add(session.sessionId, unacknowledgedWithdrawals(of: session), at: now)
        media.close(session.sessionId)
        if let timer = session.healthTimer { timers.cancel(timer) }
        calls[session.cid]?.remove(session)
        trace(change, session)
    }

    /// Counts a session at its address, or of its guest.
    func count(_ session: SFUSession, _ change: Int) {
        countUser(session, change)
        guard session.isOfGuest else { return }
        countOfGuests += change
        let count = (sessionsOfGuests[session.userId] ?? 0) + change
        sessionsOfGuests[session.userId] = count == 0 ? nil : count
    }

    /// Removes a session that continues on another SFU, and keeps its pin. The client may return here later.
    func handOver(_ session: SFUSession) {
        sessions[session.sessionId] = nil
        count(session, -1)
        media.close(session.sessionId)
        if let timer = session.healthTimer { timers.cancel(timer) }
        calls[session.cid]?.remove(session, keepingPin: true)
        trace(.moved, session)
    }

    // MARK: Orders of the coordinator

    /// Withdraws a user's admission and ends its sessions, which receive the reason.
    func remove(_ userId: String, from cid: CallCid, _ reason: CallEndedReason) {
        guard let call = calls[cid] else { return }
        call.admitted[userId] = nil
        for session in call.sessions where session.userId == userId {
            remove(session, .removed)
            announceEnd(of: session)
            sendLast(OutgoingEvent(.callEnded(reason)), to: session.receiver)
        }
    }

    /// Ends every session of a call. Each client receives only the end.
    func end(_ cid: CallCid, _ reason: CallEndedReason) {
        guard let call = calls[cid] else { return }
        let event = OutgoingEvent(.callEnded(reason))
        for session in call.sessions {
            remove(session, .removed)
            sendLast(event, to: session.receiver)
        }
        for remote in call.remotes { media.forgetRemote(remote.sessionId) }
        calls[cid] = nil
    }

    /// Returns a call to backstage: notifies all participants, and removes users that may not be in backstage.
    func endLive(_ cid: CallCid, staying: Set<String>) {
        guard let call = calls[cid] else { return }
        let event = OutgoingEvent(.callEnded(.liveEnded))
        var removed: [SFUSession] = []
        for session in call.sessions {
            if staying.contains(session.userId) {
                streams.append(event, to: session.receiver, isUrgent: true, at: now)
            } else {
                remove(session, .removed)
                removed.append(session)
            }
        }
        call.admitted = call.admitted.filter { staying.contains($0.key) }
        for session in removed {
            announceEnd(of: session)
            sendLast(event, to: session.receiver)
        }
    }

    /// Sends the last event of a session that has ended. The receiver is forgotten after the acknowledgement.
    private func sendLast(_ event: OutgoingEvent, to receiver: ReceiverID) {
        guard streams.hasListener(receiver) else { return forget(receiver) }
        drainingReceivers.insert(receiver)
        streams.append(event, to: receiver, isUrgent: true, at: now)
    }
}
