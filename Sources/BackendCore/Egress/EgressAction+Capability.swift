import Signaling

extension EgressAction {
    /// The capability that the action needs.
    var requiredCapability: OwnCapability {
        switch self {
        case .goLive, .stopLive: .updateCall
        case .startRecording, .startFrameRecording: .startRecordCall
        case .stopRecording, .stopFrameRecording, .deleteRecording: .stopRecordCall
        case .listRecordings: .readCall
        case .startBroadcasting, .startRTMPBroadcasts: .startBroadcastCall
        case .stopBroadcasting, .stopAllRTMPBroadcasts, .stopRTMPBroadcast: .stopBroadcastCall
        case .startTranscription: .startTranscriptionCall
        case .stopTranscription: .stopTranscriptionCall
        case .startClosedCaptions: .startClosedCaptionsCall
        case .stopClosedCaptions: .stopClosedCaptionsCall
        }
    }
}
