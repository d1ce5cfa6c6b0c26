public import Timing

/// A participant of a session, as the SFU knows it (`semantics.md` 5.2).
///
/// Name, image, role and custom data are in ``user``.
public struct SFUParticipant: Body {
    /// The user.
    public var user = User()
    /// The roles in the call.
    public var roles: [String] = []
    /// The kind of client through which the participant joined.
    public var source = ParticipantSource.webrtc
    /// The SSRCs of the participant's tracks, when it has a media path.
    public var sources: [TrackSource] = []
    /// The date at which the participant joined.
    public var joinedAt = Timestamp(milliseconds: 0)
    /// The id of the session.
    public var sessionId = ""
    /// The audio level, from 0 to 1.
    public var audioLevel = 0.0
    /// True while the participant speaks.
    public var isSpeaking = false
    /// The types of the published tracks, sorted.
    public var publishedTracks: [TrackType] = []
    /// The quality of the connection.
    public var connectionQuality = ConnectionQuality.unknown
    /// True for the dominant speaker.
    public var isDominantSpeaker = false
    /// The prefix of the names of the participant's tracks.
    public var trackLookupPrefix = ""

    package init() {}

    package static let cache: DecodeCache<SFUParticipant>? = DecodeCache(bits: 8)

    /// The user id of the backend's recorder, which is not shown to participants.
    package static let recordingUserId = "recording-egress"

    /// The id of the user and the id of the session.
    package var reference: ParticipantReference {
        ParticipantReference {
            $0.userId = user.id
            $0.sessionId = sessionId
        }
    }

    /// True for the backend's recorder.
    package var isRecorder: Bool { user.id == Self.recordingUserId }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.list("roles", &roles)
        try coder.field("source", &source, omitting: .webrtc)
        try coder.list("sources", &sources)
        try coder.field("joined_at", &joinedAt)
        try coder.field("session_id", &sessionId)
        try coder.field("audio_level", &audioLevel, omitting: 0)
        try coder.field("is_speaking", &isSpeaking, omitting: false)
        try coder.list("published_tracks", &publishedTracks)
        try coder.field("connection_quality", &connectionQuality, omitting: .unknown)
        try coder.field("is_dominant_speaker", &isDominantSpeaker, omitting: false)
        try coder.field("track_lookup_prefix", &trackLookupPrefix, omitting: "")
    }
}

/// A participant, named by user and session: the subject of an event, a pin or a subscription.
public struct ParticipantReference: Body {
    /// The user's id.
    public var userId = ""
    /// The id of the user's session.
    public var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user_id", &userId)
        try coder.field("session_id", &sessionId)
    }
}

/// The number of participants of a session.
public struct ParticipantCount: Body {
    /// The number of all participants.
    public var total = 0
    /// The number of anonymous participants.
    public var anonymous = 0

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("total", &total)
        try coder.field("anonymous", &anonymous, omitting: 0)
    }
}
