public import Signaling

/// Which tracks of the others a client wants.
///
/// Nobody asks for a video that is not on the screen: in a call of hundreds the wish then stays as it is when somebody
/// comes whom nobody sees yet. Sound comes without being asked for, and the sound of a screen comes with the screen.
extension CallStateValues {
    /// What the SFU is asked for of its own accord.
    public static let subscribedTypes: [TrackType] = [.video, .screenShare]

    /// What this client wants of the others, sorted.
    package func subscriptions(_ types: [TrackType] = subscribedTypes) -> [TrackSubscription] {
        var wanted: [TrackSubscription] = []
        roster.lendEach { participant in
            guard participant.sessionId != sessionId else { return }
            participant.addSubscriptions(types, incomingVideoQualitySettings, to: &wanted)
        }
        return wanted.count > 1 ? wanted.sorted() : wanted
    }
}

extension CallParticipant {
    fileprivate borrowing func addSubscriptions(
        _ types: [TrackType], _ quality: IncomingVideoQualitySettings, to wanted: inout [TrackSubscription]
    ) {
        guard !publishedTracks.isEmpty else { return }
        let size = quality.targetSize(for: sessionId) ?? trackSize
        let dimension = VideoDimension(width: size.width, height: size.height)
        let reference = ParticipantReference {
            $0.userId = userId
            $0.sessionId = sessionId
        }
        func want(_ type: TrackType, _ dimension: VideoDimension?) {
            if types.contains(type) { wanted.append(TrackSubscription(reference, type, dimension: dimension)) }
        }
        if hasAudio { want(.audio, nil) }
        if hasVideo, showTrack, !quality.isVideoDisabled(for: sessionId) { want(.video, dimension) }
        if isScreensharing { want(.screenShare, dimension) }
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
