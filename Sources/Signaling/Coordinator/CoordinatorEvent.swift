// Written from events.yaml by `workshop events`. Change the table instead.

/// An event of the coordinator's stream (`semantics.md` 5.1).
public indirect enum CoordinatorEvent: Hashable, Sendable {
    /// The stream is open; always its first event.
    case connected(ConnectedEvent)
    /// A call was created.
    case created(CallCreatedEvent)
    /// A call changed.
    case updated(CallUpdatedEvent)
    /// A user rings the members of a call.
    case ring(CallRingEvent)
    /// A user notifies the members of a call without ringing.
    case notification(CallNotificationEvent)
    /// A user's ring ended without their answer.
    case missed(CallMissedEvent)
    /// A user accepted the ring.
    case accepted(CallAcceptedEvent)
    /// A user rejected the ring, or the caller cancelled it.
    case rejected(CallRejectedEvent)
    /// The call was ended for everyone.
    case ended(CallEndedEvent)
    /// The first participant joined.
    case sessionStarted(CallSessionStartedEvent)
    /// The last participant left.
    case sessionEnded(CallSessionEndedEvent)
    /// A participant joined the session.
    case sessionParticipantJoined(CallSessionParticipantJoinedEvent)
    /// A participant left the session.
    case sessionParticipantLeft(CallSessionParticipantLeftEvent)
    /// The number of participants changed.
    case sessionParticipantCountUpdated(CallSessionParticipantCountUpdatedEvent)
    /// A participant raised or lowered a hand.
    case raisedHandsUpdated(CallRaisedHandsUpdatedEvent)
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
    /// A user sent data of the application.
    case custom(CustomVideoEvent)
    /// The call was deleted.
    case deleted(CallDeletedEvent)
    /// The call left backstage.
    case liveStarted(CallLiveStartedEvent)
    /// Members have new roles.
    case memberUpdatedPermission(CallMemberUpdatedPermissionEvent)
    /// Users were muted by a moderator.
    case userMuted(CallUserMutedEvent)
    /// A user asks for capabilities.
    case permissionRequest(PermissionRequestEvent)
    /// A user's capabilities changed.
    case permissionsUpdated(UpdatedCallPermissionsEvent)
    /// A user reacted.
    case reactionNew(CallReactionEvent)
    /// A recording began.
    case recordingStarted(CallRecordingStartedEvent)
    /// A recording stopped.
    case recordingStopped(CallRecordingStoppedEvent)
    /// A recording failed.
    case recordingFailed(CallRecordingFailedEvent)
    /// A recording can be fetched.
    case recordingReady(CallRecordingReadyEvent)
    /// Recording of single frames began.
    case frameRecordingStarted(CallFrameRecordingStartedEvent)
    /// Recording of single frames stopped.
    case frameRecordingStopped(CallFrameRecordingStoppedEvent)
    /// Recording of single frames failed.
    case frameRecordingFailed(CallFrameRecordingFailedEvent)
    /// A recorded frame can be fetched.
    case frameRecordingReady(CallFrameRecordingFrameReadyEvent)
    /// The HLS broadcast began.
    case hlsBroadcastingStarted(CallHLSBroadcastingStartedEvent)
    /// The HLS broadcast stopped.
    case hlsBroadcastingStopped(CallHLSBroadcastingStoppedEvent)
    /// The HLS broadcast failed.
    case hlsBroadcastingFailed(CallHLSBroadcastingFailedEvent)
    /// An RTMP broadcast began.
    case rtmpBroadcastStarted(CallRTMPBroadcastStartedEvent)
    /// An RTMP broadcast stopped.
    case rtmpBroadcastStopped(CallRTMPBroadcastStoppedEvent)
    /// An RTMP broadcast failed.
    case rtmpBroadcastFailed(CallRTMPBroadcastFailedEvent)
    /// Transcription began.
    case transcriptionStarted(CallTranscriptionStartedEvent)
    /// Transcription stopped.
    case transcriptionStopped(CallTranscriptionStoppedEvent)
    /// Transcription failed.
    case transcriptionFailed(CallTranscriptionFailedEvent)
    /// A transcription can be fetched.
    case transcriptionReady(CallTranscriptionReadyEvent)
    /// Closed captions began.
    case closedCaptionsStarted(CallClosedCaptionsStartedEvent)
    /// Closed captions stopped.
    case closedCaptionsStopped(CallClosedCaptionsStoppedEvent)
    /// Closed captions failed.
    case closedCaptionsFailed(CallClosedCaptionsFailedEvent)
    /// A participant spoke, as text.
    case closedCaption(ClosedCaptionEvent)
    /// A user's video must be blurred.
    case moderationBlur(CallModerationBlurEvent)
    /// A user is warned.
    case moderationWarning(CallModerationWarningEvent)
    /// The report of a session can be fetched.
    case statsReportReady(CallStatsReportReadyEvent)
    /// A user rated the call.
    case userFeedbackSubmitted(CallUserFeedbackSubmittedEvent)
    /// The application's configuration changed.
    case appUpdated(AppUpdatedEvent)
    /// A user's profile changed.
    case userUpdated(UserUpdatedEvent)
    /// The connection cannot continue.
    case connectionError(ConnectionErrorEvent)
    /// The coordinator is reachable.
    case healthCheck(HealthCheckEvent)
    /// An event in the session of a call that this client does not follow.
    case passedOver(PassedOverEvent)
    /// An event of an unknown type, or one that cannot be read.
    case unknown(UnknownEvent)
}

extension CoordinatorEvent {
    /// The event as a value of its own type; nil when that is not known.
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
        case .raisedHandsUpdated(let event): event
        case .memberAdded(let event): event
        case .memberUpdated(let event): event
        case .memberRemoved(let event): event
        case .blockedUser(let event): event
        case .unblockedUser(let event): event
        case .kickedUser(let event): event
        case .custom(let event): event
        case .deleted(let event): event
        case .liveStarted(let event): event
        case .memberUpdatedPermission(let event): event
        case .userMuted(let event): event
        case .permissionRequest(let event): event
        case .permissionsUpdated(let event): event
        case .reactionNew(let event): event
        case .recordingStarted(let event): event
        case .recordingStopped(let event): event
        case .recordingFailed(let event): event
        case .recordingReady(let event): event
        case .frameRecordingStarted(let event): event
        case .frameRecordingStopped(let event): event
        case .frameRecordingFailed(let event): event
        case .frameRecordingReady(let event): event
        case .hlsBroadcastingStarted(let event): event
        case .hlsBroadcastingStopped(let event): event
        case .hlsBroadcastingFailed(let event): event
        case .rtmpBroadcastStarted(let event): event
        case .rtmpBroadcastStopped(let event): event
        case .rtmpBroadcastFailed(let event): event
        case .transcriptionStarted(let event): event
        case .transcriptionStopped(let event): event
        case .transcriptionFailed(let event): event
        case .transcriptionReady(let event): event
        case .closedCaptionsStarted(let event): event
        case .closedCaptionsStopped(let event): event
        case .closedCaptionsFailed(let event): event
        case .closedCaption(let event): event
        case .moderationBlur(let event): event
        case .moderationWarning(let event): event
        case .statsReportReady(let event): event
        case .userFeedbackSubmitted(let event): event
        case .appUpdated(let event): event
        case .userUpdated(let event): event
        case .connectionError(let event): event
        case .healthCheck(let event): event
        case .passedOver, .unknown: nil
        }
    }

    /// The event's call; nil for an event of the connection.
    public var callCid: CallCid? {
        switch self {
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
        case .raisedHandsUpdated(let event): event.callCid
        case .memberAdded(let event): event.callCid
        case .memberUpdated(let event): event.callCid
        case .memberRemoved(let event): event.callCid
        case .blockedUser(let event): event.callCid
        case .unblockedUser(let event): event.callCid
        case .kickedUser(let event): event.callCid
        case .custom(let event): event.callCid
        case .deleted(let event): event.callCid
        case .liveStarted(let event): event.callCid
        case .memberUpdatedPermission(let event): event.callCid
        case .userMuted(let event): event.callCid
        case .permissionRequest(let event): event.callCid
        case .permissionsUpdated(let event): event.callCid
        case .reactionNew(let event): event.callCid
        case .recordingStarted(let event): event.callCid
        case .recordingStopped(let event): event.callCid
        case .recordingFailed(let event): event.callCid
        case .recordingReady(let event): event.callCid
        case .frameRecordingStarted(let event): event.callCid
        case .frameRecordingStopped(let event): event.callCid
        case .frameRecordingFailed(let event): event.callCid
        case .frameRecordingReady(let event): event.callCid
        case .hlsBroadcastingStarted(let event): event.callCid
        case .hlsBroadcastingStopped(let event): event.callCid
        case .hlsBroadcastingFailed(let event): event.callCid
        case .rtmpBroadcastStarted(let event): event.callCid
        case .rtmpBroadcastStopped(let event): event.callCid
        case .rtmpBroadcastFailed(let event): event.callCid
        case .transcriptionStarted(let event): event.callCid
        case .transcriptionStopped(let event): event.callCid
        case .transcriptionFailed(let event): event.callCid
        case .transcriptionReady(let event): event.callCid
        case .closedCaptionsStarted(let event): event.callCid
        case .closedCaptionsStopped(let event): event.callCid
        case .closedCaptionsFailed(let event): event.callCid
        case .closedCaption(let event): event.callCid
        case .moderationBlur(let event): event.callCid
        case .moderationWarning(let event): event.callCid
        case .statsReportReady(let event): event.callCid
        case .userFeedbackSubmitted(let event): event.callCid
        case .passedOver(let event): event.callCid
        case .unknown(let event): event.callCid
        case .connected, .appUpdated, .userUpdated, .connectionError, .healthCheck: nil
        }
    }

    /// The call as the event describes it; nil when it does not describe the whole call.
    package var call: CallResponse? {
        switch self {
        case .created(let event): event.call
        case .updated(let event): event.call
        case .ring(let event): event.call
        case .notification(let event): event.call
        case .missed(let event): event.call
        case .accepted(let event): event.call
        case .rejected(let event): event.call
        case .ended(let event): event.call
        case .sessionStarted(let event): event.call
        case .sessionEnded(let event): event.call
        case .raisedHandsUpdated(let event): event.call
        case .memberAdded(let event): event.call
        case .memberUpdated(let event): event.call
        case .memberRemoved(let event): event.call
        case .deleted(let event): event.call
        case .liveStarted(let event): event.call
        case .memberUpdatedPermission(let event): event.call
        case .frameRecordingStarted(let event): event.call
        case .frameRecordingStopped(let event): event.call
        case .frameRecordingFailed(let event): event.call
        default: nil
        }
    }

    /// The readers of the events, in the order of the table.
    static let readers: [Reader] = [
        Reader(connected),
        Reader(created),
        Reader(updated),
        Reader(ring),
        Reader(notification),
        Reader(missed),
        Reader(accepted),
        Reader(rejected),
        Reader(ended),
        Reader(sessionStarted, isOfSession: true),
        Reader(sessionEnded, isOfSession: true),
        Reader(sessionParticipantJoined, isOfSession: true),
        Reader(sessionParticipantLeft, isOfSession: true),
        Reader(sessionParticipantCountUpdated, isOfSession: true),
        Reader(raisedHandsUpdated, isOfSession: true),
        Reader(memberAdded),
        Reader(memberUpdated),
        Reader(memberRemoved),
        Reader(blockedUser),
        Reader(unblockedUser),
        Reader(kickedUser),
        Reader(custom),
        Reader(deleted),
        Reader(liveStarted),
        Reader(memberUpdatedPermission),
        Reader(userMuted),
        Reader(permissionRequest),
        Reader(permissionsUpdated),
        Reader(reactionNew),
        Reader(recordingStarted),
        Reader(recordingStopped),
        Reader(recordingFailed),
        Reader(recordingReady),
        Reader(frameRecordingStarted),
        Reader(frameRecordingStopped),
        Reader(frameRecordingFailed),
        Reader(frameRecordingReady),
        Reader(hlsBroadcastingStarted),
        Reader(hlsBroadcastingStopped),
        Reader(hlsBroadcastingFailed),
        Reader(rtmpBroadcastStarted),
        Reader(rtmpBroadcastStopped),
        Reader(rtmpBroadcastFailed),
        Reader(transcriptionStarted),
        Reader(transcriptionStopped),
        Reader(transcriptionFailed),
        Reader(transcriptionReady),
        Reader(closedCaptionsStarted),
        Reader(closedCaptionsStopped),
        Reader(closedCaptionsFailed),
        Reader(closedCaption),
        Reader(moderationBlur),
        Reader(moderationWarning),
        Reader(statsReportReady),
        Reader(userFeedbackSubmitted),
        Reader(appUpdated),
        Reader(userUpdated),
        Reader(connectionError),
        Reader(healthCheck),
    ]
}
