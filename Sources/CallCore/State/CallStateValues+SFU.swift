internal import Containers
public import Signaling
public import Timing

/// Updates of a call's state by events of the SFU (`semantics.md` 5.3).
///
/// A session that has ended is never restored by a late event (section 0, rule 11). An unknown session is added by any
/// event that describes its participant.
extension CallStateValues {
    /// Applies an event of the SFU's stream that arrived at `date`.
    public mutating func apply(_ event: SFUEvent, at date: Timestamp) {
        switch event {
        case .participantJoined(let participant, let isPinned): joined(participant, isPinned: isPinned, at: date)
        case .participantUpdated(let participant): updated(participant)
        case .participantLeft(let participant): left(participant)
        case .trackPublished(let event): published(event)
        case .trackUnpublished(let event): setPublished(false, event.trackType, of: event.reference.sessionId)
        case .dominantSpeakerChanged(let reference): setDominantSpeaker(reference.sessionId)
        case .audioLevelChanged(let levels):
            for level in levels {
                setAudioLevel(level.level, isSpeaking: level.isSpeaking, from: level.reference.sessionId)
            }
        case .connectionQualityChanged(let updates):
            for update in updates { setQuality(update.connectionQuality, of: update.reference.sessionId) }
        case .pinsUpdated(let pins): setPins(pins.map(\.sessionId), at: date)
        case .inboundStateNotification(let states):
            for state in states { setPaused(state.paused, state.trackType, of: state.reference.sessionId) }
        case .healthCheckResponse(let count): update(from: count)
        case .callGrantsUpdated(let update): setCapabilities(update.currentGrants.applied(to: ownCapabilities))
        case .changePublishOptions(let options, _): publishOptions = options
        case .changePublishQuality(let senders):
            publishQuality =
                publishQuality.filter { known in !senders.contains { $0.trackType == known.trackType } }
                + senders
        case .callEnded, .error, .goAway, .participantMigrationComplete, .unknown: break
        }
    }

    private mutating func joined(_ participant: SFUParticipant, isPinned: Bool, at date: Timestamp) {
        // Only the date of the join distinguishes a repeated join from a late event of the ended session.
        guard !participant.isRecorder, !roster.contains(participant.sessionId), !hasEnded(participant) else { return }
        add(participant)
        if isPinned { change(participant.sessionId) { $0.pinForEveryone(at: date) } }
        participantCount = max(participantCount + 1, roster.count)
        if participant.isAnonymous { anonymousParticipantCount += 1 }
    }

    private mutating func updated(_ participant: SFUParticipant) {
        if isNew(participant.sessionId) { return add(participant) }
        if participant.isDominantSpeaker { setDominantSpeaker(participant.sessionId) }
        let wasAnonymous = isAnonymous(participant.sessionId)
        let isOwn = participant.sessionId == sessionId
        change(participant.sessionId) { known in
            let published = known.publishedTracks
            known.apply(participant)
            // The event may be older than the response to this client's last request.
            if isOwn { known.publishedTracks = published }
        }
        guard participant.isAnonymous != wasAnonymous else { return }
        anonymousParticipantCount = max(anonymousParticipantCount + (wasAnonymous ? -1 : 1), 0)
    }

    private mutating func published(_ event: TrackEvent) {
        let sessionId = event.reference.sessionId
        if let participant = event.participant, isNew(sessionId) { add(participant) }
        setPublished(true, event.trackType, of: sessionId)
    }

    private mutating func left(_ participant: SFUParticipant) {
        let sessionId = participant.sessionId
        let joinedAt = max(participant.joinedAt, self.participant(sessionId)?.joinedAt ?? participant.joinedAt)
        ended.insert(max(joinedAt, ended[sessionId] ?? joinedAt), for: sessionId)
        let wasAnonymous = isAnonymous(sessionId)
        guard remove(sessionId) else { return }
        participantCount = max(participantCount - 1, roster.count)
        if wasAnonymous { anonymousParticipantCount = max(anonymousParticipantCount - 1, 0) }
    }

    private func isAnonymous(_ sessionId: String) -> Bool {
        participant(sessionId)?.roles.contains(User.anonymousRole) ?? false
    }

    /// True for a session that has neither joined nor left yet.
    private func isNew(_ sessionId: String) -> Bool {
        !roster.contains(sessionId) && ended[sessionId] == nil
    }
}

extension SFUParticipant {
    /// True for a participant that the counts of anonymous participants include.
    fileprivate var isAnonymous: Bool { roles.contains(User.anonymousRole) }
}
