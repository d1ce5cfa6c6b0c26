import Testing
import Timing
import Wire

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

    /// Bodies whose initializers have all arguments, and the fields that these set.
    private static let requests: [(body: any Body, fields: CBOR)] = [
        (
            MemberRequest(userId: "bob", role: "host", custom: ["seat": 4]),
            ["user_id": "bob", "role": "host", "custom": ["seat": 4]]
        ),
        (SortParam(field: "cid", direction: -1), ["field": "cid", "direction": -1]),
        (
            MuteUsersRequest(userIds: ["bob"], audio: true, screenshare: true),
            ["user_ids": ["bob"], "audio": true, "screenshare": true]
        ),
        (
            MuteUsersRequest(muteAllUsers: true, video: true, screenshareAudio: true),
            ["mute_all_users": true, "video": true, "screenshare_audio": true]
        ),
        (
            QueryTerms(filter: ["id": "a"], sort: [SortParam(field: "id")], limit: 2, next: "aa", prev: "bb"),
            [
                "filter": ["id": "a"], "sort": [["field": "id", "direction": 1]], "limit": 2, "next": "aa",
                "prev": "bb",
            ]
        ),
        (
            RTMPBroadcastRequest(name: "tube", streamURL: "rtmp://a.example/x", streamKey: "k"),
            ["name": "tube", "stream_url": "rtmp://a.example/x", "stream_key": "k"]
        ),
        (
            CallSettingsRequest(
                ring: RingSettingsRequest(
                    autoCancelTimeout: .seconds(1), incomingCallTimeout: .seconds(2), missedCallTimeout: .seconds(3)),
                audio: AudioSettingsRequest(
                    micDefaultOn: true, speakerDefaultOn: false, defaultDevice: "earpiece",
                    noiseCancellation: FeatureSettings { $0.mode = .autoOn }),
                video: VideoSettingsRequest(cameraDefaultOn: true, enabled: false),
                backstage: BackstageSettingsRequest(enabled: true, joinAheadTime: .seconds(4)),
                recording: FeatureSettings { $0.mode = .disabled },
                limits: LimitsSettingsRequest { $0.maxParticipants = 5 },
                thumbnails: ThumbnailsSettings { $0.enabled = true }),
            [
                "ring": [
                    "auto_cancel_timeout_ms": 1000, "incoming_call_timeout_ms": 2000, "missed_call_timeout_ms": 3000,
                ],
                "audio": [
                    "mic_default_on": true, "speaker_default_on": false, "default_device": "earpiece",
                    "noise_cancellation": ["mode": "auto-on"],
                ],
                "video": ["camera_default_on": true, "enabled": false],
                "backstage": ["enabled": true, "join_ahead_time_seconds": 4], "recording": ["mode": "disabled"],
                "limits": ["max_participants": 5], "thumbnails": ["enabled": true],
            ]
        ),
    ]

    @Test(arguments: requests.indices) func `each argument of an application's request is sent`(index: Int) throws {
        let (body, fields) = Self.requests[index]
        #expect(try CBOR(decoding: body.encoded()) == fields)
    }
}
