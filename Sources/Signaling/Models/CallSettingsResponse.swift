/// How a call behaves, as the coordinator tells it: the defaults of its type with what was overridden.
public struct CallSettingsResponse: Body {
    /// Who gives up on an unanswered ring, and when.
    public var ring: RingSettings
    /// Whether microphones and speakers are on at first.
    public var audio: AudioSettings
    /// Whether cameras are on at first.
    public var video: VideoSettings
    /// Whether the call starts in backstage.
    public var backstage: BackstageSettings
    /// Whether the call can be recorded.
    public var recording: FeatureSettings
    /// How long a session may be, and how many may be in it.
    public var limits: LimitsSettings
    /// Whether pictures of it are taken.
    public var thumbnails: ThumbnailsSettings

    /// Describes the settings; each part has its documented default.
    public init(
        ring: RingSettings = RingSettings(), audio: AudioSettings = AudioSettings(),
        video: VideoSettings = VideoSettings(), backstage: BackstageSettings = BackstageSettings(),
        recording: FeatureSettings = FeatureSettings(), limits: LimitsSettings = LimitsSettings(),
        thumbnails: ThumbnailsSettings = ThumbnailsSettings()
    ) {
        self.ring = ring
        self.audio = audio
        self.video = video
        self.backstage = backstage
        self.recording = recording
        self.limits = limits
        self.thumbnails = thumbnails
    }

    /// Reads the parts that are given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            ring: try fields.optional("ring") ?? RingSettings(),
            audio: try fields.optional("audio") ?? AudioSettings(),
            video: try fields.optional("video") ?? VideoSettings(),
            backstage: try fields.optional("backstage") ?? BackstageSettings(),
            recording: try fields.optional("recording") ?? FeatureSettings(),
            limits: try fields.optional("limits") ?? LimitsSettings(),
            thumbnails: try fields.optional("thumbnails") ?? ThumbnailsSettings())
    }

    /// Writes the parts that differ from their defaults.
    public func write(to fields: inout FieldWriter) {
        if ring != RingSettings() { fields.set("ring", ring) }
        if audio != AudioSettings() { fields.set("audio", audio) }
        if video != VideoSettings() { fields.set("video", video) }
        if limits != LimitsSettings() { fields.set("limits", limits) }
        if backstage != BackstageSettings() { fields.set("backstage", backstage) }
        if recording != FeatureSettings() { fields.set("recording", recording) }
        if thumbnails != ThumbnailsSettings() { fields.set("thumbnails", thumbnails) }
    }
}

/// The three ring timers (`semantics.md` section 0, rule 5); zero means never.
public struct RingSettings: Body {
    /// When the caller gives up: reject("cancel") and leave.
    public var autoCancelTimeout: Duration
    /// When the callee gives up: reject("timeout") and idle.
    public var incomingCallTimeout: Duration
    /// When the coordinator tells those who never answered that they missed the call.
    public var missedCallTimeout: Duration

    /// Describes the timers, 15 s each unless told otherwise.
    public init(
        autoCancelTimeout: Duration = .seconds(15), incomingCallTimeout: Duration = .seconds(15),
        missedCallTimeout: Duration = .seconds(15)
    ) {
        self.autoCancelTimeout = autoCancelTimeout
        self.incomingCallTimeout = incomingCallTimeout
        self.missedCallTimeout = missedCallTimeout
    }

    /// Reads the timers that are given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init()
        autoCancelTimeout = try fields.optionalMilliseconds("auto_cancel_timeout_ms") ?? autoCancelTimeout
        incomingCallTimeout = try fields.optionalMilliseconds("incoming_call_timeout_ms") ?? incomingCallTimeout
        missedCallTimeout = try fields.optionalMilliseconds("missed_call_timeout_ms") ?? missedCallTimeout
    }

    /// Writes the three timers.
    public func write(to fields: inout FieldWriter) {
        fields.set("auto_cancel_timeout_ms", milliseconds: autoCancelTimeout)
        fields.set("missed_call_timeout_ms", milliseconds: missedCallTimeout)
        fields.set("incoming_call_timeout_ms", milliseconds: incomingCallTimeout)
    }
}

/// What is on when somebody joins, as far as sound goes.
public struct AudioSettings: Body {
    /// Whether the microphone is on at first.
    public var micDefaultOn: Bool
    /// Whether the speaker is on at first.
    public var speakerDefaultOn: Bool
    /// The device at first, `speaker` or `earpiece`.
    public var defaultDevice: String
    /// Whether noise can be taken out of what microphones hear.
    public var noiseCancellation: FeatureSettings

    /// Describes the settings.
    public init(
        micDefaultOn: Bool = true, speakerDefaultOn: Bool = true, defaultDevice: String = "speaker",
        noiseCancellation: FeatureSettings = FeatureSettings()
    ) {
        self.micDefaultOn = micDefaultOn
        self.speakerDefaultOn = speakerDefaultOn
        self.defaultDevice = defaultDevice
        self.noiseCancellation = noiseCancellation
    }

    /// Reads the settings that are given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            micDefaultOn: try fields.optionalBoolean("mic_default_on") ?? true,
            speakerDefaultOn: try fields.optionalBoolean("speaker_default_on") ?? true,
            defaultDevice: try fields.optionalText("default_device") ?? "speaker",
            noiseCancellation: try fields.optional("noise_cancellation") ?? FeatureSettings())
    }

    /// Writes the settings.
    public func write(to fields: inout FieldWriter) {
        fields.set("default_device", defaultDevice)
        fields.set("mic_default_on", micDefaultOn)
        if noiseCancellation != FeatureSettings() { fields.set("noise_cancellation", noiseCancellation) }
        fields.set("speaker_default_on", speakerDefaultOn)
    }
}

/// What is on when somebody joins, as far as pictures go.
public struct VideoSettings: Body {
    /// Whether the camera is on at first.
    public var cameraDefaultOn: Bool
    /// Whether the call has video at all.
    public var enabled: Bool

    /// Describes the settings.
    public init(cameraDefaultOn: Bool = true, enabled: Bool = true) {
        self.cameraDefaultOn = cameraDefaultOn
        self.enabled = enabled
    }

    /// Reads the settings that are given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            cameraDefaultOn: try fields.optionalBoolean("camera_default_on") ?? true,
            enabled: try fields.optionalBoolean("enabled") ?? true)
    }

    /// Writes the settings.
    public func write(to fields: inout FieldWriter) {
        fields.set("enabled", enabled)
        fields.set("camera_default_on", cameraDefaultOn)
    }
}

/// Whether hosts may gather before the audience.
public struct BackstageSettings: Body {
    /// Whether the call starts in backstage.
    public var enabled: Bool
    /// How long before `starts_at` anyone may join.
    public var joinAheadTime: Duration

    /// Describes the settings.
    public init(enabled: Bool = false, joinAheadTime: Duration = .zero) {
        self.enabled = enabled
        self.joinAheadTime = joinAheadTime
    }

    /// Reads the settings that are given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            enabled: try fields.optionalBoolean("enabled") ?? false,
            joinAheadTime: .seconds(try fields.optionalInteger("join_ahead_time_seconds") ?? 0))
    }

    /// Writes the settings.
    public func write(to fields: inout FieldWriter) {
        fields.set("enabled", enabled)
        fields.set("join_ahead_time_seconds", joinAheadTime.components.seconds)
    }
}
