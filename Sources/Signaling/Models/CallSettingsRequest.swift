/// Changes to the settings of a call. Nil leaves a part unchanged.
public struct CallSettingsRequest: Body {
    /// The timers of a ring.
    public var ring: RingSettingsRequest?
    /// The initial state of microphone and speaker.
    public var audio: AudioSettingsRequest?
    /// The initial state of the camera.
    public var video: VideoSettingsRequest?
    /// The backstage.
    public var backstage: BackstageSettingsRequest?
    /// The mode of recordings.
    public var recording: FeatureSettings?
    /// The limits of a session.
    public var limits: LimitsSettingsRequest?
    /// The settings of pictures of the call.
    public var thumbnails: ThumbnailsSettings?

    /// Creates a request that changes nothing.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("ring", &ring)
        try coder.field("audio", &audio)
        try coder.field("video", &video)
        try coder.field("limits", &limits)
        try coder.field("backstage", &backstage)
        try coder.field("recording", &recording)
        try coder.field("thumbnails", &thumbnails)
    }
}

/// Changes to ring timers; zero means never.
public struct RingSettingsRequest: Body {
    /// The time after which the caller's client cancels the ring.
    public var autoCancelTimeout: Duration?
    /// The time after which a callee's client rejects the ring.
    public var incomingCallTimeout: Duration?
    /// The time after which the coordinator sends `call.missed` to members without an answer.
    public var missedCallTimeout: Duration?

    /// Creates a request that changes nothing.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("auto_cancel_timeout_ms", &autoCancelTimeout, as: Milliseconds.self)
        try coder.field("missed_call_timeout_ms", &missedCallTimeout, as: Milliseconds.self)
        try coder.field("incoming_call_timeout_ms", &incomingCallTimeout, as: Milliseconds.self)
    }
}

/// Changes to the initial state of microphone and speaker.
public struct AudioSettingsRequest: Body {
    /// True when the microphone is initially on.
    public var micDefaultOn: Bool?
    /// True when the speaker is initially on.
    public var speakerDefaultOn: Bool?
    /// The initial audio output: `speaker` or `earpiece`.
    public var defaultDevice: String?
    /// The mode of noise cancellation.
    public var noiseCancellation: FeatureSettings?

    /// Creates a request that changes nothing.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("default_device", &defaultDevice)
        try coder.field("mic_default_on", &micDefaultOn)
        try coder.field("noise_cancellation", &noiseCancellation)
        try coder.field("speaker_default_on", &speakerDefaultOn)
        let isDevice = defaultDevice.map { ["speaker", "earpiece"].contains($0) } ?? true
        try coder.check(isDevice, "default_device", "must be speaker or earpiece")
    }
}

/// Changes to the initial state of the camera.
public struct VideoSettingsRequest: Body {
    /// True when the camera is initially on.
    public var cameraDefaultOn: Bool?
    /// True when the call is meant for video.
    public var enabled: Bool?

    /// Creates a request that changes nothing.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("enabled", &enabled)
        try coder.field("camera_default_on", &cameraDefaultOn)
    }
}

/// Changes to the backstage.
public struct BackstageSettingsRequest: Body {
    /// True when the call has a backstage.
    public var enabled: Bool?
    /// The time before `starts_at` from which any user may join.
    public var joinAheadTime: Duration?

    /// Creates a request that changes nothing.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("enabled", &enabled)
        try coder.field("join_ahead_time_seconds", &joinAheadTime, as: Seconds.self)
    }
}

/// Changes to the limits of a session; zero means no limit.
public struct LimitsSettingsRequest: Body {
    /// The maximum duration, in whole seconds.
    public var maxDuration: Duration?
    /// The maximum number of concurrent participants.
    public var maxParticipants: Int?

    /// Creates a request that changes nothing.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("max_participants", &maxParticipants)
        try coder.field("max_duration_seconds", &maxDuration, as: Seconds.self)
    }
}
