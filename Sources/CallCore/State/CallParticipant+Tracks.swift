public import Signaling

// Tracks are values here: their source, state and reception counts (`semantics.md` section 0, rule 13).
extension CallParticipant {
    /// The audio track; nil without an announced one, or without media.
    public var audioTrack: MediaTrack? { tracks[.audio] }
    /// The video track; nil without an announced one, or without media.
    public var track: MediaTrack? { tracks[.video] }
    /// The screen share; nil without an announced one, or without media.
    public var screenshareTrack: MediaTrack? { tracks[.screenShare] }

    /// Returns the participant with the given tracks.
    package func having(_ tracks: [TrackType: MediaTrack]) -> CallParticipant {
        var participant = self
        participant.tracks = tracks
        return participant
    }
}

extension CallStateValues {
    /// Sets the state of a participant's tracks.
    public mutating func setTracks(_ tracks: [TrackType: MediaTrack], of sessionId: String) {
        change(sessionId) { $0.tracks = tracks }
    }
}
