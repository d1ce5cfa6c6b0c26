import Signaling
import Testing
import Timing
import Wire

/// Events of moderation, recording, broadcasts and captions.
@Suite struct EventTests {
    private static let at = Timestamp(milliseconds: 42)
    private static let file = StoredFile(
        filename: "a.mp4", url: "https://example.org/a.mp4", startTime: at, endTime: at, sessionId: "s")

    private static func event<Kind>(_ payload: Kind.Payload) -> CallEvent<Kind> {
        CallEvent(BodyTests.cid, at: at, payload)
    }

    static let events: [CoordinatorEvent] = [
        .deleted(event(CallPayload(call: BodyTests.call))),
        .liveStarted(event(CallPayload(call: BodyTests.call))),
        .memberUpdatedPermission(
            event(
                MemberPermissionsPayload(
                    call: BodyTests.call, members: [Member(user: BodyTests.alice)],
                    capabilitiesByRole: ["host": [.endCall]]))),
        .userMuted(event(MutedUsersPayload(fromUserId: "alice", mutedUserIds: ["bob"]))),
        .permissionRequest(event(PermissionRequestPayload(user: BodyTests.alice, permissions: [.sendAudio]))),
        .permissionsUpdated(
            event(PermissionsPayload(user: BodyTests.alice, ownCapabilities: [.sendAudio, .sendVideo]))),
        .reactionNew(
            event(
                ReactionPayload(
                    reaction: Reaction(type: "wave", emojiCode: ":wave:", custom: ["big": true], user: BodyTests.alice))
            )),
        .recordingStarted(event(EgressPayload(egressId: "e1", recordingType: "composite"))),
        .recordingStopped(event(EgressPayload(egressId: "e1", recordingType: "composite"))),
        .recordingFailed(event(EgressPayload(egressId: "e1", recordingType: "composite"))),
        .recordingReady(event(RecordingReadyPayload(callRecording: file))),
        .frameRecordingStarted(event(FrameRecordingPayload(call: BodyTests.call, egressId: "e1"))),
        .frameRecordingStopped(event(FrameRecordingPayload(call: BodyTests.call, egressId: "e1"))),
        .frameRecordingFailed(event(FrameRecordingPayload(call: BodyTests.call, egressId: "e1"))),
        .frameRecordingReady(
            event(
                FrameReadyPayload(
                    capturedAt: at, egressId: "e1", sessionId: "s", trackType: "video", url: "u", users: ["bob"]))),
        .hlsBroadcastingStarted(event(PlaylistPayload(hlsPlaylistURL: "https://example.org/a.m3u8"))),
        .hlsBroadcastingStopped(event(EmptyBody())),
        .hlsBroadcastingFailed(event(EmptyBody())),
        .rtmpBroadcastStarted(event(BroadcastNamePayload(name: "tube"))),
        .rtmpBroadcastStopped(event(BroadcastNamePayload(name: "tube"))),
        .rtmpBroadcastFailed(event(BroadcastNamePayload(name: "tube"))),
        .transcriptionStarted(event(EmptyBody())),
        .transcriptionStopped(event(EmptyBody())),
        .transcriptionFailed(event(EmptyBody())),
        .transcriptionReady(event(TranscriptionReadyPayload(callTranscription: file))),
        .closedCaptionsStarted(event(EmptyBody())),
        .closedCaptionsStopped(event(EmptyBody())),
        .closedCaptionsFailed(event(EmptyBody())),
        .closedCaption(
            event(
                ClosedCaptionPayload(
                    closedCaption: ClosedCaption(text: "Hello", speakerId: "alice", startTime: at, endTime: at)))),
        .moderationBlur(event(ModerationNotePayload(userId: "bob", message: "Please", custom: ["level": 2]))),
        .moderationWarning(event(ModerationNotePayload(userId: "bob", message: "Please", custom: ["level": 2]))),
        .statsReportReady(event(SessionIdPayload(sessionId: "s"))),
        .userFeedbackSubmitted(event(EmptyBody())),
        .updated(event(CallUpdatedPayload(call: BodyTests.call, capabilitiesByRole: ["host": [.endCall]]))),
        .missed(
            event(
                MissedPayload(
                    call: BodyTests.call, members: [Member(user: BodyTests.alice)], sessionId: "s",
                    user: BodyTests.alice, notifyUser: true, video: true))),
    ]

    static let eventsOfNoCall: [CoordinatorEvent] = [
        .appUpdated(AppUpdatedEvent(at: at, EmptyBody())),
        .userUpdated(UserUpdatedEvent(at: at, UserPayload(user: BodyTests.alice))),
        .connectionError(
            ConnectionErrorEvent(
                at: at,
                ConnectionErrorPayload(
                    connectionId: "c1", error: APIError(.tokenExpired, "the token has expired", advice: "connect")))),
        .healthCheck(HealthCheckEvent(at: at, HealthCheckPayload(connectionId: "c1", cid: BodyTests.cid))),
    ]

    @Test(arguments: eventsOfNoCall)
    func `every event of no call comes back as it was sent, and names none`(event: CoordinatorEvent) throws {
        let batch = EventBatch(first: 3, events: [event])
        #expect(try EventBatch(decoding: batch.encoded()) == batch)
        #expect(event.callCid == nil)
        #expect(event.event != nil)
    }

    @Test(arguments: events)
    func `every event comes back as it was sent, and names its call`(event: CoordinatorEvent) throws {
        let batch = EventBatch(first: 3, events: [event])
        #expect(try EventBatch(decoding: batch.encoded()) == batch)
        #expect(event.callCid == BodyTests.cid)
    }

    @Test func `every type has a text of its own`() {
        let events = Self.events + Self.eventsOfNoCall
        #expect(Set(events.map(\.type)).count == events.count)
    }
}
