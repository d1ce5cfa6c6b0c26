package import Signaling

/// A kind of egress. A call has at most one of each at a time.
package enum EgressKind: Hashable, Sendable {
    /// A recording of the given type.
    case recording(RecordingType)
    /// The recording of single frames.
    case frames
    /// The broadcast over HLS.
    case hls
    /// The broadcast with the given name to an RTMP server.
    case rtmp(String)
    /// The transcription of speech.
    case transcription
    /// Closed captions.
    case captions

    /// The capability that is needed to start the egress.
    var startCapability: OwnCapability {
        switch self {
        case .recording, .frames: .startRecordCall
        case .hls, .rtmp: .startBroadcastCall
        case .transcription: .startTranscriptionCall
        case .captions: .startClosedCaptionsCall
        }
    }

    /// The capability that is needed to stop the egress.
    var stopCapability: OwnCapability {
        switch self {
        case .recording, .frames: .stopRecordCall
        case .hls, .rtmp: .stopBroadcastCall
        case .transcription: .stopTranscriptionCall
        case .captions: .stopClosedCaptionsCall
        }
    }
}

extension EgressKind: CustomStringConvertible {
    /// The kind as text, for messages.
    package var description: String {
        switch self {
        case .recording(let type): "the \(type.rawValue) recording"
        case .frames: "the frame recording"
        case .hls: "the HLS broadcast"
        case .rtmp(let name): "the RTMP broadcast \(name)"
        case .transcription: "the transcription"
        case .captions: "closed captioning"
        }
    }

    /// The prefix of ids and files.
    var stem: String {
        switch self {
        case .recording(let type): type.rawValue
        case .frames: "frames"
        case .hls: "hls"
        case .rtmp: "rtmp"
        case .transcription: "transcription"
        case .captions: "captions"
        }
    }
}
