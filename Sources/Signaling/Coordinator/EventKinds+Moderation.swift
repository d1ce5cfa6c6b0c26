extension EventKinds {
    /// The call was deleted.
    public enum CallDeleted: EventKind {
        /// What it carries.
        public typealias Payload = CallPayload
        /// The type on the wire.
        public static let type = "call.deleted"
    }

    /// The call left backstage.
    public enum CallLiveStarted: EventKind {
        /// What it carries.
        public typealias Payload = CallPayload
        /// The type on the wire.
        public static let type = "call.live_started"
    }

    /// Members got other roles.
    public enum CallMemberUpdatedPermission: EventKind {
        /// What it carries.
        public typealias Payload = MemberPermissionsPayload
        /// The type on the wire.
        public static let type = "call.member_updated_permission"
    }

    /// Users were muted by somebody else.
    public enum CallUserMuted: EventKind {
        /// What it carries.
        public typealias Payload = MutedUsersPayload
        /// The type on the wire.
        public static let type = "call.user_muted"
    }

    /// A user asks for capabilities.
    public enum PermissionRequest: EventKind {
        /// What it carries.
        public typealias Payload = PermissionRequestPayload
        /// The type on the wire.
        public static let type = "call.permission_request"
    }

    /// What a user may do changed.
    public enum PermissionsUpdated: EventKind {
        /// What it carries.
        public typealias Payload = PermissionsPayload
        /// The type on the wire.
        public static let type = "call.permissions_updated"
    }

    /// A user reacted.
    public enum CallReaction: EventKind {
        /// What it carries.
        public typealias Payload = ReactionPayload
        /// The type on the wire.
        public static let type = "call.reaction_new"
    }

    /// A user's picture is to be blurred.
    public enum CallModerationBlur: EventKind {
        /// What it carries.
        public typealias Payload = ModerationNotePayload
        /// The type on the wire.
        public static let type = "call.moderation_blur"
    }

    /// A user is warned.
    public enum CallModerationWarning: EventKind {
        /// What it carries.
        public typealias Payload = ModerationNotePayload
        /// The type on the wire.
        public static let type = "call.moderation_warning"
    }

    /// A report of a session can be fetched.
    public enum CallStatsReportReady: EventKind {
        /// What it carries.
        public typealias Payload = SessionIdPayload
        /// The type on the wire.
        public static let type = "call.stats_report_ready"
    }

    /// A user told what they think of the call.
    public enum CallUserFeedbackSubmitted: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.user_feedback_submitted"
    }
}

/// The call was deleted.
public typealias CallDeletedEvent = CallEvent<EventKinds.CallDeleted>
/// The call left backstage.
public typealias CallLiveStartedEvent = CallEvent<EventKinds.CallLiveStarted>
/// Members got other roles.
public typealias CallMemberUpdatedPermissionEvent = CallEvent<EventKinds.CallMemberUpdatedPermission>
/// Users were muted by somebody else.
public typealias CallUserMutedEvent = CallEvent<EventKinds.CallUserMuted>
/// A user asks for capabilities.
public typealias PermissionRequestEvent = CallEvent<EventKinds.PermissionRequest>
/// What a user may do changed.
public typealias UpdatedCallPermissionsEvent = CallEvent<EventKinds.PermissionsUpdated>
/// A user reacted.
public typealias CallReactionEvent = CallEvent<EventKinds.CallReaction>
/// A user's picture is to be blurred.
public typealias CallModerationBlurEvent = CallEvent<EventKinds.CallModerationBlur>
/// A user is warned.
public typealias CallModerationWarningEvent = CallEvent<EventKinds.CallModerationWarning>
/// A report of a session can be fetched.
public typealias CallStatsReportReadyEvent = CallEvent<EventKinds.CallStatsReportReady>
/// A user told what they think of the call.
public typealias CallUserFeedbackSubmittedEvent = CallEvent<EventKinds.CallUserFeedbackSubmitted>
