import Signaling

/// A call on several SFUs. Each SFU reports its own participants' events to the coordinator, which forwards them to the
/// other SFUs. So every client sees the participants of all SFUs.
extension SFUMachine {
    /// Reports an event for the other SFUs of the call.
    func share(_ event: SFUEvent, in cid: CallCid) {
        guard configuration.sfuCount > 1 else { return }
        if case .pinsUpdated = event { return }
        effects.append(.report(.sent(cid, event)))
    }

    /// Reports the participants here to an SFU that is new to the call.
    func introduce(_ cid: CallCid, to edge: String) {
        let participants = calls[cid]?.sessions.map(\.participant) ?? []
        guard !participants.isEmpty else { return }
        effects.append(.report(.introduced(cid, participants, to: edge)))
    }

    /// Applies an event of another SFU. Events about sessions that have moved here are dropped.
    func relay(_ event: SFUEvent, in cid: CallCid, from edge: String) {
        switch event {
        case .participantJoined(let participant, _), .participantUpdated(let participant):
            guard sessions[participant.sessionId] == nil else { return }
            let call = provideCall(cid)
            let isNew = call.setRemote(participant)
            joinMedia(of: participant, in: cid, on: edge)
            let isPinned = call.isPinned(participant.sessionId)
            notifyHere(
                isNew ? .participantJoined(participant, isPinned: isPinned) : .participantUpdated(participant), in: call
            )
        case .participantLeft(let participant):
            guard sessions[participant.sessionId] == nil else { return }
            // A join that is on its way here from there is refused.
            endedSessions.add(participant.sessionId, at: now)
            guard let call = calls[cid], call.removeRemote(participant.sessionId) else { return }
            media.forgetRemote(participant.sessionId)
            notifyHere(event, in: call)
        case .trackPublished(let track): relay(event, about: track, isPublished: true, in: cid)
        case .trackUnpublished(let track): relay(event, about: track, isPublished: false, in: cid)
        default:
            guard let call = calls[cid] else { return }
            call.update(from: event)
            if case .dominantSpeakerChanged(let reference) = event {
                media.adopt(dominantSpeaker: reference.sessionId, in: cid)
            }
            notifyHere(event, in: call)
        }
    }

    private func relay(_ event: SFUEvent, about track: TrackEvent, isPublished: Bool, in cid: CallCid) {
        guard let call = calls[cid] else { return }
        call.setRemote(track.reference.sessionId, track.trackType, isPublished: isPublished)
        notifyHere(event, in: call)
    }

    /// Removes a participant on another SFU whose user joins here in a new session.
    func dropRemote(_ sessionId: String?, of userId: String, in call: SFUCall) {
        guard let sessionId, let remote = call.remote(sessionId), remote.user.id == userId else { return }
        _ = call.removeRemote(sessionId)
        media.forgetRemote(sessionId)
        notifyHere(.participantLeft(remote), in: call)
    }

    /// Exchanges media with the SFU of a participant.
    private func joinMedia(of participant: SFUParticipant, in cid: CallCid, on edge: String) {
        guard let other = configuration.edges.first(where: { $0.name == edge }) else { return }
        media.meet(participant, in: cid, on: edge, at: other.mediaAddress, now)
    }

    /// Releases a session that continues on another SFU. Its client receives nothing more from here.
    func release(_ sessionId: String, in cid: CallCid) {
        defer { effects.append(.report(.released(cid, sessionId: sessionId))) }
        guard let session = sessions[sessionId], session.cid == cid else { return }
        _ = calls[cid]?.setRemote(session.participant)
        reportWithdrawals(of: session)
        handOver(session)
        forget(session.receiver)
    }

    /// Returns the participants that one session is shown, here and on other SFUs, in the order of joining. The only
    /// hidden participant among them is the session's own.
    func participants(of call: SFUCall, shownTo own: String) -> [SFUParticipant] {
        var missing = call.shownCount + (call.shows(own) ? 0 : 1)
        var shown: [SFUParticipant] = []
        shown.reserveCapacity(missing)
        // Hidden participants are usually last, so most calls of this function stop before them.
        for session in call.sessions {
            guard missing > 0 else { break }
            guard call.shows(session.sessionId) || session.sessionId == own else { continue }
            shown.append(session.sessionId == own ? session.ownParticipant : session.participant)
            missing -= 1
        }
        guard !call.remotes.isEmpty else { return shown }
        shown += call.remotes.filter { call.shows($0.sessionId) }
        return shown.sorted { ($0.joinedAt, $0.sessionId) < ($1.joinedAt, $1.sessionId) }
    }
}
