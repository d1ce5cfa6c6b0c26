/// A track was published or unpublished.
public struct TrackEvent: Body {
    /// The reason for which the track was unpublished.
    public var cause = TrackUnpublishReason.unspecified
    /// The participant.
    public var reference = ParticipantReference()
    /// The type of the track.
    public var trackType = TrackType.audio
    /// The participant, when the receiver may not know it.
    public var participant: SFUParticipant?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("cause", &cause, omitting: .unspecified)
        try reference.code(&coder)
        try coder.field("track_type", &trackType)
        try coder.field("participant", &participant)
    }
}

/// The audio level of a participant.
public struct AudioLevel: Body {
    /// The participant.
    public var reference = ParticipantReference()
    /// The level, from 0 to 1.
    public var level = 0.0
    /// True while the participant speaks.
    public var isSpeaking = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try reference.code(&coder)
        try coder.field("level", &level)
        try coder.field("is_speaking", &isSpeaking, omitting: false)
        try coder.check((0...1).contains(level), "level", "must lie between 0 and 1")
    }
}

/// The quality of a participant's connection.
public struct ConnectionQualityUpdate: Body {
    /// The participant.
    public var reference = ParticipantReference()
    /// The quality.
    public var connectionQuality = ConnectionQuality.unknown

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try reference.code(&coder)
        try coder.field("connection_quality", &connectionQuality, whenAbsent: .unknown)
    }
}

/// The state of another participant's video.
public struct InboundVideoState: Body {
    /// The participant.
    public var reference = ParticipantReference()
    /// The type of the track.
    public var trackType = TrackType.audio
    /// True when the video is paused for the receiver.
    public var paused = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try reference.code(&coder)
        try coder.field("track_type", &trackType)
        try coder.field("paused", &paused)
    }
}

/// The receiver's new permissions to publish.
public struct CallGrantsUpdate: Body {
    /// The reason as text.
    public var message: String?
    /// The grants.
    public var currentGrants = CallGrants()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("message", &message)
        try coder.field("current_grants", &currentGrants)
    }
}
