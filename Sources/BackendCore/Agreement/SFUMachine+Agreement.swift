internal import Containers
import Signaling
import Wire

/// The comparison of an SFU's tables with each other.
extension SFUMachine {
    /// Returns the first difference between the tables, in words; nil when they agree.
    var ownDifference: String? {
        let held = calls.values.flatMap { $0.sessions.map(\.sessionId) }.sorted()
        guard held == sessions.keys.sorted() else {
            return "its calls have the sessions \(held.joined(separator: ", "))"
        }
        for cid in calls.keys.sorted() {
            guard let call = calls[cid] else { continue }
            for session in call.sessions {
                if let text = difference(of: session, in: call) { return "\(session.userId) in \(cid): \(text)" }
            }
            if let text = difference(of: call) { return "\(cid): \(text)" }
        }
        return nil
    }

    private func difference(of call: SFUCall) -> String? {
        let all = call.sessions.map(\.participant) + call.remotes
        let ids = Set(all.map(\.sessionId))
        guard ids.count == all.count else { return "it has a session here and elsewhere" }
        guard call.hidden.isSubset(of: ids) else { return "it hides a session that has left" }
        let dominant = all.filter(\.isDominantSpeaker).map(\.user.id)
        return dominant.count <= 1 ? nil : "\(dominant.joined(separator: ", ")) are dominant speakers at once"
    }

    private func difference(of session: SFUSession, in call: SFUCall) -> String? {
        guard sessionIds[session.receiver] == session.sessionId else { return "its stream is that of another session" }
        guard session.healthTimer != nil else { return "its signs of life are not watched" }
        guard let admission = call.admitted[session.userId] else { return "it is not admitted" }
        guard session.participant.user == admission.user, session.participant.roles == admission.roles else {
            return "it is not described as it was admitted"
        }
        let announced = session.tracks.map(\.trackType)
        for type in session.participant.publishedTracks {
            guard admission.grants.allow(type) else { return "it publishes \(type.name) without the right" }
            guard announced.contains(type) else { return "it publishes \(type.name), which it has not announced" }
        }
        return media.hasPath(session.sessionId) ? differenceOfMedia(session) : nil
    }

    /// Compares the tracks of a session with those that the media plane forwards.
    private func differenceOfMedia(_ session: SFUSession) -> String? {
        for type in TrackType.allCases {
            let name = TrackName(sessionId: session.sessionId, type: type)
            let isBound = session.participant.sources.contains { $0.trackType == type }
            guard let index = media.trackOfName[name], let track = media.tracks[index] else {
                if isBound { return "its \(type.name) is not forwarded" }
                continue
            }
            guard isBound else { return "its \(type.name) is forwarded without a source" }
            guard track.isMuted != session.participant.publishedTracks.contains(type) else {
                return "its \(type.name) is muted for media alone, or for signaling alone"
            }
            guard Set(track.receivers) == media.expectedReceivers(of: track) else {
                return "its \(type.name) goes to the paths \(track.receivers.sorted()), "
                    + "of \(media.expectedReceivers(of: track).sorted())"
            }
        }
        return nil
    }
}

extension MediaPlane {
    /// The paths that a track of a session here goes to: all other paths of the call for sound and to other SFUs, and
    /// those of subscribers.
    fileprivate func expectedReceivers(of track: ForwardedTrack) -> Set<Int> {
        let slots = paths.indices.filter { slot in
            guard slot != track.path, let path = paths[slot], path.cid == track.cid else { return false }
            return path.isTrunk || track.name.type.isSound || path.subscriptions.contains(track.name)
        }
        return Set(slots)
    }
}
