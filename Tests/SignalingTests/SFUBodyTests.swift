import Signaling
import Testing
import Timing
import Wire

@Suite struct SFUBodyTests {
    private static let at = Timestamp(milliseconds: 9)
    private static let bob = ParticipantReference(userId: "bob", sessionId: "s2")

    private static var alice: SFUParticipant {
        var alice = SFUParticipant(
            user: User(id: "alice", name: "Alice", image: "http://x/a.png", custom: ["team": "red"]), sessionId: "s1",
            joinedAt: at, trackLookupPrefix: "t", roles: ["host", "user"])
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

    @Test func `every body of an SFU comes back as it was sent`() throws {
        try comesBack(Self.alice)
        try comesBack(SFULeaveRequest(sessionId: "s1", reason: "bored"))
        try comesBack(SFUHealthRequest(sessionId: "s1"))
        try comesBack(SFUHealthResponse(participantCount: ParticipantCount(total: 3)))
        try comesBack(
            SetPublisherRequest(
                sessionId: "s1",
                tracks: [TrackInfo(.audio, trackId: "mic", ssrc: .max), TrackInfo(.video, muted: true)]))
        try comesBack(UpdateMuteStatesRequest(sessionId: "s1", muteStates: [TrackMuteState(.video, muted: true)]))
        try comesBack(
            SendStatsRequest(
                sessionId: "s1", publisher: PublisherStats(packetsSent: 5),
                subscriber: SubscriberStats(packetsReceived: 7, packetsLost: 2, jitter: .microseconds(1_500_001))))
        try comesBack(
            UpdateSubscriptionsRequest(
                sessionId: "s1",
                tracks: [
                    TrackSubscription(Self.bob, .video, dimension: VideoDimension(width: 640, height: 480)),
                    TrackSubscription(Self.bob, .audio),
                ]))
    }

    @Test func `a join comes back as it was sent, with all that a client brings along`() throws {
        try comesBack(SFUJoinRequest(token: [1], sessionId: "s2"))
        try comesBack(
            SFUJoinRequest(
                token: [1], sessionId: "s2", unifiedSessionId: "u", announcedTracks: [TrackInfo(.audio)],
                fastReconnect: true,
                reconnectDetails: ReconnectDetails(
                    .rejoin, announcedTracks: [TrackInfo(.video)], subscriptions: [TrackSubscription(Self.bob, .video)],
                    reconnectAttempt: 2, fromSFU: "sfu-1", previousSessionId: "s1", reason: "lost"),
                capabilities: ["subscriber_video_pause"], source: .whip))
        try comesBack(
            SFUJoinResponse(
                callState: SFUCallState(
                    participants: [Self.alice], participantCount: ParticipantCount(total: 1, anonymous: 1),
                    startedAt: Self.at, pins: [Self.bob]),
                reconnected: true, fastReconnectDeadline: .seconds(10),
                publishOptions: [PublishOption(.video, codec: "vp8", bitrate: 9, fps: 30)]))
    }

    @Test func `what a client publishes stands in its reconnect details when it comes back`() {
        var request = SFUJoinRequest(token: [], sessionId: "s", announcedTracks: [TrackInfo(.audio)])
        #expect(request.tracks == [TrackInfo(.audio)])
        request.reconnectDetails = ReconnectDetails(.fast, announcedTracks: [TrackInfo(.video)])
        #expect(request.tracks == [TrackInfo(.video)])
    }

    private static let events: [SFUEvent] = [
        .participantJoined(alice, isPinned: true), .participantJoined(alice), .participantUpdated(alice),
        .participantLeft(alice), .trackPublished(TrackEvent(bob, .video, participant: alice)),
        .trackUnpublished(TrackEvent(bob, .audio, cause: .moderation)), .dominantSpeakerChanged(bob),
        .audioLevelChanged([AudioLevel(bob, level: 0.5, isSpeaking: true)]),
        .connectionQualityChanged([ConnectionQualityUpdate(bob, .poor)]), .pinsUpdated([bob]), .pinsUpdated([]),
        .inboundStateNotification([InboundVideoState(bob, .video, paused: true)]),
        .healthCheckResponse(ParticipantCount(total: 2)),
        .callGrantsUpdated(CallGrantsUpdate(CallGrants(canPublishVideo: false), message: "no video today")),
        .error(SFUError(.sfuFull, "full", shouldRetry: true, reconnectStrategy: .migrate)), .goAway(.rebalance),
        .callEnded(.kicked), .participantMigrationComplete,
        .changePublishQuality([SenderQuality(.video, active: false, maxBitrate: 1000)]),
        .changePublishOptions([PublishOption(.audio, codec: "opus")], reason: "load"),
    ]

    @Test func `every event of an SFU comes back as it was sent`() throws {
        try comesBack(SFUEventBatch(first: 4, events: Self.events))
        #expect(Set(Self.events.map(\.type)).count == SFUEvent.Kind.allCases.count)
    }

    @Test func `an event of an unknown type is kept, and one that cannot be read says why`() throws {
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

    @Test func `a number that a newer SFU sends is kept or taken for not told`() throws {
        let error = CBOR.map(["error": ["code": 999], "reconnect_strategy": 77])
        let read = try SFUError(decoding: error.encoded())
        #expect(read.code == 999 && read.kind == nil && read.reconnectStrategy == .unspecified)
        #expect(read.description == "the SFU complains with code 999")
        let event = try SFUEvent(Fields(["type": "go_away", "reason": 9], path: ""))
        #expect(event == .goAway(.unspecified))
    }

    @Test func `grants change the capabilities that they are about, and no others`() {
        let capabilities: [OwnCapability] = [.endCall, .sendAudio, .sendVideo]
        let grants = CallGrants(canPublishAudio: false, canPublishVideo: true, canScreenshare: true)
        #expect(grants.applied(to: capabilities) == [.endCall, .screenshare, .sendVideo])
        #expect(CallGrants(capabilities) == CallGrants(canScreenshare: false))
        #expect(TrackType.allCases.filter(grants.allow) == [.video, .screenShare, .screenShareAudio])
    }
}
