import Testing
import Timing

@testable import Signaling

/// New bodies, before any field is set.
@Suite struct NewBodyTests {
    private static let bodies: [any Body] = [
        SealedToken(), RingPayload(), MissedPayload(), SessionPayload(), SessionIdPayload(),
        SessionParticipantPayload(),
        ParticipantCountPayload(), MutedUsersPayload(), PermissionRequestPayload(), Reaction(), ModerationNotePayload(),
        ConnectionErrorPayload(), HealthCheckPayload(), GetOrCreateCallRequest(), JoinCallRequest(), RingCallRequest(),
        UserIdRequest(), DeleteCallRequest(), SendReactionRequest(), CollectUserFeedbackRequest(), GetCallResponse(),
        JoinCallResponse(), SFUCredentials(), RingStateResponse(), CreateDeviceRequest(), Device(), EdgeResponse(),
        ConnectedEvent(), EventBatch(), SFUEventBatch(), MuteUsersRequest(), KickUserRequest(),
        UpdateUserPermissionsRequest(), QueryCallsRequest(), QueryCallMembersRequest(), CallStateResponse(),
        CallStatsReportSummary(), EgressPayload(), StoredFile(), FrameRecordingPayload(), FrameReadyPayload(),
        PlaylistPayload(), BroadcastNamePayload(), ClosedCaption(), GoLiveRequest(), StopLiveRequest(),
        StartHLSBroadcastingResponse(), RTMPBroadcastRequest(), StartTranscriptionRequest(),
        StopTranscriptionRequest(), StartClosedCaptionsRequest(), StopClosedCaptionsRequest(), EgressHLSResponse(),
        EgressRTMPResponse(), CallIngressResponse(), APIError(), CallResponse.Parts(), CallSessionResponse(),
        LimitsSettings(), BackstageSettings(), ThumbnailsSettings(), ThumbnailResponse(), Member(), MemberRequest(),
        SFUJoinRequest(), ReconnectDetails(), SFULeaveRequest(), SFUHealthRequest(), NoiseCancellationRequest(),
        SetPublisherRequest(), UpdateMuteStatesRequest(), UpdateSubscriptionsRequest(), SFUJoinResponse(),
        SFUCallState(), MediaPathResponse(), PathCredentials(), SendStatsRequest(), PublisherStats(), SubscriberStats(),
        TrackEvent(), AudioLevel(), ConnectionQualityUpdate(), InboundVideoState(), CallGrantsUpdate(),
        SFUParticipant(), ParticipantReference(), ParticipantCount(), SFUError(), TrackInfo(), TrackMuteState(),
        VideoDimension(), TrackSubscription(), PublishOption(), SenderQuality(), TrackSource(),
    ]

    /// False for a number, a text or a truth that says something.
    private func isBlank(_ value: Any) -> Bool {
        switch value {
        case let value as Bool: !value
        case let value as Int: value == 0
        case let value as UInt32: value == 0
        case let value as Double: value == 0
        case let value as String: value.isEmpty
        case let value as Duration: value == .zero
        case let value as Timestamp: value == Timestamp(milliseconds: 0)
        default: true
        }
    }

    @Test(arguments: bodies.indices) func `a new body says nothing`(index: Int) {
        let body = Self.bodies[index]
        for (label, value) in Mirror(reflecting: body).children {
            #expect(isBlank(value), "\(type(of: body)).\(label ?? "")")
        }
    }

    @Test func `the first choice of a new body is the one that is not specified`() {
        #expect(TrackInfo().trackType == .audio && SenderQuality().trackType == .audio)
        #expect(SortParam().direction == 1 && SessionParticipant().role == "user")
        #expect(EgressHLSResponse().status == .starting && EgressRTMPResponse().status == .starting)
        #expect(SFUError().reconnectStrategy == .unspecified && ReconnectDetails().strategy == .unspecified)
        #expect(TrackEvent().cause == .unspecified && ConnectionQualityUpdate().connectionQuality == .unknown)
        #expect(SFUParticipant().source == .webrtc && SFUParticipant().connectionQuality == .unknown)
        #expect(SFUJoinRequest().source == .webrtc)
        #expect(VideoDimension.standard == VideoDimension(width: 1024, height: 720))
        #expect(User().role == "user" && User().name.isEmpty && User().id.isEmpty)
        #expect(CallIngressResponse().rtmpAddress.isEmpty)
    }
}
