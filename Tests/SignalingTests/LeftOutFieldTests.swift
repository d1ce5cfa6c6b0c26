import Testing
import Timing
import Wire

@testable import Signaling

/// The values of fields that a peer leaves out, or sends as null.
@Suite struct LeftOutFieldTests {
    /// A body of an empty map is a new body.
    private func isNew<B: Body>(_ type: B.Type) throws {
        #expect(try B(decoding: []) == B(), "\(type)")
        #expect(try B(decoding: B().encoded()) == B(), "\(type)")
        #expect(try B(withNulls([:], of: type)) == B(), "\(type)")
    }

    /// A body with no more than its required fields is a new body in all others.
    private func has<B: Body>(_ map: CBOR.Map, _ fill: (inout B) -> Void) throws {
        let body = B(fill)
        #expect(try B(map) == body, "\(B.self)")
        #expect(try B(decoding: body.encoded()) == body, "\(B.self)")
        #expect(try B(withNulls(map, of: B.self)) == body, "\(B.self)")
        for (key, _) in map {
            var missing = map
            missing[key: key] = .null
            #expect(throws: BodyError.self, "\(B.self), \(key)") { try B(missing) }
        }
    }

    /// Returns the map with a null in each field of the body that the map does not have.
    private func withNulls<B: Body>(_ map: CBOR.Map, of type: B.Type) -> CBOR.Map {
        var map = map
        var body = B()
        for field in BodyCoder.fields({ coder throws(BodyError) in try body.code(&coder) })
        where map[field.name] == nil {
            map[field.name] = .null
        }
        return map
    }

    @Test func `a request without fields has the values of a new one`() throws {
        try isNew(CallData.self)
        try isNew(GetOrCreateCallRequest.self)
        try isNew(JoinCallRequest.self)
        try isNew(RingCallRequest.self)
        try isNew(RejectCallRequest.self)
        try isNew(UpdateCallRequest.self)
        try isNew(DeleteCallRequest.self)
        try isNew(UpdateCallMembersRequest.self)
        try isNew(MuteUsersRequest.self)
        try isNew(RequestPermissionRequest.self)
        try isNew(QueryTerms.self)
        try isNew(QueryCallsRequest.self)
        try isNew(QueryCallStatsRequest.self)
        try isNew(GoLiveRequest.self)
        try isNew(StopLiveRequest.self)
        try isNew(StartRecordingRequest.self)
        try isNew(StartTranscriptionRequest.self)
        try isNew(StopTranscriptionRequest.self)
        try isNew(StartClosedCaptionsRequest.self)
        try isNew(StopClosedCaptionsRequest.self)
        try isNew(ReconnectDetails.self)
    }

    @Test func `settings, lists and counts without fields have the values of new ones`() throws {
        try isNew(CallSettingsRequest.self)
        try isNew(RingSettingsRequest.self)
        try isNew(AudioSettingsRequest.self)
        try isNew(VideoSettingsRequest.self)
        try isNew(BackstageSettingsRequest.self)
        try isNew(LimitsSettingsRequest.self)
        try isNew(CallSettingsResponse.self)
        try isNew(RingSettings.self)
        try isNew(AudioSettings.self)
        try isNew(VideoSettings.self)
        try isNew(BackstageSettings.self)
        try isNew(LimitsSettings.self)
        try isNew(ThumbnailsSettings.self)
        try isNew(FeatureSettings.self)
        try isNew(EgressResponse.self)
        try isNew(StatsOptions.self)
        try isNew(CallGrants.self)
        try isNew(UpdateCallMembersResponse.self)
        try isNew(GetParticipantsResponse.self)
        try isNew(ListRecordingsResponse.self)
        try isNew(ListDevicesResponse.self)
        try isNew(GetEdgesResponse.self)
        try isNew(QueryPage<Member>.self)
    }

    @Test func `a request with its required fields has the values of a new one in the others`() throws {
        try has(["user": ["id": "a"]]) { (body: inout ConnectRequest) in body.user = User(id: "a") }
        try has(["user_id": "a"]) { (body: inout MemberRequest) in body.userId = "a" }
        try has(["user_id": "a"]) { (body: inout KickUserRequest) in body.userId = "a" }
        try has(["user_id": "a"]) { (body: inout UpdateUserPermissionsRequest) in body.userId = "a" }
        try has(["type": "wave"]) { (body: inout SendReactionRequest) in body.type = "wave" }
        try has(["rating": 3]) { (body: inout CollectUserFeedbackRequest) in body.rating = 3 }
        try has(["field": "cid"]) { (body: inout SortParam) in body.field = "cid" }
        try has(["id": "a", "type": "b"]) { (body: inout QueryCallMembersRequest) in (body.id, body.type) = ("a", "b") }
        try has(["id": "a", "push_provider": "apn"]) { (body: inout CreateDeviceRequest) in
            (body.id, body.pushProvider) = ("a", "apn")
        }
        try has(["name": "a", "stream_url": "rtmp://a"]) { (body: inout RTMPBroadcastRequest) in
            (body.name, body.streamURL) = ("a", "rtmp://a")
        }
        try has(["token": .bytes([1]), "session_id": "s"]) { (body: inout SFUJoinRequest) in
            (body.token, body.sessionId) = ([1], "s")
        }
        try has(["session_id": "s"]) { (body: inout SFULeaveRequest) in body.sessionId = "s" }
        try has(["session_id": "s"]) { (body: inout SetPublisherRequest) in body.sessionId = "s" }
        try has(["session_id": "s"]) { (body: inout UpdateMuteStatesRequest) in body.sessionId = "s" }
        try has(["session_id": "s"]) { (body: inout UpdateSubscriptionsRequest) in body.sessionId = "s" }
        try has(["track_type": 1]) { (body: inout TrackInfo) in body.trackType = .audio }
        try has(["track_type": 2, "codec": "vp8"]) { (body: inout PublishOption) in
            (body.trackType, body.codec) = (.video, "vp8")
        }
        try has(["active": true, "track_type": 2]) { (body: inout SenderQuality) in
            (body.active, body.trackType) = (true, .video)
        }
    }

    private static let reference = ParticipantReference {
        $0.userId = "a"
        $0.sessionId = "s"
    }

    @Test func `a record with its required fields has the values of a new one in the others`() throws {
        let at = Timestamp(milliseconds: 5)
        try has(["user": ["id": "a"]]) { (body: inout Member) in body.user = User(id: "a") }
        try has(["id": "s"]) { (body: inout CallSessionResponse) in body.id = "s" }
        try has(["user": ["id": "a"], "joined_at": 5, "user_session_id": "s"]) { (body: inout SessionParticipant) in
            (body.user, body.joinedAt, body.userSessionId) = (User(id: "a"), at, "s")
        }
        try has(["user": ["id": "a"], "joined_at": 5, "session_id": "s"]) { (body: inout SFUParticipant) in
            (body.user, body.joinedAt, body.sessionId) = (User(id: "a"), at, "s")
        }
        try has(["total": 3]) { (body: inout ParticipantCount) in body.total = 3 }
        try has(["started_at": 5, "participant_count": ["total": 3]]) { (body: inout SFUCallState) in
            body.startedAt = at
            body.participantCount.total = 3
        }
        try has(["call_state": ["started_at": 5, "participant_count": ["total": 0]]]) { (body: inout SFUJoinResponse) in
            body.callState.startedAt = at
        }
        try has(["call_cid": "default:a"]) { (body: inout RingStateResponse) in
            body.callCid = CallCid(type: "default", id: "a")
        }
        try has(["id": "d", "user_id": "a", "created_at": 5, "push_provider": "apn"]) { (body: inout Device) in
            (body.id, body.userId, body.createdAt, body.pushProvider) = ("d", "a", at, "apn")
        }
        try has(["session_id": "s"]) { (body: inout ParticipantCountPayload) in body.sessionId = "s" }
        try has(["egress_id": "e"]) { (body: inout EgressPayload) in body.egressId = "e" }
        try has(["user_id": "a", "session_id": "s", "track_type": 1]) { (body: inout TrackEvent) in
            body.reference = Self.reference
        }
        try has(["user_id": "a", "session_id": "s", "level": 1]) { (body: inout AudioLevel) in
            (body.reference, body.level) = (Self.reference, 1)
        }
        try has(["user_id": "a", "session_id": "s"]) { (body: inout ConnectionQualityUpdate) in
            body.reference = Self.reference
        }
        try has(["error": ["code": 100]]) { (body: inout SFUError) in body.code = 100 }
    }

    @Test func `a call without fields has those of a new call of its own`() throws {
        let call = CallResponse(
            cid: CallCid(type: "default", id: "a"), createdBy: User(id: "a"), createdAt: Timestamp(milliseconds: 5))
        let least: CBOR.Map = ["cid": "default:a", "created_at": 5, "created_by": ["id": "a"]]
        #expect(try CallResponse(least) == call)
        #expect(try CBOR(decoding: call.encoded()) == .map(least))
        try has(["call": .map(least)]) { (body: inout GetCallResponse) in body.call = call }
        try has(["call": .map(least)]) { (body: inout CallUpdatedPayload) in body.call = call }
        try has(["call": .map(least)]) { (body: inout AnswerPayload) in body.call = call }
        try has(["call": .map(least)]) { (body: inout MembersPayload) in body.call = call }
        try has(["call": .map(least)]) { (body: inout CallStateResponse) in body.call = call }
        try has(["call": .map(least), "user": ["id": "b"]]) { (body: inout RingPayload) in
            (body.call, body.user) = (call, User(id: "b"))
        }
        try has(["call": .map(least), "user": ["id": "b"], "session_id": "s"]) { (body: inout MissedPayload) in
            (body.call, body.user, body.sessionId) = (call, User(id: "b"), "s")
        }
        let address: CBOR = ["host": "h", "port": 1, "token": .bytes([1]), "edge_name": "e"]
        try has(["call": .map(least), "credentials": address]) { (body: inout JoinCallResponse) in
            body.call = call
            body.credentials = SFUCredentials { ($0.host, $0.port, $0.token, $0.edgeName) = ("h", 1, [1], "e") }
        }
    }

    @Test func `settings that are left out have the values of the document`() throws {
        let settings = CallSettingsResponse()
        #expect(settings.ring.autoCancelTimeout == .seconds(15))
        #expect(settings.ring.incomingCallTimeout == .seconds(15) && settings.ring.missedCallTimeout == .seconds(15))
        #expect(settings.audio.micDefaultOn && settings.audio.speakerDefaultOn)
        #expect(settings.audio.defaultDevice == "speaker" && settings.audio.noiseCancellation.mode == .available)
        #expect(settings.video.cameraDefaultOn && settings.video.enabled && settings.recording.mode == .available)
        #expect(!settings.backstage.enabled && settings.backstage.joinAheadTime == .zero)
        #expect(settings.limits.maxDuration == .zero && settings.limits.maxParticipants == 0)
        #expect(!settings.thumbnails.enabled)
        let options = StatsOptions()
        #expect(options.isEnabled && options.reportingInterval == .seconds(10))
        let grants = CallGrants()
        #expect(!TrackType.allCases.contains(where: grants.allow))
        #expect(try CallGrants(decoding: []) == CallGrants([]))
    }
}
