public import Signaling

/// Which tracks of the others a client wants.
///
/// Nobody asks for a video that is not on the screen: in a call of hundreds the wish then stays as it is when somebody
/// comes whom nobody sees yet. Sound comes without being asked for, and the sound of a screen comes with the screen.
extension CallStateValues {
    /// What the SFU is asked for of its own accord.
    public static let subscribedTypes: Set<TrackType> = [.video, .screenShare]

    /// What this client wants of the others, sorted.
    public func subscriptions(_ types: Set<TrackType> = subscribedTypes) -> [TrackSubscription] {
        var wanted: [TrackSubscription] = []
        for place in 0..<roster.count where roster[place].sessionId != sessionId {
            wanted += roster[place].subscriptions(types, incomingVideoQualitySettings)
        }
        return wanted.count > 1 ? wanted.sorted() : wanted
    }
}

extension CallParticipant {
    fileprivate func subscriptions(
        _ types: Set<TrackType>, _ quality: IncomingVideoQualitySettings
    ) -> [TrackSubscription] {
        guard !publishedTracks.isEmpty else { return [] }
        let size = quality.targetSize(for: sessionId) ?? trackSize
        let dimension = VideoDimension(width: size.width, height: size.height)
        return wantedTracks(quality).filter(types.contains).map { type in
            TrackSubscription(
                ParticipantReference(userId: userId, sessionId: sessionId), type,
                dimension: type == .audio ? nil : dimension)
        }
    }

    fileprivate func wantedTracks(_ quality: IncomingVideoQualitySettings) -> [TrackType] {
        var tracks: [TrackType] = []
        if hasAudio { tracks.append(.audio) }
        if hasVideo, showTrack, !quality.isVideoDisabled(for: sessionId) { tracks.append(.video) }
        if isScreensharing { tracks.append(.screenShare) }
        return tracks
    }

    /// Whether there is anything of them that is subscribed to.
    var isWatchable: Bool { (hasVideo && showTrack) || isScreensharing }

    /// Whether the same is wanted of both.
    func isWatched(like other: CallParticipant) -> Bool {
        guard isWatchable == other.isWatchable else { return false }
        guard isWatchable else { return true }
        return hasVideo == other.hasVideo && showTrack == other.showTrack && isScreensharing == other.isScreensharing
            && trackSize == other.trackSize
    }
}
