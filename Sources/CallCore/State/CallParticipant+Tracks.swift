public import Signaling

// Tracks are values here: where they come from, what they are like, what was received (`semantics.md` section 0, rule 13).
extension CallParticipant {
    /// Their voice; nil when nothing of it was announced, or without media.
    public var audioTrack: MediaTrack? { tracks[.audio] }
    /// Their picture; nil when nothing of it was announced, or without media.
    public var track: MediaTrack? { tracks[.video] }
    /// Their screen; nil when nothing of it was announced, or without media.
    public var screenshareTrack: MediaTrack? { tracks[.screenShare] }

    /// The same participant with what is known of their tracks just now.
    package func having(_ tracks: [TrackType: MediaTrack]) -> CallParticipant {
        var participant = self
        participant.tracks = tracks
        return participant
    }
}

extension CallStateValues {
    /// Takes over what was received of somebody's tracks.
    public mutating func setTracks(_ tracks: [TrackType: MediaTrack], of sessionId: String) {
        change(sessionId) { $0.tracks = tracks }
    }
}
