import Signaling
import Testing
import Timing
import Wire

@Suite struct BodyTests {
    static let alice = User(id: "alice", name: "Alice", image: "https://example.org/a.png", custom: ["tall": true])
    static let cid = CallCid(type: "default", id: "standup")

    static var call: CallResponse {
        var call = CallResponse(cid: cid, createdBy: alice, createdAt: Timestamp(milliseconds: 1000))
        call.updatedAt = Timestamp(milliseconds: 2000)
        call.startsAt = Timestamp(milliseconds: 3000)
        call.endedAt = Timestamp(milliseconds: 4000)
        call.backstage = true
        call.recording = true
        call.transcribing = true
        call.captioning = true
        call.blockedUserIds = ["mallory"]
        call.currentSessionId = "session"
        call.custom = ["topic": "weather"]
        call.team = "red"
        call.settings.ring.autoCancelTimeout = .seconds(30)
        call.settings.backstage = BackstageSettings(enabled: true, joinAheadTime: .seconds(60))
        var session = CallSessionResponse(id: "session")
        session.startedAt = Timestamp(milliseconds: 1500)
        session.participants = [
            SessionParticipant(user: alice, userSessionId: "s1", role: "host", joinedAt: Timestamp(milliseconds: 1600))
        ]
        session.participantsCountByRole = ["host": 1]
        session.anonymousParticipantCount = 2
        session.acceptedBy = ["bob": Timestamp(milliseconds: 1700)]
        session.rejectedBy = ["carol": Timestamp(milliseconds: 1800)]
        session.missedBy = ["dave": Timestamp(milliseconds: 1900)]
        call.session = session
        var egress = EgressResponse()
        egress.compositeRecording = .running
        egress.individualRecording = .starting
        egress.rawRecording = .running
        egress.frameRecording = .starting
        egress.hls = EgressHLSResponse(playlistURL: "https://example.org/a.m3u8", status: .running)
        egress.rtmps = [
            EgressRTMPResponse(
                name: "tube", streamURL: "rtmp://example.org/", startedAt: Timestamp(milliseconds: 5), status: .running)
        ]
        call.egress = egress
        call.ingress = CallIngressResponse(rtmpAddress: "rtmps://example.org/")
        return call
    }

    private func comesBack<B: Body>(_ body: B) throws {
        #expect(try B(decoding: body.encoded()) == body)
    }

    @Test func `every body comes back as it was sent`() throws {
        try comesBack(Self.alice)
        try comesBack(User(id: "bob"))
        try comesBack(Member(user: Self.alice, role: "host", custom: ["seat": 3]))
        try comesBack(MemberRequest(userId: "bob", role: "user"))
        try comesBack(Self.call)
        try comesBack(CallSettingsResponse())
        try comesBack(
            GetOrCreateCallRequest(
                data: CallData(
                    members: [MemberRequest(userId: "bob")], custom: ["a": 1],
                    settingsOverride: CallSettingsRequest(
                        ring: RingSettingsRequest(autoCancelTimeout: .seconds(5)),
                        audio: AudioSettingsRequest(micDefaultOn: false, defaultDevice: "earpiece"),
                        video: VideoSettingsRequest(enabled: true),
                        backstage: BackstageSettingsRequest(joinAheadTime: .seconds(60)),
                        recording: FeatureSettings(mode: .autoOn),
                        limits: LimitsSettingsRequest(maxDuration: .seconds(60), maxParticipants: 2),
                        thumbnails: ThumbnailsSettings(enabled: true)),
                    startsAt: Timestamp(milliseconds: 5), team: "red", video: true),
                ring: true, notify: true, video: true))
        try comesBack(JoinCallRequest(create: true, ring: true, migratingFrom: "sfu-1", migratingFromList: ["sfu-1"]))
        try comesBack(RingCallRequest(membersIds: ["bob"], video: true))
        try comesBack(RejectCallRequest(reason: "busy"))
        try comesBack(SendEventRequest(custom: [:]))
        try comesBack(UserIdRequest(userId: "bob"))
        try comesBack(ConnectRequest(token: [1, 2], user: Self.alice, resume: "c1", lastEvent: 7))
        try comesBack(
            GetCallResponse(
                call: Self.call, members: [Member(user: Self.alice)], ownCapabilities: [.endCall], created: true))
        try comesBack(
            JoinCallResponse(
                call: Self.call, members: [], ownCapabilities: [.joinCall], created: false,
                credentials: SFUCredentials(edgeName: "sfu-1", host: "127.0.1.1", port: 5683, token: [9])))
        try comesBack(CallChangeResponse(call: Self.call))
        try comesBack(APIError(.notAllowed, "no", advice: "ask a host"))
    }

    @Test func `every body of what leaves a call comes back as it was sent`() throws {
        try comesBack(
            GoLiveRequest(
                startHLS: true, startRecording: true, startRTMPBroadcasts: true, startTranscription: true,
                startClosedCaptions: true, recordingStorage: "vault", transcriptionStorage: "shelf"))
        try comesBack(
            StopLiveRequest(
                continueHLS: true, continueRecording: true, continueRTMPBroadcasts: true, continueTranscription: true,
                continueClosedCaptions: true))
        try comesBack(StartRecordingRequest(externalStorage: "vault"))
        try comesBack(
            ListRecordingsResponse(
                recordings: [
                    StoredFile(
                        filename: "a.mp4", url: "https://example.org/a.mp4", startTime: Timestamp(milliseconds: 1),
                        endTime: Timestamp(milliseconds: 2), sessionId: "s")
                ]))
        try comesBack(StartHLSBroadcastingResponse(playlistURL: "https://example.org/a.m3u8"))
        try comesBack(
            StartRTMPBroadcastsRequest(
                broadcasts: [RTMPBroadcastRequest(name: "tube", streamURL: "rtmps://example.org/", streamKey: "k")]))
        try comesBack(StartTranscriptionRequest(language: "en", enableClosedCaptions: true, externalStorage: "vault"))
        try comesBack(StopTranscriptionRequest(stopClosedCaptions: true))
        try comesBack(StartClosedCaptionsRequest(language: "en", enableTranscription: true, externalStorage: "vault"))
        try comesBack(StopClosedCaptionsRequest(stopTranscription: true))
    }

    @Test func `a broadcast to what is no RTMP server cannot be read`() {
        let body = CBOR.map(["broadcasts": [["name": "tube", "stream_url": "https://example.org/"]]])
        #expect(
            throws: BodyError.badValue(
                field: "broadcasts[0].stream_url", problem: "must begin with rtmp:// or rtmps://")
        ) { try StartRTMPBroadcastsRequest(decoding: body.encoded()) }
        #expect(throws: BodyError.missing(field: "broadcasts")) { try StartRTMPBroadcastsRequest(decoding: []) }
    }

    @Test func `a body that ends a datagram is read where it lies`() throws {
        let whole = try Self.received(Self.call.encoded())
        #expect(try CallResponse(decoding: whole) == Self.call)
        #expect(whole == CoAP.Payload(Self.call.encoded()) && whole.array == Self.call.encoded())
        let broken: [UInt8] = [0xA1, 0x61, 0x61]
        let error = #expect(throws: BodyError.self) { try CallResponse(decoding: broken) }
        let sameError = #expect(throws: BodyError.self) { try CallResponse(decoding: Self.received(broken)) }
        #expect(error == sameError)
    }

    /// The payload behind the header of a message.
    private static func received(_ payload: [UInt8]) throws -> CoAP.Payload {
        let message = CoAP.Message(type: .confirmable, code: .post, messageID: 1, payload: payload)
        return try CoAP.Message(decoding: message.encoded()).body
    }

    @Test func `every event of the coordinator comes back as it was sent`() throws {
        let at = Timestamp(milliseconds: 42)
        let members = [Member(user: Self.alice)]
        let ring = RingPayload(call: Self.call, members: members, sessionId: "s", user: Self.alice, video: true)
        let answer = AnswerPayload(call: Self.call, user: Self.alice, reason: "busy")
        let participant = SessionParticipant(user: Self.alice, userSessionId: "s1", role: "user", joinedAt: at)
        let stay = SessionParticipantPayload(participant: participant, sessionId: "s", duration: .seconds(3))
        let events: [CoordinatorEvent] = [
            .connected(ConnectedEvent(connectionId: "c1", me: Self.alice, createdAt: at, resumed: true)),
            .created(.init(Self.cid, at: at, MembersPayload(call: Self.call, members: members))),
            .ring(.init(Self.cid, at: at, ring)),
            .notification(.init(Self.cid, at: at, ring)),
            .accepted(.init(Self.cid, at: at, answer)), .rejected(.init(Self.cid, at: at, answer)),
            .ended(.init(Self.cid, at: at, AnswerPayload(call: Self.call, user: nil))),
            .sessionStarted(.init(Self.cid, at: at, SessionPayload(call: Self.call, sessionId: "s"))),
            .sessionEnded(.init(Self.cid, at: at, SessionPayload(call: Self.call, sessionId: "s"))),
            .sessionParticipantJoined(.init(Self.cid, at: at, stay)),
            .sessionParticipantLeft(.init(Self.cid, at: at, stay)),
            .sessionParticipantCountUpdated(
                .init(
                    Self.cid, at: at,
                    ParticipantCountPayload(
                        anonymousParticipantCount: 1, participantsCountByRole: ["user": 2], sessionId: "s"))),
            .memberAdded(.init(Self.cid, at: at, MembersPayload(call: Self.call, members: members))),
            .memberUpdated(.init(Self.cid, at: at, MembersPayload(call: Self.call, members: members))),
            .memberRemoved(.init(Self.cid, at: at, MemberIdsPayload(call: Self.call, members: ["bob"]))),
            .blockedUser(.init(Self.cid, at: at, BlockedUserPayload(user: Self.alice, blockedByUser: Self.alice))),
            .unblockedUser(.init(Self.cid, at: at, UserPayload(user: Self.alice))),
            .kickedUser(.init(Self.cid, at: at, KickedUserPayload(user: Self.alice, kickedByUser: Self.alice))),
            .custom(.init(Self.cid, at: at, CustomPayload(custom: ["a": 1], user: Self.alice))),
        ]
        let batch = EventBatch(first: 1, events: events)
        let read = try EventBatch(decoding: batch.encoded())
        #expect(read == batch)
        #expect(Set(events.map(\.type)).count == events.count)
    }

    @Test func `a call says its session's name once`() throws {
        var call = Self.call
        #expect(call.item.map?["current_session_id"] == nil)
        #expect(try CallResponse(decoding: call.encoded()).currentSessionId == "session")
        call.currentSessionId = "another"
        #expect(try CallResponse(decoding: call.encoded()).currentSessionId == "another")
        call.session = nil
        call.currentSessionId = "ended"
        #expect(try CallResponse(decoding: call.encoded()) == call)
    }

    @Test func `an event of an unknown type is kept with all that it says`() throws {
        let body: CBOR = ["type": "call.levitated", "call_cid": "default:standup", "height": 3]
        let batch: CBOR = ["first": 1, "events": .array([body])]
        let read = try EventBatch(decoding: batch.encoded())
        #expect(read.events == [.unknown(UnknownEvent(type: "call.levitated", callCid: Self.cid, body: body))])
    }

    @Test func `an event that cannot be read does not cost the others of its batch`() throws {
        let good = CoordinatorEvent.custom(
            .init(Self.cid, at: Timestamp(milliseconds: 1), CustomPayload(custom: [:], user: Self.alice)))
        let bad: CBOR = ["type": "call.ended", "call_cid": "default:standup"]
        let batch: CBOR = ["first": 1, "events": .array([bad, good.item])]
        let events = try EventBatch(decoding: batch.encoded()).events
        #expect(events.count == 2 && events.last == good)
        guard case .unknown(let kept) = events.first else {
            Issue.record("the bad event was not kept")
            return
        }
        #expect(kept.problem == .missing(field: "events[0].created_at"))
    }

    @Test func `what is wrong with a body is said with the path of its field`() {
        func problem<B: Body>(_ item: CBOR, _ type: B.Type) -> String {
            do {
                _ = try B(decoding: item.encoded())
                return "none"
            } catch {
                return error.description
            }
        }
        #expect(problem([:], UserIdRequest.self) == "user_id is missing")
        #expect(problem(["user_id": 7], UserIdRequest.self) == "user_id must be a text")
        #expect(problem(["user_id": ""], UserIdRequest.self) == "user_id must not be empty")
        #expect(problem([1, 2], UserIdRequest.self) == "the body must be a map")
        let member: CBOR = ["data": ["members": [["user_id": "a"], ["role": "host"]]]]
        #expect(problem(member, GetOrCreateCallRequest.self) == "data.members[1].user_id is missing")
        let settings: CBOR = ["data": ["settings_override": ["ring": ["auto_cancel_timeout_ms": -1]]]]
        #expect(
            problem(settings, GetOrCreateCallRequest.self)
                == "data.settings_override.ring.auto_cancel_timeout_ms must lie between 0 and 86400000 milliseconds")
    }
}
