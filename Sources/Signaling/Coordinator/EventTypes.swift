// Written from events.yaml by `workshop events`. Change the table instead.

/// A call was created.
public typealias CallCreatedEvent = CallEvent<EventKinds.CallCreated>
/// A call changed.
public typealias CallUpdatedEvent = CallEvent<EventKinds.CallUpdated>
/// A user rings the members of a call.
public typealias CallRingEvent = CallEvent<EventKinds.CallRing>
/// A user notifies the members of a call without ringing.
public typealias CallNotificationEvent = CallEvent<EventKinds.CallNotification>
/// A user's ring ended without their answer.
public typealias CallMissedEvent = CallEvent<EventKinds.CallMissed>
/// A user accepted the ring.
public typealias CallAcceptedEvent = CallEvent<EventKinds.CallAccepted>
/// A user rejected the ring, or the caller cancelled it.
public typealias CallRejectedEvent = CallEvent<EventKinds.CallRejected>
/// The call was ended for everyone.
public typealias CallEndedEvent = CallEvent<EventKinds.CallEnded>
/// The first participant joined.
public typealias CallSessionStartedEvent = CallEvent<EventKinds.CallSessionStarted>
/// The last participant left.
public typealias CallSessionEndedEvent = CallEvent<EventKinds.CallSessionEnded>
/// A participant joined the session.
public typealias CallSessionParticipantJoinedEvent = CallEvent<EventKinds.CallSessionParticipantJoined>
/// A participant left the session.
public typealias CallSessionParticipantLeftEvent = CallEvent<EventKinds.CallSessionParticipantLeft>
/// The number of participants changed.
public typealias CallSessionParticipantCountUpdatedEvent = CallEvent<EventKinds.CallSessionParticipantCountUpdated>
/// A participant raised or lowered a hand.
public typealias CallRaisedHandsUpdatedEvent = CallEvent<EventKinds.CallRaisedHandsUpdated>
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
/// A user sent data of the application.
public typealias CustomVideoEvent = CallEvent<EventKinds.CustomVideo>
/// The call was deleted.
public typealias CallDeletedEvent = CallEvent<EventKinds.CallDeleted>
/// The call left backstage.
public typealias CallLiveStartedEvent = CallEvent<EventKinds.CallLiveStarted>
/// Members have new roles.
public typealias CallMemberUpdatedPermissionEvent = CallEvent<EventKinds.CallMemberUpdatedPermission>
/// Users were muted by a moderator.
public typealias CallUserMutedEvent = CallEvent<EventKinds.CallUserMuted>
/// A user asks for capabilities.
public typealias PermissionRequestEvent = CallEvent<EventKinds.PermissionRequest>
/// A user's capabilities changed.
public typealias UpdatedCallPermissionsEvent = CallEvent<EventKinds.UpdatedCallPermissions>
/// A user reacted.
public typealias CallReactionEvent = CallEvent<EventKinds.CallReaction>
/// A recording began.
public typealias CallRecordingStartedEvent = CallEvent<EventKinds.CallRecordingStarted>
/// A recording stopped.
public typealias CallRecordingStoppedEvent = CallEvent<EventKinds.CallRecordingStopped>
/// A recording failed.
public typealias CallRecordingFailedEvent = CallEvent<EventKinds.CallRecordingFailed>
/// A recording can be fetched.
public typealias CallRecordingReadyEvent = CallEvent<EventKinds.CallRecordingReady>
/// Recording of single frames began.
public typealias CallFrameRecordingStartedEvent = CallEvent<EventKinds.CallFrameRecordingStarted>
/// Recording of single frames stopped.
public typealias CallFrameRecordingStoppedEvent = CallEvent<EventKinds.CallFrameRecordingStopped>
/// Recording of single frames failed.
public typealias CallFrameRecordingFailedEvent = CallEvent<EventKinds.CallFrameRecordingFailed>
/// A recorded frame can be fetched.
public typealias CallFrameRecordingFrameReadyEvent = CallEvent<EventKinds.CallFrameRecordingFrameReady>
/// The HLS broadcast began.
public typealias CallHLSBroadcastingStartedEvent = CallEvent<EventKinds.CallHLSBroadcastingStarted>
/// The HLS broadcast stopped.
public typealias CallHLSBroadcastingStoppedEvent = CallEvent<EventKinds.CallHLSBroadcastingStopped>
/// The HLS broadcast failed.
public typealias CallHLSBroadcastingFailedEvent = CallEvent<EventKinds.CallHLSBroadcastingFailed>
/// An RTMP broadcast began.
public typealias CallRTMPBroadcastStartedEvent = CallEvent<EventKinds.CallRTMPBroadcastStarted>
/// An RTMP broadcast stopped.
public typealias CallRTMPBroadcastStoppedEvent = CallEvent<EventKinds.CallRTMPBroadcastStopped>
/// An RTMP broadcast failed.
public typealias CallRTMPBroadcastFailedEvent = CallEvent<EventKinds.CallRTMPBroadcastFailed>
/// Transcription began.
public typealias CallTranscriptionStartedEvent = CallEvent<EventKinds.CallTranscriptionStarted>
/// Transcription stopped.
public typealias CallTranscriptionStoppedEvent = CallEvent<EventKinds.CallTranscriptionStopped>
/// Transcription failed.
public typealias CallTranscriptionFailedEvent = CallEvent<EventKinds.CallTranscriptionFailed>
/// A transcription can be fetched.
public typealias CallTranscriptionReadyEvent = CallEvent<EventKinds.CallTranscriptionReady>
/// Closed captions began.
public typealias CallClosedCaptionsStartedEvent = CallEvent<EventKinds.CallClosedCaptionsStarted>
/// Closed captions stopped.
public typealias CallClosedCaptionsStoppedEvent = CallEvent<EventKinds.CallClosedCaptionsStopped>
/// Closed captions failed.
public typealias CallClosedCaptionsFailedEvent = CallEvent<EventKinds.CallClosedCaptionsFailed>
/// A participant spoke, as text.
public typealias ClosedCaptionEvent = CallEvent<EventKinds.ClosedCaption>
/// A user's video must be blurred.
public typealias CallModerationBlurEvent = CallEvent<EventKinds.CallModerationBlur>
/// A user is warned.
public typealias CallModerationWarningEvent = CallEvent<EventKinds.CallModerationWarning>
/// The report of a session can be fetched.
public typealias CallStatsReportReadyEvent = CallEvent<EventKinds.CallStatsReportReady>
/// A user rated the call.
public typealias CallUserFeedbackSubmittedEvent = CallEvent<EventKinds.CallUserFeedbackSubmitted>
/// The application's configuration changed.
public typealias AppUpdatedEvent = ClientWideEvent<EventKinds.AppUpdated>
/// A user's profile changed.
public typealias UserUpdatedEvent = ClientWideEvent<EventKinds.UserUpdated>
/// The connection cannot continue.
public typealias ConnectionErrorEvent = ClientWideEvent<EventKinds.ConnectionError>
/// The coordinator is reachable.
public typealias HealthCheckEvent = ClientWideEvent<EventKinds.HealthCheck>
