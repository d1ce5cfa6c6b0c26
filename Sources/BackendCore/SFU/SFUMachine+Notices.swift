import Signaling

/// What the SFU notices of its participants by itself, and what it decides for them.
extension SFUMachine {
    /// Remembers what an event says of somebody, so that whoever comes later learns it too, and tells it.
    mutating func notice(_ event: SFUEvent, in cid: CallCid, to userIds: [String]? = nil) {
        remember(event, in: cid)
        guard let stays = receivers(of: event, in: cid, userIds) else { return tell(event, in: cid) }
        for stay in stays { tell(event, to: stay) }
    }

    /// Whom an event is told; nil for everybody.
    private func receivers(of event: SFUEvent, in cid: CallCid, _ userIds: [String]?) -> [Stay]? {
        guard case .inboundStateNotification = event else { return userIds.map { stays(of: $0, in: cid) } }
        return stays(of: userIds ?? sessions[cid]?.entries.map(\.userId) ?? [], in: cid).filter {
            $0.capabilities.contains(ClientCapability.subscriberVideoPause.rawValue)
        }
    }

    private mutating func remember(_ event: SFUEvent, in cid: CallCid) {
        switch event {
        case .dominantSpeakerChanged(let reference):
            for entry in sessions[cid]?.entries ?? [] {
                stays[entry.sessionId]?.participant.isDominantSpeaker = entry.sessionId == reference.sessionId
            }
        case .audioLevelChanged(let levels):
            for level in levels where stays[level.reference.sessionId]?.cid == cid {
                stays[level.reference.sessionId]?.participant.audioLevel = level.level
                stays[level.reference.sessionId]?.participant.isSpeaking = level.isSpeaking
            }
        case .connectionQualityChanged(let updates):
            for update in updates where stays[update.reference.sessionId]?.cid == cid {
                stays[update.reference.sessionId]?.participant.connectionQuality = update.connectionQuality
            }
        case .participantUpdated(let participant):
            guard stays[participant.sessionId]?.cid == cid else { return }
            stays[participant.sessionId]?.participant = participant
        default: break
        }
    }
}
