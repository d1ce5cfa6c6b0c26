import Testing
import Timing
import Wire

@testable import Signaling

/// The table of the coordinator's events.
@Suite struct EventTableTests {
    private static let types = [
        "connection.ok", "call.created", "call.updated", "call.ring", "call.notification", "call.missed",
        "call.accepted", "call.rejected", "call.ended", "call.session_started", "call.session_ended",
        "call.session_participant_joined", "call.session_participant_left", "call.session_participant_count_updated",
        "call.raised_hands_updated", "call.member_added", "call.member_updated", "call.member_removed",
        "call.blocked_user", "call.unblocked_user", "call.kicked_user", "custom", "call.deleted", "call.live_started",
        "call.member_updated_permission", "call.user_muted", "call.permission_request", "call.permissions_updated",
        "call.reaction_new", "call.recording_started", "call.recording_stopped", "call.recording_failed",
        "call.recording_ready", "call.frame_recording_started", "call.frame_recording_stopped",
        "call.frame_recording_failed", "call.frame_recording_ready", "call.hls_broadcasting_started",
        "call.hls_broadcasting_stopped", "call.hls_broadcasting_failed", "call.rtmp_broadcast_started",
        "call.rtmp_broadcast_stopped", "call.rtmp_broadcast_failed", "call.transcription_started",
        "call.transcription_stopped", "call.transcription_failed", "call.transcription_ready",
        "call.closed_captions_started", "call.closed_captions_stopped", "call.closed_captions_failed",
        "call.closed_caption", "call.moderation_blur", "call.moderation_warning", "call.stats_report_ready",
        "call.user_feedback_submitted", "app.updated", "user.updated", "connection.error", "health.check",
    ]

    @Test func `the types have the order of the table`() {
        #expect(CoordinatorEvent.allTypes == Self.types)
    }

    private static let date = Timestamp(milliseconds: 1)
    private static let call = CallResponse(cid: BodyTests.cid, createdBy: BodyTests.alice, createdAt: date)

    private static func event<Kind>(_ payload: Kind.Payload) -> CallEvent<Kind> {
        CallEvent(BodyTests.cid, at: date, payload)
    }

    /// Events that other tables of this target do not have.
    private static let events: [CoordinatorEvent] = {
        let members = MembersPayload { $0.call = call }
        let ring = RingPayload { ($0.call, $0.user) = (call, BodyTests.alice) }
        let answer = AnswerPayload { $0.call = call }
        let session = SessionPayload { ($0.call, $0.sessionId) = (call, "s") }
        let participant = SessionParticipantPayload {
            $0.sessionId = "s"
            $0.participant = SessionParticipant { ($0.user, $0.userSessionId) = (BodyTests.alice, "x") }
        }
        return [
            .created(event(members)), .ring(event(ring)), .notification(event(ring)), .accepted(event(answer)),
            .rejected(event(answer)), .ended(event(answer)), .sessionStarted(event(session)),
            .sessionEnded(event(session)), .sessionParticipantJoined(event(participant)),
            .sessionParticipantLeft(event(participant)),
            .sessionParticipantCountUpdated(event(ParticipantCountPayload { $0.sessionId = "s" })),
            .memberAdded(event(members)), .memberUpdated(event(members)),
            .memberRemoved(event(MemberIdsPayload { $0.call = call })),
            .blockedUser(event(BlockedUserPayload { $0.user = BodyTests.alice })),
            .unblockedUser(event(UserPayload { $0.user = BodyTests.alice })),
            .kickedUser(event(KickedUserPayload { $0.user = BodyTests.alice })),
            .custom(event(CustomPayload { $0.user = BodyTests.alice })),
        ]
    }()

    private static let all = events + EventTests.events + EventTests.eventsOfNoCall

    private func read(_ event: CoordinatorEvent, isForeign: Bool) throws -> CoordinatorEvent? {
        let batch = EventBatch { ($0.first, $0.events) = (1, [event]) }
        return try EventBatch(decoding: CoAP.Payload(batch.encoded())) { _ in isForeign }.events.first
    }

    @Test func `of a foreign call the events of its session are passed over, and no others`() throws {
        var passedOver: Set<String> = []
        for event in Self.all {
            if case .passedOver(let event) = try read(event, isForeign: true) { passedOver.insert(event.type) }
            #expect(try read(event, isForeign: false) == event)
        }
        #expect(
            passedOver == [
                "call.session_started", "call.session_ended", "call.session_participant_joined",
                "call.session_participant_left", "call.session_participant_count_updated",
                "call.raised_hands_updated",
            ])
    }

    @Test func `every event has its type, its call and a value of its own type`() throws {
        #expect(Set(Self.all.map(\.type)) == Set(Self.types.dropFirst()))
        for event in Self.all {
            #expect(try #require(event.event).createdAt.milliseconds > 0, "\(event.type)")
            let isOfNoCall = ["app.updated", "user.updated", "connection.error", "health.check"].contains(event.type)
            #expect(event.callCid == (isOfNoCall ? nil : BodyTests.cid), "\(event.type)")
        }
        let unknown = UnknownEvent(type: "weather", callCid: BodyTests.cid, body: [:])
        #expect(CoordinatorEvent.unknown(unknown).callCid == BodyTests.cid)
        #expect(CoordinatorEvent.unknown(unknown).event == nil && CoordinatorEvent.unknown(unknown).type == "weather")
        let foreign = CoordinatorEvent.passedOver(PassedOverEvent(type: "call.ring", callCid: BodyTests.cid))
        #expect(foreign.callCid == BodyTests.cid && foreign.event == nil && foreign.type == "call.ring")
        let connected = CoordinatorEvent.connected(ConnectedEvent())
        #expect(connected.callCid == nil && connected.call == nil && connected.type == "connection.ok")
    }

    @Test func `the events that describe the whole call have it`() {
        let described = Self.all.filter { $0.call != nil }
        #expect(
            Set(described.map(\.type)) == [
                "call.created", "call.updated", "call.ring", "call.notification", "call.missed", "call.accepted",
                "call.rejected", "call.ended", "call.session_started", "call.session_ended",
                "call.raised_hands_updated", "call.member_added", "call.member_updated", "call.member_removed",
                "call.deleted", "call.live_started", "call.member_updated_permission", "call.frame_recording_started",
                "call.frame_recording_stopped", "call.frame_recording_failed",
            ])
        #expect(described.allSatisfy { $0.call?.cid == BodyTests.cid })
    }

    @Test func `events that end a ring or a call are immediate, and those of a session can wait`() {
        let immediate = [
            EventKinds.CallRejected.row.urgency, EventKinds.CallEnded.row.urgency, EventKinds.CallDeleted.row.urgency,
            EventKinds.CallMemberRemoved.row.urgency,
        ]
        let deferrable = [
            EventKinds.CallCreated.row.urgency, EventKinds.CallSessionStarted.row.urgency,
            EventKinds.CallSessionEnded.row.urgency, EventKinds.CallSessionParticipantJoined.row.urgency,
            EventKinds.CallSessionParticipantLeft.row.urgency,
            EventKinds.CallSessionParticipantCountUpdated.row.urgency, EventKinds.CallStatsReportReady.row.urgency,
            EventKinds.CallUserFeedbackSubmitted.row.urgency,
        ]
        let prompt = [
            EventKinds.CallUpdated.row.urgency, EventKinds.CallRing.row.urgency, EventKinds.CallAccepted.row.urgency,
            EventKinds.CallMissed.row.urgency, EventKinds.CallRaisedHandsUpdated.row.urgency,
            EventKinds.ConnectionError.row.urgency, EventKinds.CustomVideo.row.urgency,
        ]
        #expect(immediate.allSatisfy { $0 == .immediate })
        #expect(deferrable.allSatisfy { $0 == .deferrable })
        #expect(prompt.allSatisfy { $0 == .prompt })
        for isCause in [true, false] {
            #expect(EventUrgency.immediate.isUrgent(causedByReceiver: isCause))
            #expect(EventUrgency.prompt.isUrgent(causedByReceiver: isCause) == !isCause)
            #expect(!EventUrgency.deferrable.isUrgent(causedByReceiver: isCause))
        }
    }
}
