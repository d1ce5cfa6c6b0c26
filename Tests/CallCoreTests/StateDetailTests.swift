import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import CallCore

/// Changes of a call's state and of its machines that no other test observes.
@Suite struct StateDetailTests {
    private static func values() -> CallStateValues {
        CallStateValues(callCid: CallCid(type: "default", id: "standup"))
    }

    private static func described(_ sessionId: String, _ change: (inout SFUParticipant) -> Void = { _ in })
        -> SFUParticipant
    {
        SFUParticipant {
            $0.user = User(id: "user of \(sessionId)")
            $0.sessionId = sessionId
            $0.joinedAt = .virtualStart
            change(&$0)
        }
    }

    /// The state of a call in which this client's session is `own`, beside `other`.
    private static func joined() -> CallStateValues {
        var values = values()
        values.sessionId = "own"
        values.isInSession = true
        for sessionId in ["own", "other"] { values.apply(.participantJoined(described(sessionId)), at: .virtualStart) }
        return values
    }

    @Test func `an event of the own session after its end does not restore it`() {
        var values = Self.joined()
        values.leaveSession()
        let late = Self.described("own") {
            $0.joinedAt = Timestamp(milliseconds: Timestamp.virtualStart.milliseconds + 9)
        }
        values.apply(.participantJoined(late), at: .virtualStart)
        values.apply(.participantUpdated(late), at: .virtualStart)
        #expect(values.participants.isEmpty)
    }

    @Test func `an update has the tracks of others, and not those of the own session`() {
        var values = Self.joined()
        for sessionId in ["own", "other"] {
            values.apply(
                .participantUpdated(Self.described(sessionId) { $0.publishedTracks = [.audio] }), at: .virtualStart)
        }
        #expect(values.participants.map(\.publishedTracks) == [[], [.audio]])
    }

    @Test func `an own track that the server unpublishes is off, and one that it publishes is not`() {
        var values = Self.joined()
        (values.callSettings.audioOn, values.callSettings.videoOn) = (true, true)
        values.setPublished(true, .audio, of: "own")
        values.setPublished(false, .video, of: "other")
        #expect(values.callSettings.audioOn && values.callSettings.videoOn)
        values.setPublished(false, .audio, of: "own")
        #expect(!values.callSettings.audioOn && values.callSettings.videoOn)
    }

    @Test func `a dominant speaker that has left replaces the earlier one, and is none`() {
        var values = Self.joined()
        values.setDominantSpeaker("own")
        #expect(values.dominantSpeaker?.sessionId == "own")
        values.apply(.participantLeft(Self.described("other")), at: .virtualStart)
        values.setDominantSpeaker("other")
        #expect(values.dominantSpeaker == nil)
    }

    @Test func `a union of changed properties has those of both`() {
        var changes = CallStateChanges.Properties([.members])
        changes.formUnion(CallStateChanges.Properties([.team]))
        let known = changes
        func has(_ property: CallStateChanges.Property) -> Bool {
            var all = CallStateChanges(recordingMoves: false)
            all.insert(property)
            return all.containsAny(of: known)
        }
        #expect(has(.members) && has(.team) && !has(.custom))
    }

    @Test func `pauses lie between their bounds, which can be equal`() {
        var generator = SeededGenerator(seed: 1)
        let fixed = RetryPolicy(attempts: 2, shortestPause: .milliseconds(70), longestPause: .milliseconds(70))
        #expect(fixed.pause(&generator) == .milliseconds(70))
        let narrow = RetryPolicy(attempts: 2, shortestPause: .milliseconds(1), longestPause: .milliseconds(3))
        let pauses = Set((0..<200).map { _ in narrow.pause(&generator) })
        #expect(pauses == [.milliseconds(1), .milliseconds(2), .milliseconds(3)])
        let usual = RetryPolicy.fastAndSimple
        #expect(usual.attempts == 3)
        #expect(usual.shortestPause == .milliseconds(250) && usual.longestPause == .milliseconds(500))
    }

    @Test func `a picture has eight packets, and those between key frames have one to three`() {
        var generator = SeededGenerator(seed: 1)
        var track = OutgoingTrack(.video, ssrc: 7, configuration: MediaConfiguration(), at: .start, &generator)
        #expect(track.sentSinceReport == 0)
        track.start(at: .start)
        var counts: [Int] = []
        while counts.count < 200, let next = track.nextFrame {
            counts.append(
                track.takeDue(
                    at: next, level: { _ in RTP.AudioLevel(decibelsBelowOverload: 0, hasVoice: false) }, &generator
                ).count)
        }
        #expect(counts.first == 8 && Set(counts) == [1, 2, 3, 8])
        #expect(track.sentSinceReport == counts.reduce(0, +))
        _ = track.report(at: .start, date: .virtualStart)
        #expect(track.sentSinceReport == 0)
    }

    @Test func `a requested quality is a change only when it differs`() {
        var values = Self.values()
        let quality = SenderQuality { $0.active = true }
        values.apply(.changePublishQuality([quality]), at: .virtualStart)
        #expect(values.takeChanges().contains(.publishQuality))
        values.apply(.changePublishQuality([quality]), at: .virtualStart)
        #expect(!values.takeChanges().contains(.publishQuality))
    }

    @Test(arguments: [(Duration.seconds(5), false), (.zero, true)])
    func `the options of statistics are a change only when they differ`(_ interval: Duration, _ isEnabled: Bool) {
        var values = Self.values()
        let cid = CallCid(type: "default", id: "standup")
        let response = JoinCallResponse {
            $0.call = CallResponse(cid: cid, createdBy: User(id: "alice"), createdAt: .virtualStart)
            $0.members = []
            $0.ownCapabilities = []
            $0.statsOptions.reportingInterval = interval
            $0.statsOptions.isEnabled = isEnabled
        }
        values.update(from: response)
        #expect(values.takeChanges().contains(.stats))
        #expect(values.statsCollectionInterval == interval && values.reportsStatistics == isEnabled)
        values.update(from: response)
        #expect(!values.takeChanges().contains(.stats))
    }

    @Test func `a choice lasts until the end of the session that it was made for`() {
        var values = Self.values()
        values.switchSetting(.speaker) { $0.speakerOn = false }
        values.leaveSession()
        #expect(!values.callSettings.speakerOn)
        values.isInSession = true
        values.leaveSession()
        #expect(values.callSettings.speakerOn && values.choices == CallSettings.Choices())
    }

    @Test func `a description without a track ends the pause of that track alone`() {
        var participant = CallParticipant(user: User(id: "bob"), sessionId: "s", joinedAt: .virtualStart)
        participant.setPublished(.audio, true)
        participant.setPublished(.video, true)
        participant.pausedTracks = [.audio, .video]
        let described = SFUParticipant {
            $0.user = User(id: "bob")
            $0.sessionId = "s"
            $0.joinedAt = .virtualStart
            $0.publishedTracks = [.audio]
        }
        participant.apply(described)
        #expect(participant.pausedTracks == [.audio] && participant.publishedTracks == [.audio])
    }

    @Test func `a new track has no packets`() {
        let track = MediaTrack(.video, ssrc: 7)
        #expect(track.type == .video && track.ssrc == 7 && track.state == .waiting)
        let counts = [
            track.packetsReceived, track.packetsLost, track.packetsLate, track.packetsDuplicated, track.packetsSent,
        ]
        #expect(counts == [0, 0, 0, 0, 0])
        #expect(track.jitter == .zero && track.meanJitter == .zero && track.greatestJitter == .zero)
    }

    @Test func `a ring is the same ring for a set when its call is the same`() {
        func ring(_ id: String, video: Bool = false) -> IncomingCall {
            IncomingCall(
                cid: CallCid(type: "default", id: id), caller: User(id: "alice"), members: [], timeout: .zero,
                video: video, custom: [:])
        }
        #expect(Set([ring("one"), ring("one", video: true)]).count == 1)
        #expect(Set((0..<64).map { ring("\($0)").hashValue }).count > 1)
    }

    @Test func `a wait before an attempt ends its probe, and a leave stops every timer`() {
        var machine = ReconnectionMachine()
        let entry = SFUEntry(sfu: "sfu-1", fastReconnectDeadline: .seconds(15))
        _ = machine.handle(.entered(entry), at: .start)
        let lost = machine.handle(.pathLost, at: .start)
        #expect(lost.contains(.probe) && !lost.contains(.stopProbing))
        let settling = machine.handle(.pathBack, at: .start)
        #expect(settling == [.stop(.disconnection), .start(.debounce, .seconds(1))])
        let begun = machine.handle(.ranOut(.debounce), at: .start)
        #expect(
            begun == [
                .stopProbing, .show(.fastReconnecting), .start(.attempt, .seconds(15)), .fast(attempt: 1),
            ])
        let left = machine.handle(.leave, at: .start)
        #expect(left == [.abandon] + ReconnectionTimer.allCases.map { .stop($0) })
    }

    @Test func `a leave without a network stops the probe`() {
        for event in [ReconnectionEvent.leave, .ranOut(.disconnection)] {
            var machine = ReconnectionMachine()
            let entry = SFUEntry(sfu: "sfu-1", fastReconnectDeadline: .seconds(15))
            _ = machine.handle(.entered(entry), at: .start)
            _ = machine.handle(.pathLost, at: .start)
            let effects = machine.handle(event, at: .start)
            #expect(effects.first == .stopProbing && !effects.contains(.abandon), "\(event)")
        }
    }

    // MARK: Responses and events

    @Test func `a summary of the session has its answers, and none of its participants`() {
        var values = Self.values()
        var call = CallStateValuesTests.call
        call.session?.acceptedBy = ["bob": .virtualStart]
        call.session?.participants = [SessionParticipant { ($0.user, $0.userSessionId) = (User(id: "bob"), "b") }]
        values.update(from: call)
        #expect(values.session?.participants.map(\.user.id) == ["bob"])
        #expect(values.sessionSummary?.participants.isEmpty == true)
        #expect(values.sessionSummary?.acceptedBy.keys.sorted() == ["bob"])
    }

    @Test func `a notification has the members of its call`() {
        var values = Self.values()
        let payload = RingPayload {
            $0.call = CallStateValuesTests.call
            $0.members = [Member { $0.user = User(id: "bob") }]
        }
        values.apply(.notification(CallEvent(CallStateValuesTests.cid, at: .virtualStart, payload)))
        #expect(values.members.map(\.userId) == ["bob"])
    }

    @Test func `a participant that joins is counted, also in a session with more participants than are known`() {
        var values = Self.joined()
        values.update(from: ParticipantCount { $0.total = 10 })
        values.apply(.participantJoined(Self.described("third")), at: .virtualStart)
        #expect(values.participantCount == 11)
    }

    @Test func `a participant that is set to its current values is not changed`() {
        var values = Self.joined()
        values.setShown(false, "other")
        #expect(values.takeChanges().contains(.participants))
        values.setShown(false, "other")
        #expect(values.takeChanges().isEmpty)
    }
}
