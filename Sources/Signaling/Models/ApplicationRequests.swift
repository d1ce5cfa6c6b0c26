public import Wire

// Requests of applications have initializers with arguments. All other bodies are filled field by field.

extension MemberRequest {
    /// Creates a request to add or change a member.
    public init(userId: String, role: String? = nil, custom: CBOR.Map = [:]) {
        self.init()
        self.userId = userId
        self.role = role
        self.custom = custom
    }
}

extension SortParam {
    /// Creates an order by a field; 1 is ascending, -1 descending.
    public init(field: String, direction: Int64 = 1) {
        self.init()
        self.field = field
        self.direction = direction
    }
}

extension QueryTerms {
    /// Creates the filter, order and page of a query.
    public init(
        filter: CBOR.Map = [:], sort: [SortParam] = [], limit: Int? = nil, next: String? = nil, prev: String? = nil
    ) {
        self.init()
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.next = next
        self.prev = prev
    }
}

extension RTMPBroadcastRequest {
    /// Creates a broadcast to a server.
    public init(name: String, streamURL: String, streamKey: String? = nil) {
        self.init()
        self.name = name
        self.streamURL = streamURL
        self.streamKey = streamKey
    }
}

extension MuteUsersRequest {
    /// Creates a request that mutes tracks of the given users, or of all.
    public init(
        userIds: [String] = [], muteAllUsers: Bool = false, audio: Bool = false, video: Bool = false,
        screenshare: Bool = false, screenshareAudio: Bool = false
    ) {
        self.init()
        self.userIds = userIds
        self.muteAllUsers = muteAllUsers
        self.audio = audio
        self.video = video
        self.screenshare = screenshare
        self.screenshareAudio = screenshareAudio
    }
}

extension CallSettingsRequest {
    /// Creates a change of settings. Nil leaves a setting unchanged.
    public init(
        ring: RingSettingsRequest? = nil, audio: AudioSettingsRequest? = nil, video: VideoSettingsRequest? = nil,
        backstage: BackstageSettingsRequest? = nil, recording: FeatureSettings? = nil,
        limits: LimitsSettingsRequest? = nil, thumbnails: ThumbnailsSettings? = nil
    ) {
        self.init()
        self.ring = ring
        self.audio = audio
        self.video = video
        self.backstage = backstage
        self.recording = recording
        self.limits = limits
        self.thumbnails = thumbnails
    }
}

extension RingSettingsRequest {
    /// Creates a change of ring timeouts. Nil leaves a setting unchanged.
    public init(
        autoCancelTimeout: Duration? = nil, incomingCallTimeout: Duration? = nil, missedCallTimeout: Duration? = nil
    ) {
        self.init()
        self.autoCancelTimeout = autoCancelTimeout
        self.incomingCallTimeout = incomingCallTimeout
        self.missedCallTimeout = missedCallTimeout
    }
}

extension AudioSettingsRequest {
    /// Creates a change of audio settings. Nil leaves a setting unchanged.
    public init(
        micDefaultOn: Bool? = nil, speakerDefaultOn: Bool? = nil, defaultDevice: String? = nil,
        noiseCancellation: FeatureSettings? = nil
    ) {
        self.init()
        self.micDefaultOn = micDefaultOn
        self.speakerDefaultOn = speakerDefaultOn
        self.defaultDevice = defaultDevice
        self.noiseCancellation = noiseCancellation
    }
}

extension VideoSettingsRequest {
    /// Creates a change of video settings. Nil leaves a setting unchanged.
    public init(cameraDefaultOn: Bool? = nil, enabled: Bool? = nil) {
        self.init()
        self.cameraDefaultOn = cameraDefaultOn
        self.enabled = enabled
    }
}

extension BackstageSettingsRequest {
    /// Creates a change of backstage settings. Nil leaves a setting unchanged.
    public init(enabled: Bool? = nil, joinAheadTime: Duration? = nil) {
        self.init()
        self.enabled = enabled
        self.joinAheadTime = joinAheadTime
    }
}
