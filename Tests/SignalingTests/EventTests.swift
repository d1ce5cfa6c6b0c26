import Signaling
import Testing
import Timing
import Wire

/// Events of moderation, recording, broadcasts and captions.
@Suite struct EventTests {
    private static let at = Timestamp(milliseconds: 42)
    private static let file = StoredFile {
        $0.filename = "a.mp4"
        $0.url = "https://example.org/a.mp4"
        $0.startTime = at
        $0.endTime = at
        $0.sessionId = "s"
    }

    private static func event<Kind>(_ payload: Kind.Payload) -> CallEvent<Kind> {
        CallEvent(BodyTests.cid, at: at, payload)
    }

    static let events: [CoordinatorEvent] = [
        .deleted(event(CallPayload { $0.call = BodyTests.call })),
        .liveStarted(event(CallPayload { $0.call = BodyTests.call })),
        .memberUpdatedPermission(
            event(
                MemberPermissionsPayload {
                    $0.call = BodyTests.call
                    $0.members = [Member { $0.user = BodyTests.alice }]
                    $0.capabilitiesByRole = ["host": [.endCall]]
                })),
        .userMuted(
            event(
                MutedUsersPayload {
                    $0.fromUserId = "alice"
                    $0.mutedUserIds = ["bob"]
                })),
        .permissionRequest(
            event(
                PermissionRequestPayload {
                    $0.user = BodyTests.alice
                    $0.permissions = [.sendAudio]
                })),
        .permissionsUpdated(
            event(
                PermissionsPayload {
                    $0.user = BodyTests.alice
                    $0.ownCapabilities = [.sendAudio, .sendVideo]
                })),
        .reactionNew(
            event(
                ReactionPayload {
                    $0.reaction = Reaction {
                        $0.type = "wave"
                        $0.emojiCode = ":wave:"
                        $0.custom = ["big": true]
                        $0.user = BodyTests.alice
                    }
                }
            )),
        .recordingStarted(
            event(
                EgressPayload {
                    $0.egressId = "e1"
                    $0.recordingType = "composite"
                })),
        .recordingStopped(
            event(
                EgressPayload {
                    $0.egressId = "e1"
                    $0.recordingType = "composite"
                })),
        .recordingFailed(
            event(
                EgressPayload {
                    $0.egressId = "e1"
                    $0.recordingType = "composite"
                })),
        .recordingReady(event(RecordingReadyPayload { $0.callRecording = file })),
        .frameRecordingStarted(
            event(
                FrameRecordingPayload {
                    $0.call = BodyTests.call
                    $0.egressId = "e1"
                })),
        .frameRecordingStopped(
            event(
                FrameRecordingPayload {
                    $0.call = BodyTests.call
                    $0.egressId = "e1"
                })),
        .frameRecordingFailed(
            event(
                FrameRecordingPayload {
                    $0.call = BodyTests.call
                    $0.egressId = "e1"
                })),
        .frameRecordingReady(
            event(
                FrameReadyPayload {
                    $0.capturedAt = at
                    $0.egressId = "e1"
                    $0.sessionId = "s"
                    $0.trackType = "video"
                    $0.url = "u"
                    $0.users = ["bob"]
                })),
        .hlsBroadcastingStarted(event(PlaylistPayload { $0.hlsPlaylistURL = "https://example.org/a.m3u8" })),
        .hlsBroadcastingStopped(event(EmptyBody())),
        .hlsBroadcastingFailed(event(EmptyBody())),
        .rtmpBroadcastStarted(event(BroadcastNamePayload { $0.name = "tube" })),
        .rtmpBroadcastStopped(event(BroadcastNamePayload { $0.name = "tube" })),
        .rtmpBroadcastFailed(event(BroadcastNamePayload { $0.name = "tube" })),
        .transcriptionStarted(event(EmptyBody())),
        .transcriptionStopped(event(EmptyBody())),
        .transcriptionFailed(event(EmptyBody())),
        .transcriptionReady(event(TranscriptionReadyPayload { $0.callTranscription = file })),
        .closedCaptionsStarted(event(EmptyBody())),
        .closedCaptionsStopped(event(EmptyBody())),
        .closedCaptionsFailed(event(EmptyBody())),
        .closedCaption(
            event(
                ClosedCaptionPayload {
                    $0.closedCaption = ClosedCaption {
                        $0.text = "Hello"
                        $0.speakerId = "alice"
                        $0.startTime = at
                        $0.endTime = at
                    }
                })),
        .moderationBlur(
            event(
                ModerationNotePayload {
                    $0.userId = "bob"
                    $0.message = "Please"
                    $0.custom = ["level": 2]
                })),
        .moderationWarning(
            event(
                ModerationNotePayload {
                    $0.userId = "bob"
                    $0.message = "Please"
                    $0.custom = ["level": 2]
                })),
        .statsReportReady(event(SessionIdPayload { $0.sessionId = "s" })),
        .userFeedbackSubmitted(event(EmptyBody())),
        .raisedHandsUpdated(
            event(
                SessionPayload {
                    $0.call = BodyTests.call
                    $0.sessionId = "s"
                })),
        .updated(
            event(
                CallUpdatedPayload {
                    $0.call = BodyTests.call
                    $0.capabilitiesByRole = ["host": [.endCall]]
                })),
        .missed(
            event(
                MissedPayload {
                    $0.call = BodyTests.call
                    $0.members = [Member { $0.user = BodyTests.alice }]
                    $0.sessionId = "s"
                    $0.user = BodyTests.alice
                    $0.notifyUser = true
                    $0.video = true
                })),
    ]

    static let eventsOfNoCall: [CoordinatorEvent] = [
        .appUpdated(AppUpdatedEvent(at: at, EmptyBody())),
        .userUpdated(UserUpdatedEvent(at: at, UserPayload { $0.user = BodyTests.alice })),
        .connectionError(
            ConnectionErrorEvent(
                at: at,
                ConnectionErrorPayload {
                    $0.connectionId = "c1"
                    $0.error = APIError(.tokenExpired, "the token has expired", advice: "connect")
                })),
        .healthCheck(
            HealthCheckEvent(
                at: at,
                HealthCheckPayload {
                    $0.connectionId = "c1"
                    $0.cid = BodyTests.cid
                })),
    ]

    @Test(arguments: eventsOfNoCall)
    func `every event without a call is read as it was written, and names none`(event: CoordinatorEvent) throws {
        let batch = EventBatch {
            $0.first = 3
            $0.events = [event]
        }
        #expect(try EventBatch(decoding: batch.encoded()) == batch)
        #expect(event.callCid == nil)
        #expect(event.event != nil)
    }

    @Test(arguments: events)
    func `every event is read as it was written, and names its call`(event: CoordinatorEvent) throws {
        let batch = EventBatch {
            $0.first = 3
            $0.events = [event]
        }
        #expect(try EventBatch(decoding: batch.encoded()) == batch)
        #expect(event.callCid == BodyTests.cid)
    }

    @Test func `every type has a text of its own`() {
        let events = Self.events + Self.eventsOfNoCall
        #expect(Set(events.map(\.type)).count == events.count)
    }
}
