public import Wire

/// Every event of the coordinator's stream as a typed value (`semantics.md` 5.1).
public enum CoordinatorEvent: Hashable, Sendable {
    /// The stream is open; always its first event.
    case connected(ConnectedEvent)
    /// A call was created.
    case created(CallCreatedEvent)
    /// A call changed.
    case updated(CallUpdatedEvent)
    /// Somebody rings the members of a call.
    case ring(CallRingEvent)
    /// Somebody tells the members of a call, without ringing.
    case notification(CallNotificationEvent)
    /// The ring ended without an answer of this user.
    case missed(CallMissedEvent)
    /// A user accepted the ring.
    case accepted(CallAcceptedEvent)
    /// A user rejected the ring, or the caller took it back.
    case rejected(CallRejectedEvent)
    /// The call was ended for everyone.
    case ended(CallEndedEvent)
    /// The first participant joined.
    case sessionStarted(CallSessionStartedEvent)
    /// The last participant left.
    case sessionEnded(CallSessionEndedEvent)
    /// Somebody joined the session.
    case sessionParticipantJoined(CallSessionParticipantJoinedEvent)
    /// Somebody left the session.
    case sessionParticipantLeft(CallSessionParticipantLeftEvent)
    /// The number of participants changed.
    case sessionParticipantCountUpdated(CallSessionParticipantCountUpdatedEvent)
    /// Members were added.
    case memberAdded(CallMemberAddedEvent)
    /// Members changed.
    case memberUpdated(CallMemberUpdatedEvent)
    /// Members were removed.
    case memberRemoved(CallMemberRemovedEvent)
    /// A user was blocked.
    case blockedUser(BlockedUserEvent)
    /// A user was unblocked.
    case unblockedUser(UnblockedUserEvent)
    /// A user was removed from the session.
    case kickedUser(KickedUserEvent)
    /// A user sent data of the application's own.
    case custom(CustomVideoEvent)
    /// A type that this code does not know.
    case unknown(UnknownEvent)
}

extension CoordinatorEvent {
    /// Reads an event by its `type`; an unknown type is kept as ``unknown(_:)``.
    public init(_ fields: Fields) throws(BodyError) {
        let type = try fields.name("type")
        switch type {
        case ConnectedEvent.type: self = .connected(try ConnectedEvent(fields))
        case CallCreatedEvent.type: self = .created(try CallCreatedEvent(fields))
        case CallUpdatedEvent.type: self = .updated(try CallUpdatedEvent(fields))
        case CallRingEvent.type: self = .ring(try CallRingEvent(fields))
        case CallNotificationEvent.type: self = .notification(try CallNotificationEvent(fields))
        case CallMissedEvent.type: self = .missed(try CallMissedEvent(fields))
        case CallAcceptedEvent.type: self = .accepted(try CallAcceptedEvent(fields))
        case CallRejectedEvent.type: self = .rejected(try CallRejectedEvent(fields))
        case CallEndedEvent.type: self = .ended(try CallEndedEvent(fields))
        case CallSessionStartedEvent.type: self = .sessionStarted(try CallSessionStartedEvent(fields))
        case CallSessionEndedEvent.type: self = .sessionEnded(try CallSessionEndedEvent(fields))
        case CallSessionParticipantJoinedEvent.type:
            self = .sessionParticipantJoined(try CallSessionParticipantJoinedEvent(fields))
        case CallSessionParticipantLeftEvent.type:
            self = .sessionParticipantLeft(try CallSessionParticipantLeftEvent(fields))
        case CallSessionParticipantCountUpdatedEvent.type:
            self = .sessionParticipantCountUpdated(try CallSessionParticipantCountUpdatedEvent(fields))
        case CallMemberAddedEvent.type: self = .memberAdded(try CallMemberAddedEvent(fields))
        case CallMemberUpdatedEvent.type: self = .memberUpdated(try CallMemberUpdatedEvent(fields))
        case CallMemberRemovedEvent.type: self = .memberRemoved(try CallMemberRemovedEvent(fields))
        case BlockedUserEvent.type: self = .blockedUser(try BlockedUserEvent(fields))
        case UnblockedUserEvent.type: self = .unblockedUser(try UnblockedUserEvent(fields))
        case KickedUserEvent.type: self = .kickedUser(try KickedUserEvent(fields))
        case CustomVideoEvent.type: self = .custom(try CustomVideoEvent(fields))
        default:
            self = .unknown(
                UnknownEvent(type: type, callCid: try fields.optionalCid("call_cid"), body: .map(fields.map)))
        }
    }

    /// The event inside, for code that looks for one type; nil for an unknown one.
    public var event: (any Event)? {
        switch self {
        case .connected(let event): event
        case .created(let event): event
        case .updated(let event): event
        case .ring(let event): event
        case .notification(let event): event
        case .missed(let event): event
        case .accepted(let event): event
        case .rejected(let event): event
        case .ended(let event): event
        case .sessionStarted(let event): event
        case .sessionEnded(let event): event
        case .sessionParticipantJoined(let event): event
        case .sessionParticipantLeft(let event): event
        case .sessionParticipantCountUpdated(let event): event
        case .memberAdded(let event): event
        case .memberUpdated(let event): event
        case .memberRemoved(let event): event
        case .blockedUser(let event): event
        case .unblockedUser(let event): event
        case .kickedUser(let event): event
        case .custom(let event): event
        case .unknown: nil
        }
    }

    /// The call that it is about; nil for an event of the connection.
    public var callCid: CallCid? {
        switch self {
        case .connected: nil
        case .created(let event): event.callCid
        case .updated(let event): event.callCid
        case .ring(let event): event.callCid
        case .notification(let event): event.callCid
        case .missed(let event): event.callCid
        case .accepted(let event): event.callCid
        case .rejected(let event): event.callCid
        case .ended(let event): event.callCid
        case .sessionStarted(let event): event.callCid
        case .sessionEnded(let event): event.callCid
        case .sessionParticipantJoined(let event): event.callCid
        case .sessionParticipantLeft(let event): event.callCid
        case .sessionParticipantCountUpdated(let event): event.callCid
        case .memberAdded(let event): event.callCid
        case .memberUpdated(let event): event.callCid
        case .memberRemoved(let event): event.callCid
        case .blockedUser(let event): event.callCid
        case .unblockedUser(let event): event.callCid
        case .kickedUser(let event): event.callCid
        case .custom(let event): event.callCid
        case .unknown(let event): event.callCid
        }
    }

    /// The type's text on the wire.
    public var type: String {
        switch self {
        case .unknown(let event): event.type
        default: event.map { Swift.type(of: $0).type } ?? ""
        }
    }

    /// The event as a data item.
    public var item: CBOR {
        switch self {
        case .unknown(let event): event.body
        default: event?.item ?? .null
        }
    }
}
