import Signaling
import Timing
import Wire

// A call on several SFUs. Each SFU sends its participants' packets to all others, which forward them.
extension MediaPlane {
    /// Exchanges the published tracks with the SFU of a participant.
    mutating func meet(
        _ participant: SFUParticipant, in cid: CallCid, on edge: String, at address: SocketAddress, _ now: Instant
    ) {
        let name = "\(edge) in \(cid)"
        if let before = trunkOfRemote[participant.sessionId], before != name { forgetRemote(participant.sessionId) }
        trunkOfRemote[participant.sessionId] = name
        let slot = pathOfSession[name] ?? openTrunk(name, in: cid, to: address)
        for type in TrackType.allCases {
            let track = TrackName(sessionId: participant.sessionId, type: type)
            if let source = participant.sources.first(where: { $0.trackType == type }) {
                // A muted track ends at its own SFU.
                publish(track, ssrc: source.ssrc, on: slot, isMuted: false, at: now)
            } else {
                unpublish(type, of: participant.sessionId)
            }
        }
    }

    private mutating func openTrunk(_ name: String, in cid: CallCid, to address: SocketAddress) -> Int {
        let slot = add(MediaPath(trunk: name, cid: cid, to: address))
        settle(slot, at: address, before: nil)
        updateReceivers(for: slot)
        return slot
    }

    /// Adopts the dominant speaker that another SFU has chosen.
    mutating func adopt(dominantSpeaker sessionId: String, in cid: CallCid) {
        guard paths.contains(where: { $0?.cid == cid }) else { return }
        speakers[cid, default: DominantSpeaker()].adopt(sessionId)
    }

    /// Removes a participant of another SFU. The path there ends with its last participant.
    mutating func forgetRemote(_ sessionId: String) {
        guard let name = trunkOfRemote.removeValue(forKey: sessionId) else { return }
        for type in TrackType.allCases { unpublish(type, of: sessionId) }
        if !trunkOfRemote.values.contains(name) { close(name) }
    }
}
