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

    @Test func `a lost stream starts the limit of its attempt before it reopens`() {
        for event in [LinkMachine.Event.broken, .pathLost, .ranOut(.silence)] {
            var machine = LinkMachine()
            _ = machine.handle(.opened)
            #expect(
                machine.handle(event) == [
                    .stop(.ping), .stop(.silence), .notifyLost, .start(.attempt, .seconds(5)), .reopen,
                ])
        }
    }

    @Test func `a requested quality is a change only when it differs`() {
        var values = Self.values()
        let quality = SenderQuality { $0.active = true }
        values.apply(.changePublishQuality([quality]), at: .virtualStart)
        #expect(values.takeChanges().contains(.publishQuality))
        values.apply(.changePublishQuality([quality]), at: .virtualStart)
        #expect(!values.takeChanges().contains(.publishQuality))
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
        participant.takeOver(described)
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
}
