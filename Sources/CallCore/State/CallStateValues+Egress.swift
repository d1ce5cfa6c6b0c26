package import Signaling

/// The recordings, broadcasts and ingress of a call, as the coordinator reports them.
extension CallStateValues {
    /// True while a composite of all participants is recorded.
    public var compositeRecording: Bool { egress?.compositeRecording == .running }
    /// True while each participant is recorded.
    public var individualRecording: Bool { egress?.individualRecording == .running }
    /// True while packets are recorded.
    public var rawRecording: Bool { egress?.rawRecording == .running }
    /// True while single frames are recorded.
    public var frameRecording: Bool { egress?.frameRecording == .running }
    /// True while the call is broadcast, over HLS or RTMP.
    public var broadcasting: Bool { egress?.broadcasting ?? false }
    /// The address of the HLS broadcast; nil when none is running.
    public var hlsPlaylistUrl: String? {
        egress?.hls.flatMap { $0.status == .running ? $0.playlistURL : nil }
    }
    /// The names of the running RTMP broadcasts, sorted.
    public var rtmpBroadcasts: [String] {
        (egress?.rtmps ?? []).filter { $0.status == .running }.map(\.name).sorted()
    }
    /// The ingress of the call; nil when the call has none.
    public var ingress: CallIngress? {
        ingressAddress.map { CallIngress(rtmp: CallIngress.RTMP(address: $0, streamKey: streamKey)) }
    }

    /// Marks a recording as requested by this client, unless one is running.
    public mutating func requestRecording() {
        if recordingState == .noRecording { recordingState = .requested }
    }

    /// Resets the state after a refused request for a recording.
    public mutating func withdrawRecordingRequest() {
        if recordingState == .requested { recordingState = .noRecording }
    }

    /// Resets the state after a request when a new reading of the call shows no recording: it has ended, or never
    /// began.
    package mutating func withdrawRecordingRequest(unlessRecorded call: CallResponse) {
        guard RecordingType.allCases.allSatisfy({ call.egress?[$0] == nil }) else { return }
        withdrawRecordingRequest()
    }

    /// Applies an event of recordings, broadcasts, transcription or captions.
    mutating func applyEgress(_ event: CoordinatorEvent) {
        switch event {
        case .recordingStarted(let event): setRecording(event.recordingType, .running)
        case .recordingStopped(let event): setRecording(event.recordingType, nil)
        case .recordingFailed(let event): setRecording(event.recordingType, nil)
        case .hlsBroadcastingStarted(let event):
            changeEgress {
                $0.hls = EgressHLSResponse {
                    $0.playlistURL = event.hlsPlaylistURL
                    $0.status = .running
                }
            }
        case .hlsBroadcastingStopped, .hlsBroadcastingFailed: changeEgress { $0.hls = nil }
        case .rtmpBroadcastStarted(let event): startBroadcast(event)
        case .rtmpBroadcastStopped(let event): endBroadcast(event.name)
        case .rtmpBroadcastFailed(let event): endBroadcast(event.name)
        case .transcriptionStarted: transcribing = true
        case .transcriptionStopped, .transcriptionFailed: transcribing = false
        case .closedCaptionsStarted: captioning = true
        case .closedCaptionsStopped, .closedCaptionsFailed: captioning = false
        case .frameRecordingStarted: setFrameRecording(.running)
        case .frameRecordingStopped, .frameRecordingFailed: setFrameRecording(nil)
        default: break
        }
    }

    /// Sets the frame recording. Events with a call include it, except for those of the frame recording itself.
    mutating func setFrameRecording(_ status: EgressStatus?) {
        changeEgress { $0.frameRecording = status }
    }

    /// Sets a recording. An event without a type is about a composite recording.
    private mutating func setRecording(_ type: String?, _ status: EgressStatus?) {
        let type = type.flatMap(RecordingType.init(rawValue:)) ?? .composite
        changeEgress { $0[type] = status }
        let isRecording = RecordingType.allCases.contains { egress?[$0] == .running }
        recordingState = isRecording ? .recording : .noRecording
    }

    private mutating func startBroadcast(_ event: CallRTMPBroadcastStartedEvent) {
        changeEgress { egress in
            let index = egress.rtmps.firstIndex { $0.name == event.name }
            let streamURL = index.map { egress.rtmps[$0].streamURL } ?? ""
            let broadcast = EgressRTMPResponse {
                $0.name = event.name
                $0.streamURL = streamURL
                $0.startedAt = event.createdAt
                $0.status = .running
            }
            if let index { egress.rtmps[index] = broadcast } else { egress.rtmps.append(broadcast) }
        }
    }

    private mutating func endBroadcast(_ name: String) {
        changeEgress { $0.rtmps.removeAll { $0.name == name } }
    }

    private mutating func changeEgress(_ change: (inout EgressResponse) -> Void) {
        var changed = egress ?? EgressResponse()
        change(&changed)
        egress = changed == EgressResponse() ? nil : changed
    }

    mutating func append(_ caption: ClosedCaption) {
        closedCaptions = (closedCaptions + [caption]).suffix(Self.closedCaptionLimit)
    }
}

extension CallStateProperties {
    /// The properties of recordings, broadcasts and ingress.
    static let egress: [any StateProperty] = [
        StateRow("egress", \.egress, .egress),
        StateRow(
            "compositeRecording", \.compositeRecording, .egress,
            about: "true while all participants are recorded in one video"),
        StateRow(
            "individualRecording", \.individualRecording, .egress, about: "true while each participant is recorded"),
        StateRow("rawRecording", \.rawRecording, .egress, about: "true while packets are recorded"),
        StateRow("frameRecording", \.frameRecording, .egress, about: "true while single frames are recorded"),
        StateRow("broadcasting", \.broadcasting, .egress, about: "true while the call is broadcast"),
        StateRow("hlsPlaylistUrl", \.hlsPlaylistUrl, .egress, about: "the address of the HLS broadcast"),
        StateRow("rtmpBroadcasts", \.rtmpBroadcasts, .egress, about: "the names of the RTMP broadcasts"),
        StateRow("ingress", \.ingress, .ingress),
        StateRow("streamKey", \.streamKey, .ingress),
        StateRow("thumbnails", \.thumbnails, .thumbnails),
    ]
}
