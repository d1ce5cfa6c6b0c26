/// The kinds of events of a call, a line each: the name, the type on the wire, the payload (`semantics.md` 5.1).
public enum EventKinds {
    /// A call was created.
    public enum CallCreated: EventKind {
        /// What it carries.
        public typealias Payload = MembersPayload
        /// The type on the wire.
        public static let type = "call.created"
    }

    /// A call changed.
    public enum CallUpdated: EventKind {
        /// What it carries.
        public typealias Payload = CallUpdatedPayload
        /// The type on the wire.
        public static let type = "call.updated"
    }

    /// Somebody rings the members of a call.
    public enum CallRing: EventKind {
        /// What it carries.
        public typealias Payload = RingPayload
        /// The type on the wire.
        public static let type = "call.ring"
    }

    /// Somebody tells the members of a call, without ringing.
    public enum CallNotification: EventKind {
        /// What it carries.
        public typealias Payload = RingPayload
        /// The type on the wire.
        public static let type = "call.notification"
    }

    /// The ring ended without an answer of this user.
    public enum CallMissed: EventKind {
        /// What it carries.
        public typealias Payload = MissedPayload
        /// The type on the wire.
        public static let type = "call.missed"
    }

    /// A user accepted the ring.
    public enum CallAccepted: EventKind {
        /// What it carries.
        public typealias Payload = AnswerPayload
        /// The type on the wire.
        public static let type = "call.accepted"
    }

    /// A user rejected the ring, or the caller took it back.
    public enum CallRejected: EventKind {
        /// What it carries.
        public typealias Payload = AnswerPayload
        /// The type on the wire.
        public static let type = "call.rejected"
    }

    /// The call was ended for everyone.
    public enum CallEnded: EventKind {
        /// What it carries.
        public typealias Payload = AnswerPayload
        /// The type on the wire.
        public static let type = "call.ended"
    }

    /// The first participant joined.
    public enum CallSessionStarted: EventKind {
        /// What it carries.
        public typealias Payload = SessionPayload
        /// The type on the wire.
        public static let type = "call.session_started"
    }

    /// The last participant left.
    public enum CallSessionEnded: EventKind {
        /// What it carries.
        public typealias Payload = SessionPayload
        /// The type on the wire.
        public static let type = "call.session_ended"
    }

    /// Somebody joined the session.
    public enum CallSessionParticipantJoined: EventKind {
        /// What it carries.
        public typealias Payload = SessionParticipantPayload
        /// The type on the wire.
        public static let type = "call.session_participant_joined"
    }

    /// Somebody left the session.
    public enum CallSessionParticipantLeft: EventKind {
        /// What it carries.
        public typealias Payload = SessionParticipantPayload
        /// The type on the wire.
        public static let type = "call.session_participant_left"
    }

    /// The number of participants changed.
    public enum CallSessionParticipantCountUpdated: EventKind {
        /// What it carries.
        public typealias Payload = ParticipantCountPayload
        /// The type on the wire.
        public static let type = "call.session_participant_count_updated"
    }

    /// Members were added.
    public enum CallMemberAdded: EventKind {
        /// What it carries.
        public typealias Payload = MembersPayload
        /// The type on the wire.
        public static let type = "call.member_added"
    }

    /// Members changed.
    public enum CallMemberUpdated: EventKind {
        /// What it carries.
        public typealias Payload = MembersPayload
        /// The type on the wire.
        public static let type = "call.member_updated"
    }

    /// Members were removed.
    public enum CallMemberRemoved: EventKind {
        /// What it carries.
        public typealias Payload = MemberIdsPayload
        /// The type on the wire.
        public static let type = "call.member_removed"
    }

    /// A user was blocked.
    public enum BlockedUser: EventKind {
        /// What it carries.
        public typealias Payload = BlockedUserPayload
        /// The type on the wire.
        public static let type = "call.blocked_user"
    }

    /// A user was unblocked.
    public enum UnblockedUser: EventKind {
        /// What it carries.
        public typealias Payload = UserPayload
        /// The type on the wire.
        public static let type = "call.unblocked_user"
    }

    /// A user was removed from the session.
    public enum KickedUser: EventKind {
        /// What it carries.
        public typealias Payload = KickedUserPayload
        /// The type on the wire.
        public static let type = "call.kicked_user"
    }

    /// A user sent data of the application's own.
    public enum CustomVideo: EventKind {
        /// What it carries.
        public typealias Payload = CustomPayload
        /// The type on the wire.
        public static let type = "custom"
    }
}

/// A call was created.
public typealias CallCreatedEvent = CallEvent<EventKinds.CallCreated>
/// A call changed.
public typealias CallUpdatedEvent = CallEvent<EventKinds.CallUpdated>
/// Somebody rings the members of a call.
public typealias CallRingEvent = CallEvent<EventKinds.CallRing>
/// Somebody tells the members of a call, without ringing.
public typealias CallNotificationEvent = CallEvent<EventKinds.CallNotification>
/// The ring ended without an answer of this user.
public typealias CallMissedEvent = CallEvent<EventKinds.CallMissed>
/// A user accepted the ring.
public typealias CallAcceptedEvent = CallEvent<EventKinds.CallAccepted>
/// A user rejected the ring, or the caller took it back.
public typealias CallRejectedEvent = CallEvent<EventKinds.CallRejected>
/// The call was ended for everyone.
public typealias CallEndedEvent = CallEvent<EventKinds.CallEnded>
/// The first participant joined.
public typealias CallSessionStartedEvent = CallEvent<EventKinds.CallSessionStarted>
/// The last participant left.
public typealias CallSessionEndedEvent = CallEvent<EventKinds.CallSessionEnded>
/// Somebody joined the session.
public typealias CallSessionParticipantJoinedEvent = CallEvent<EventKinds.CallSessionParticipantJoined>
/// Somebody left the session.
public typealias CallSessionParticipantLeftEvent = CallEvent<EventKinds.CallSessionParticipantLeft>
/// The number of participants changed.
public typealias CallSessionParticipantCountUpdatedEvent = CallEvent<EventKinds.CallSessionParticipantCountUpdated>
/// Members were added.
public typealias CallMemberAddedEvent = CallEvent<EventKinds.CallMemberAdded>
/// Members changed.
public typealias CallMemberUpdatedEvent = CallEvent<EventKinds.CallMemberUpdated>
/// Members were removed.
public typealias CallMemberRemovedEvent = CallEvent<EventKinds.CallMemberRemoved>
/// A user was blocked.
public typealias BlockedUserEvent = CallEvent<EventKinds.BlockedUser>
/// A user was unblocked.
public typealias UnblockedUserEvent = CallEvent<EventKinds.UnblockedUser>
/// A user was removed from the session.
public typealias KickedUserEvent = CallEvent<EventKinds.KickedUser>
/// A user sent data of the application's own.
public typealias CustomVideoEvent = CallEvent<EventKinds.CustomVideo>
