import CallCore
import Chance
import Covering
import Signaling
import Synchronization
import Testing
import Timing

/// Participants after the SFU's events and this user's preferences; each test names the cases that it shows.
@Suite struct ParticipantTests {
    private static let at = Timestamp(milliseconds: 5_000)

    private static func room(_ ids: String...) -> CallStateValues {
        CallStateValuesTests.joined(ids.map { CallStateValuesTests.session(User(id: $0), $0) })
    }

    private static func response(_ ids: [String]) -> SFUJoinResponse {
        SFUJoinResponse {
            $0.callState = SFUCallState {
                $0.participants = ids.map { CallStateValuesTests.session(User(id: $0), $0) }
                $0.participantCount = ParticipantCount { $0.total = ids.count }
                $0.startedAt = at
            }
            $0.reconnected = true
            $0.fastReconnectDeadline = .seconds(10)
        }
    }

    // MARK: What the SFU tells

    @Test(.covers("PART-01")) func `the last ten levels are kept`() {
        var values = Self.room("own", "b")
        for number in 1...12 { values.setAudioLevel(Double(number) / 16, isSpeaking: true, from: "b") }
        let bob = values.participant("b")
        #expect(bob?.audioLevels == (3...12).map { Double($0) / 16 })
        #expect(bob?.audioLevel == 12.0 / 16)
    }

    @Test(.covers("PART-02")) func `a participant has the values of the SFU's event`() {
        let received = SFUParticipant {
            $0.user = User(id: "bob", name: "Bob", image: "http://x/b.png")
            $0.sessionId = "b"
            $0.joinedAt = Self.at
            $0.trackLookupPrefix = "prefix"
            $0.roles = ["host", "user"]
        }
        let bob = CallParticipant(received)
        #expect(bob.id == "b" && bob.sessionId == "b" && bob.userId == "bob" && bob.name == "Bob")
        #expect(bob.role == "host" && bob.roles == ["host", "user"] && bob.profileImageURL == "http://x/b.png")
        #expect(bob.trackLookupPrefix == "prefix" && bob.joinedAt == Self.at)
        #expect(!bob.hasVideo && !bob.hasAudio && !bob.isScreensharing && !bob.isSpeaking && !bob.isPinned)
        #expect(bob.trackSize == .init(width: 1024, height: 720) && bob.showTrack && bob.source == .webrtc)
    }

    @Test(.covers("PART-04")) func `paused tracks and the source distinguish two participants, and copies keep them`() {
        let bob = SortingTests.participant("b") { $0.source = .srt }
        var paused = bob
        #expect(paused == bob && paused.source == .srt)
        paused.pausedTracks = [.video]
        #expect(paused != bob)
        var other = bob
        other.source = .rtmp
        #expect(other != bob)
    }

    @Test(.covers("SFUEV-02", "SFUEV-03")) func `quality, level and speaking land on the participant`() {
        var values = Self.room("own", "b")
        values.setQuality(.good, of: "b")
        values.setAudioLevel(0.5, isSpeaking: true, from: "b")
        #expect(values.participant("b")?.connectionQuality == .good)
        #expect(values.activeSpeakers.map(\.id) == ["b"] && values.participant("b")?.audioLevel == 0.5)
        values.setAudioLevel(0.0, isSpeaking: false, from: "b")
        values.setAudioLevel(0.0, isSpeaking: false, from: "b")
        #expect(values.activeSpeakers.isEmpty && values.participant("b")?.audioLevels == [0.5, 0.0])
    }

    @Test(.covers("SFUEV-06")) func `the first ten are shown at once, and later ones are not`() {
        var values = Self.room("own")
        for number in 10..<21 {
            values.apply(
                .participantJoined(CallStateValuesTests.session(User(id: "u\(number)"), "s\(number)")), at: Self.at)
        }
        #expect(values.participants.filter(\.showTrack).count == 10)
        #expect(values.participant("s18")?.showTrack == true && values.participant("s19")?.showTrack == false)
    }

    @Test(.covers("SFUEV-11", "GAP-49")) func `a participant that left is removed, as the dominant speaker too`() {
        var values = Self.room("own", "b")
        values.setDominantSpeaker("b")
        #expect(values.dominantSpeaker?.id == "b")
        values.apply(.participantLeft(CallStateValuesTests.session(CallStateValuesTests.bob, "b")), at: Self.at)
        #expect(values.dominantSpeaker == nil && values.participant("b") == nil)
    }

    @Test(.covers("SFUEV-13")) func `exactly one speaks more than all others`() {
        var values = Self.room("own", "b", "c")
        values.setDominantSpeaker("b")
        values.setDominantSpeaker("c")
        #expect(values.participants.filter(\.isDominantSpeaker).map(\.id) == ["c"])
    }

    @Test(.covers("SFUEV-17", "SFUEV-18", "GAP-47"))
    func `a removed track is not paused, and a late one adds no participant`() {
        var values = Self.room("own", "b")
        values.setPublished(true, .video, of: "b")
        values.setPaused(true, .video, of: "b")
        #expect(values.participant("b")?.hasVideo == true && values.participant("b")?.pausedTracks == [.video])
        values.setPublished(false, .video, of: "b")
        #expect(values.participant("b")?.hasVideo == false && values.participant("b")?.pausedTracks == [])
        values.setPublished(true, .video, of: "gone")
        values.setPublished(false, .audio, of: "gone")
        #expect(values.participantUserIds == ["own", "b"])
    }

    @Test(.covers("RTC-STATE-29", "RTC-STATE-30", "RTC-STATE-31", "GAP-52"))
    func `media that the server revokes is switched off locally`() {
        var values = Self.room("own", "b")
        values.setPublished(false, .audio, of: "b")
        values.setPublished(false, .screenShare, of: "own")
        #expect(values.callSettings == CallSettings())
        values.setPublished(false, .audio, of: "own")
        #expect(values.callSettings == CallSettings(audioOn: false))
        values.setPublished(false, .video, of: "own")
        #expect(values.callSettings == CallSettings(audioOn: false, videoOn: false))
    }

    // MARK: Pins and wishes

    @Test(.covers("SFUEV-09", "SFUEV-19", "SFUEV-21"))
    func `pins for everyone are those in the list, and they keep their date`() {
        var values = Self.room("own", "b", "c")
        values.setPins(["b"], at: Self.at)
        values.setPins(["b", "c"], at: Timestamp(milliseconds: 9_000))
        #expect(values.participant("b")?.pin == .init(isLocal: false, pinnedAt: Self.at))
        #expect(values.participant("c")?.isPinnedRemotely == true)
        values.setPins(["c"], at: Timestamp(milliseconds: 9_500))
        #expect(values.participant("b")?.pin == nil)
        #expect(values.participant("c")?.pin?.pinnedAt == Timestamp(milliseconds: 9_000))
    }

    @Test(.covers("CTRL-16")) func `a local pin remains when pins for everyone change`() {
        var values = Self.room("own", "b")
        values.setPinned(true, "b", at: Self.at)
        #expect(values.participant("b")?.pin == .init(isLocal: true, pinnedAt: Self.at))
        values.setPins(["b"], at: Timestamp(milliseconds: 9_000))
        #expect(values.participant("b")?.isPinnedRemotely == true)
        values.setPins([], at: Timestamp(milliseconds: 9_000))
        #expect(values.participant("b")?.pin == .init(isLocal: true, pinnedAt: Self.at))
        values.setPinned(false, "b", at: Self.at)
        #expect(values.participant("b")?.isPinned == false)
    }

    @Test(.covers("CTRL-13")) func `pins, visibility and size last when the session's list is replaced or updated`() {
        var values = Self.room("own", "b", "c")
        values.setPinned(true, "b", at: Self.at)
        values.setShown(false, "b")
        values.setTrackSize(.init(width: 320, height: 240), "b")
        values.update(from: Self.response(["own", "b", "d"]), at: Self.at)
        values.apply(.participantUpdated(CallStateValuesTests.session(CallStateValuesTests.bob, "b")), at: Self.at)
        let bob = values.participant("b")
        #expect(bob?.isPinned == true && bob?.showTrack == false && bob?.trackSize == .init(width: 320, height: 240))
        #expect(values.participantsMap.keys.sorted() == ["b", "d", "own"])
    }

    // MARK: The list

    @Test(
        .covers("STATE-03"),
        arguments: [
            ("speaking", ParticipantComparator.speaking), ("video", .publishingVideo), ("audio", .publishingAudio),
            ("userId", .userId), ("speaking and userId", ParticipantComparator([.speaking, .userId])),
            ("video and audio", ParticipantComparator([.publishingVideo, .publishingAudio])),
        ])
    func `after any history the list is in the chosen order`(_ chosen: (String, ParticipantComparator)) {
        var generator = SeededGenerator(seed: 3)
        var values = Self.room("own")
        values.sorting = chosen.1
        for number in 0..<400 {
            let id = "\(Int.random(in: 0..<60, using: &generator))"
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1: values.apply(.participantJoined(CallStateValuesTests.session(User(id: id), id)), at: Self.at)
            case 2: values.setAudioLevel(0.5, isSpeaking: number.isMultiple(of: 2), from: id)
            case 3: values.setPublished(number.isMultiple(of: 2), .video, of: id)
            case 4: values.setPublished(number.isMultiple(of: 2), .audio, of: id)
            default: values.apply(.participantLeft(CallStateValuesTests.session(User(id: id), id)), at: Self.at)
            }
            let list = values.participants
            #expect(zip(list, list.dropFirst()).allSatisfy { chosen.1($1, $0) != .before })
            #expect(list.count == values.rosterCount && Set(list.map(\.id)).count == list.count)
        }
    }

    @Test(.covers("CALL-29")) func `another order sorts present participants, and the old one does not return`() {
        var values = Self.room("own", "c", "b")
        values.sorting = .userId
        #expect(values.participantUserIds == ["b", "c", "own"])
        values.apply(.participantJoined(CallStateValuesTests.session(User(id: "a"), "a")), at: Self.at)
        #expect(values.participantUserIds == ["a", "b", "c", "own"])
    }

    @Test(.covers("STATE-04")) func `five hundred joins, updates and leaves cost no more than a few comparisons each`()
    {
        final class Counter: Sendable { let count = Atomic(0) }
        let counter = Counter()
        var values = Self.room("own")
        values.sorting = ParticipantComparator {
            counter.count.add(1, ordering: .relaxed)
            return ParticipantComparator.userId($0, $1)
        }
        var generator = SeededGenerator(seed: 4)
        let ids = (1_000..<1_500).map { "\($0)" }.shuffled(using: &generator)
        for id in ids { values.apply(.participantJoined(CallStateValuesTests.session(User(id: id), id)), at: Self.at) }
        for id in ids { values.setAudioLevel(0.5, isSpeaking: true, from: id) }
        for id in ids { values.apply(.participantLeft(CallStateValuesTests.session(User(id: id), id)), at: Self.at) }
        #expect(values.participantUserIds == ["own"])
        #expect(counter.count.load(ordering: .relaxed) <= 500 * (10 + 3))
    }

    // MARK: Settings

    @Test(.covers("SET-02", "SET-10")) func `each switch changes one thing only`() {
        func switched(_ change: (inout CallSettings) -> Void) -> CallSettings {
            var values = Self.room("own")
            values.setCapabilities([.sendAudio, .sendVideo])
            values.switchSettings(change)
            return values.callSettings
        }
        #expect(switched { $0.audioOn = false } == CallSettings(audioOn: false))
        #expect(switched { $0.videoOn = false } == CallSettings(videoOn: false))
        #expect(switched { $0.speakerOn = false } == CallSettings(speakerOn: false))
        #expect(switched { $0.audioOutputOn = false } == CallSettings(audioOutputOn: false))
        #expect(switched { $0.cameraPosition = .back } == CallSettings(cameraPosition: .back))
    }

    @Test(.covers("RTC-STATE-10")) func `media without its capability cannot be switched on`() {
        var values = Self.room("own")
        values.setCapabilities([.sendVideo])
        values.switchSettings { $0.audioOn = true }
        #expect(!values.callSettings.audioOn && values.callSettings.videoOn)
    }

    @Test(.covers("GAP-53")) func `a restored capability does not switch its medium on`() {
        var values = Self.room("own")
        values.setCapabilities([.sendAudio, .sendVideo])
        values.setCapabilities([.sendVideo])
        #expect(!values.callSettings.audioOn)
        values.setCapabilities([.sendAudio, .sendVideo])
        #expect(!values.callSettings.audioOn)
        values.switchSettings { $0.audioOn = true }
        #expect(values.callSettings.audioOn)
    }

    @Test func `a participant that no SFU has described is silent, without tracks and without a pin`() {
        let participant = CallParticipant(user: User(id: "bob"), sessionId: "b", joinedAt: .virtualStart)
        #expect(!participant.isSpeaking && !participant.isDominantSpeaker && participant.audioLevel == 0)
        #expect(participant.publishedTracks.isEmpty && !participant.isPinned && participant.showTrack)
    }

    @Test(.covers("GAP-35"), arguments: ["own", "next"])
    func `a rejoin and a migration keep the user's view of the own participant`(next: String) {
        var values = Self.room("own", "b")
        let size = CallParticipant.TrackSize(width: 320, height: 180)
        values.setPinned(true, "own", at: Self.at)
        values.setShown(false, "own")
        values.setTrackSize(size, "own")
        values.removeOwnParticipant()
        values.removeOwnParticipant()
        values.continueSession(as: next)
        values.update(from: Self.response([next, "b"]), at: Self.at)
        let own = values.localParticipant
        #expect(own?.sessionId == next && own?.isPinned == true && own?.showTrack == false && own?.trackSize == size)
        // It applies once: a participant that the SFU removes and adds again is like a new one.
        values.update(from: Self.response(["b"]), at: Self.at)
        values.update(from: Self.response([next, "b"]), at: Self.at)
        #expect(values.localParticipant?.sessionId == next && values.localParticipant?.isPinned == false)
        #expect(values.localParticipant?.showTrack == true)
        values.leaveSession()
        values.sessionId = "last"
        values.update(from: Self.response(["last"]), at: Self.at)
        #expect(values.localParticipant?.isPinned == false && values.localParticipant?.showTrack == true)
    }
}
