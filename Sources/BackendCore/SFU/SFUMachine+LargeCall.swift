import Signaling
import Timing

/// A large call, of more participants than ``BackendConfiguration/participantsShown``: the first of them are shown to
/// every client. The others are shown to their own clients alone and counted for everyone, until one of them is pinned
/// for everyone, dominates or shares its screen, or until a place is free.
extension SFUMachine {
    /// The clients on this SFU that an event is sent to.
    enum Reach {
        /// All of them; of a list, the entries about hidden participants are left out.
        case everyone(SFUEvent)
        /// The client of the participant that the event is about.
        case ownClient(String)
        case none
    }

    /// Decides which clients receive an event, and keeps account of those that are hidden.
    mutating func reach(of event: SFUEvent, in cid: CallCid) -> Reach {
        if case .participantJoined(let participant, let isPinned) = event, !isPinned,
            hideIfLarge(participant.sessionId, in: cid)
        {
            return .none
        }
        guard sessions.inPlace(cid, { !$0.hidden.isEmpty }) ?? false else { return .everyone(event) }
        if case .participantLeft(let participant) = event {
            countLater(in: cid)
            let wasHidden = sessions.inPlace(cid) { $0.hidden.remove(participant.sessionId) != nil } ?? false
            return wasHidden ? .none : .everyone(event)
        }
        for sessionId in event.prominent { show(sessionId, in: cid) }
        return sessions.inPlace(cid) { event.reach(in: $0) } ?? .everyone(event)
    }

    /// Hides a participant that joins a call in which no place is free; returns true when it did.
    private mutating func hideIfLarge(_ sessionId: String, in cid: CallCid) -> Bool {
        let limit = configuration.participantsShown
        let isHidden =
            sessions.inPlace(cid) { session in
                guard session.entries.count + session.remotes.count >= limit else { return false }
                let others = session.shownCount - (session.remotes.contains { $0.sessionId == sessionId } ? 1 : 0)
                return others >= limit && session.hidden.insert(sessionId).inserted
            } ?? false
        if isHidden { countLater(in: cid) }
        return isHidden
    }

    /// Shows everyone a participant that was hidden. It is no newcomer, and was counted before.
    private mutating func show(_ sessionId: String, in cid: CallCid) {
        guard sessions.inPlace(cid, { $0.hidden.remove(sessionId) != nil }) ?? false else { return }
        let remote = sessions.inPlace(cid) { session in session.remotes.first { $0.sessionId == sessionId } }
        guard let participant = stays.inPlace(sessionId, { $0.participant }) ?? remote else { return }
        tellHere(.participantUpdated(participant), in: cid)
    }

    // MARK: Counts

    /// Schedules the counts of a large call, unless they are due already.
    private mutating func countLater(in cid: CallCid) {
        let isNew = sessions.inPlace(cid) { session in
            defer { session.areCountsDue = true }
            return !session.areCountsDue
        }
        guard isNew ?? false else { return }
        _ = timers.schedule(.counts(cid), at: now.advanced(by: configuration.patience.largeCallCounts))
    }

    /// Gives free places to hidden participants in the order of joining, and sends everyone the counts.
    mutating func tellCounts(in cid: CallCid) {
        guard let session = sessions[cid] else { return }
        sessions[cid]?.areCountsDue = false
        let waiting = (session.entries.map(\.sessionId) + session.remotes.map(\.sessionId)).lazy
            .filter { session.hidden.contains($0) }
        for sessionId in waiting.prefix(max(0, configuration.participantsShown - session.shownCount)) {
            show(sessionId, in: cid)
        }
        tellHere(.healthCheckResponse(session.count), in: cid)
    }
}

extension SFUEvent {
    /// The participants that everyone must be shown before this event.
    fileprivate var prominent: [String] {
        switch self {
        case .pinsUpdated(let pins): pins.map(\.sessionId)
        case .dominantSpeakerChanged(let reference): [reference.sessionId]
        case .trackPublished(let track) where track.trackType == .screenShare: [track.reference.sessionId]
        default: []
        }
    }

    /// The clients that this event is sent to in a session with hidden participants.
    fileprivate func reach(in session: SFUSession) -> SFUMachine.Reach {
        switch self {
        case .participantUpdated(let participant):
            return session.shows(participant.sessionId) ? .everyone(self) : .ownClient(participant.sessionId)
        case .trackPublished(let track), .trackUnpublished(let track):
            let sessionId = track.reference.sessionId
            return session.shows(sessionId) ? .everyone(self) : .ownClient(sessionId)
        case .audioLevelChanged(let levels):
            let shown = levels.filter { session.shows($0.reference.sessionId) }
            return shown.isEmpty ? .none : .everyone(.audioLevelChanged(shown))
        case .connectionQualityChanged(let updates):
            if let only = updates.first, updates.count == 1, !session.shows(only.reference.sessionId) {
                return .ownClient(only.reference.sessionId)
            }
            let shown = updates.filter { session.shows($0.reference.sessionId) }
            return shown.isEmpty ? .none : .everyone(.connectionQualityChanged(shown))
        default:
            return .everyone(self)
        }
    }
}
