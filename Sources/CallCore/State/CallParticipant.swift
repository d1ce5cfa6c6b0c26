public import Signaling
public import Timing

/// Somebody in a call, as the others see them (`semantics.md` 3.3 and the documents).
///
/// Everything here is what signalling tells; tracks with what was received on them belong to the media plane.
public struct CallParticipant: Hashable, Sendable {
    /// Who.
    public var user: User
    /// Names this stay; one user may be in a call from several devices.
    public var sessionId: String
    /// The roles in the call.
    public var roles: [String]
    /// What the names of their tracks begin with.
    public var trackLookupPrefix: String?
    /// The date on which the participant has joined.
    @_disfavoredOverload public var joinedAt: Timestamp
    /// What they publish, sorted.
    public internal(set) var publishedTracks: [Track] = []
    /// Whether they speak.
    public var isSpeaking = false
    /// Whether they speak more than all others; at most one in a call does.
    public var isDominantSpeaker = false
    /// How good their connection is.
    public var connectionQuality = Quality.unknown
    /// How loud they are, from 0 to 1.
    public private(set) var audioLevel = 0.0
    /// The last ``audioLevelHistory`` levels, the newest last.
    public private(set) var audioLevels: [Double] = []
    /// The size at which the participant's video is shown here.
    @_disfavoredOverload public var trackSize = TrackSize()
    /// Whether their video is to be shown here.
    public var showTrack: Bool
    /// Which of their tracks the SFU holds back for now.
    public var pausedTracks: Set<Track> = []
    /// Where they come from.
    public var source = Source.webrtc
    /// The sources of the packets of their tracks, as far as they were announced.
    public internal(set) var sources: [TrackSource] = []
    /// What was received on each of their tracks.
    var tracks: [TrackType: MediaTrack] = [:]
    /// When this user pinned them here.
    var pinnedHere: Timestamp?
    /// When they were pinned for everyone.
    var pinnedForEveryone: Timestamp?

    /// How many levels are kept.
    public static let audioLevelHistory = 10

    /// Describes somebody as the SFU tells of them.
    public init(_ participant: borrowing SFUParticipant, showTrack: Bool = true) {
        user = participant.user
        sessionId = participant.sessionId
        roles = participant.roles
        joinedAt = participant.joinedAt
        self.showTrack = showTrack
        takeOver(participant)
    }

    /// Describes somebody who publishes nothing.
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

    /// Whether they publish video.
    public var hasVideo: Bool {
        get { publishedTracks.contains(.video) }
        set { setPublished(.video, newValue) }
    }
    /// Whether their video is to be shown here, and there is one to show.
    public var shouldDisplayTrack: Bool { hasVideo && showTrack && !pausedTracks.contains(.video) }
    /// Whether they publish audio.
    public var hasAudio: Bool {
        get { publishedTracks.contains(.audio) }
        set { setPublished(.audio, newValue) }
    }
    /// Whether they share their screen.
    public var isScreensharing: Bool {
        get { publishedTracks.contains(.screenShare) }
        set { setPublished(.screenShare, newValue) }
    }
    /// The stay's id.
    public var id: String { sessionId }
    /// The user's id.
    public var userId: String { user.id }
    /// What people call the user.
    public var name: String { user.name }
    /// The first of ``roles``; empty when there is none.
    public var role: String { roles.first ?? "" }
    /// The address of the user's picture.
    @_disfavoredOverload public var profileImageURL: String? { user.image }
    /// The properties that `CallLibraryFoundation` has with other types, which hide these there.
    package var own: (joinedAt: Timestamp, trackSize: TrackSize, profileImageURL: String?) {
        (joinedAt, trackSize, user.image)
    }
}

// MARK: - Pins

extension CallParticipant {
    /// That somebody is pinned, by whom and since when.
    public struct PinInfo: Hashable, Sendable {
        /// Whether this user pinned them, for this client alone.
        public let isLocal: Bool
        /// When.
        public let pinnedAt: Timestamp

        /// Describes a pin.
        public init(isLocal: Bool, pinnedAt: Timestamp) {
            self.isLocal = isLocal
            self.pinnedAt = pinnedAt
        }
    }

    /// The pin that counts: one for everyone before one of this user's own.
    public var pin: PinInfo? {
        if let pinnedForEveryone { return PinInfo(isLocal: false, pinnedAt: pinnedForEveryone) }
        return pinnedHere.map { PinInfo(isLocal: true, pinnedAt: $0) }
    }

    /// Whether they are pinned at all.
    public var isPinned: Bool { pin != nil }

    /// Whether they are pinned for everyone.
    public var isPinnedRemotely: Bool { pinnedForEveryone != nil }

    /// Pins them for everyone; a pin that is there keeps its date.
    mutating func pinForEveryone(at date: Timestamp) {
        pinnedForEveryone = pinnedForEveryone ?? date
    }
}

// MARK: - What the SFU tells in passing

extension CallParticipant {
    /// Takes over how loud they are.
    public mutating func hear(_ level: Double, isSpeaking: Bool) {
        self.isSpeaking = isSpeaking
        audioLevel = level
        audioLevels = audioLevels.suffix(Self.audioLevelHistory - 1) + [level]
    }

    /// Takes over what another value of the same stay says; what this client added of its own stays.
    mutating func takeOver(_ told: borrowing SFUParticipant) {
        user = told.user
        roles = told.roles
        trackLookupPrefix = told.trackLookupPrefix.isEmpty ? nil : told.trackLookupPrefix
        joinedAt = told.joinedAt
        let tracks = told.publishedTracks
        publishedTracks = zip(tracks, tracks.dropFirst()).allSatisfy(<) ? tracks : tracks.sorted()
        if !pausedTracks.isEmpty { pausedTracks.formIntersection(publishedTracks) }
        connectionQuality = told.connectionQuality
        isDominantSpeaker = told.isDominantSpeaker
        source = told.source
        sources = told.sources
        guard told.isSpeaking != isSpeaking || told.audioLevel != audioLevel else { return }
        hear(told.audioLevel, isSpeaking: told.isSpeaking)
    }

    /// Takes over that a track is published, or not any more; what is gone is not paused either.
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
