/// Settings that a call is to have in place of its own: what is nil stays as it is, in every part.
public struct CallSettingsRequest: Body {
    /// Who gives up on an unanswered ring, and when.
    public var ring: RingSettingsRequest?
    /// Whether microphones and speakers are on at first.
    public var audio: AudioSettingsRequest?
    /// Whether cameras are on at first.
    public var video: VideoSettingsRequest?
    /// Whether the call is in backstage before it goes live.
    public var backstage: BackstageSettingsRequest?
    /// Whether the call can be recorded.
    public var recording: FeatureSettings?
    /// How long a session may be, and how many may be in it.
    public var limits: LimitsSettingsRequest?
    /// Whether pictures of it are taken.
    public var thumbnails: ThumbnailsSettings?

    /// Describes the settings that change.
    public init(
        ring: RingSettingsRequest? = nil, audio: AudioSettingsRequest? = nil, video: VideoSettingsRequest? = nil,
        backstage: BackstageSettingsRequest? = nil, recording: FeatureSettings? = nil,
        limits: LimitsSettingsRequest? = nil, thumbnails: ThumbnailsSettings? = nil
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
            ring: try fields.optional("ring"), audio: try fields.optional("audio"),
            video: try fields.optional("video"), backstage: try fields.optional("backstage"),
            recording: try fields.optional("recording"), limits: try fields.optional("limits"),
            thumbnails: try fields.optional("thumbnails"))
    }

    /// Writes the parts that are set.
    public func write(to fields: inout FieldWriter) {
        fields.set("ring", ring)
        fields.set("audio", audio)
        fields.set("video", video)
        fields.set("limits", limits)
        fields.set("backstage", backstage)
        fields.set("recording", recording)
        fields.set("thumbnails", thumbnails)
    }
}

/// The ring timers that change; zero means never.
public struct RingSettingsRequest: Body {
    /// When the caller gives up.
    public var autoCancelTimeout: Duration?
    /// When the callee gives up.
    public var incomingCallTimeout: Duration?
    /// When those who never answered have missed the call.
    public var missedCallTimeout: Duration?

    /// Describes the timers that change.
    public init(
        autoCancelTimeout: Duration? = nil, incomingCallTimeout: Duration? = nil, missedCallTimeout: Duration? = nil
    ) {
        self.autoCancelTimeout = autoCancelTimeout
        self.incomingCallTimeout = incomingCallTimeout
        self.missedCallTimeout = missedCallTimeout
    }

    /// Reads the timers that are given.
    public init(_ fields: Fields) throws(BodyError) {
        autoCancelTimeout = try fields.optionalMilliseconds("auto_cancel_timeout_ms")
        incomingCallTimeout = try fields.optionalMilliseconds("incoming_call_timeout_ms")
        missedCallTimeout = try fields.optionalMilliseconds("missed_call_timeout_ms")
    }

    /// Writes the timers that are set.
    public func write(to fields: inout FieldWriter) {
        fields.set("auto_cancel_timeout_ms", milliseconds: autoCancelTimeout)
        fields.set("missed_call_timeout_ms", milliseconds: missedCallTimeout)
        fields.set("incoming_call_timeout_ms", milliseconds: incomingCallTimeout)
    }
}

/// What changes of what is on when somebody joins, as far as sound goes.
public struct AudioSettingsRequest: Body {
    /// Whether the microphone is on at first.
    public var micDefaultOn: Bool?
    /// Whether the speaker is on at first.
    public var speakerDefaultOn: Bool?
    /// The device at first, `speaker` or `earpiece`.
    public var defaultDevice: String?
    /// Whether noise can be taken out of what microphones hear.
    public var noiseCancellation: FeatureSettings?

    /// Describes what changes.
    public init(
        micDefaultOn: Bool? = nil, speakerDefaultOn: Bool? = nil, defaultDevice: String? = nil,
        noiseCancellation: FeatureSettings? = nil
    ) {
        self.micDefaultOn = micDefaultOn
        self.speakerDefaultOn = speakerDefaultOn
        self.defaultDevice = defaultDevice
        self.noiseCancellation = noiseCancellation
    }

    /// Reads what is given.
    public init(_ fields: Fields) throws(BodyError) {
        micDefaultOn = try fields.optionalBoolean("mic_default_on")
        speakerDefaultOn = try fields.optionalBoolean("speaker_default_on")
        defaultDevice = try fields.optionalText("default_device")
        noiseCancellation = try fields.optional("noise_cancellation")
        guard let defaultDevice, !["speaker", "earpiece"].contains(defaultDevice) else { return }
        throw .badValue(field: fields.path(of: "default_device"), problem: "must be speaker or earpiece")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("default_device", defaultDevice)
        fields.set("mic_default_on", micDefaultOn)
        fields.set("noise_cancellation", noiseCancellation)
        fields.set("speaker_default_on", speakerDefaultOn)
    }
}

/// What changes of what is on when somebody joins, as far as pictures go.
public struct VideoSettingsRequest: Body {
    /// Whether the camera is on at first.
    public var cameraDefaultOn: Bool?
    /// Whether the call has video at all.
    public var enabled: Bool?

    /// Describes what changes.
    public init(cameraDefaultOn: Bool? = nil, enabled: Bool? = nil) {
        self.cameraDefaultOn = cameraDefaultOn
        self.enabled = enabled
    }

    /// Reads what is given.
    public init(_ fields: Fields) throws(BodyError) {
        cameraDefaultOn = try fields.optionalBoolean("camera_default_on")
        enabled = try fields.optionalBoolean("enabled")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("enabled", enabled)
        fields.set("camera_default_on", cameraDefaultOn)
    }
}

/// What changes of whether hosts may gather before the audience.
public struct BackstageSettingsRequest: Body {
    /// Whether the call has a backstage.
    public var enabled: Bool?
    /// How long before `starts_at` anyone may join.
    public var joinAheadTime: Duration?

    /// Describes what changes.
    public init(enabled: Bool? = nil, joinAheadTime: Duration? = nil) {
        self.enabled = enabled
        self.joinAheadTime = joinAheadTime
    }

    /// Reads what is given.
    public init(_ fields: Fields) throws(BodyError) {
        enabled = try fields.optionalBoolean("enabled")
        joinAheadTime = try fields.optionalCount("join_ahead_time_seconds").map { .seconds($0) }
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("enabled", enabled)
        fields.set("join_ahead_time_seconds", joinAheadTime?.components.seconds)
    }
}
