public import Signaling

/// The tracks of other participants to which a client subscribes.
///
/// A hidden video is not requested, so a new hidden participant in a large call does not change the subscriptions.
/// Audio arrives without a subscription, and screen audio arrives with the screen.
extension CallStateValues {
    /// The track types that a client subscribes to by default.
    public static let subscribedTypes: [TrackType] = [.video, .screenShare]

    /// Returns the subscriptions to other participants, sorted.
    package func subscriptions(_ types: [TrackType] = subscribedTypes) -> [TrackSubscription] {
        var wanted: [TrackSubscription] = []
        roster.visitAll { participant in
            guard participant.sessionId != sessionId else { return }
            participant.addSubscriptions(types, incomingVideoQualitySettings, to: &wanted)
        }
        return wanted.count > 1 ? wanted.sorted() : wanted
    }

    /// True for a track that the SFU forwards to this client. Another one is not published, or is hidden here.
    package func receives(_ participant: CallParticipant, _ type: TrackType) -> Bool {
        guard participant.publishedTracks.contains(type) else { return false }
        guard type == .video else { return true }
        return participant.showTrack && !incomingVideoQualitySettings.isVideoDisabled(for: participant.sessionId)
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

    /// True when the participant has a track to subscribe to.
    var isSubscribable: Bool { (hasVideo && showTrack) || isScreensharing }

    /// True when both participants lead to the same subscriptions.
    func hasSameSubscriptions(as other: CallParticipant) -> Bool {
        guard isSubscribable == other.isSubscribable else { return false }
        guard isSubscribable else { return true }
        return hasVideo == other.hasVideo && showTrack == other.showTrack && isScreensharing == other.isScreensharing
            && trackSize == other.trackSize
    }
}
