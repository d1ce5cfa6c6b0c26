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
        call.settings.backstage = BackstageSettings {
            $0.enabled = true
            $0.joinAheadTime = .seconds(60)
        }
        var session = CallSessionResponse { $0.id = "session" }
        session.startedAt = Timestamp(milliseconds: 1500)
        session.participants = [
            SessionParticipant {
                $0.user = alice
                $0.userSessionId = "s1"
                $0.role = "host"
                $0.joinedAt = Timestamp(milliseconds: 1600)
            }
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
        egress.hls = EgressHLSResponse {
            $0.playlistURL = "https://example.org/a.m3u8"
            $0.status = .running
        }
        egress.rtmps = [
            EgressRTMPResponse {
                $0.name = "tube"
                $0.streamURL = "rtmp://example.org/"
                $0.startedAt = Timestamp(milliseconds: 5)
                $0.status = .running
            }
        ]
        call.egress = egress
        call.ingress = CallIngressResponse { $0.rtmpAddress = "rtmps://example.org/" }
        return call
    }

    private func comesBack<B: Body>(_ body: B) throws {
        #expect(try B(decoding: body.encoded()) == body)
    }

    @Test func `every body is read as it was written`() throws {
        try comesBack(Self.alice)
        try comesBack(User(id: "bob"))
        try comesBack(
            Member {
                $0.user = Self.alice
                $0.role = "host"
                $0.custom = ["seat": 3]
            })
        try comesBack(
            MemberRequest {
                $0.userId = "bob"
                $0.role = "user"
            })
        try comesBack(Self.call)
        try comesBack(CallSettingsResponse())
        try comesBack(
            GetOrCreateCallRequest {
                $0.data = CallData {
                    $0.members = [MemberRequest { $0.userId = "bob" }]
                    $0.custom = ["a": 1]
                    $0.settingsOverride = CallSettingsRequest {
                        $0.ring = RingSettingsRequest { $0.autoCancelTimeout = .seconds(5) }
                        $0.audio = AudioSettingsRequest {
                            $0.micDefaultOn = false
                            $0.defaultDevice = "earpiece"
                        }
                        $0.video = VideoSettingsRequest { $0.enabled = true }
                        $0.backstage = BackstageSettingsRequest { $0.joinAheadTime = .seconds(60) }
                        $0.recording = FeatureSettings { $0.mode = .autoOn }
                        $0.limits = LimitsSettingsRequest {
                            $0.maxDuration = .seconds(60)
                            $0.maxParticipants = 2
                        }
                        $0.thumbnails = ThumbnailsSettings { $0.enabled = true }
                    }
                    $0.startsAt = Timestamp(milliseconds: 5)
                    $0.team = "red"
                    $0.video = true
                }
                $0.ring = true
                $0.notify = true
                $0.video = true
            })
        try comesBack(
            JoinCallRequest {
                $0.create = true
                $0.ring = true
                $0.migratingFrom = "sfu-1"
                $0.migratingFromList = ["sfu-1"]
            })
        try comesBack(
            RingCallRequest {
                $0.membersIds = ["bob"]
                $0.video = true
            })
        try comesBack(RejectCallRequest { $0.reason = "busy" })
        try comesBack(SendEventRequest { $0.custom = [:] })
        try comesBack(UserIdRequest { $0.userId = "bob" })
        try comesBack(
            ConnectRequest {
                $0.token = [1, 2]
                $0.user = Self.alice
                $0.resume = "c1"
                $0.lastEvent = 7
            })
        try comesBack(
            GetCallResponse {
                $0.call = Self.call
                $0.members = [Member { $0.user = Self.alice }]
                $0.ownCapabilities = [.endCall]
                $0.created = true
            })
        try comesBack(
            JoinCallResponse {
                $0.call = Self.call
                $0.members = []
                $0.ownCapabilities = [.joinCall]
                $0.created = false
                $0.credentials = SFUCredentials {
                    $0.edgeName = "sfu-1"
                    $0.host = "127.0.1.1"
                    $0.port = 5683
                    $0.token = [9]
                }
            })
        try comesBack(CallChangeResponse { $0.call = Self.call })
        try comesBack(APIError(.notAllowed, "no", advice: "ask a host"))
    }

    @Test func `every egress body is read as it was written`() throws {
        try comesBack(
            GoLiveRequest {
                $0.startHLS = true
                $0.startRecording = true
                $0.startRTMPBroadcasts = true
                $0.startTranscription = true
                $0.startClosedCaptions = true
                $0.recordingStorage = "vault"
                $0.transcriptionStorage = "shelf"
            })
        try comesBack(
            StopLiveRequest {
                $0.continueHLS = true
                $0.continueRecording = true
                $0.continueRTMPBroadcasts = true
                $0.continueTranscription = true
                $0.continueClosedCaptions = true
            })
        try comesBack(StartRecordingRequest { $0.externalStorage = "vault" })
        try comesBack(
            ListRecordingsResponse {
                $0.recordings = [
                    StoredFile {
                        $0.filename = "a.mp4"
                        $0.url = "https://example.org/a.mp4"
                        $0.startTime = Timestamp(milliseconds: 1)
                        $0.endTime = Timestamp(milliseconds: 2)
                        $0.sessionId = "s"
                    }
                ]
            })
        try comesBack(StartHLSBroadcastingResponse { $0.playlistURL = "https://example.org/a.m3u8" })
        try comesBack(
            StartRTMPBroadcastsRequest {
                $0.broadcasts = [
                    RTMPBroadcastRequest {
                        $0.name = "tube"
                        $0.streamURL = "rtmps://example.org/"
                        $0.streamKey = "k"
                    }
                ]
            })
        try comesBack(
            StartTranscriptionRequest {
                $0.language = "en"
                $0.enableClosedCaptions = true
                $0.externalStorage = "vault"
            })
        try comesBack(StopTranscriptionRequest { $0.stopClosedCaptions = true })
        try comesBack(
            StartClosedCaptionsRequest {
                $0.language = "en"
                $0.enableTranscription = true
                $0.externalStorage = "vault"
            })
        try comesBack(StopClosedCaptionsRequest { $0.stopTranscription = true })
    }

    @Test func `a broadcast to a URL other than RTMP cannot be read`() {
        let body = CBOR.map(["broadcasts": [["name": "tube", "stream_url": "https://example.org/"]]])
        #expect(
            throws: BodyError.badValue(
                field: "broadcasts[0].stream_url", problem: "must begin with rtmp:// or rtmps://")
        ) { try StartRTMPBroadcastsRequest(decoding: body.encoded()) }
        #expect(throws: BodyError.missing(field: "broadcasts")) { try StartRTMPBroadcastsRequest(decoding: []) }
        let none = CBOR.map(["broadcasts": []])
        #expect(throws: BodyError.badValue(field: "broadcasts", problem: "must not be empty")) {
            try StartRTMPBroadcastsRequest(decoding: none.encoded())
        }
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

    @Test func `every event of the coordinator is read as it was written`() throws {
        let at = Timestamp(milliseconds: 42)
        let members = [Member { $0.user = Self.alice }]
        let ring = RingPayload {
            $0.call = Self.call
            $0.members = members
            $0.sessionId = "s"
            $0.user = Self.alice
            $0.video = true
        }
        let answer = AnswerPayload {
            $0.call = Self.call
            $0.user = Self.alice
            $0.reason = "busy"
        }
        let participant = SessionParticipant {
            $0.user = Self.alice
            $0.userSessionId = "s1"
            $0.role = "user"
            $0.joinedAt = at
        }
        let session = SessionParticipantPayload {
            $0.participant = participant
            $0.sessionId = "s"
            $0.duration = .seconds(3)
        }
        let events: [CoordinatorEvent] = [
            .connected(
                ConnectedEvent {
                    $0.connectionId = "c1"
                    $0.me = Self.alice
                    $0.createdAt = at
                    $0.resumed = true
                }),
            .created(
                .init(
                    Self.cid, at: at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = members
                    })),
            .ring(.init(Self.cid, at: at, ring)),
            .notification(.init(Self.cid, at: at, ring)),
            .accepted(.init(Self.cid, at: at, answer)), .rejected(.init(Self.cid, at: at, answer)),
            .ended(
                .init(
                    Self.cid, at: at,
                    AnswerPayload {
                        $0.call = Self.call
                        $0.user = nil
                    })),
            .sessionStarted(
                .init(
                    Self.cid, at: at,
                    SessionPayload {
                        $0.call = Self.call
                        $0.sessionId = "s"
                    })),
            .sessionEnded(
                .init(
                    Self.cid, at: at,
                    SessionPayload {
                        $0.call = Self.call
                        $0.sessionId = "s"
                    })),
            .sessionParticipantJoined(.init(Self.cid, at: at, session)),
            .sessionParticipantLeft(.init(Self.cid, at: at, session)),
            .sessionParticipantCountUpdated(
                .init(
                    Self.cid, at: at,
                    ParticipantCountPayload {
                        $0.anonymousParticipantCount = 1
                        $0.participantsCountByRole = ["user": 2]
                        $0.sessionId = "s"
                    })),
            .memberAdded(
                .init(
                    Self.cid, at: at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = members
                    })),
            .memberUpdated(
                .init(
                    Self.cid, at: at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = members
                    })),
            .memberRemoved(
                .init(
                    Self.cid, at: at,
                    MemberIdsPayload {
                        $0.call = Self.call
                        $0.members = ["bob"]
                    })),
            .blockedUser(
                .init(
                    Self.cid, at: at,
                    BlockedUserPayload {
                        $0.user = Self.alice
                        $0.blockedByUser = Self.alice
                    })),
            .unblockedUser(.init(Self.cid, at: at, UserPayload { $0.user = Self.alice })),
            .kickedUser(
                .init(
                    Self.cid, at: at,
                    KickedUserPayload {
                        $0.user = Self.alice
                        $0.kickedByUser = Self.alice
                    })),
            .custom(
                .init(
                    Self.cid, at: at,
                    CustomPayload {
                        $0.custom = ["a": 1]
                        $0.user = Self.alice
                    })),
        ]
        let batch = EventBatch {
            $0.first = 1
            $0.events = events
        }
        let read = try EventBatch(decoding: batch.encoded())
        #expect(read == batch)
        #expect(Set(events.map(\.type)).count == events.count)
    }

    @Test func `a call contains its session's name once`() throws {
        var call = Self.call
        #expect(try CBOR(decoding: call.encoded()).map?["current_session_id"] == nil)
        #expect(try CallResponse(decoding: call.encoded()).currentSessionId == "session")
        call.currentSessionId = "another"
        #expect(try CallResponse(decoding: call.encoded()).currentSessionId == "another")
        call.session = nil
        call.currentSessionId = "ended"
        #expect(try CallResponse(decoding: call.encoded()) == call)
    }

    @Test func `an event of an unknown type is kept with its fields`() throws {
        let body: CBOR = ["type": "call.levitated", "call_cid": "default:standup", "height": 3]
        let batch: CBOR = ["first": 1, "events": .array([body])]
        let read = try EventBatch(decoding: batch.encoded())
        #expect(read.events == [.unknown(UnknownEvent(type: "call.levitated", callCid: Self.cid, body: body))])
    }

    @Test func `an event that cannot be read does not cost the others of its batch`() throws {
        let custom = CustomVideoEvent(
            Self.cid, at: Timestamp(milliseconds: 1),
            CustomPayload {
                $0.custom = [:]
                $0.user = Self.alice
            })
        let bad: CBOR = ["type": "call.ended", "call_cid": "default:standup"]
        let batch: CBOR = ["first": 1, "events": .array([bad, try CBOR(decoding: custom.encoded())])]
        let events = try EventBatch(decoding: batch.encoded()).events
        #expect(events.count == 2 && events.last == .custom(custom))
        guard case .unknown(let kept) = events.first else {
            Issue.record("the bad event was not kept")
            return
        }
        #expect(kept.problem == .missing(field: "events[0].created_at"))
    }

    @Test func `an error in a body has the path of its field`() {
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
