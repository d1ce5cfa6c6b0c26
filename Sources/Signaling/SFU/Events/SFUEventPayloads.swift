import Wire

/// A track of somebody appeared or went.
public struct TrackEvent: Body {
    /// Whose it is.
    public var reference: ParticipantReference
    /// Which.
    public var trackType: TrackType
    /// All that is known of them, when they may be unknown to the receiver.
    public var participant: SFUParticipant?
    /// Why it went; unspecified when it appeared.
    public var cause: TrackUnpublishReason

    /// Describes the event.
    public init(
        _ reference: ParticipantReference, _ trackType: TrackType, participant: SFUParticipant? = nil,
        cause: TrackUnpublishReason = .unspecified
    ) {
        self.reference = reference
        self.trackType = trackType
        self.participant = participant
        self.cause = cause
    }

    /// Reads the event.
    public init(_ fields: Fields) throws(BodyError) {
        reference = try ParticipantReference(fields)
        trackType = try fields.trackType("track_type")
        participant = try fields.optional("participant")
        cause = try fields.known("cause", or: .unspecified)
    }

    /// Writes the event.
    public func write(to fields: inout FieldWriter) {
        if cause != .unspecified { fields.set("cause", cause.rawValue) }
        reference.write(to: &fields)
        fields.set("track_type", trackType.rawValue)
        fields.set("participant", participant)
    }
}

/// How loud somebody is.
public struct AudioLevel: Body {
    /// Who.
    public var reference: ParticipantReference
    /// From 0 to 1.
    public var level: Double
    /// Whether they speak.
    public var isSpeaking: Bool

    /// Describes a level.
    public init(_ reference: ParticipantReference, level: Double, isSpeaking: Bool) {
        self.reference = reference
        self.level = level
        self.isSpeaking = isSpeaking
    }

    /// Reads the level.
    public init(_ fields: Fields) throws(BodyError) {
        reference = try ParticipantReference(fields)
        guard let level = try fields.optionalNumber("level") else { throw .missing(field: fields.path(of: "level")) }
        guard (0...1).contains(level) else {
            throw .badValue(field: fields.path(of: "level"), problem: "must lie between 0 and 1")
        }
        self.level = level
        isSpeaking = try fields.optionalBoolean("is_speaking") ?? false
    }

    /// Writes the level.
    public func write(to fields: inout FieldWriter) {
        reference.write(to: &fields)
        fields.set("level", number: level)
        if isSpeaking { fields.set("is_speaking", isSpeaking) }
    }
}

/// How good somebody's connection is.
public struct ConnectionQualityUpdate: Body {
    /// Whose.
    public var reference: ParticipantReference
    /// How good.
    public var connectionQuality: ConnectionQuality

    /// Describes a quality.
    public init(_ reference: ParticipantReference, _ connectionQuality: ConnectionQuality) {
        self.reference = reference
        self.connectionQuality = connectionQuality
    }

    /// Reads the quality.
    public init(_ fields: Fields) throws(BodyError) {
        reference = try ParticipantReference(fields)
        connectionQuality = try fields.known("connection_quality", or: .unknown)
    }

    /// Writes the quality.
    public func write(to fields: inout FieldWriter) {
        reference.write(to: &fields)
        fields.set("connection_quality", connectionQuality.rawValue)
    }
}

/// Whether a video of somebody is held back for the receiver.
public struct InboundVideoState: Body {
    /// Whose.
    public var reference: ParticipantReference
    /// Which.
    public var trackType: TrackType
    /// Whether it is held back.
    public var paused: Bool

    /// Describes a state.
    public init(_ reference: ParticipantReference, _ trackType: TrackType, paused: Bool) {
        self.reference = reference
        self.trackType = trackType
        self.paused = paused
    }

    /// Reads the state.
    public init(_ fields: Fields) throws(BodyError) {
        reference = try ParticipantReference(fields)
        trackType = try fields.trackType("track_type")
        paused = try fields.boolean("paused")
    }

    /// Writes the state.
    public func write(to fields: inout FieldWriter) {
        reference.write(to: &fields)
        fields.set("track_type", trackType.rawValue)
        fields.set("paused", paused)
    }
}

/// What the receiver may publish from now on.
public struct CallGrantsUpdate: Body {
    /// What that is.
    public var currentGrants: CallGrants
    /// Why, in words.
    public var message: String?

    /// Describes the change.
    public init(_ currentGrants: CallGrants, message: String? = nil) {
        self.currentGrants = currentGrants
        self.message = message
    }

    /// Reads `current_grants` and `message`.
    public init(_ fields: Fields) throws(BodyError) {
        currentGrants = try fields.value("current_grants")
        message = try fields.optionalText("message")
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("message", message)
        fields.set("current_grants", currentGrants)
    }
}
