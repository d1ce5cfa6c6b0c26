/// The settings of a call: the defaults of its type with the call's own overrides.
public struct CallSettingsResponse: Body {
    /// The timers of a ring.
    public var ring = RingSettings()
    /// The initial state of microphone and speaker.
    public var audio = AudioSettings()
    /// The initial state of the camera.
    public var video = VideoSettings()
    /// The backstage.
    public var backstage = BackstageSettings()
    /// The mode of recordings.
    public var recording = FeatureSettings()
    /// The limits of a session.
    public var limits = LimitsSettings()
    /// The settings of pictures of the call.
    public var thumbnails = ThumbnailsSettings()

    /// Creates the default settings.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("ring", &ring, omitting: RingSettings())
        try coder.field("audio", &audio, omitting: AudioSettings())
        try coder.field("video", &video, omitting: VideoSettings())
        try coder.field("limits", &limits, omitting: LimitsSettings())
        try coder.field("backstage", &backstage, omitting: BackstageSettings())
        try coder.field("recording", &recording, omitting: FeatureSettings())
        try coder.field("thumbnails", &thumbnails, omitting: ThumbnailsSettings())
    }
}

/// The three ring timers (`semantics.md` section 0, rule 5); zero means never.
public struct RingSettings: Body {
    /// The time after which the caller's client cancels the ring and leaves the call.
    public var autoCancelTimeout = Duration.seconds(15)
    /// The time after which a callee's client rejects the ring with the reason `timeout`.
    public var incomingCallTimeout = Duration.seconds(15)
    /// The time after which the coordinator sends `call.missed` to members without an answer.
    public var missedCallTimeout = Duration.seconds(15)

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        let usual = Duration.seconds(15)
        try coder.field("auto_cancel_timeout_ms", &autoCancelTimeout, as: Milliseconds.self, whenAbsent: usual)
        try coder.field("missed_call_timeout_ms", &missedCallTimeout, as: Milliseconds.self, whenAbsent: usual)
        try coder.field("incoming_call_timeout_ms", &incomingCallTimeout, as: Milliseconds.self, whenAbsent: usual)
    }
}

/// The state of microphone and speaker when a user joins.
public struct AudioSettings: Body {
    /// True when the microphone is initially on.
    public var micDefaultOn = true
    /// True when the speaker is initially on.
    public var speakerDefaultOn = true
    /// The initial audio output: `speaker` or `earpiece`.
    public var defaultDevice = "speaker"
    /// The mode of noise cancellation.
    public var noiseCancellation = FeatureSettings()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("default_device", &defaultDevice, whenAbsent: "speaker")
        try coder.field("mic_default_on", &micDefaultOn, whenAbsent: true)
        try coder.field("noise_cancellation", &noiseCancellation, omitting: FeatureSettings())
        try coder.field("speaker_default_on", &speakerDefaultOn, whenAbsent: true)
    }
}

/// The state of the camera when a user joins.
public struct VideoSettings: Body {
    /// True when the camera is initially on.
    public var cameraDefaultOn = true
    /// True when the call is meant for video. Applications show it; capabilities decide on videos.
    public var enabled = true

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("enabled", &enabled, whenAbsent: true)
        try coder.field("camera_default_on", &cameraDefaultOn, whenAbsent: true)
    }
}

/// The settings of the backstage, where hosts join before the audience.
public struct BackstageSettings: Body {
    /// True when the call starts in backstage. A change to false opens the call.
    public var enabled = false
    /// The time before `starts_at` from which any user may join.
    public var joinAheadTime = Duration.zero

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("enabled", &enabled, whenAbsent: false)
        try coder.field("join_ahead_time_seconds", &joinAheadTime, as: Seconds.self, whenAbsent: .zero)
    }
}

/// The limits of a session; zero means no limit.
public struct LimitsSettings: Body {
    /// The maximum duration, in whole seconds.
    public var maxDuration = Duration.zero
    /// The maximum number of concurrent participants.
    public var maxParticipants = 0

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("max_participants", &maxParticipants, omitting: 0)
        try coder.field("max_duration_seconds", &maxDuration, as: Seconds.self, omitting: .zero)
    }
}

/// The settings of pictures of a call for users that have not joined.
public struct ThumbnailsSettings: Body {
    /// True when pictures are taken.
    public var enabled = false

    /// Creates settings without pictures.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("enabled", &enabled, whenAbsent: false)
    }
}

/// The picture of a call.
public struct ThumbnailResponse: Body {
    /// The URL of the picture.
    public var imageURL = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("image_url", &imageURL)
    }
}

/// The mode of a feature that can be started in a call.
public enum FeatureMode: String, FieldWord {
    /// The feature can be started.
    case available
    /// The feature cannot be started.
    case disabled
    /// The feature starts automatically and can be stopped.
    case autoOn = "auto-on"
}

/// The settings of a feature: recordings or noise cancellation.
public struct FeatureSettings: Body {
    /// The mode.
    public var mode = FeatureMode.available

    /// Creates settings of an available feature.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("mode", &mode, whenAbsent: .available)
    }
}
