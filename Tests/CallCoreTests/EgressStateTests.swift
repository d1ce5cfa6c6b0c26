import CallCore
import Covering
import Signaling
import Testing
import Timing
import Wire

/// What events of recordings, broadcasts, captions and roles change in a call's state.
@Suite struct EgressStateTests {
    private static let cid = CallStateValuesTests.cid
    private static let at = CallStateValuesTests.at

    private static func event<Kind>(_ payload: Kind.Payload) -> CallEvent<Kind> {
        CallEvent(cid, at: at, payload)
    }

    private func states<Value>(
        of property: KeyPath<CallStateValues, Value>, after events: [CoordinatorEvent]
    ) -> [Value] {
        var values = CallStateValues(callCid: Self.cid)
        return events.map { event in
            values.apply(event)
            return values[keyPath: property]
        }
    }

    @Test(.covers("CALL-02")) func `a deletion and going live bring the call's fields`() {
        var call = CallStateValuesTests.call
        call.custom = ["topic": "weather"]
        call.backstage = true
        var live = call
        live.backstage = false
        let events: [CoordinatorEvent] = [
            .deleted(Self.event(CallPayload(call: call))), .liveStarted(Self.event(CallPayload(call: live))),
        ]
        #expect(states(of: \.backstage, after: events) == [true, false])
        #expect(states(of: \.custom, after: events).first?["topic"] == "weather")
    }

    @Test(.covers("CALL-03")) func `a recording shows from its start to its stop or failure`() {
        let egress = EgressPayload(egressId: "e")
        let events: [CoordinatorEvent] = [
            .recordingStarted(Self.event(egress)), .recordingStopped(Self.event(egress)),
            .recordingStarted(Self.event(egress)), .recordingFailed(Self.event(egress)),
        ]
        #expect(
            states(of: \.recordingState, after: events) == [.recording, .noRecording, .recording, .noRecording])
    }

    @Test(.covers("CALL-11")) func `transcription shows from its start to its stop or failure`() {
        let events: [CoordinatorEvent] = [
            .transcriptionStarted(Self.event(EmptyBody())), .transcriptionStopped(Self.event(EmptyBody())),
            .transcriptionStarted(Self.event(EmptyBody())), .transcriptionFailed(Self.event(EmptyBody())),
        ]
        #expect(states(of: \.transcribing, after: events) == [true, false, true, false])
    }

    @Test(.covers("CALL-13", "CALL-14"))
    func `frame recording shows until its stop or failure, and a frame changes nothing`() {
        let frames = FrameRecordingPayload(call: CallStateValuesTests.call, egressId: "e")
        let frame = FrameReadyPayload(
            capturedAt: Self.at, egressId: "e", sessionId: "s", trackType: "video", url: "u", users: [])
        let events: [CoordinatorEvent] = [
            .frameRecordingStarted(Self.event(frames)), .frameRecordingReady(Self.event(frame)),
            .frameRecordingStopped(Self.event(frames)), .frameRecordingStarted(Self.event(frames)),
            .frameRecordingFailed(Self.event(frames)), .frameRecordingReady(Self.event(frame)),
        ]
        #expect(states(of: \.frameRecording, after: events) == [true, true, false, true, false, false])
    }

    @Test(.covers("CALL-17")) func `captions show from their start to their stop or failure`() {
        let events: [CoordinatorEvent] = [
            .closedCaptionsStarted(Self.event(EmptyBody())), .closedCaptionsStopped(Self.event(EmptyBody())),
            .closedCaptionsStarted(Self.event(EmptyBody())), .closedCaptionsFailed(Self.event(EmptyBody())),
        ]
        #expect(states(of: \.captioning, after: events) == [true, false, true, false])
    }

    @Test(.covers("CALL-18")) func `a caption is added behind the others, and the oldest go`() {
        let events = (0...CallStateValues.closedCaptionLimit).map { number in
            CoordinatorEvent.closedCaption(
                Self.event(
                    ClosedCaptionPayload(
                        closedCaption: ClosedCaption(
                            text: "\(number)", speakerId: "alice", startTime: Self.at, endTime: Self.at))))
        }
        let all = states(of: \.closedCaptions, after: events)
        #expect(all.first?.map(\.text) == ["0"])
        #expect(all.last?.first?.text == "1" && all.last?.count == CallStateValues.closedCaptionLimit)
    }

    @Test(.covers("CALL-30")) func `broadcasts show until the last one stops or fails`() {
        let events: [CoordinatorEvent] = [
            .rtmpBroadcastStarted(Self.event(BroadcastNamePayload(name: "tube"))),
            .hlsBroadcastingStarted(Self.event(PlaylistPayload(hlsPlaylistURL: "https://example.org/a.m3u8"))),
            .rtmpBroadcastStopped(Self.event(BroadcastNamePayload(name: "tube"))),
            .hlsBroadcastingStopped(Self.event(EmptyBody())),
            .rtmpBroadcastStarted(Self.event(BroadcastNamePayload(name: "tube"))),
            .rtmpBroadcastFailed(Self.event(BroadcastNamePayload(name: "tube"))),
        ]
        #expect(states(of: \.broadcasting, after: events) == [true, true, true, false, true, false])
        #expect(
            states(of: \.hlsPlaylistUrl, after: events).map { $0 != nil } == [false, true, true, false, false, false])
    }

    @Test func `new roles bring the members and what each role may do`() {
        let payload = MemberPermissionsPayload(
            call: CallStateValuesTests.call, members: [Member(user: CallStateValuesTests.bob, role: "host")],
            capabilitiesByRole: ["host": [.endCall]])
        let events: [CoordinatorEvent] = [.memberUpdatedPermission(Self.event(payload))]
        #expect(states(of: \.members, after: events).last?.map(\.role) == ["host"])
        #expect(states(of: \.capabilitiesByRole, after: events).last == ["host": [.endCall]])
    }
}
