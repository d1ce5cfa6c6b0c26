import BackendCore
import CallCore
import ScenarioVocabulary
import Signaling
import Timing

/// A value that a client shows and a server holds.
struct ComparedValue<Shown, Held>: Sendable {
    let name: String
    /// Returns the difference of the two values; nil when they are equal.
    let difference: @Sendable (Shown, Held) -> ViewDifference?

    init<Value: Equatable & SendableMetatype>(
        _ name: String, _ shown: @escaping @Sendable (Shown) -> Value, _ held: @escaping @Sendable (Held) -> Value
    ) {
        self.name = name
        difference = { one, other in
            let (shown, held) = (shown(one), held(other))
            return shown == held ? nil : ViewDifference(name, shown: shown, held: held)
        }
    }

    /// Compares answers to rings. A second ring voids earlier answers, of which only the rung users are notified, so a
    /// client may show answers that the coordinator no longer holds.
    init(
        _ name: String, answers shown: @escaping @Sendable (Shown) -> [String: Timestamp]?,
        _ held: @escaping @Sendable (Held) -> [String: Timestamp]?
    ) {
        self.name = name
        difference = { one, other in
            let (shown, held) = (shown(one) ?? [:], held(other) ?? [:])
            let isShown = held.allSatisfy { shown[$0.key] == $0.value }
            return isShown ? nil : ViewDifference(name, shown: shown, held: held)
        }
    }
}

extension Array {
    /// Returns the first difference; nil without one.
    func difference<Shown, Held>(_ shown: Shown, _ held: Held) -> ViewDifference?
    where Element == ComparedValue<Shown, Held> {
        lazy.compactMap { $0.difference(shown, held) }.first
    }
}

/// The tracks that a client requests to publish and to receive.
struct TrackRequests: Sendable {
    let published: [TrackType]
    let subscriptions: [TrackSubscription]
}

/// The values that a client in a call shows, each with the value that its servers hold.
enum ComparedValues {
    /// The values of the call in the coordinator's response to a read.
    static let call: [ComparedValue<CallStateValues, GetCallResponse>] = [
        ComparedValue("backstage", \.backstage, \.call.backstage),
        ComparedValue("blockedUserIds", \.blockedUserIds, \.call.blockedUserIds),
        ComparedValue("blockedUsers", \.blockedUsers, \.blockedUsers),
        ComparedValue("captioning", \.captioning, \.call.captioning),
        ComparedValue("createdAt", \.createdAt, \.call.createdAt),
        ComparedValue("createdBy", \.createdBy?.id, \.call.createdBy.id),
        ComparedValue("custom", \.custom, \.call.custom),
        ComparedValue("egress", \.runningEgress, { $0.call.egress?.running ?? [] }),
        ComparedValue("broadcasting", \.broadcasting, { $0.call.egress?.broadcasting ?? false }),
        ComparedValue("endedAt", \.endedAt, \.call.endedAt),
        ComparedValue("ingress", \.ingress?.rtmp.address, \.call.ingress?.rtmpAddress),
        ComparedValue("members", \.members, \.members),
        ComparedValue("ownCapabilities", \.ownCapabilities) { $0.ownCapabilities.sorted() },
        ComparedValue("session.raisedHands", \.raisedHands, { $0.call.session?.raisedHands ?? [] }),
        ComparedValue("recording", \.recording, \.call.recording),
        ComparedValue("settings", \.settings, \.call.settings),
        ComparedValue("startsAt", \.startsAt, \.call.startsAt),
        ComparedValue("team", \.team, \.call.team),
        ComparedValue("thumbnails", \.thumbnails, \.call.thumbnails),
        ComparedValue("transcribing", \.transcribing, \.call.transcribing),
        ComparedValue("session.id", \.receivedSession?.id, \.call.session?.id),
        ComparedValue("session.acceptedBy", answers: \.receivedSession?.acceptedBy, \.call.session?.acceptedBy),
        ComparedValue("session.rejectedBy", answers: \.receivedSession?.rejectedBy, \.call.session?.rejectedBy),
        ComparedValue("session.startedAt", \.receivedSession?.startedAt, \.call.session?.startedAt),
        ComparedValue("session.endedAt", \.receivedSession?.endedAt, \.call.session?.endedAt),
        ComparedValue("session.liveStartedAt", \.receivedSession?.liveStartedAt, \.call.session?.liveStartedAt),
        ComparedValue("session.liveEndedAt", \.receivedSession?.liveEndedAt, \.call.session?.liveEndedAt),
        ComparedValue("session.timerEndsAt", \.receivedSession?.timerEndsAt, \.call.session?.timerEndsAt),
        ComparedValue("session.participants", \.session?.participants, \.call.session?.participants),
        ComparedValue(
            "session.participantsCountByRole", \.receivedSession?.participantsCountByRole,
            \.call.session?.participantsCountByRole),
        ComparedValue(
            "session.anonymousParticipantCount", \.receivedSession?.anonymousParticipantCount,
            \.call.session?.anonymousParticipantCount),
    ]

    /// The values of the call for a client outside of its session. That client does not process events of the session,
    /// and some events that introduce a call lack its members and rights.
    static let callOutside = call.filter {
        !$0.name.hasPrefix("session.") && !["blockedUsers", "members", "ownCapabilities"].contains($0.name)
    }

    /// The values of the call that the SFU sends to its client.
    static let session: [ComparedValue<CallStateValues, SFUCallState>] = [
        ComparedValue("participantCount", \.participantCount, \.participantCount.total),
        ComparedValue("anonymousParticipantCount", \.anonymousParticipantCount, \.participantCount.anonymous),
        ComparedValue("participants") {
            $0.participants.map(\.sessionId).sorted()
        } _: {
            $0.participants.filter { !$0.isRecorder }.map(\.sessionId).sorted()
        },
    ]

    /// The values of one participant that the SFU sends.
    static let participant: [ComparedValue<CallParticipant, SFUParticipant>] = [
        ComparedValue("user", \.user, \.user),
        ComparedValue("roles", \.roles, \.roles),
        ComparedValue("joinedAt", \.own.joinedAt, \.joinedAt),
        ComparedValue("trackLookupPrefix", \.trackLookupPrefix, \.trackLookupPrefix),
        ComparedValue("publishedTracks", \.publishedTracks, \.publishedTracks),
        ComparedValue("connectionQuality", \.connectionQuality, \.connectionQuality),
        ComparedValue("isSpeaking", \.isSpeaking, \.isSpeaking),
        ComparedValue("isDominantSpeaker", \.isDominantSpeaker, \.isDominantSpeaker),
        ComparedValue("source", \.source, \.source),
        ComparedValue("sources", \.sources, \.sources),
    ]

    /// The client's own tracks, and its subscriptions.
    static func tracks(withSubscriptions hasSubscriptions: Bool) -> [ComparedValue<TrackRequests, SessionReading>] {
        hasSubscriptions ? [published, subscriptions] : [published]
    }

    private static let published = ComparedValue<TrackRequests, SessionReading>(
        "wanted tracks", \.published, \.publishedTracks)
    private static let subscriptions = ComparedValue<TrackRequests, SessionReading>(
        "subscriptions", \.subscriptions, \.presentSubscriptions)
}

extension CallStateValues {
    /// The running recordings and broadcasts, as its properties show them.
    fileprivate var runningEgress: [String] {
        let recordings = [
            (RecordingType.composite, compositeRecording), (.individual, individualRecording), (.raw, rawRecording),
        ]
        return recordings.filter(\.1).map(\.0.rawValue) + (frameRecording ? ["frames"] : [])
            + [hlsPlaylistUrl].compactMap { $0 } + rtmpBroadcasts
    }
}

extension CallSessionResponse {
    /// The users with a raised hand, each once, the earliest first.
    fileprivate var raisedHands: [String] {
        var first: [String: Timestamp] = [:]
        for participant in participants {
            guard let date = participant.handRaisedAt else { continue }
            first[participant.user.id] = min(first[participant.user.id] ?? date, date)
        }
        return first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }
}

extension EgressResponse {
    /// The running recordings and broadcasts. Events do not include those that are starting.
    fileprivate var running: [String] {
        let recordings = RecordingType.allCases.filter { self[$0] == .running }.map(\.rawValue)
        let frames = frameRecording == .running ? ["frames"] : []
        let playlists = [hls].compactMap { $0?.status == .running ? $0?.playlistURL : nil }
        return recordings + frames + playlists + rtmps.filter { $0.status == .running }.map(\.name).sorted()
    }
}

extension GetCallResponse {
    /// The blocked users, of which only members have more than an id.
    fileprivate var blockedUsers: [User] {
        call.blockedUserIds.map { id in members.first { $0.userId == id }?.user ?? User(id: id) }
    }
}

extension SessionReading {
    /// The subscriptions to present participants. Those to others are updated by the client's next request.
    fileprivate var presentSubscriptions: [TrackSubscription] {
        let present = Set(call.participants.map(\.sessionId))
        return subscriptions.filter { present.contains($0.participant.sessionId) }.sorted()
    }
}
