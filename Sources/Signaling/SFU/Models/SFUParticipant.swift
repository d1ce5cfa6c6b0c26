public import Timing
import Wire

/// Somebody in a session, as the SFU knows them (`semantics.md` 5.2).
///
/// Name, image, role and custom data stand in ``user``.
public struct SFUParticipant: Body {
    /// The user.
    public var user: User
    /// Names this stay.
    public var sessionId: String
    /// When they joined.
    public var joinedAt: Timestamp
    /// What their tracks' names begin with.
    public var trackLookupPrefix: String
    /// Their roles in the call.
    public var roles: [String]
    /// What they publish, sorted.
    public var publishedTracks: [TrackType] = []
    /// How good their connection is.
    public var connectionQuality = ConnectionQuality.unknown
    /// Whether they speak.
    public var isSpeaking = false
    /// Whether they speak more than all others.
    public var isDominantSpeaker = false
    /// How loud they are, from 0 to 1.
    public var audioLevel = 0.0
    /// Where they come from.
    public var source = ParticipantSource.webrtc
    /// The sources of the packets of their tracks, when they have a path for media.
    public var sources: [TrackSource] = []

    /// The user who records calls on behalf of the backend, and is shown to nobody.
    public static let recordingUserId = "recording-egress"

    /// Describes somebody who publishes nothing and of whom nothing was heard.
    public init(user: User, sessionId: String, joinedAt: Timestamp, trackLookupPrefix: String, roles: [String]) {
        self.user = user
        self.sessionId = sessionId
        self.joinedAt = joinedAt
        self.trackLookupPrefix = trackLookupPrefix
        self.roles = roles
    }

    /// The user's id and the stay's.
    public var reference: ParticipantReference {
        ParticipantReference(userId: user.id, sessionId: sessionId)
    }

    /// Whether this is the backend's own recorder.
    public var isRecorder: Bool { user.id == Self.recordingUserId }

    private static let memo = Memo<SFUParticipant>(bits: 8)

    /// Reads the participant, whom everyone in the session is told of in the same words.
    public init(_ fields: Fields) throws(BodyError) {
        self = try fields.remembered(by: Self.memo) { fields throws(BodyError) in
            try SFUParticipant(reading: fields)
        }
    }

    private init(reading fields: Fields) throws(BodyError) {
        user = try fields.value("user")
        sessionId = try fields.name("session_id")
        joinedAt = try fields.date("joined_at")
        trackLookupPrefix = try fields.optionalText("track_lookup_prefix") ?? ""
        roles = try fields.texts("roles")
        publishedTracks = try fields.knownTrackTypes("published_tracks")
        connectionQuality = try fields.known("connection_quality", or: .unknown)
        isSpeaking = try fields.optionalBoolean("is_speaking") ?? false
        isDominantSpeaker = try fields.optionalBoolean("is_dominant_speaker") ?? false
        audioLevel = try fields.optionalNumber("audio_level") ?? 0
        source = try fields.contains("source") ? fields.known("source", or: .unrecognized) : .webrtc
        sources = try fields.list("sources")
    }

    /// Writes the participant; what is as usual is left out.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("roles", roles)
        if source != .webrtc { fields.set("source", source.rawValue) }
        fields.set("sources", sources)
        fields.set("joined_at", joinedAt)
        fields.set("session_id", sessionId)
        if audioLevel != 0 { fields.set("audio_level", number: audioLevel) }
        if isSpeaking { fields.set("is_speaking", isSpeaking) }
        fields.set("published_tracks", publishedTracks)
        if connectionQuality != .unknown { fields.set("connection_quality", connectionQuality.rawValue) }
        if isDominantSpeaker { fields.set("is_dominant_speaker", isDominantSpeaker) }
        if !trackLookupPrefix.isEmpty { fields.set("track_lookup_prefix", trackLookupPrefix) }
    }
}

/// One stay of one user: whom an event, a pin or a subscription is about.
public struct ParticipantReference: Body {
    /// The user.
    public var userId: String
    /// The user's stay.
    public var sessionId: String

    /// Names a stay.
    public init(userId: String, sessionId: String) {
        self.userId = userId
        self.sessionId = sessionId
    }

    /// Reads `user_id` and `session_id`.
    public init(_ fields: Fields) throws(BodyError) {
        userId = try fields.name("user_id")
        sessionId = try fields.name("session_id")
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("user_id", userId)
        fields.set("session_id", sessionId)
    }
}

/// How many are in a session.
public struct ParticipantCount: Body {
    /// All of them.
    public var total: Int
    /// Those without a name.
    public var anonymous: Int

    /// Describes the counts.
    public init(total: Int, anonymous: Int = 0) {
        self.total = total
        self.anonymous = anonymous
    }

    /// Reads `total` and `anonymous`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            total: try fields.count("total"),
            anonymous: Int(clamping: try fields.optionalInteger("anonymous") ?? 0))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("total", total)
        if anonymous > 0 { fields.set("anonymous", anonymous) }
    }
}
