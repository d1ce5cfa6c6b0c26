import Signaling

/// Events that a scenario causes, as if the SFU had observed or decided them itself.
extension SFUMachine {
    /// Sends an event to users of a call, or to everyone, and updates the state that later participants receive.
    func notice(_ event: SFUEvent, in cid: CallCid, to userIds: [String]? = nil) {
        let receivers = receivers(of: event, in: cid, userIds)
        remember(event, in: cid, by: receivers ?? calls[cid]?.sessions ?? [])
        guard let receivers else { return notify(event, in: cid) }
        for session in receivers { send(event, to: [session], of: cid) }
    }

    /// The sessions that receive an event; nil for all.
    private func receivers(of event: SFUEvent, in cid: CallCid, _ userIds: [String]?) -> [SFUSession]? {
        let call = calls[cid]
        guard case .inboundStateNotification = event else { return userIds.map { call?.sessions(of: $0) ?? [] } }
        let sessions = userIds.map { call?.sessions(of: $0) ?? [] } ?? call?.sessions ?? []
        return sessions.filter {
            $0.capabilities.contains(ClientCapability.subscriberVideoPause.rawValue)
        }
    }

    private func remember(_ event: SFUEvent, in cid: CallCid, by receivers: [SFUSession]) {
        switch event {
        case .changePublishOptions(let options, _):
            for session in receivers { session.publishOptions = options }
        case .dominantSpeakerChanged(let reference): calls[cid]?.setDominant(reference.sessionId)
        case .audioLevelChanged(let levels):
            for level in levels {
                guard let session = session(level.reference.sessionId, in: cid) else { continue }
                session.participant.audioLevel = level.level
                session.participant.isSpeaking = level.isSpeaking
            }
        case .connectionQualityChanged(let updates):
            for update in updates {
                let session = session(update.reference.sessionId, in: cid)
                session?.participant.connectionQuality = update.connectionQuality
            }
        case .participantUpdated(let participant):
            session(participant.sessionId, in: cid)?.participant = participant
        default: break
        }
    }

    /// Returns a session by its id, if it belongs to the call.
    private func session(_ sessionId: String, in cid: CallCid) -> SFUSession? {
        sessions[sessionId].flatMap { $0.cid == cid ? $0 : nil }
    }
}
