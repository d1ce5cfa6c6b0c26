import Signaling
import Timing

extension CoordinatorMachine {
    /// A stay began on an SFU.
    mutating func joined(_ cid: CallCid, _ userId: String, _ userSessionId: String, _ date: Timestamp) {
        let user = users[userId] ?? User(id: userId)
        guard let role = calls[cid]?.roleOfParticipant(user) else { return }
        startSession(cid)
        let isFirst = calls[cid]?.session?.start(at: date) ?? false
        if isFirst { limitSession(cid) }
        if isFirst, let call = calls[cid], let session = call.session {
            let payload = SessionPayload(call: call.response, sessionId: session.id)
            tellAll(CallSessionStartedEvent(cid, at: self.date, payload), .idle)
        }
        let participant = SessionParticipant(
            user: user, userSessionId: userSessionId, role: role, joinedAt: date)
        calls[cid]?.session?.join(participant)
        calls[cid]?.countStay(userId, at: date)
        let payload = SessionParticipantPayload(participant: participant, sessionId: calls[cid]?.session?.id ?? "")
        tellAll(CallSessionParticipantJoinedEvent(cid, at: self.date, payload), .idle)
        countsChanged(cid)
        guard isFirst else { return }
        startRecordingByItself(cid)
        planThumbnail(cid)
    }

    /// A stay ended on an SFU.
    mutating func left(_ cid: CallCid, _ userSessionId: String, _ date: Timestamp) {
        guard let participant = calls[cid]?.session?.leave(userSessionId), let session = calls[cid]?.session else {
            return
        }
        let duration = participant.joinedAt.duration(to: date)
        let payload = SessionParticipantPayload(participant: participant, sessionId: session.id, duration: duration)
        tellAll(CallSessionParticipantLeftEvent(cid, at: self.date, payload), .idle)
        countsChanged(cid)
        guard session.participants.isEmpty else { return }
        endEgress(cid)
        cancelSessionTimer(cid)
        calls[cid]?.session?.end(at: date)
        calls[cid]?.countEnd(at: date)
        guard let call = calls[cid] else { return }
        tellSessionEnded(call, session.id, .idle)
    }

    /// A session that took place is over, and what was counted in it can be read, if its clients counted anything.
    mutating func tellSessionEnded(_ call: CallRecord, _ sessionId: String, _ urgency: Urgency) {
        let payload = SessionPayload(call: call.response, sessionId: sessionId)
        tellAll(CallSessionEndedEvent(call.cid, at: date, payload), urgency)
        guard let tally = call.tallies.last, tally.sessionId == sessionId, tally.hasMedia else { return }
        tellAll(CallStatsReportReadyEvent(call.cid, at: date, SessionIdPayload(sessionId: sessionId)), urgency)
    }

    /// The counts are told at most once in the time that an idle event may wait.
    private mutating func countsChanged(_ cid: CallCid) {
        guard calls[cid]?.areCountsDue == false else { return }
        calls[cid]?.areCountsDue = true
        _ = timers.schedule(.counts(cid), at: now.advanced(by: configuration.patience.eventDelay))
    }

    mutating func tellCounts(_ cid: CallCid) {
        calls[cid]?.areCountsDue = false
        guard let session = calls[cid]?.session else { return }
        let payload = ParticipantCountPayload(
            anonymousParticipantCount: session.countByRole[CallRole.anonymous] ?? 0,
            participantsCountByRole: session.countByRole, sessionId: session.id)
        tellAll(CallSessionParticipantCountUpdatedEvent(cid, at: date, payload), .idle)
    }
}
