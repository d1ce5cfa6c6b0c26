import Covering
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Tracks and subscriptions at an SFU, and its reports of participants.
@Suite struct TrackTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
        for name in ["alice", "bob"] {
            backend.join(name)
            backend.settle()
        }
    }

    @Test(.covers("SFUEV-17"))
    mutating func `published and unpublished tracks are sent to the others, not to the publisher`() {
        backend.announce("bob", .audio, .video)
        backend.settle()
        #expect(backend.received("alice").suffix(2) == ["bob publishes audio", "bob publishes video"])
        #expect(backend.received("bob").isEmpty)
        #expect(backend.mute("bob", .audio, true).code == .changed)
        #expect(backend.mute("bob", .audio, true).code == .changed)
        backend.settle()
        #expect(backend.received("alice").suffix(1) == ["bob unpublishes audio: userMuted"])
        #expect(backend.received("alice").count == 4)
    }

    @Test mutating func `noise cancellation that is not allowed can be stopped, and not started`() {
        let body = NoiseCancellationRequest { $0.sessionId = "bob" }
        for isAllowed in [true, false] {
            backend.edges["sfu-1"]?.allowNoiseCancellation(isAllowed, to: "bob", in: backend.cid)
            let start = backend.askSFU("bob", .startNoiseCancellation, body, session: "bob")
            #expect(start.code == (isAllowed ? .changed : .forbidden))
            #expect(backend.askSFU("bob", .stopNoiseCancellation, body, session: "bob").code == .changed)
        }
    }

    @Test mutating func `a track that is no longer announced is unpublished`() {
        backend.announce("bob", .audio, .video)
        backend.announce("bob", .audio)
        #expect(backend.published("bob") == [.audio])
    }

    @Test(arguments: [nil, 0, 1], [true, false])
    mutating func `a new track publishes no other one again whose end its client does not know`(
        asOf: Int?, isRevoked: Bool
    ) {
        backend.announce("bob", .audio)
        backend.settle()
        if isRevoked {
            let revocation = UpdateUserPermissionsRequest {
                $0.userId = "bob"
                $0.revokePermissions = [.sendAudio]
            }
            backend.ask("alice", .userPermissions, revocation)
        } else {
            let mute = MuteUsersRequest {
                $0.userIds = ["bob"]
                $0.audio = true
            }
            backend.ask("alice", .muteUsers, mute)
        }
        backend.settle()
        let ends = backend.edges["sfu-1"]?.sessions["bob"]?.withdrawals.map(\.event)
        let body = SetPublisherRequest {
            $0.sessionId = "bob"
            $0.tracks = [.audio, .screenShare].map { type in TrackInfo { $0.trackType = type } }
            $0.asOf = asOf.map { ($0 - 1) + (ends?.first ?? 0) }
        }
        let response = backend.askSFU("bob", .setPublisher, body, session: "bob")
        let isKnown = asOf != 0
        #expect(ends?.count == 1 && response.code == (isKnown && isRevoked ? .forbidden : .changed))
        let published: [TrackType] = isKnown ? (isRevoked ? [] : [.audio, .screenShare]) : [.screenShare]
        #expect(backend.published("bob") == published)
    }

    @Test mutating func `tracks are part of the join, and later participants get them`() throws {
        let response = try backend.ask("carol", .join, JoinCallRequest()).read(JoinCallResponse.self)
        backend.enter(
            "carol", response.credentials,
            SFUJoinRequest {
                $0.token = response.credentials.token
                $0.sessionId = "carol"
                $0.announcedTracks = [
                    TrackInfo { $0.trackType = .video }, TrackInfo { $0.trackType = .audio },
                    TrackInfo {
                        $0.trackType = .screenShare
                        $0.muted = true
                    },
                ]
                $0.source = .rtmp
            })
        #expect(backend.published("carol") == [.audio, .video])
        backend.connect("dave")
        backend.join("dave")
        let carol = backend.joinedSessions["dave"]?.response?.callState.participants.first { $0.user.id == "carol" }
        #expect(carol?.publishedTracks == [.audio, .video] && carol?.source == .rtmp)
        #expect(backend.mute("carol", .screenShare, false).code == .changed)
        #expect(backend.published("carol") == [.audio, .video, .screenShare])
    }

    @Test mutating func `a join does not publish tracks without the capability`() throws {
        backend.ask(
            "alice", .userPermissions,
            UpdateUserPermissionsRequest {
                $0.userId = "carol"
                $0.revokePermissions = [.sendVideo]
            })
        let response = try backend.ask("carol", .join, JoinCallRequest()).read(JoinCallResponse.self)
        #expect(!response.ownCapabilities.contains(.sendVideo))
        backend.enter(
            "carol", response.credentials,
            SFUJoinRequest {
                $0.token = response.credentials.token
                $0.sessionId = "carol"
                $0.announcedTracks = [TrackInfo { $0.trackType = .audio }, TrackInfo { $0.trackType = .video }]
            })
        #expect(backend.published("carol") == [.audio])
    }

    @Test mutating func `tracks that cannot be name their field`() {
        let twice = backend.announce("bob", .audio, .audio)
        #expect(twice.refusal?.message == "tracks[1].track_type is there twice")
        let unknown = backend.mute("bob", .screenShare, false)
        #expect(unknown.refusal?.message == "mute_states[0].track_type is screenshare, which was not announced")
        #expect(unknown.refusal?.advice == "announce it with set_publisher")
        #expect(backend.mute("bob", .screenShare, true).code == .changed)
        let own = TrackSubscription(
            ParticipantReference {
                $0.userId = "bob"
                $0.sessionId = "bob"
            }, .video)
        #expect(
            backend.subscribe("bob", own).refusal?.message == "tracks[0].session_id is the asking participant's own")
    }

    @Test mutating func `a client cannot publish, mute or subscribe for another`() {
        let tracks = SetPublisherRequest {
            $0.sessionId = "alice"
            $0.tracks = []
        }
        #expect(
            backend.askSFU("bob", .setPublisher, tracks, session: "bob").refusal?.message
                == "session_id alice belongs to a participant at another address")
        let states = UpdateMuteStatesRequest {
            $0.sessionId = "alice"
            $0.muteStates = []
        }
        #expect(backend.askSFU("bob", .updateMuteStates, states, session: "bob").code == .forbidden)
        let requested = UpdateSubscriptionsRequest {
            $0.sessionId = "nobody"
            $0.tracks = []
        }
        #expect(
            backend.askSFU("bob", .updateSubscriptions, requested, session: "bob").refusal?.message
                == "there is no session_id nobody")
    }

    @Test mutating func `the last subscriptions apply`() {
        let alice = ParticipantReference {
            $0.userId = "alice"
            $0.sessionId = "alice"
        }
        let options = TrackSubscription(alice, .video, dimension: VideoDimension(width: 320, height: 180))
        #expect(backend.subscribe("bob", options).code == .changed)
        #expect(backend.edges["sfu-1"]?.sessions["bob"]?.subscriptions == [options])
        #expect(backend.subscribe("bob").code == .changed)
        #expect(backend.edges["sfu-1"]?.sessions["bob"]?.subscriptions == [])
    }

    // MARK: What the SFU notices

    private func reference(_ name: String) -> ParticipantReference {
        ParticipantReference {
            $0.userId = name
            $0.sessionId = name
        }
    }

    @Test(.covers("SFUEV-13")) mutating func `observed changes are sent, and kept for later participants`() {
        backend.notice(.dominantSpeakerChanged(reference("alice")))
        backend.notice(.dominantSpeakerChanged(reference("bob")))
        backend.notice(
            .audioLevelChanged([
                AudioLevel {
                    $0.reference = reference("bob")
                    $0.level = 0.5
                    $0.isSpeaking = true
                }
            ]))
        backend.notice(
            .connectionQualityChanged([
                ConnectionQualityUpdate {
                    $0.reference = reference("alice")
                    $0.connectionQuality = .poor
                }
            ]))
        backend.settle()
        #expect(
            backend.received("alice").suffix(4) == [
                "dominant_speaker_changed", "dominant_speaker_changed", "audio_level_changed",
                "connection_quality_changed",
            ])
        backend.join("carol")
        let found = backend.joinedSessions["carol"]?.response?.callState.participants ?? []
        #expect(found.map(\.isDominantSpeaker) == [false, true, false])
        #expect(found.map(\.isSpeaking) == [false, true, false] && found.map(\.audioLevel) == [0, 0.5, 0])
        #expect(found.map(\.connectionQuality) == [.poor, .unknown, .unknown])
    }

    @Test mutating func `an event for one participant does not reach the others`() {
        backend.notice(.goAway(.rebalance), to: ["bob"])
        backend.settle()
        #expect(backend.received("bob") == ["go_away"])
        #expect(!backend.received("alice").contains("go_away"))
    }

    @Test(.covers("RTC-STATE-13")) mutating func `a paused video is sent only to clients with that feature`() throws {
        let response = try backend.ask("carol", .join, JoinCallRequest()).read(JoinCallResponse.self)
        backend.enter(
            "carol", response.credentials,
            SFUJoinRequest {
                $0.token = response.credentials.token
                $0.sessionId = "carol"
                $0.capabilities = [ClientCapability.subscriberVideoPause.rawValue]
            })
        backend.notice(
            .inboundStateNotification([
                InboundVideoState {
                    $0.reference = reference("alice")
                    $0.trackType = .video
                    $0.paused = true
                }
            ]))
        backend.settle()
        #expect(backend.received("carol") == ["inbound_state_notification"])
        #expect(!backend.received("bob").contains("inbound_state_notification"))
    }

    @Test(.covers("SFUEV-22")) mutating func `changes of a present user are sent`() {
        backend.connect("bob.tablet")
        _ = backend.reconnect(
            "bob.tablet",
            ConnectRequest {
                $0.token = backend.token("bob")
                $0.user = User(id: "bob", name: "Robert")
            })
        backend.join("bob.tablet")
        backend.settle()
        #expect(backend.received("alice").suffix(2) == ["bob changed", "bob joined"])
    }
}
