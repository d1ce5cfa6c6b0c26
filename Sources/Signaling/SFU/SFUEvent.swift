public import Wire

/// Why an SFU ended a participant's call (`semantics.md` 5.2).
public enum CallEndedReason: Int, CaseIterable, Hashable, Sendable {
    /// Not told.
    case unspecified = 0
    /// Somebody ended the call for everyone.
    case ended = 1
    /// The broadcast ended.
    case liveEnded = 2
    /// The participant was kicked.
    case kicked = 3
    /// The session ended.
    case sessionEnded = 4
}

/// Something that happened in a session, as its participants are told of it.
public enum SFUEvent: Hashable, Sendable {
    /// Somebody entered.
    case participantJoined(SFUParticipant)
    /// Somebody left.
    case participantLeft(SFUParticipant)
    /// Somebody changed.
    case participantUpdated(SFUParticipant)
    /// The participant's call is over.
    case callEnded(CallEndedReason)
    /// A type that this code does not know, or a known one that it cannot read.
    case unknown(UnknownEvent)

    /// The type's text on the wire.
    public var type: String {
        switch self {
        case .participantJoined: Name.participantJoined
        case .participantLeft: Name.participantLeft
        case .participantUpdated: Name.participantUpdated
        case .callEnded: Name.callEnded
        case .unknown(let event): event.type
        }
    }

    private enum Name {
        static let participantJoined = "participant_joined"
        static let participantLeft = "participant_left"
        static let participantUpdated = "participant_updated"
        static let callEnded = "call_ended"
    }
}

extension SFUEvent {
    /// Reads an event by its `type`; an unknown type is kept as ``unknown(_:)``.
    public init(_ fields: Fields) throws(BodyError) {
        let type = try fields.name("type")
        switch type {
        case Name.participantJoined: self = .participantJoined(try fields.value("participant"))
        case Name.participantLeft: self = .participantLeft(try fields.value("participant"))
        case Name.participantUpdated: self = .participantUpdated(try fields.value("participant"))
        case Name.callEnded:
            let number = Int(clamping: try fields.optionalInteger("reason") ?? 0)
            self = .callEnded(CallEndedReason(rawValue: number) ?? .unspecified)
        default:
            self = .unknown(UnknownEvent(type: type, callCid: nil, body: .map(fields.map)))
        }
    }

    /// The event as a data item.
    public var item: CBOR {
        var fields = FieldWriter()
        fields.set("type", type)
        switch self {
        case .participantJoined(let participant), .participantLeft(let participant),
            .participantUpdated(let participant):
            fields.set("participant", participant)
        case .callEnded(let reason):
            fields.set("reason", reason.rawValue)
        case .unknown(let event):
            return event.body
        }
        return fields.item
    }
}

/// One notification of a session's stream: events in order, numbered without gaps.
public struct SFUEventBatch: Body {
    /// The number of the first event, counted from 1 for each stream.
    public var first: Int
    /// The events.
    public var events: [SFUEvent]

    /// Gathers events.
    public init(first: Int, events: [SFUEvent]) {
        self.first = first
        self.events = events
    }

    /// Reads `first` and `events`.
    public init(_ fields: Fields) throws(BodyError) {
        first = try fields.count("first")
        events = try EventList.read(fields) { fields throws(BodyError) in
            try SFUEvent(fields)
        } keeping: {
            .unknown($0)
        }
    }

    /// Writes the batch.
    public func write(to fields: inout FieldWriter) {
        fields.set("first", first)
        fields.set("events", item: .array(events.map(\.item)))
    }
}
