import Chance
import Signaling
import Timing

extension CoordinatorMachine {
    /// Begins a session unless one is in progress.
    func startSession(_ call: CallRecord) {
        guard call.session?.isOver ?? true else { return }
        let isRinging = call.startSession(newSessionId())
        if !isRinging { cancelRingTimers(call) }
    }

    /// Returns a short id, because every event of a session contains it.
    private func newSessionId() -> String {
        let number = generator.next()
        let digits = (0..<16).map { place -> UInt8 in
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - place * 4) & 15)
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Adds a participant that joined at an SFU. A replaced session is removed only afterwards, so that the call's
    /// session does not end in between.
    func joined(
        _ call: CallRecord, _ userId: String, _ userSessionId: String, replacing previous: String?, _ date: Timestamp
    ) {
        let user = users[userId] ?? User(id: userId)
        let replaced = previous.flatMap { call.session?.participant($0, of: userId)?.userSessionId }
        guard let role = call.roleOfParticipant(user) else {
            if let replaced { left(call, replaced, date) }
            return
        }
        startSession(call)
        let isFirst = call.session?.start(at: date) ?? false
        if isFirst {
            limitSession(call)
            if let payload = call.sessionPayload { notify(CallSessionStartedEvent(call.cid, at: self.date, payload)) }
        }
        let participant = SessionParticipant {
            $0.user = user
            $0.userSessionId = userSessionId
            $0.role = role
            $0.joinedAt = date
            $0.handRaisedAt = call.session?.handRaisedAt(by: userId, replacing: previous)
        }
        let isPlaceFree = replaced.map { call.session?.unlisted.contains($0) == false } ?? false
        let added = call.join(participant, listing: configuration.participantsListed + (isPlaceFree ? 1 : 0))
        if let replaced { left(call, replaced, date) }
        if let added, added.isListed { notifyJoined(participant, added.sessionId, call) }
        countsChanged(call)
        guard isFirst else { return }
        startAutomaticRecording(call)
        scheduleThumbnail(call)
    }

    private func notifyJoined(_ participant: SessionParticipant, _ sessionId: String, _ call: CallRecord) {
        let payload = SessionParticipantPayload {
            $0.participant = participant
            $0.sessionId = sessionId
        }
        notify(CallSessionParticipantJoinedEvent(call.cid, at: date, payload))
    }

    /// Removes a participant that left an SFU. The session ends with its last participant.
    func left(_ call: CallRecord, _ userSessionId: String, _ date: Timestamp) {
        guard let session = call.session, let (participant, wasListed) = session.leave(userSessionId) else { return }
        let isEmpty = session.participants.isEmpty
        let payload = SessionParticipantPayload {
            $0.participant = participant
            $0.sessionId = session.id
            $0.duration = participant.joinedAt.duration(to: date)
        }
        if wasListed { notify(CallSessionParticipantLeftEvent(call.cid, at: self.date, payload)) }
        countsChanged(call)
        guard isEmpty else { return }
        endEgress(call)
        cancelSessionTimer(call)
        session.end(at: date)
        call.countEnd(at: date)
        notifySessionEnded(call)
    }

    /// Notifies the receivers of the end of a session. If its clients reported statistics, notifies that these are
    /// ready.
    func notifySessionEnded(_ call: CallRecord) {
        guard let payload = call.sessionPayload else { return }
        notify(CallSessionEndedEvent(call.cid, at: date, payload))
        guard let tally = call.tallies.last, tally.sessionId == payload.sessionId, tally.hasMedia else { return }
        notify(CallStatsReportReadyEvent(call.cid, at: date, SessionIdPayload { $0.sessionId = payload.sessionId }))
    }

    /// Schedules an event with the counts, unless one is scheduled. A large call waits longer.
    func countsChanged(_ call: CallRecord) {
        guard !call.areCountsDue else { return }
        call.areCountsDue = true
        let timeouts = configuration.timeouts
        let isLarge = call.session?.unlisted.isEmpty == false
        _ = timers.schedule(
            .counts(call.cid), at: now.advanced(by: isLarge ? timeouts.largeCallCounts : timeouts.eventDelay))
    }

    func notifyCounts(_ cid: CallCid) {
        guard let call = calls[cid] else { return }
        call.areCountsDue = false
        guard let session = call.session else { return }
        for participant in session.fill(to: configuration.participantsListed) {
            notifyJoined(participant, session.id, call)
        }
        let counts = session.countByRole
        let payload = ParticipantCountPayload {
            $0.anonymousParticipantCount = counts[CallRole.anonymous] ?? 0
            $0.participantsCountByRole = counts
            $0.sessionId = session.id
        }
        notify(CallSessionParticipantCountUpdatedEvent(cid, at: date, payload))
    }
}
