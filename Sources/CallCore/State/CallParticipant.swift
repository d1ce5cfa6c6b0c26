public import Signaling
public import Timing

/// A participant in a call, as other participants see it (`semantics.md` 3.3 and the documents).
///
/// The values are those of signaling. Tracks with reception counts belong to the media plane.
public struct CallParticipant: Hashable, Sendable {
    /// The user.
    public var user: User
    /// The id of the participant's session. A user may be in a call from several devices.
    public var sessionId: String
    /// The roles in the call.
    public var roles: [String]
    /// The prefix of the track names.
    public var trackLookupPrefix: String?
    /// The date at which the participant joined.
    @_disfavoredOverload public var joinedAt: Timestamp
    /// The published tracks, sorted.
    public internal(set) var publishedTracks: [Track] = []
    /// True when the participant speaks.
    public var isSpeaking = false
    /// True for the dominant speaker; at most one participant of a call.
    public var isDominantSpeaker = false
    /// The quality of the connection.
    public var connectionQuality = Quality.unknown
    /// The audio level, from 0 to 1.
    public private(set) var audioLevel = 0.0
    /// The last ``audioLevelHistory`` levels, newest last.
    public private(set) var audioLevels: [Double] = []
    /// The size at which this client shows the participant's video, in points.
    @_disfavoredOverload public var trackSize = TrackSize()
    /// True when this client shows the participant's video.
    public var showTrack: Bool
    /// The tracks that the SFU has paused.
    public var pausedTracks: Set<Track> = []
    /// The kind of client through which the participant joined.
    public var source = Source.webrtc
    /// The announced SSRCs of the tracks.
    public internal(set) var sources: [TrackSource] = []
    /// The state of each received track.
    var tracks: [TrackType: MediaTrack] = [:]
    /// The date of this user's local pin.
    var pinnedHere: Timestamp?
    /// The date of the pin for everyone.
    var pinnedForEveryone: Timestamp?

    /// The number of levels in ``audioLevels``.
    public static let audioLevelHistory = 10

    /// Creates a participant from the SFU's description.
    public init(_ participant: borrowing SFUParticipant, showTrack: Bool = true) {
        user = participant.user
        sessionId = participant.sessionId
        roles = participant.roles
        joinedAt = participant.joinedAt
        self.showTrack = showTrack
        apply(participant)
    }

    /// Creates a participant without tracks.
    public init(
        user: User, sessionId: String, roles: [String] = [], trackLookupPrefix: String? = nil, joinedAt: Timestamp,
        showTrack: Bool = true
    ) {
        self.user = user
        self.sessionId = sessionId
        self.roles = roles
        self.trackLookupPrefix = trackLookupPrefix
        self.joinedAt = joinedAt
        self.showTrack = showTrack
    }

    /// True when the participant publishes video.
    public var hasVideo: Bool {
        get { publishedTracks.contains(.video) }
        set { setPublished(.video, newValue) }
    }
    /// True when the participant's video is published, not paused, and shown by this client.
    public var shouldDisplayTrack: Bool { hasVideo && showTrack && !pausedTracks.contains(.video) }
    /// True when the participant publishes audio.
    public var hasAudio: Bool {
        get { publishedTracks.contains(.audio) }
        set { setPublished(.audio, newValue) }
    }
    /// True when the participant shares its screen.
    public var isScreensharing: Bool {
        get { publishedTracks.contains(.screenShare) }
        set { setPublished(.screenShare, newValue) }
    }
    /// The id of the participant's session.
    public var id: String { sessionId }
    /// The id of the user.
    public var userId: String { user.id }
    /// The name of the user.
    public var name: String { user.name }
    /// The first of ``roles``; empty without roles.
    public var role: String { roles.first ?? "" }
    /// The address of the user's image.
    @_disfavoredOverload public var profileImageURL: String? { user.image }
    /// The properties that `CallLibraryFoundation` replaces by properties with Foundation's types.
    package var own: (joinedAt: Timestamp, trackSize: TrackSize, profileImageURL: String?) {
        (joinedAt, trackSize, user.image)
    }
}

// MARK: - Pins

extension CallParticipant {
    /// A pin, with its kind and date.
    public struct PinInfo: Hashable, Sendable {
        /// True for a local pin by this user.
        public let isLocal: Bool
        /// The date of the pin.
        public let pinnedAt: Timestamp

        /// Creates a pin.
        public init(isLocal: Bool, pinnedAt: Timestamp) {
            self.isLocal = isLocal
            self.pinnedAt = pinnedAt
        }
    }

    /// The effective pin. A pin for everyone precedes a local one.
    public var pin: PinInfo? {
        if let pinnedForEveryone { return PinInfo(isLocal: false, pinnedAt: pinnedForEveryone) }
        return pinnedHere.map { PinInfo(isLocal: true, pinnedAt: $0) }
    }

    /// True when the participant is pinned, locally or for everyone.
    public var isPinned: Bool { pin != nil }

    /// True when the participant is pinned for everyone.
    public var isPinnedRemotely: Bool { pinnedForEveryone != nil }

    /// Pins the participant for everyone. An existing pin keeps its date.
    mutating func pinForEveryone(at date: Timestamp) {
        pinnedForEveryone = pinnedForEveryone ?? date
    }
}

// MARK: - Reports of the SFU

extension CallParticipant {
    /// Sets the audio level.
    public mutating func setAudioLevel(_ level: Double, isSpeaking: Bool) {
        self.isSpeaking = isSpeaking
        audioLevel = level
        audioLevels = audioLevels.suffix(Self.audioLevelHistory - 1) + [level]
    }

    /// Applies the SFU's description of the same session. Local additions of this client are kept.
    mutating func apply(_ participant: borrowing SFUParticipant) {
        user = participant.user
        roles = participant.roles
        trackLookupPrefix = participant.trackLookupPrefix.isEmpty ? nil : participant.trackLookupPrefix
        joinedAt = participant.joinedAt
        let tracks = participant.publishedTracks
        publishedTracks = zip(tracks, tracks.dropFirst()).allSatisfy(<) ? tracks : tracks.sorted()
        if !pausedTracks.isEmpty { pausedTracks.formIntersection(publishedTracks) }
        connectionQuality = participant.connectionQuality
        isDominantSpeaker = participant.isDominantSpeaker
        source = participant.source
        sources = participant.sources
        guard participant.isSpeaking != isSpeaking || participant.audioLevel != audioLevel else { return }
        setAudioLevel(participant.audioLevel, isSpeaking: participant.isSpeaking)
    }

    /// Sets a track as published or unpublished. An unpublished track is not paused either.
    mutating func setPublished(_ track: Track, _ isPublished: Bool) {
        guard publishedTracks.contains(track) != isPublished else { return }
        if isPublished {
            publishedTracks = (publishedTracks + [track]).sorted()
        } else {
            publishedTracks.removeAll { $0 == track }
            pausedTracks.remove(track)
        }
    }
}

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
