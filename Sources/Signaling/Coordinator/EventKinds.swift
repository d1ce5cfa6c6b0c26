// Written from events.yaml by `workshop events`. Change the table instead.

/// The kinds of events, which distinguish the types of ``CoordinatorEvent``'s cases.
public enum EventKinds {
    /// The kind of ``CallCreatedEvent``.
    public enum CallCreated: EventKind {
        /// The row of the table.
        public static let row = EventRow<MembersPayload>("call.created", .deferrable)
    }

    /// The kind of ``CallUpdatedEvent``.
    public enum CallUpdated: EventKind {
        /// The row of the table.
        public static let row = EventRow<CallUpdatedPayload>("call.updated")
    }

    /// The kind of ``CallRingEvent``.
    public enum CallRing: EventKind {
        /// The row of the table.
        public static let row = EventRow<RingPayload>("call.ring")
    }

    /// The kind of ``CallNotificationEvent``.
    public enum CallNotification: EventKind {
        /// The row of the table.
        public static let row = EventRow<RingPayload>("call.notification")
    }

    /// The kind of ``CallMissedEvent``.
    public enum CallMissed: EventKind {
        /// The row of the table.
        public static let row = EventRow<MissedPayload>("call.missed")
    }

    /// The kind of ``CallAcceptedEvent``.
    public enum CallAccepted: EventKind {
        /// The row of the table.
        public static let row = EventRow<AnswerPayload>("call.accepted")
    }

    /// The kind of ``CallRejectedEvent``.
    public enum CallRejected: EventKind {
        /// The row of the table.
        public static let row = EventRow<AnswerPayload>("call.rejected", .immediate)
    }

    /// The kind of ``CallEndedEvent``.
    public enum CallEnded: EventKind {
        /// The row of the table.
        public static let row = EventRow<AnswerPayload>("call.ended", .immediate)
    }

    /// The kind of ``CallSessionStartedEvent``.
    public enum CallSessionStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<SessionPayload>("call.session_started", .deferrable)
    }

    /// The kind of ``CallSessionEndedEvent``.
    public enum CallSessionEnded: EventKind {
        /// The row of the table.
        public static let row = EventRow<SessionPayload>("call.session_ended", .deferrable)
    }

    /// The kind of ``CallSessionParticipantJoinedEvent``.
    public enum CallSessionParticipantJoined: EventKind {
        /// The row of the table.
        public static let row = EventRow<SessionParticipantPayload>("call.session_participant_joined", .deferrable)
    }

    /// The kind of ``CallSessionParticipantLeftEvent``.
    public enum CallSessionParticipantLeft: EventKind {
        /// The row of the table.
        public static let row = EventRow<SessionParticipantPayload>("call.session_participant_left", .deferrable)
    }

    /// The kind of ``CallSessionParticipantCountUpdatedEvent``.
    public enum CallSessionParticipantCountUpdated: EventKind {
        /// The row of the table.
        public static let row = EventRow<ParticipantCountPayload>("call.session_participant_count_updated", .deferrable)
    }

    /// The kind of ``CallRaisedHandsUpdatedEvent``.
    public enum CallRaisedHandsUpdated: EventKind {
        /// The row of the table.
        public static let row = EventRow<SessionPayload>("call.raised_hands_updated")
    }

    /// The kind of ``CallMemberAddedEvent``.
    public enum CallMemberAdded: EventKind {
        /// The row of the table.
        public static let row = EventRow<MembersPayload>("call.member_added")
    }

    /// The kind of ``CallMemberUpdatedEvent``.
    public enum CallMemberUpdated: EventKind {
        /// The row of the table.
        public static let row = EventRow<MembersPayload>("call.member_updated")
    }

    /// The kind of ``CallMemberRemovedEvent``.
    public enum CallMemberRemoved: EventKind {
        /// The row of the table.
        public static let row = EventRow<MemberIdsPayload>("call.member_removed", .immediate)
    }

    /// The kind of ``BlockedUserEvent``.
    public enum BlockedUser: EventKind {
        /// The row of the table.
        public static let row = EventRow<BlockedUserPayload>("call.blocked_user")
    }

    /// The kind of ``UnblockedUserEvent``.
    public enum UnblockedUser: EventKind {
        /// The row of the table.
        public static let row = EventRow<UserPayload>("call.unblocked_user")
    }

    /// The kind of ``KickedUserEvent``.
    public enum KickedUser: EventKind {
        /// The row of the table.
        public static let row = EventRow<KickedUserPayload>("call.kicked_user")
    }

    /// The kind of ``CustomVideoEvent``.
    public enum CustomVideo: EventKind {
        /// The row of the table.
        public static let row = EventRow<CustomPayload>("custom")
    }

    /// The kind of ``CallDeletedEvent``.
    public enum CallDeleted: EventKind {
        /// The row of the table.
        public static let row = EventRow<CallPayload>("call.deleted", .immediate)
    }

    /// The kind of ``CallLiveStartedEvent``.
    public enum CallLiveStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<CallPayload>("call.live_started")
    }

    /// The kind of ``CallMemberUpdatedPermissionEvent``.
    public enum CallMemberUpdatedPermission: EventKind {
        /// The row of the table.
        public static let row = EventRow<MemberPermissionsPayload>("call.member_updated_permission")
    }

    /// The kind of ``CallUserMutedEvent``.
    public enum CallUserMuted: EventKind {
        /// The row of the table.
        public static let row = EventRow<MutedUsersPayload>("call.user_muted")
    }

    /// The kind of ``PermissionRequestEvent``.
    public enum PermissionRequest: EventKind {
        /// The row of the table.
        public static let row = EventRow<PermissionRequestPayload>("call.permission_request")
    }

    /// The kind of ``UpdatedCallPermissionsEvent``.
    public enum UpdatedCallPermissions: EventKind {
        /// The row of the table.
        public static let row = EventRow<PermissionsPayload>("call.permissions_updated")
    }

    /// The kind of ``CallReactionEvent``.
    public enum CallReaction: EventKind {
        /// The row of the table.
        public static let row = EventRow<ReactionPayload>("call.reaction_new")
    }

    /// The kind of ``CallRecordingStartedEvent``.
    public enum CallRecordingStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<EgressPayload>("call.recording_started")
    }

    /// The kind of ``CallRecordingStoppedEvent``.
    public enum CallRecordingStopped: EventKind {
        /// The row of the table.
        public static let row = EventRow<EgressPayload>("call.recording_stopped")
    }

    /// The kind of ``CallRecordingFailedEvent``.
    public enum CallRecordingFailed: EventKind {
        /// The row of the table.
        public static let row = EventRow<EgressPayload>("call.recording_failed")
    }

    /// The kind of ``CallRecordingReadyEvent``.
    public enum CallRecordingReady: EventKind {
        /// The row of the table.
        public static let row = EventRow<RecordingReadyPayload>("call.recording_ready")
    }

    /// The kind of ``CallFrameRecordingStartedEvent``.
    public enum CallFrameRecordingStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<FrameRecordingPayload>("call.frame_recording_started")
    }

    /// The kind of ``CallFrameRecordingStoppedEvent``.
    public enum CallFrameRecordingStopped: EventKind {
        /// The row of the table.
        public static let row = EventRow<FrameRecordingPayload>("call.frame_recording_stopped")
    }

    /// The kind of ``CallFrameRecordingFailedEvent``.
    public enum CallFrameRecordingFailed: EventKind {
        /// The row of the table.
        public static let row = EventRow<FrameRecordingPayload>("call.frame_recording_failed")
    }

    /// The kind of ``CallFrameRecordingFrameReadyEvent``.
    public enum CallFrameRecordingFrameReady: EventKind {
        /// The row of the table.
        public static let row = EventRow<FrameReadyPayload>("call.frame_recording_ready")
    }

    /// The kind of ``CallHLSBroadcastingStartedEvent``.
    public enum CallHLSBroadcastingStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<PlaylistPayload>("call.hls_broadcasting_started")
    }

    /// The kind of ``CallHLSBroadcastingStoppedEvent``.
    public enum CallHLSBroadcastingStopped: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.hls_broadcasting_stopped")
    }

    /// The kind of ``CallHLSBroadcastingFailedEvent``.
    public enum CallHLSBroadcastingFailed: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.hls_broadcasting_failed")
    }

    /// The kind of ``CallRTMPBroadcastStartedEvent``.
    public enum CallRTMPBroadcastStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<BroadcastNamePayload>("call.rtmp_broadcast_started")
    }

    /// The kind of ``CallRTMPBroadcastStoppedEvent``.
    public enum CallRTMPBroadcastStopped: EventKind {
        /// The row of the table.
        public static let row = EventRow<BroadcastNamePayload>("call.rtmp_broadcast_stopped")
    }

    /// The kind of ``CallRTMPBroadcastFailedEvent``.
    public enum CallRTMPBroadcastFailed: EventKind {
        /// The row of the table.
        public static let row = EventRow<BroadcastNamePayload>("call.rtmp_broadcast_failed")
    }

    /// The kind of ``CallTranscriptionStartedEvent``.
    public enum CallTranscriptionStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.transcription_started")
    }

    /// The kind of ``CallTranscriptionStoppedEvent``.
    public enum CallTranscriptionStopped: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.transcription_stopped")
    }

    /// The kind of ``CallTranscriptionFailedEvent``.
    public enum CallTranscriptionFailed: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.transcription_failed")
    }

    /// The kind of ``CallTranscriptionReadyEvent``.
    public enum CallTranscriptionReady: EventKind {
        /// The row of the table.
        public static let row = EventRow<TranscriptionReadyPayload>("call.transcription_ready")
    }

    /// The kind of ``CallClosedCaptionsStartedEvent``.
    public enum CallClosedCaptionsStarted: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.closed_captions_started")
    }

    /// The kind of ``CallClosedCaptionsStoppedEvent``.
    public enum CallClosedCaptionsStopped: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.closed_captions_stopped")
    }

    /// The kind of ``CallClosedCaptionsFailedEvent``.
    public enum CallClosedCaptionsFailed: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.closed_captions_failed")
    }

    /// The kind of ``ClosedCaptionEvent``.
    public enum ClosedCaption: EventKind {
        /// The row of the table.
        public static let row = EventRow<ClosedCaptionPayload>("call.closed_caption")
    }

    /// The kind of ``CallModerationBlurEvent``.
    public enum CallModerationBlur: EventKind {
        /// The row of the table.
        public static let row = EventRow<ModerationNotePayload>("call.moderation_blur")
    }

    /// The kind of ``CallModerationWarningEvent``.
    public enum CallModerationWarning: EventKind {
        /// The row of the table.
        public static let row = EventRow<ModerationNotePayload>("call.moderation_warning")
    }

    /// The kind of ``CallStatsReportReadyEvent``.
    public enum CallStatsReportReady: EventKind {
        /// The row of the table.
        public static let row = EventRow<SessionIdPayload>("call.stats_report_ready", .deferrable)
    }

    /// The kind of ``CallUserFeedbackSubmittedEvent``.
    public enum CallUserFeedbackSubmitted: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("call.user_feedback_submitted", .deferrable)
    }

    /// The kind of ``AppUpdatedEvent``.
    public enum AppUpdated: EventKind {
        /// The row of the table.
        public static let row = EventRow<EmptyBody>("app.updated")
    }

    /// The kind of ``UserUpdatedEvent``.
    public enum UserUpdated: EventKind {
        /// The row of the table.
        public static let row = EventRow<UserPayload>("user.updated")
    }

    /// The kind of ``ConnectionErrorEvent``.
    public enum ConnectionError: EventKind {
        /// The row of the table.
        public static let row = EventRow<ConnectionErrorPayload>("connection.error")
    }

    /// The kind of ``HealthCheckEvent``.
    public enum HealthCheck: EventKind {
        /// The row of the table.
        public static let row = EventRow<HealthCheckPayload>("health.check")
    }
}
