import CallCore
import Covering
import Signaling
import Testing
import Timing

/// The effect of each event of an SFU on the state of a call.
@Suite struct SFUEventTests {
    private static let at = Timestamp(milliseconds: 7_000)
    private var values = CallStateValuesTests.joined([
        session("alice", "own"), session("bob", "b"), session("carol", "c"),
    ])

    private static func session(_ user: String, _ sessionId: String, _ tracks: TrackType...) -> SFUParticipant {
        var session = CallStateValuesTests.session(User(id: user), sessionId)
        session.publishedTracks = tracks
        return session
    }

    private static func reference(_ user: String, _ sessionId: String) -> ParticipantReference {
        ParticipantReference {
            $0.userId = user
            $0.sessionId = sessionId
        }
    }

    private static let bob = reference("bob", "b")

    private mutating func apply(_ event: SFUEvent) {
        values.apply(event, at: Self.at)
    }

    @Test(.covers("SFUEV-07", "SFUEV-08"))
    mutating func `a participant that joins pinned is pinned, and others are not`() {
        apply(.participantJoined(Self.session("dave", "d"), isPinned: true))
        apply(.participantJoined(Self.session("eve", "e")))
        #expect(values.participant("d")?.pin == .init(isLocal: false, pinnedAt: Self.at))
        #expect(values.participant("e")?.pin == nil)
        #expect(values.participantCount == 5)
    }

    @Test mutating func `each participant is found by session id, in a crowd and after most have left`() {
        let crowd = (1...20).map { Self.session("user\($0)", "s\($0)") }
        for session in crowd { apply(.participantJoined(session)) }
        #expect(values.participantsMap.count == 23)
        #expect(crowd.allSatisfy { values.participant($0.sessionId)?.userId == $0.user.id })
        for session in crowd.dropLast() { apply(.participantLeft(session)) }
        apply(.participantJoined(Self.session("late", "l")))
        let there = ["own", "b", "c", "s20", "l"]
        #expect(Set(values.participantsMap.keys) == Set(there))
        #expect(there.allSatisfy { values.participant($0)?.sessionId == $0 })
        #expect(values.participant("s1") == nil)
    }

    @Test mutating func `late events restore no own session that another one replaced`() {
        values.continueSession(as: "second")
        values.continueSession(as: "third")
        for sessionId in ["own", "second"] { apply(.participantJoined(Self.session("alice", sessionId))) }
        #expect(Set(values.participantsMap.keys) == ["b", "c"])
        apply(.participantJoined(Self.session("alice", "third")))
        #expect(values.participant("third")?.userId == "alice")
    }

    @Test mutating func `late events restore no participant of a crowd that left`() {
        let crowd = (1...20).map { Self.session("user\($0)", "s\($0)") }
        for session in crowd {
            apply(.participantJoined(session))
            apply(.participantLeft(session))
            apply(.participantLeft(session))
        }
        for session in crowd { apply(.participantJoined(session)) }
        #expect(values.participants.map(\.sessionId) == ["own", "b", "c"])
    }

    @Test(.covers("SFUEV-12")) mutating func `the recorder is never shown, with any event`() {
        let recorder = Self.session(SFUParticipant.recordingUserId, "r", .video)
        let reference = recorder.reference
        apply(.participantJoined(recorder))
        apply(.participantUpdated(recorder))
        apply(
            .trackPublished(
                TrackEvent {
                    $0.reference = reference
                    $0.trackType = .video
                    $0.participant = recorder
                }))
        apply(.participantLeft(recorder))
        #expect(values.participants.map(\.userId) == ["alice", "bob", "carol"] && values.participantCount == 3)
        let joined = CallStateValuesTests.joined([Self.session("alice", "own"), recorder])
        #expect(joined.participants.map(\.userId) == ["alice"])
    }

    @Test(.covers("SFUEV-16", "SFUEV-17", "SFUEV-18"))
    mutating func `a track with all data of an unknown participant adds it`() {
        apply(
            .trackUnpublished(
                TrackEvent {
                    $0.reference = Self.reference("dave", "d")
                    $0.trackType = .video
                }))
        apply(
            .trackPublished(
                TrackEvent {
                    $0.reference = Self.reference("dave", "d")
                    $0.trackType = .video
                }))
        #expect(values.participant("d") == nil)
        apply(
            .trackPublished(
                TrackEvent {
                    $0.reference = Self.reference("dave", "d")
                    $0.trackType = .video
                    $0.participant = Self.session("dave", "d")
                }))
        #expect(values.participant("d")?.hasVideo == true)
        apply(
            .inboundStateNotification([
                InboundVideoState {
                    $0.reference = Self.reference("dave", "d")
                    $0.trackType = .video
                    $0.paused = true
                }
            ]))
        #expect(values.participant("d")?.pausedTracks == [.video])
        apply(
            .trackUnpublished(
                TrackEvent {
                    $0.reference = Self.reference("dave", "d")
                    $0.trackType = .video
                }))
        #expect(values.participant("d")?.hasVideo == false && values.participant("d")?.pausedTracks == [])
    }

    @Test(.covers("GAP-47")) mutating func `no track and no update restores a participant that left`() {
        let bob = Self.session("bob", "b", .video)
        apply(.participantLeft(bob))
        apply(
            .trackPublished(
                TrackEvent {
                    $0.reference = Self.bob
                    $0.trackType = .video
                    $0.participant = bob
                }))
        apply(
            .trackUnpublished(
                TrackEvent {
                    $0.reference = Self.bob
                    $0.trackType = .video
                    $0.participant = bob
                }))
        apply(.participantUpdated(bob))
        apply(.dominantSpeakerChanged(Self.bob))
        apply(
            .audioLevelChanged([
                AudioLevel {
                    $0.reference = Self.bob
                    $0.level = 1
                    $0.isSpeaking = true
                }
            ]))
        #expect(values.participants.map(\.userId) == ["alice", "carol"] && values.dominantSpeaker == nil)
    }

    @Test(.covers("GAP-52", "RTC-STATE-29", "RTC-STATE-30", "RTC-STATE-31"))
    mutating func `capabilities that the server revokes switch off media of the event's session`() {
        let own = Self.reference("alice", "own")
        values.callSettings = CallSettings(audioOn: true, videoOn: true)
        apply(
            .trackUnpublished(
                TrackEvent {
                    $0.reference = Self.bob
                    $0.trackType = .audio
                    $0.cause = .moderation
                }))
        apply(
            .trackUnpublished(
                TrackEvent {
                    $0.reference = own
                    $0.trackType = .screenShare
                    $0.cause = .moderation
                }))
        #expect(values.callSettings.audioOn && values.callSettings.videoOn)
        apply(
            .trackUnpublished(
                TrackEvent {
                    $0.reference = own
                    $0.trackType = .audio
                    $0.cause = .moderation
                }))
        #expect(!values.callSettings.audioOn && values.callSettings.videoOn)
        apply(
            .trackUnpublished(
                TrackEvent {
                    $0.reference = own
                    $0.trackType = .video
                    $0.cause = .permissionRevoked
                }))
        #expect(!values.callSettings.videoOn)
    }

    @Test(.covers("SFUEV-13")) mutating func `one participant is dominant, also after a change`() {
        apply(.dominantSpeakerChanged(Self.bob))
        var dave = Self.session("dave", "d")
        dave.isDominantSpeaker = true
        apply(.participantJoined(dave))
        #expect(values.participants.filter(\.isDominantSpeaker).map(\.userId) == ["dave"])
    }

    @Test(.covers("SFUEV-02", "SFUEV-03", "SFUEV-14", "SFUEV-24", "RTC-STATE-03", "RTC-STATE-04"))
    mutating func `incidental values of an event are kept`() {
        apply(
            .audioLevelChanged([
                AudioLevel {
                    $0.reference = Self.bob
                    $0.level = 0.5
                    $0.isSpeaking = true
                }
            ]))
        apply(
            .connectionQualityChanged([
                ConnectionQualityUpdate {
                    $0.reference = Self.bob
                    $0.connectionQuality = .good
                }
            ]))
        apply(
            .healthCheckResponse(
                ParticipantCount {
                    $0.total = 9
                    $0.anonymous = 2
                }))
        apply(
            .changePublishOptions(
                [
                    PublishOption {
                        $0.trackType = .video
                        $0.codec = "vp9"
                    }
                ], reason: "load"))
        apply(
            .changePublishQuality([
                SenderQuality {
                    $0.trackType = .video
                    $0.active = false
                },
                SenderQuality {
                    $0.trackType = .audio
                    $0.active = true
                },
            ]))
        apply(
            .changePublishQuality([
                SenderQuality {
                    $0.trackType = .video
                    $0.active = true
                }
            ]))
        let bob = values.participant("b")
        #expect(bob?.audioLevels == [0.5] && bob?.isSpeaking == true && bob?.connectionQuality == .good)
        #expect(values.participantCount == 9 && values.anonymousParticipantCount == 2)
        #expect(values.publishOptions.map(\.codec) == ["vp9"])
        #expect(
            values.publishQuality == [
                SenderQuality {
                    $0.trackType = .audio
                    $0.active = true
                },
                SenderQuality {
                    $0.trackType = .video
                    $0.active = true
                },
            ])
    }

    @Test(.covers("GAP-53")) mutating func `grants that come again switch nothing on`() {
        values.setCapabilities([.sendAudio, .sendVideo, .endCall])
        values.callSettings = CallSettings(audioOn: true, videoOn: true)
        apply(
            .callGrantsUpdated(
                CallGrantsUpdate { $0.currentGrants.canPublishVideo = true }))
        #expect(values.ownCapabilities == [.endCall, .sendVideo])
        #expect(!values.callSettings.audioOn && values.callSettings.videoOn)
        let all = CallGrants([.screenshare, .sendAudio, .sendVideo])
        apply(.callGrantsUpdated(CallGrantsUpdate { $0.currentGrants = all }))
        #expect(values.ownCapabilities == [.endCall, .screenshare, .sendAudio, .sendVideo])
        #expect(!values.callSettings.audioOn)
    }

    @Test(.covers("SFUEV-09", "SFUEV-19", "SFUEV-21"))
    mutating func `the list of pins counts for remote ones alone, and keeps their dates`() {
        values.setPinned(true, "c", at: Self.at)
        apply(.pinsUpdated([Self.bob]))
        values.apply(.pinsUpdated([Self.bob]), at: Self.at.advanced(by: .seconds(9)))
        #expect(values.participant("b")?.pin == .init(isLocal: false, pinnedAt: Self.at))
        #expect(values.participant("c")?.pin?.isLocal == true)
        apply(.pinsUpdated([]))
        #expect(values.participant("b")?.isPinned == false && values.participant("c")?.isPinned == true)
    }

    // MARK: Subscriptions

    @Test(.covers("RTC-SUB-06", "RTC-SUB-07")) mutating func `subscriptions of other participants' tracks, by type`() {
        let size = VideoDimension(width: 1024, height: 720)
        for type in TrackType.allCases {
            apply(
                .trackPublished(
                    TrackEvent {
                        $0.reference = Self.bob
                        $0.trackType = type
                    }))
        }
        apply(
            .trackPublished(
                TrackEvent {
                    $0.reference = Self.reference("alice", "own")
                    $0.trackType = .video
                }))
        #expect(
            values.subscriptions() == [
                TrackSubscription(Self.bob, .video, dimension: size),
                TrackSubscription(Self.bob, .screenShare, dimension: size),
            ])
        #expect(values.subscriptions([.audio]) == [TrackSubscription(Self.bob, .audio)])
    }

    @Test(.covers("RTC-STATE-27", "SET-04")) mutating func `a request for less applies only to the named participants`()
    {
        apply(
            .trackPublished(
                TrackEvent {
                    $0.reference = Self.bob
                    $0.trackType = .video
                }))
        apply(
            .trackPublished(
                TrackEvent {
                    $0.reference = Self.reference("carol", "c")
                    $0.trackType = .video
                }))
        let disabled = IncomingVideoQualitySettings.disabled
        values.setIncomingVideoQuality(disabled(.custom(sessionIds: ["b"])))
        #expect(values.subscriptions().map(\.participant.sessionId) == ["c"])
        let small = CallParticipant.TrackSize(width: 16, height: 9)
        values.setIncomingVideoQuality(.manual(group: .all, targetSize: small))
        #expect(values.subscriptions().map(\.dimension?.width) == [16, 16])
        #expect(disabled(.all).contains("b") && disabled(.all).isVideoDisabled(for: "b"))
        #expect(!IncomingVideoQualitySettings.none.contains("b"))
        #expect(!IncomingVideoQualitySettings.manual(group: .all, targetSize: small).isVideoDisabled(for: "b"))
    }

    @Test mutating func `only a different set is a change of the subscriptions`() {
        _ = values.takeChanges()
        func isChanged(_ change: (inout CallStateValues) -> Void) -> Bool {
            change(&values)
            return values.takeChanges().contains(.subscriptions)
        }
        #expect(
            !isChanged {
                $0.apply(
                    .trackPublished(
                        TrackEvent {
                            $0.reference = Self.bob
                            $0.trackType = .audio
                        }), at: Self.at)
            })
        #expect(
            isChanged {
                $0.apply(
                    .trackPublished(
                        TrackEvent {
                            $0.reference = Self.bob
                            $0.trackType = .video
                        }), at: Self.at)
            })
        #expect(!isChanged { $0.apply(.dominantSpeakerChanged(Self.bob), at: Self.at) })
        #expect(isChanged { $0.setTrackSize(.init(width: 1, height: 1), "b") })
        #expect(isChanged { $0.setShown(false, "b") })
        #expect(!isChanged { $0.setTrackSize(.init(width: 2, height: 2), "b") })
        #expect(
            isChanged {
                $0.apply(
                    .trackPublished(
                        TrackEvent {
                            $0.reference = Self.bob
                            $0.trackType = .screenShare
                        }), at: Self.at)
            })
        #expect(isChanged { $0.apply(.participantLeft(Self.session("bob", "b")), at: Self.at) })
    }

    // MARK: Settings and permissions

    @Test(.covers("CTRL-04")) mutating func `enabling the microphone ends speaking while muted`() {
        values.callSettings.audioOn = false
        values.isSpeakingWhileMuted = true
        values.callSettings.videoOn = false
        #expect(values.isSpeakingWhileMuted)
        values.callSettings.audioOn = true
        #expect(!values.isSpeakingWhileMuted)
    }

    @Test mutating func `permission requests are one entry each until they are granted`() {
        let cid = CallStateValuesTests.cid
        let asked = PermissionRequestPayload {
            $0.user = User(id: "bob")
            $0.permissions = [.sendAudio, .sendVideo]
        }
        values.apply(.permissionRequest(.init(cid, at: Self.at, asked)))
        values.apply(.permissionRequest(.init(cid, at: Self.at, asked)))
        #expect(values.permissionRequests.map(\.permission) == [.sendAudio, .sendVideo])
        let granted = PermissionsPayload {
            $0.user = User(id: "bob")
            $0.ownCapabilities = [.sendVideo]
        }
        values.apply(.permissionsUpdated(.init(cid, at: Self.at, granted)))
        #expect(values.permissionRequests.map(\.permission) == [.sendAudio])
        values.forgetRequests(of: "carol", for: [.sendAudio])
        #expect(values.permissionRequests.count == 1)
        values.forgetRequests(of: "bob", for: [.sendAudio])
        #expect(values.permissionRequests.isEmpty)
    }
}
