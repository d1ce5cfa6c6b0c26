import Signaling
import Timing

/// A large call, with more participants than ``BackendConfiguration/participantsShown``. The first participants are shown
/// to every client. The others are counted and shown to their own clients only, until they are pinned for everyone,
/// dominate, share a screen, or until another participant leaves.
extension SFUMachine {
    /// The clients on this SFU that receive an event.
    enum Recipients {
        /// All clients. Entries of a list about hidden participants are omitted.
        case everyone(SFUEvent)
        /// The client of the participant that the event is about.
        case ownClient(String)
        case none
    }

    /// Decides which clients receive an event, and records hidden participants.
    func recipients(of event: SFUEvent, in call: SFUCall) -> Recipients {
        if case .participantJoined(let participant, let isPinned) = event, !isPinned,
            !participant.publishedTracks.contains(.screenShare), hideIfLarge(participant.sessionId, in: call)
        {
            return .none
        }
        guard !call.hidden.isEmpty else { return .everyone(event) }
        if case .participantLeft(let participant) = event {
            countLater(in: call)
            return call.hidden.remove(participant.sessionId) == nil ? .everyone(event) : .none
        }
        for sessionId in event.prominent { show(sessionId, in: call) }
        return event.recipients(in: call)
    }

    /// Hides a participant that joins a call at its limit. Returns true when it did.
    private func hideIfLarge(_ sessionId: String, in call: SFUCall) -> Bool {
        let limit = configuration.participantsShown
        guard call.sessions.count + call.remotes.count >= limit else { return false }
        let others = call.shownCount - (call.remote(sessionId) == nil ? 0 : 1)
        guard others >= limit, call.hidden.insert(sessionId).inserted else { return false }
        countLater(in: call)
        return true
    }

    /// Shows a hidden participant to all clients. It is not a new participant, and was counted before.
    private func show(_ sessionId: String, in call: SFUCall) {
        guard call.hidden.remove(sessionId) != nil else { return }
        guard let participant = sessions[sessionId]?.participant ?? call.remote(sessionId) else { return }
        notifyHere(.participantUpdated(participant), in: call)
    }

    // MARK: Counts

    /// Schedules the counts of a large call, unless they are due already.
    private func countLater(in call: SFUCall) {
        guard !call.areCountsDue else { return }
        call.areCountsDue = true
        _ = timers.schedule(.counts(call.cid), at: now.advanced(by: configuration.timeouts.largeCallCounts))
    }

    /// Shows hidden participants up to the limit, in the order of joining, and sends the counts to all clients.
    func sendCounts(of cid: CallCid) {
        guard let call = calls[cid] else { return }
        call.areCountsDue = false
        let waiting = (call.sessions.map(\.sessionId) + call.remotes.map(\.sessionId))
            .filter { call.hidden.contains($0) }
        for sessionId in waiting.prefix(max(0, configuration.participantsShown - call.shownCount)) {
            show(sessionId, in: call)
        }
        notifyHere(.healthCheckResponse(call.count), in: call)
    }
}

extension SFUEvent {
    /// Returns the participants that all clients must be shown before this event.
    fileprivate var prominent: [String] {
        switch self {
        case .pinsUpdated(let pins): pins.map(\.sessionId)
        case .dominantSpeakerChanged(let reference): [reference.sessionId]
        case .trackPublished(let track) where track.trackType == .screenShare: [track.reference.sessionId]
        default: []
        }
    }

    /// Returns the clients that receive this event in a call with hidden participants.
    fileprivate func recipients(in call: SFUCall) -> SFUMachine.Recipients {
        switch self {
        case .participantUpdated(let participant):
            return call.shows(participant.sessionId) ? .everyone(self) : .ownClient(participant.sessionId)
        case .trackPublished(let track), .trackUnpublished(let track):
            let sessionId = track.reference.sessionId
            return call.shows(sessionId) ? .everyone(self) : .ownClient(sessionId)
        case .audioLevelChanged(let levels):
            let shown = levels.filter { call.shows($0.reference.sessionId) }
            return shown.isEmpty ? .none : .everyone(.audioLevelChanged(shown))
        case .connectionQualityChanged(let updates):
            if let only = updates.first, updates.count == 1, !call.shows(only.reference.sessionId) {
                return .ownClient(only.reference.sessionId)
            }
            let shown = updates.filter { call.shows($0.reference.sessionId) }
            return shown.isEmpty ? .none : .everyone(.connectionQualityChanged(shown))
        default:
            return .everyone(self)
        }
    }
}
