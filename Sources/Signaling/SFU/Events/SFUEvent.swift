public import Wire

/// Something that happened in a session, as its participants are told of it (`semantics.md` 5.2).
public indirect enum SFUEvent: Hashable, Sendable {
    /// Somebody entered.
    case participantJoined(SFUParticipant, isPinned: Bool = false)
    /// Somebody left.
    case participantLeft(SFUParticipant)
    /// Somebody changed.
    case participantUpdated(SFUParticipant)
    /// Somebody publishes a track.
    case trackPublished(TrackEvent)
    /// Somebody publishes a track no more.
    case trackUnpublished(TrackEvent)
    /// Somebody speaks more than all others now.
    case dominantSpeakerChanged(ParticipantReference)
    /// How loud some are now.
    case audioLevelChanged([AudioLevel])
    /// How good the connections of some are now.
    case connectionQualityChanged([ConnectionQualityUpdate])
    /// These are pinned for everyone, and nobody else is.
    case pinsUpdated([ParticipantReference])
    /// Which videos of others are held back for the receiver, or no longer are.
    case inboundStateNotification([InboundVideoState])
    /// How many are in the session.
    case healthCheckResponse(ParticipantCount)
    /// What the receiver may publish from now on.
    case callGrantsUpdated(CallGrantsUpdate)
    /// Something is wrong with the receiver's stay.
    case error(SFUError)
    /// The receiver should go to another SFU.
    case goAway(GoAwayReason)
    /// The receiver's call is over.
    case callEnded(CallEndedReason)
    /// The receiver's move to this SFU is done.
    case participantMigrationComplete
    /// How well what the receiver publishes needs to be.
    case changePublishQuality([SenderQuality])
    /// How what the receiver publishes should be.
    case changePublishOptions([PublishOption], reason: String?)
    /// A type that this code does not know, or a known one that it cannot read.
    case unknown(UnknownEvent)

    /// The type's text on the wire.
    public var type: String {
        if case .unknown(let event) = self { return event.type }
        return kind?.rawValue ?? ""
    }

    private var kind: Kind? {
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
    /// The types that this code knows, by their text on the wire.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
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

    private static let kinds = Kind.allCases
    private static let types = KnownTexts(kinds.map(\.rawValue))

    /// Reads an event by its `type`; an unknown type is kept as ``unknown(_:)``.
    public init(_ fields: Fields) throws(BodyError) {
        guard let number = fields.number("type", among: Self.types) else {
            self = .unknown(UnknownEvent(type: try fields.name("type"), callCid: nil, body: .map(fields.map)))
            return
        }
        switch Self.kinds[number] {
        case .participantJoined:
            self = .participantJoined(
                try fields.value("participant"), isPinned: try fields.optionalBoolean("is_pinned") ?? false)
        case .participantLeft: self = .participantLeft(try fields.value("participant"))
        case .participantUpdated: self = .participantUpdated(try fields.value("participant"))
        case .trackPublished: self = .trackPublished(try TrackEvent(fields))
        case .trackUnpublished: self = .trackUnpublished(try TrackEvent(fields))
        case .dominantSpeakerChanged: self = .dominantSpeakerChanged(try ParticipantReference(fields))
        case .audioLevelChanged: self = .audioLevelChanged(try fields.list("audio_levels"))
        case .connectionQualityChanged:
            self = .connectionQualityChanged(try fields.list("connection_quality_updates"))
        case .pinsUpdated: self = .pinsUpdated(try fields.list("pins"))
        case .inboundStateNotification:
            self = .inboundStateNotification(try fields.list("inbound_video_states"))
        case .healthCheckResponse: self = .healthCheckResponse(try fields.value("participant_count"))
        case .callGrantsUpdated: self = .callGrantsUpdated(try CallGrantsUpdate(fields))
        case .error: self = .error(try SFUError(fields))
        case .goAway: self = .goAway(try fields.known("reason", or: .unspecified))
        case .callEnded: self = .callEnded(try fields.known("reason", or: .unspecified))
        case .participantMigrationComplete: self = .participantMigrationComplete
        case .changePublishQuality: self = .changePublishQuality(try fields.list("senders"))
        case .changePublishOptions:
            self = .changePublishOptions(
                try fields.list("publish_options"), reason: try fields.optionalText("reason"))
        }
    }

    /// The event as a data item.
    public var item: CBOR {
        // What is written here is whole.
        (try? CBOR(decoding: encoded())) ?? .undefined
    }

    /// The event as a payload.
    public func encoded() -> [UInt8] {
        var fields = FieldWriter()
        fields.set("type", type)
        switch self {
        case .participantJoined(let participant, let isPinned):
            if isPinned { fields.set("is_pinned", isPinned) }
            fields.set("participant", participant)
        case .participantLeft(let participant), .participantUpdated(let participant):
            fields.set("participant", participant)
        case .trackPublished(let event), .trackUnpublished(let event): event.write(to: &fields)
        case .dominantSpeakerChanged(let reference): reference.write(to: &fields)
        case .audioLevelChanged(let levels): fields.set("audio_levels", levels)
        case .connectionQualityChanged(let updates): fields.set("connection_quality_updates", updates)
        case .pinsUpdated(let pins): fields.set("pins", pins)
        case .inboundStateNotification(let states): fields.set("inbound_video_states", states)
        case .healthCheckResponse(let count): fields.set("participant_count", count)
        case .callGrantsUpdated(let update): update.write(to: &fields)
        case .error(let error): error.write(to: &fields)
        case .goAway(let reason): fields.set("reason", reason.rawValue)
        case .callEnded(let reason): fields.set("reason", reason.rawValue)
        case .participantMigrationComplete: break
        case .changePublishQuality(let senders): fields.set("senders", senders)
        case .changePublishOptions(let options, let reason):
            fields.set("publish_options", options)
            fields.set("reason", reason)
        case .unknown(let event): return event.body.encoded()
        }
        return fields.encoded()
    }
}
