import CallCore
import Covering
import Signaling
import Testing
import Timing
import Wire

/// Changes of a call's state by events of recordings, broadcasts, captions and roles.
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
            .deleted(Self.event(CallPayload { $0.call = call })),
            .liveStarted(Self.event(CallPayload { $0.call = live })),
        ]
        #expect(states(of: \.backstage, after: events) == [true, false])
        #expect(states(of: \.custom, after: events).first?["topic"] == "weather")
    }

    @Test(.covers("CALL-03")) func `a recording shows from its start to its stop or failure`() {
        let egress = EgressPayload { $0.egressId = "e" }
        let events: [CoordinatorEvent] = [
            .recordingStarted(Self.event(egress)), .recordingStopped(Self.event(egress)),
            .recordingStarted(Self.event(egress)), .recordingFailed(Self.event(egress)),
        ]
        #expect(
            states(of: \.recordingState, after: events) == [.recording, .noRecording, .recording, .noRecording])
    }

    @Test func `an event without the type of its recording is about a composite one`() {
        func events(_ type: String?) -> [CoordinatorEvent] {
            let egress = EgressPayload {
                $0.egressId = "e"
                $0.recordingType = type
            }
            return [.recordingStarted(Self.event(egress)), .recordingStopped(Self.event(egress))]
        }
        #expect(states(of: \.compositeRecording, after: events(nil)) == [true, false])
        #expect(states(of: \.individualRecording, after: events(nil)) == [false, false])
        #expect(states(of: \.individualRecording, after: events("individual")) == [true, false])
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
        let frames = FrameRecordingPayload {
            $0.call = CallStateValuesTests.call
            $0.egressId = "e"
        }
        let frame = FrameReadyPayload {
            $0.capturedAt = Self.at
            $0.egressId = "e"
            $0.sessionId = "s"
            $0.trackType = "video"
            $0.url = "u"
            $0.users = []
        }
        let events: [CoordinatorEvent] = [
            .frameRecordingStarted(Self.event(frames)), .frameRecordingReady(Self.event(frame)),
            .frameRecordingStopped(Self.event(frames)), .frameRecordingStarted(Self.event(frames)),
            .frameRecordingFailed(Self.event(frames)), .frameRecordingReady(Self.event(frame)),
        ]
        #expect(states(of: \.frameRecording, after: events) == [true, true, false, true, false, false])
    }

    @Test func `the end of a frame recording counts although the call of its event still has it`() {
        var call = CallStateValuesTests.call
        call.egress = EgressResponse { $0.frameRecording = .running }
        let payload = FrameRecordingPayload {
            $0.call = call
            $0.egressId = "e"
        }
        let events: [CoordinatorEvent] = [
            .frameRecordingStarted(Self.event(payload)), .frameRecordingStopped(Self.event(payload)),
            .frameRecordingStarted(Self.event(payload)), .frameRecordingFailed(Self.event(payload)),
        ]
        #expect(states(of: \.frameRecording, after: events) == [true, false, true, false])
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
                    ClosedCaptionPayload {
                        $0.closedCaption = ClosedCaption {
                            $0.text = "\(number)"
                            $0.speakerId = "alice"
                            $0.startTime = Self.at
                            $0.endTime = Self.at
                        }
                    }))
        }
        let all = states(of: \.closedCaptions, after: events)
        #expect(all.first?.map(\.text) == ["0"])
        #expect(all.last?.first?.text == "1" && all.last?.count == CallStateValues.closedCaptionLimit)
    }

    @Test(.covers("CALL-30")) func `broadcasts show until the last one stops or fails`() {
        let events: [CoordinatorEvent] = [
            .rtmpBroadcastStarted(Self.event(BroadcastNamePayload { $0.name = "tube" })),
            .hlsBroadcastingStarted(Self.event(PlaylistPayload { $0.hlsPlaylistURL = "https://example.org/a.m3u8" })),
            .rtmpBroadcastStopped(Self.event(BroadcastNamePayload { $0.name = "tube" })),
            .hlsBroadcastingStopped(Self.event(EmptyBody())),
            .rtmpBroadcastStarted(Self.event(BroadcastNamePayload { $0.name = "tube" })),
            .rtmpBroadcastFailed(Self.event(BroadcastNamePayload { $0.name = "tube" })),
        ]
        #expect(states(of: \.broadcasting, after: events) == [true, true, true, false, true, false])
        #expect(
            states(of: \.hlsPlaylistUrl, after: events).map { $0 != nil } == [false, true, true, false, false, false])
    }

    @Test func `new roles come with members and the capabilities of each role`() {
        let payload = MemberPermissionsPayload {
            $0.call = CallStateValuesTests.call
            $0.members = [
                Member {
                    $0.user = CallStateValuesTests.bob
                    $0.role = "host"
                }
            ]
            $0.capabilitiesByRole = ["host": [.endCall]]
        }
        let events: [CoordinatorEvent] = [.memberUpdatedPermission(Self.event(payload))]
        #expect(states(of: \.members, after: events).last?.map(\.role) == ["host"])
        #expect(states(of: \.capabilitiesByRole, after: events).last == ["host": [.endCall]])
    }

    @Test func `CALL-03: the call is recorded until its last recording stops`() {
        func egress(_ type: RecordingType) -> EgressPayload {
            EgressPayload {
                $0.egressId = "e"
                $0.recordingType = type.rawValue
            }
        }
        let events: [CoordinatorEvent] = [
            .recordingStarted(Self.event(egress(.composite))), .recordingStarted(Self.event(egress(.raw))),
            .recordingStopped(Self.event(egress(.composite))), .recordingFailed(Self.event(egress(.raw))),
        ]
        #expect(states(of: \.recordingState, after: events) == [.recording, .recording, .recording, .noRecording])
        #expect(states(of: \.compositeRecording, after: events) == [true, true, false, false])
        #expect(states(of: \.rawRecording, after: events) == [false, true, true, false])
    }

    @Test func `CALL-03: a request shows until the recording begins, or is refused`() {
        var values = CallStateValues(callCid: Self.cid)
        values.requestRecording()
        #expect(values.recordingState == .requested)
        values.withdrawRecordingRequest()
        #expect(values.recordingState == .noRecording)
        values.requestRecording()
        values.update(from: CallStateValuesTests.call)
        #expect(values.recordingState == .requested)
        values.apply(
            .recordingStarted(
                Self.event(
                    EgressPayload {
                        $0.egressId = "e"
                        $0.recordingType = "composite"
                    })))
        values.requestRecording()
        values.withdrawRecordingRequest()
        #expect(values.recordingState == .recording)
    }

    @Test func `CALL-03: a request is taken back when a reading shows no recording, and not while one begins`() {
        var values = CallStateValues(callCid: Self.cid)
        values.requestRecording()
        var call = CallStateValuesTests.call
        call.egress = EgressResponse()
        call.egress?[.raw] = .starting
        values.withdrawRecordingRequest(unlessRecorded: call)
        #expect(values.recordingState == .requested)
        call.egress = nil
        values.withdrawRecordingRequest(unlessRecorded: call)
        #expect(values.recordingState == .noRecording)
    }

    @Test func `a call's response replaces the values from events`() {
        var values = CallStateValues(callCid: Self.cid)
        values.apply(.rtmpBroadcastStarted(Self.event(BroadcastNamePayload { $0.name = "tube" })))
        var call = CallStateValuesTests.call
        var egress = EgressResponse()
        egress.hls = EgressHLSResponse {
            $0.playlistURL = "https://example.org/a.m3u8"
            $0.status = .starting
        }
        egress.individualRecording = .running
        call.egress = egress
        values.update(from: call)
        #expect(values.rtmpBroadcasts.isEmpty && !values.broadcasting && values.hlsPlaylistUrl == nil)
        #expect(values.individualRecording && !values.compositeRecording)
        call.egress = nil
        values.update(from: call)
        #expect(values.egress == nil && !values.individualRecording)
    }

    @Test func `a broadcast that has started keeps the address that the call named`() {
        var values = CallStateValues(callCid: Self.cid)
        var call = CallStateValuesTests.call
        var egress = EgressResponse()
        egress.rtmps = [
            EgressRTMPResponse {
                $0.name = "tube"
                $0.streamURL = "rtmp://tube.example/live"
                $0.status = .starting
            }
        ]
        call.egress = egress
        values.update(from: call)
        #expect(values.rtmpBroadcasts.isEmpty)
        for name in ["tube", "other"] {
            values.apply(.rtmpBroadcastStarted(Self.event(BroadcastNamePayload { $0.name = name })))
        }
        #expect(values.egress?.rtmps.map(\.streamURL) == ["rtmp://tube.example/live", ""])
        #expect(values.egress?.rtmps.map(\.startedAt) == [Self.at, Self.at])
        #expect(values.rtmpBroadcasts == ["other", "tube"])
    }

    @Test func `CALL-07: the stream key is the token of the connection, also after a new one`() {
        var values = CallStateValues(callCid: Self.cid)
        values.streamKey = "d184"
        #expect(values.ingress == nil)
        var call = CallStateValuesTests.call
        call.ingress = CallIngressResponse { $0.rtmpAddress = "rtmps://example.org/" }
        values.update(from: call)
        #expect(values.ingress?.rtmp == CallIngress.RTMP(address: "rtmps://example.org/", streamKey: "d184"))
        values.streamKey = "d185"
        #expect(values.ingress?.rtmp.streamKey == "d185")
    }

    @Test func `the event names the user that ended the call, and later events keep it`() {
        var values = CallStateValues(callCid: Self.cid)
        values.apply(
            .ended(
                Self.event(
                    AnswerPayload {
                        $0.call = CallStateValuesTests.call
                        $0.user = CallStateValuesTests.bob
                    })))
        values.apply(.updated(Self.event(CallUpdatedPayload { $0.call = CallStateValuesTests.call })))
        #expect(values.endedBy?.id == CallStateValuesTests.bob.id)
    }
}
