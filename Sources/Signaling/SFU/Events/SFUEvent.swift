import Wire

/// An event of a session, as sent to its participants (`semantics.md` 5.2).
public indirect enum SFUEvent: Hashable, Sendable {
    /// A participant joined.
    case participantJoined(SFUParticipant, isPinned: Bool = false)
    /// A participant left.
    case participantLeft(SFUParticipant)
    /// A participant changed.
    case participantUpdated(SFUParticipant)
    /// A participant published a track.
    case trackPublished(TrackEvent)
    /// A participant unpublished a track.
    case trackUnpublished(TrackEvent)
    /// Another participant is the dominant speaker.
    case dominantSpeakerChanged(ParticipantReference)
    /// The audio levels of participants changed.
    case audioLevelChanged([AudioLevel])
    /// The connection qualities of participants changed.
    case connectionQualityChanged([ConnectionQualityUpdate])
    /// The complete list of participants that are pinned for everyone.
    case pinsUpdated([ParticipantReference])
    /// Videos of other participants were paused or resumed for the receiver.
    case inboundStateNotification([InboundVideoState])
    /// The number of participants in the session.
    case healthCheckResponse(ParticipantCount)
    /// The receiver's permissions to publish changed.
    case callGrantsUpdated(CallGrantsUpdate)
    /// An error of the receiver's session.
    case error(SFUError)
    /// The receiver shall move to another SFU.
    case goAway(GoAwayReason)
    /// The call ended for the receiver.
    case callEnded(CallEndedReason)
    /// The receiver's migration to this SFU is complete.
    case participantMigrationComplete
    /// The required quality of the receiver's tracks.
    case changePublishQuality([SenderQuality])
    /// The options for the receiver's tracks.
    case changePublishOptions([PublishOption], reason: String?)
    /// An event of an unknown type, or one that cannot be decoded.
    case unknown(UnknownEvent)

    /// The encoded type.
    public var type: String {
        if case .unknown(let event) = self { return event.type }
        return kind?.rawValue ?? ""
    }

    /// The types of all events.
    package static let allTypes = KnownType.allCases.map(\.rawValue)

    private var kind: KnownType? {
        switch self {
        case .participantJoined: .participantJoined
        case .participantLeft: .participantLeft
        case .participantUpdated: .participantUpdated
        case .trackPublished: .trackPublished
        case .trackUnpublished: .trackUnpublished
        case .dominantSpeakerChanged: .dominantSpeakerChanged
        case .audioLevelChanged: .audioLevelChanged
        case .connectionQualityChanged: .connectionQualityChanged
        case .pinsUpdated: .pinsUpdated
        case .inboundStateNotification: .inboundStateNotification
        case .healthCheckResponse: .healthCheckResponse
        case .callGrantsUpdated: .callGrantsUpdated
        case .error: .error
        case .goAway: .goAway
        case .callEnded: .callEnded
        case .participantMigrationComplete: .participantMigrationComplete
        case .changePublishQuality: .changePublishQuality
        case .changePublishOptions: .changePublishOptions
        case .unknown: nil
        }
    }
}

extension SFUEvent {
    /// The known types by their encoded text.
    public enum KnownType: String, CaseIterable, Hashable, Sendable {
        case participantJoined = "participant_joined"
        case participantLeft = "participant_left"
        case participantUpdated = "participant_updated"
        case trackPublished = "track_published"
        case trackUnpublished = "track_unpublished"
        case dominantSpeakerChanged = "dominant_speaker_changed"
        case audioLevelChanged = "audio_level_changed"
        case connectionQualityChanged = "connection_quality_changed"
        case pinsUpdated = "pins_updated"
        case inboundStateNotification = "inbound_state_notification"
        case healthCheckResponse = "health_check_response"
        case callGrantsUpdated = "call_grants_updated"
        case error = "error"
        case goAway = "go_away"
        case callEnded = "call_ended"
        case participantMigrationComplete = "participant_migration_complete"
        case changePublishQuality = "change_publish_quality"
        case changePublishOptions = "change_publish_options"
    }

    static let knownTypes = KnownType.allCases
    private static let types = KnownTexts(knownTypes.map(\.rawValue))

    static func prototype(_ kind: KnownType) -> SFUEvent {
        switch kind {
        case .participantJoined: .participantJoined(SFUParticipant())
        case .participantLeft: .participantLeft(SFUParticipant())
        case .participantUpdated: .participantUpdated(SFUParticipant())
        case .trackPublished: .trackPublished(TrackEvent())
        case .trackUnpublished: .trackUnpublished(TrackEvent())
        case .dominantSpeakerChanged: .dominantSpeakerChanged(ParticipantReference())
        case .audioLevelChanged: .audioLevelChanged([])
        case .connectionQualityChanged: .connectionQualityChanged([])
        case .pinsUpdated: .pinsUpdated([])
        case .inboundStateNotification: .inboundStateNotification([])
        case .healthCheckResponse: .healthCheckResponse(ParticipantCount())
        case .callGrantsUpdated: .callGrantsUpdated(CallGrantsUpdate())
        case .error: .error(SFUError())
        case .goAway: .goAway(.unspecified)
        case .callEnded: .callEnded(.unspecified)
        case .participantMigrationComplete: .participantMigrationComplete
        case .changePublishQuality: .changePublishQuality([])
        case .changePublishOptions: .changePublishOptions([], reason: nil)
        }
    }

    mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        coder.type(type)
        switch self {
        case .participantJoined(var participant, var isPinned):
            try coder.field("is_pinned", &isPinned, omitting: false)
            try coder.field("participant", &participant)
            self = .participantJoined(participant, isPinned: isPinned)
        case .participantLeft(var participant):
            try coder.field("participant", &participant)
            self = .participantLeft(participant)
        case .participantUpdated(var participant):
            try coder.field("participant", &participant)
            self = .participantUpdated(participant)
        case .trackPublished(var event):
            try event.code(&coder)
            self = .trackPublished(event)
        case .trackUnpublished(var event):
            try event.code(&coder)
            self = .trackUnpublished(event)
        case .dominantSpeakerChanged(var reference):
            try reference.code(&coder)
            self = .dominantSpeakerChanged(reference)
        case .audioLevelChanged(var levels):
            try coder.list("audio_levels", &levels)
            self = .audioLevelChanged(levels)
        case .connectionQualityChanged(var updates):
            try coder.list("connection_quality_updates", &updates)
            self = .connectionQualityChanged(updates)
        case .pinsUpdated(var pins):
            try coder.list("pins", &pins)
            self = .pinsUpdated(pins)
        case .inboundStateNotification(var states):
            try coder.list("inbound_video_states", &states)
            self = .inboundStateNotification(states)
        case .healthCheckResponse(var count):
            try coder.field("participant_count", &count)
            self = .healthCheckResponse(count)
        case .callGrantsUpdated(var update):
            try update.code(&coder)
            self = .callGrantsUpdated(update)
        case .error(var error):
            try error.code(&coder)
            self = .error(error)
        case .goAway(var reason):
            try coder.field("reason", &reason, whenAbsent: .unspecified)
            self = .goAway(reason)
        case .callEnded(var reason):
            try coder.field("reason", &reason, whenAbsent: .unspecified)
            self = .callEnded(reason)
        case .changePublishQuality(var senders):
            try coder.list("senders", &senders)
            self = .changePublishQuality(senders)
        case .changePublishOptions(var options, var reason):
            try coder.list("publish_options", &options)
            try coder.field("reason", &reason)
            self = .changePublishOptions(options, reason: reason)
        case .participantMigrationComplete, .unknown: break
        }
    }
}

extension SFUEvent: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) -> SFUEvent {
        coder.event(at: position, keeping: SFUEvent.unknown) { coder throws(BodyError) in
            guard let number = coder.typeNumber(among: types) else { return nil }
            var event = prototype(knownTypes[number])
            try event.code(&coder)
            return event
        }
    }

    package static func write(_ event: SFUEvent, _ coder: inout BodyCoder) {
        if case .unknown(let event) = event { return coder.writer.write(event.body) }
        let outer = coder.writer.beginMap()
        var event = event
        // Only reading throws.
        try? event.code(&coder)
        coder.writer.end(backTo: outer)
    }

    /// The event as a payload.
    package func encoded() -> [UInt8] {
        var coder = BodyCoder()
        Self.write(self, &coder)
        return coder.encoded()
    }
}
