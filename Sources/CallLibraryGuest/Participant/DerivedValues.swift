import CallCore
import Signaling

/// The values of a call that follow from others, each with its definition in terms of those.
enum DerivedValues {
    /// The values that follow from the participants, their tracks and their speech.
    static let ofParticipants: [ComparedValue<CallStateValues, CallStateValues>] = [
        ComparedValue("participantUserIds", \.participantUserIds) { $0.participants.map(\.user.id) },
        ComparedValue("rosterCount", \.rosterCount, \.participants.count),
        ComparedValue("participantsMap") {
            $0.participantsMap.mapValues(\.sessionId)
        } _: {
            Dictionary($0.participants.map { ($0.sessionId, $0.sessionId) }) { first, _ in first }
        },
        ComparedValue("localParticipant", \.localParticipant?.sessionId) { values in
            values.participants.map(\.sessionId).first { $0 == values.sessionId }
        },
        ComparedValue("remoteParticipants") {
            $0.remoteParticipants.map(\.sessionId)
        } _: { values in
            values.participants.map(\.sessionId).filter { $0 != values.sessionId }
        },
        ComparedValue("dominantSpeaker", \.dominantSpeaker?.sessionId) { values in
            values.participants.first { $0.isDominantSpeaker }?.sessionId
        },
        ComparedValue("activeSpeakers") {
            $0.activeSpeakers.map(\.sessionId)
        } _: { values in
            values.participants.filter { $0.isSpeaking }.map(\.sessionId)
        },
        ComparedValue("screenSharingSession", \.screenSharingSession?.participant.sessionId) { values in
            values.participants.first { $0.publishedTracks.contains(.screenShare) }?.sessionId
        },
        ComparedValue("isCurrentUserScreensharing", \.isCurrentUserScreensharing) { values in
            values.participants.contains {
                $0.sessionId == values.sessionId && $0.publishedTracks.contains(.screenShare)
            }
        },
        ComparedValue("subscriptions") {
            $0.subscriptions()
        } _: { values in
            values.participants.filter { $0.sessionId != values.sessionId }
                .flatMap { $0.subscriptions(values.incomingVideoQualitySettings) }.sorted()
        },
    ]
}

extension CallParticipant {
    /// The subscriptions to the participant: a shared screen, and a video that is visible and not disabled, in the fixed
    /// size or the size in which it is shown.
    fileprivate func subscriptions(_ quality: IncomingVideoQualitySettings) -> [TrackSubscription] {
        var size = trackSize
        var isVisible = showTrack
        switch quality {
        case .manual(let group, let fixed) where group.includes(sessionId): size = fixed
        case .disabled(let group) where group.includes(sessionId): isVisible = false
        case .none, .manual, .disabled: break
        }
        let types = publishedTracks.filter { $0 == .screenShare || $0 == .video && isVisible }
        let reference = ParticipantReference {
            $0.userId = user.id
            $0.sessionId = sessionId
        }
        let dimension = VideoDimension(width: size.width, height: size.height)
        return types.map { TrackSubscription(reference, $0, dimension: dimension) }
    }
}

extension IncomingVideoQualitySettings.Group {
    fileprivate func includes(_ sessionId: String) -> Bool {
        switch self {
        case .all: true
        case .custom(let sessionIds): sessionIds.contains(sessionId)
        }
    }
}
