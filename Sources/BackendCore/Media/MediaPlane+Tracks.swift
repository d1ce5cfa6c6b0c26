import Signaling
import Timing
import Wire

// Tracks: which of them each path publishes and receives, and the sources of their packets.
extension MediaPlane {
    /// True when another track of the call has this SSRC (RFC 3550 section 8.2).
    func isTaken(_ ssrc: UInt32, in cid: CallCid, by name: TrackName) -> Bool {
        ssrc == self.ssrc || tracks.contains { $0?.ssrc == ssrc && $0?.cid == cid && $0?.name != name }
    }

    /// Publishes a track of a session with this SSRC.
    mutating func publish(_ type: TrackType, ssrc: UInt32, of sessionId: String, isMuted: Bool, at now: Instant) {
        guard let slot = pathOfSession[sessionId] else { return }
        publish(TrackName(sessionId: sessionId, type: type), ssrc: ssrc, on: slot, isMuted: isMuted, at: now)
    }

    /// Publishes a track on a path. The publisher is the session of the path, or a session behind it.
    mutating func publish(_ name: TrackName, ssrc: UInt32, on slot: Int, isMuted: Bool, at now: Instant) {
        guard let path = paths[slot] else { return }
        let type = name.type
        if let known = trackOfName[name] {
            let isSame = tracks[known]?.ssrc == ssrc && tracks[known]?.path == slot
            guard !isSame else { return setMuted(isMuted, type, of: name.sessionId) }
            unpublish(type, of: name.sessionId)
        }
        let track = ForwardedTrack(name, cid: path.cid, ssrc: ssrc, path: slot, isMuted: isMuted)
        let index = freeTracks.popLast() ?? tracks.count
        if index == tracks.count { tracks.append(track) } else { tracks[index] = track }
        trackOfName[name] = index
        if let address = path.address { claim(index, at: address) }
        paths[slot]?.published.append(index)
        for (receiver, other) in paths.enumerated() where isReceiver(other, slot: receiver, of: track) {
            tracks[index]?.addReceiver(receiver)
        }
        startReports(of: slot, at: now)
        if type == .audio, nextWindow == nil { nextWindow = now.advanced(by: Self.window) }
    }

    /// True when a path receives a track. Audio goes to all, video to subscribers, and both to the call's other SFUs.
    private func isReceiver(_ path: MediaPath?, slot: Int, of track: ForwardedTrack) -> Bool {
        guard let path, path.cid == track.cid, slot != track.path else { return false }
        // Every SFU of a call has a path to every other one, so none forwards tracks of another SFU.
        guard !path.isTrunk else { return paths[track.path]?.isTrunk != true }
        return track.name.type.isSound || path.subscriptions.contains(track.name)
    }

    /// Unpublishes a track of a session.
    mutating func unpublish(_ type: TrackType, of sessionId: String) {
        guard let index = trackOfName[TrackName(sessionId: sessionId, type: type)], let track = tracks[index] else {
            return
        }
        paths[track.path]?.published.removeAll { $0 == index }
        remove(track: index)
    }

    /// Removes a track. The caller removes it from the list of its path.
    mutating func remove(track index: Int) {
        guard let track = tracks[index] else { return }
        if track.isVoice, track.meter.isSpeaking || track.reportedLevel > 0 {
            silenced[track.cid, default: []].append(Voice(sessionId: track.name.sessionId, level: 0, isSpeaking: false))
        }
        if let address = paths[track.path]?.address { release(index, at: address) }
        trackOfName[track.name] = nil
        tracks[index] = nil
        freeTracks.append(index)
    }

    /// Mutes or unmutes a track.
    mutating func setMuted(_ isMuted: Bool, _ type: TrackType, of sessionId: String) {
        guard let index = trackOfName[TrackName(sessionId: sessionId, type: type)] else { return }
        tracks[index]?.setMuted(isMuted)
    }

    // MARK: Sources

    /// Assigns the packets with an address and the track's SSRC to the track, unless they belong to a track of another
    /// path.
    mutating func claim(_ track: Int, at address: SocketAddress) {
        guard let ssrc = tracks[track]?.ssrc else { return }
        let key = SourceKey(address: address, ssrc: ssrc)
        let owner = trackOfSource[key].flatMap { tracks[$0]?.path }
        guard owner == nil || owner == tracks[track]?.path else { return }
        trackOfSource[key] = track
    }

    /// Releases the packets with an address and the track's SSRC. A track of another path at the address may then get
    /// them.
    mutating func release(_ track: Int, at address: SocketAddress) {
        guard let released = tracks[track] else { return }
        let key = SourceKey(address: address, ssrc: released.ssrc)
        guard trackOfSource[key] == track else { return }
        trackOfSource[key] = nil
        let own = paths[released.path]?.address == address ? 1 : 0
        guard pathsAt[address, default: 0] > own else { return }
        let successor = tracks.indices.first { index in
            guard let other = tracks[index], other.ssrc == released.ssrc, other.path != released.path else {
                return false
            }
            return paths[other.path]?.address == address
        }
        if let successor { trackOfSource[key] = successor }
    }

    // MARK: Subscriptions

    /// Replaces the subscriptions of a session.
    mutating func subscribe(_ sessionId: String, to subscriptions: Set<TrackName>) {
        guard let slot = pathOfSession[sessionId] else { return }
        paths[slot]?.subscriptions = subscriptions
        updateReceivers(for: slot)
    }

    /// Adds a path to the receivers of its tracks, and removes it from those of other tracks.
    mutating func updateReceivers(for slot: Int) {
        for index in tracks.indices {
            guard let track = tracks[index] else { continue }
            let wants = isReceiver(paths[slot], slot: slot, of: track)
            guard wants != track.receivers.contains(slot) else { continue }
            if wants {
                tracks[index]?.addReceiver(slot)
            } else {
                tracks[index]?.removeReceiver(slot)
            }
        }
    }
}
