import Signaling
import Testing
import Timing
import Wire

@Suite struct SFUBodyTests {
    private static let at = Timestamp(milliseconds: 9)
    private static let bob = ParticipantReference {
        $0.userId = "bob"
        $0.sessionId = "s2"
    }

    private static var alice: SFUParticipant {
        var alice = SFUParticipant {
            $0.user = User(id: "alice", name: "Alice", image: "http://x/a.png", custom: ["team": "red"])
            $0.sessionId = "s1"
            $0.joinedAt = at
            $0.trackLookupPrefix = "t"
            $0.roles = ["host", "user"]
        }
        alice.publishedTracks = [.audio, .screenShare]
        alice.connectionQuality = .good
        alice.isSpeaking = true
        alice.isDominantSpeaker = true
        alice.audioLevel = 0.25
        alice.source = .rtmp
        return alice
    }

    private func comesBack<B: Body>(_ body: B) throws {
        #expect(try B(decoding: body.encoded()) == body)
    }

    @Test func `every body of an SFU is read as it was written`() throws {
        try comesBack(Self.alice)
        try comesBack(
            SFULeaveRequest {
                $0.sessionId = "s1"
                $0.reason = "bored"
            })
        try comesBack(SFUHealthRequest { $0.sessionId = "s1" })
        try comesBack(SFUHealthResponse { $0.participantCount = ParticipantCount { $0.total = 3 } })
        try comesBack(
            SetPublisherRequest {
                $0.sessionId = "s1"
                $0.tracks = [
                    TrackInfo {
                        $0.trackType = .audio
                        $0.trackId = "mic"
                        $0.ssrc = .max
                    },
                    TrackInfo {
                        $0.trackType = .video
                        $0.muted = true
                    },
                ]
            })
        try comesBack(
            UpdateMuteStatesRequest {
                $0.sessionId = "s1"
                $0.muteStates = [
                    TrackMuteState {
                        $0.trackType = .video
                        $0.muted = true
                    }
                ]
            })
        try comesBack(
            SendStatsRequest {
                $0.sessionId = "s1"
                $0.publisher = PublisherStats { $0.packetsSent = 5 }
                $0.subscriber = SubscriberStats {
                    $0.packetsReceived = 7
                    $0.packetsLost = 2
                    $0.jitter = .microseconds(1_500_001)
                }
            })
        try comesBack(
            UpdateSubscriptionsRequest {
                $0.sessionId = "s1"
                $0.tracks = [
                    TrackSubscription(Self.bob, .video, dimension: VideoDimension(width: 640, height: 480)),
                    TrackSubscription(Self.bob, .audio),
                ]
            })
    }

    @Test func `a join with all fields is read as it was written`() throws {
        try comesBack(
            SFUJoinRequest {
                $0.token = [1]
                $0.sessionId = "s2"
            })
        try comesBack(
            SFUJoinRequest {
                $0.token = [1]
                $0.sessionId = "s2"
                $0.unifiedSessionId = "u"
                $0.announcedTracks = [TrackInfo { $0.trackType = .audio }]
                $0.fastReconnect = true
                $0.reconnectDetails = ReconnectDetails {
                    $0.strategy = .rejoin
                    $0.announcedTracks = [TrackInfo { $0.trackType = .video }]
                    $0.subscriptions = [TrackSubscription(Self.bob, .video)]
                    $0.reconnectAttempt = 2
                    $0.fromSFU = "sfu-1"
                    $0.previousSessionId = "s1"
                    $0.reason = "lost"
                }
                $0.capabilities = ["subscriber_video_pause"]
                $0.source = .whip
            })
        try comesBack(
            SFUJoinResponse {
                $0.callState = SFUCallState {
                    $0.participants = [Self.alice]
                    $0.participantCount = ParticipantCount {
                        $0.total = 1
                        $0.anonymous = 1
                    }
                    $0.startedAt = Self.at
                    $0.pins = [Self.bob]
                }
                $0.reconnected = true
                $0.fastReconnectDeadline = .seconds(10)
                $0.publishOptions = [
                    PublishOption {
                        $0.trackType = .video
                        $0.codec = "vp8"
                        $0.bitrate = 9
                        $0.fps = 30
                    }
                ]
            })
    }

    @Test func `reconnect details contain the client's published tracks`() {
        var request = SFUJoinRequest {
            $0.token = []
            $0.sessionId = "s"
            $0.announcedTracks = [TrackInfo { $0.trackType = .audio }]
        }
        #expect(request.tracks == [TrackInfo { $0.trackType = .audio }])
        request.reconnectDetails = ReconnectDetails {
            $0.strategy = .fast
            $0.announcedTracks = [TrackInfo { $0.trackType = .video }]
        }
        #expect(request.tracks == [TrackInfo { $0.trackType = .video }])
    }

    private static let events: [SFUEvent] = [
        .participantJoined(alice, isPinned: true), .participantJoined(alice), .participantUpdated(alice),
        .participantLeft(alice),
        .trackPublished(
            TrackEvent {
                $0.reference = bob
                $0.trackType = .video
                $0.participant = alice
            }),
        .trackUnpublished(
            TrackEvent {
                $0.reference = bob
                $0.trackType = .audio
                $0.cause = .moderation
            }), .dominantSpeakerChanged(bob),
        .audioLevelChanged([
            AudioLevel {
                $0.reference = bob
                $0.level = 0.5
                $0.isSpeaking = true
            }
        ]),
        .connectionQualityChanged([
            ConnectionQualityUpdate {
                $0.reference = bob
                $0.connectionQuality = .poor
            }
        ]), .pinsUpdated([bob]), .pinsUpdated([]),
        .inboundStateNotification([
            InboundVideoState {
                $0.reference = bob
                $0.trackType = .video
                $0.paused = true
            }
        ]),
        .healthCheckResponse(ParticipantCount { $0.total = 2 }),
        .callGrantsUpdated(
            CallGrantsUpdate {
                $0.currentGrants = CallGrants { $0.canPublishVideo = false }
                $0.message = "no video today"
            }),
        .error(SFUError(.sfuFull, "full", shouldRetry: true, reconnectStrategy: .migrate)), .goAway(.rebalance),
        .callEnded(.kicked), .participantMigrationComplete,
        .changePublishQuality([
            SenderQuality {
                $0.trackType = .video
                $0.active = false
                $0.maxBitrate = 1000
            }
        ]),
        .changePublishOptions(
            [
                PublishOption {
                    $0.trackType = .audio
                    $0.codec = "opus"
                }
            ], reason: "load"),
    ]

    @Test func `every event of an SFU is read as it was written`() throws {
        try comesBack(
            SFUEventBatch {
                $0.first = 4
                $0.events = Self.events
            })
        #expect(Set(Self.events.map(\.type)).count == SFUEvent.KnownType.allCases.count)
    }

    @Test func `an event of an unknown type is kept, and an unreadable one has its reason`() throws {
        let item = CBOR.map([
            "first": 1,
            "events": [["type": "weather", "sky": "blue"], ["type": "track_published", "user_id": "bob"]],
        ])
        let batch = try SFUEventBatch(decoding: item.encoded())
        guard case .unknown(let unknown) = batch.events[0], case .unknown(let unreadable) = batch.events[1] else {
            Issue.record("both must be unknown")
            return
        }
        #expect(unknown.type == "weather" && unknown.problem == nil && unknown.body.map?["sky"]?.text == "blue")
        #expect(unreadable.type == "track_published")
        #expect(unreadable.problem == .missing(field: "events[1].session_id"))
    }

    @Test(
        arguments: [
            ("track_type", 9, "tracks[0].track_type must be 1 (audio), 2 (video), 3 (screen) or 4 (its sound)"),
            ("ssrc", 4_294_967_296, "tracks[0].ssrc must fit 32 bits"),
        ] as [(String, Int64, String)])
    func `a track that cannot be names its field`(_ field: String, _ value: Int64, _ message: String) {
        var track: [(CBOR, CBOR)] = field == "track_type" ? [] : [("track_type", 1)]
        track.append((.text(field), .integer(value)))
        let body = CBOR.map(["session_id": "s", "tracks": .array([.map(CBOR.Map(track))])])
        do {
            _ = try SetPublisherRequest(decoding: body.encoded())
            Issue.record("it must not be read")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test func `a level beyond 1 names its field`() {
        let level = CBOR.map(["user_id": "bob", "session_id": "s", "level": 2])
        #expect(throws: BodyError.badValue(field: "level", problem: "must lie between 0 and 1")) {
            try AudioLevel(decoding: level.encoded())
        }
    }

    @Test func `a reconnect strategy that does not exist is refused`() throws {
        for number in 0...4 as ClosedRange<Int64> {
            let details = try ReconnectDetails(decoding: CBOR.map(["strategy": .integer(number)]).encoded())
            #expect(Int64(details.strategy.rawValue) == number)
        }
        for number in [-1, 5, .max] as [Int64] {
            #expect(throws: BodyError.badValue(field: "strategy", problem: "must lie between 0 and 4")) {
                try ReconnectDetails(decoding: CBOR.map(["strategy": .integer(number)]).encoded())
            }
        }
    }

    @Test func `a number of a newer SFU is kept or read as absent`() throws {
        let error = CBOR.map(["error": ["code": 999], "reconnect_strategy": 77])
        let read = try SFUError(decoding: error.encoded())
        #expect(read.code == 999 && read.kind == nil && read.reconnectStrategy == .unspecified)
        #expect(read.description == "the SFU complains with code 999")
        let batch = CBOR.map(["first": 1, "events": [["type": "go_away", "reason": 9]]])
        #expect(try SFUEventBatch(decoding: batch.encoded()).events == [.goAway(.unspecified)])
    }

    @Test func `grants change the capabilities that they are about, and no others`() {
        let capabilities: [OwnCapability] = [.endCall, .sendAudio, .sendVideo]
        let grants = CallGrants {
            $0.canPublishAudio = false
            $0.canPublishVideo = true
            $0.canScreenshare = true
        }
        #expect(grants.applied(to: capabilities) == [.endCall, .screenshare, .sendVideo])
        #expect(TrackType.allCases.filter(CallGrants(capabilities).allow) == [.audio, .video])
        #expect(TrackType.allCases.filter(grants.allow) == [.video, .screenShare, .screenShareAudio])
    }
}
