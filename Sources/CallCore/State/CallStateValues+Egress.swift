import Signaling

extension CallStateValues {
    /// Takes over what an event tells of recordings, broadcasts, transcription and captions.
    mutating func applyEgress(_ event: CoordinatorEvent) {
        switch event {
        case .recordingStarted: recordingState = .recording
        case .recordingStopped, .recordingFailed: recordingState = .noRecording
        case .hlsBroadcastingStarted(let event): hlsPlaylistUrl = event.hlsPlaylistURL
        case .hlsBroadcastingStopped, .hlsBroadcastingFailed: hlsPlaylistUrl = nil
        case .rtmpBroadcastStarted(let event): setBroadcast(event.name, true)
        case .rtmpBroadcastStopped(let event): setBroadcast(event.name, false)
        case .rtmpBroadcastFailed(let event): setBroadcast(event.name, false)
        case .transcriptionStarted: transcribing = true
        case .transcriptionStopped, .transcriptionFailed: transcribing = false
        case .closedCaptionsStarted: captioning = true
        case .closedCaptionsStopped, .closedCaptionsFailed: captioning = false
        case .closedCaption(let event): append(event.closedCaption)
        default: break
        }
    }

    private mutating func setBroadcast(_ name: String, _ isOn: Bool) {
        let others = rtmpBroadcasts.filter { $0 != name }
        rtmpBroadcasts = isOn ? (others + [name]).sorted() : others
    }

    private mutating func append(_ caption: ClosedCaption) {
        closedCaptions = (closedCaptions + [caption]).suffix(Self.closedCaptionLimit)
    }
}
