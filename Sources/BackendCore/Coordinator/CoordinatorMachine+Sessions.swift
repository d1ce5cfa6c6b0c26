import Signaling
import Timing

extension CoordinatorMachine {
    /// A stay began on an SFU.
    mutating func joined(_ cid: CallCid, _ userId: String, _ userSessionId: String, _ date: Timestamp) {
        let user = users[userId] ?? User(id: userId)
        guard let role = calls.inPlace(cid, { $0.roleOfParticipant(user) }) else { return }
        startSession(cid)
        let isFirst = calls.changeSession(of: cid) { $0.start(at: date) } ?? false
        if isFirst { limitSession(cid) }
        if isFirst, let payload = calls.inPlace(cid, { $0.sessionPayload() }) {
            tellAll(CallSessionStartedEvent(cid, at: self.date, payload))
        }
        let participant = SessionParticipant {
            $0.user = user
            $0.userSessionId = userSessionId
            $0.role = role
            $0.joinedAt = date
        }
        let limit = configuration.participantsListed
        if let (sessionId, isListed) = calls.inPlace(cid, { $0.join(participant, listing: limit) }), isListed {
            let payload = SessionParticipantPayload {
                $0.participant = participant
                $0.sessionId = sessionId
            }
            tellAll(CallSessionParticipantJoinedEvent(cid, at: self.date, payload))
        }
        countsChanged(cid)
        guard isFirst else { return }
        startRecordingByItself(cid)
        planThumbnail(cid)
    }

    /// A stay ended on an SFU.
    mutating func left(_ cid: CallCid, _ userSessionId: String, _ date: Timestamp) {
        guard let (participant, wasListed) = calls.changeSession(of: cid, { $0.leave(userSessionId) }) else { return }
        let (sessionId, isEmpty) = calls.askSession(of: cid) { ($0.id, $0.participants.isEmpty) } ?? ("", true)
        let duration = participant.joinedAt.duration(to: date)
        let payload = SessionParticipantPayload {
            $0.participant = participant
            $0.sessionId = sessionId
            $0.duration = duration
        }
        if wasListed { tellAll(CallSessionParticipantLeftEvent(cid, at: self.date, payload)) }
        countsChanged(cid)
        guard isEmpty else { return }
        endEgress(cid)
        cancelSessionTimer(cid)
        calls.changeSession(of: cid) { $0.end(at: date) }
        calls.inPlace(cid) { $0.countEnd(at: date) }
        tellSessionEnded(cid)
    }

    /// A session that took place is over, and what was counted in it can be read, if its clients counted anything.
    mutating func tellSessionEnded(_ cid: CallCid) {
        guard let payload = calls.inPlace(cid, { $0.sessionPayload() }) else { return }
        let sessionId = payload.sessionId
        tellAll(CallSessionEndedEvent(cid, at: date, payload))
        let hasMedia = calls.inPlace(cid) { call in
            call.tallies.last.map { $0.sessionId == sessionId && $0.hasMedia } ?? false
        }
        guard hasMedia ?? false else { return }
        tellAll(CallStatsReportReadyEvent(cid, at: date, SessionIdPayload { $0.sessionId = sessionId }))
    }

    /// Schedules an event with the counts, unless one is due already. Those of a large call wait longer.
    private mutating func countsChanged(_ cid: CallCid) {
        let isLarge = calls.askSession(of: cid) { !$0.unlisted.isEmpty } ?? false
        let isNew = calls.inPlace(cid) { call in
            defer { call.areCountsDue = true }
            return !call.areCountsDue
        }
        guard isNew ?? false else { return }
        let patience = configuration.patience
        _ = timers.schedule(
            .counts(cid), at: now.advanced(by: isLarge ? patience.largeCallCounts : patience.eventDelay))
    }

    mutating func tellCounts(_ cid: CallCid) {
        calls.inPlace(cid) { $0.areCountsDue = false }
        guard let session = calls[cid]?.session else { return }
        fill(cid, session.id)
        let payload = ParticipantCountPayload {
            $0.anonymousParticipantCount = session.countByRole[CallRole.anonymous] ?? 0
            $0.participantsCountByRole = session.countByRole
            $0.sessionId = session.id
        }
        tellAll(CallSessionParticipantCountUpdatedEvent(cid, at: date, payload))
    }

    /// Lists participants that were counted alone, as far as places are free.
    private mutating func fill(_ cid: CallCid, _ sessionId: String) {
        guard calls.askSession(of: cid, { !$0.unlisted.isEmpty }) ?? false else { return }
        let limit = configuration.participantsListed
        for participant in calls.changeSession(of: cid, { $0.fill(to: limit) }) ?? [] {
            let payload = SessionParticipantPayload {
                $0.participant = participant
                $0.sessionId = sessionId
            }
            tellAll(CallSessionParticipantJoinedEvent(cid, at: date, payload))
        }
    }
}
